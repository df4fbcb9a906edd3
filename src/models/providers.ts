/** The providers as data: protocol, address, and which environment variables belong to them. */

export type Protocol = "openai" | "anthropic";

export interface Provider {
  readonly protocol: Protocol;
  /** Where it is reached when the reference names no address; undefined: the reference must name one. */
  readonly baseUrl?: string;
  /** The variable that moves it elsewhere. */
  readonly baseUrlVariable?: string;
  readonly keyVariable?: string;
  readonly keyHeader: "authorization" | "x-api-key" | "api-key";
  /** Host suffixes that the key also belongs to, apart from the two addresses above. */
  readonly keyHosts?: readonly string[];
  /** Runs on the user's own machine: costs nothing a token. */
  readonly local: boolean;
  /** Where the API begins, when the address names only a host. */
  readonly path: string;
  readonly example: string;
}

export const providers = {
  openai: {
    protocol: "openai",
    baseUrl: "https://api.openai.com/v1",
    baseUrlVariable: "OPENAI_BASE_URL",
    keyVariable: "OPENAI_API_KEY",
    keyHeader: "authorization",
    local: false,
    path: "/v1",
    example: "openai:gpt-5 or openai:NAME@http://HOST:PORT/v1",
  },
  anthropic: {
    protocol: "anthropic",
    baseUrl: "https://api.anthropic.com",
    baseUrlVariable: "ANTHROPIC_BASE_URL",
    keyVariable: "ANTHROPIC_API_KEY",
    keyHeader: "x-api-key",
    local: false,
    path: "",
    example: "anthropic:claude-sonnet-4-5",
  },
  openrouter: {
    protocol: "openai",
    baseUrl: "https://openrouter.ai/api/v1",
    baseUrlVariable: "OPENROUTER_BASE_URL",
    keyVariable: "OPENROUTER_API_KEY",
    keyHeader: "authorization",
    local: false,
    path: "/api/v1",
    example: "openrouter:VENDOR/MODEL",
  },
  azure: {
    protocol: "openai",
    baseUrlVariable: "AZURE_OPENAI_ENDPOINT",
    keyVariable: "AZURE_OPENAI_API_KEY",
    keyHeader: "api-key",
    keyHosts: [".openai.azure.com", ".cognitiveservices.azure.com", ".services.ai.azure.com"],
    local: false,
    path: "/openai/v1",
    example: "azure:DEPLOYMENT@https://RESOURCE.openai.azure.com",
  },
  ollama: {
    protocol: "openai",
    baseUrl: "http://localhost:11434/v1",
    baseUrlVariable: "OLLAMA_HOST",
    keyHeader: "authorization",
    local: true,
    path: "/v1",
    example: "ollama:qwen2.5vl",
  },
  vllm: {
    protocol: "openai",
    baseUrl: "http://localhost:8000/v1",
    keyHeader: "authorization",
    local: true,
    path: "/v1",
    example: "vllm:NAME@http://HOST:PORT/v1",
  },
  llamacpp: {
    protocol: "openai",
    baseUrl: "http://localhost:8080/v1",
    keyHeader: "authorization",
    local: true,
    path: "/v1",
    example: "llamacpp:NAME@http://HOST:PORT/v1",
  },
} as const satisfies Record<string, Provider>;

export type ProviderId = keyof typeof providers;

export function isProviderId(text: string): text is ProviderId {
  return Object.hasOwn(providers, text);
}

/** The environment variables that keys are read from, and which models each is for. */
export const keyVariables: readonly { variable: string; purpose: string }[] = [
  ...Object.values<Provider>(providers).flatMap(({ keyVariable, example }) =>
    keyVariable === undefined
      ? []
      : [{ variable: keyVariable, purpose: `models such as ${example.split(" or ")[0]}` }],
  ),
  { variable: "TRAJUDGE_API_KEY", purpose: "servers at an address of your own (NAME@http://HOST:PORT/v1)" },
];
