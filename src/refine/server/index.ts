/** The HTTP reward server. */
export { type ServerLimits, serverLimitsSchema } from "./limits.ts";
export { type RewardServer, type RewardServerOptions, startRewardServer } from "./reward-server.ts";
export { drawToken } from "./token.ts";
