/** Clients for model providers, structured answers, prices and limits. */
export { createModel, type ModelOptions, toModel } from "./create-model.ts";
export { type Environment, readEnvironment } from "./environment.ts";
export { imageTokens } from "./image-tokens.ts";
export { type ImageLimits, imageFault, imageLimits, imageLimitsOf } from "./limits.ts";
export { type ParsedModelRef, parseModelRef } from "./model-ref.ts";
export { pricesAsOf } from "./prices.ts";
export { keyVariables } from "./providers.ts";
export * from "./types.ts";
export { readsImages } from "./vision.ts";
