/** `trajudge/bazaar`: the Bazaar as a world for agents, and actors for it. Needs the optional peer playwright-core. */
export { type BazaarOptions, bazaarEnvironment } from "./environment.ts";
export { type Goal, goals, wayToGoal } from "./goals.ts";
export { randomActor } from "./random-actor.ts";
export { type ScriptedActorOptions, scriptedActor } from "./scripted-actor.ts";
