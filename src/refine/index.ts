/** What verdicts are for: rewards, training sets, choosing among attempts. */
export {
  type CloningCounts,
  type CloningOptions,
  clonedSteps,
  type Example,
  noCloningCounts,
} from "./cloning.ts";
export type { DigestOf } from "./judged-as.ts";
export type { Actor, Decision, Situation, TakenAction } from "./live/actor.ts";
export type {
  EndedEpisode,
  EpisodeStart,
  LiveAction,
  LiveElement,
  LiveEnvironment,
  LiveEpisode,
  LiveObservation,
  LiveTask,
  LiveTruth,
} from "./live/environment.ts";
export { type ModelActorOptions, modelActor } from "./live/model-actor.ts";
export { type PreferenceLine, preferenceLines } from "./preference-lines.ts";
export { type Preference, type PreferenceOptions, preferencesOf } from "./preferences.ts";
export * from "./reflexion/index.ts";
export {
  type Reward,
  type RewardOptions,
  type RewardRules,
  rewardOf,
  rewardOptionsSchema,
  rewardRules,
} from "./reward.ts";
export { type Selected, selectBest } from "./select.ts";
export {
  drawToken,
  type RewardServer,
  type RewardServerOptions,
  type ServerLimits,
  serverLimitsSchema,
  startRewardServer,
} from "./server/index.ts";
export { type TrainingFormat, trainingFormats, trainingLine } from "./training-formats.ts";
export { type CloningCard, type CloningSet, writeCloning } from "./write-cloning.ts";
