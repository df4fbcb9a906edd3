/** What verdicts are for: rewards, training sets, choosing among attempts. */
export {
  type CloningCounts,
  type CloningOptions,
  clonedSteps,
  type Example,
  noCloningCounts,
} from "./cloning.ts";
export { type Preference, type PreferenceOptions, preferencesOf } from "./preferences.ts";
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
