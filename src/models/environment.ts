/** Where keys and addresses come from: the environment, and `.env` in the working folder. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { InputError } from "../trajectory/index.ts";
import { type Provider, providers } from "./providers.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

function readDotEnv(path: string): Environment {
  try {
    return parseEnv(readFileSync(path, "utf8"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return {};
    throw new InputError(
      `${path}: cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/**
 * The environment, completed by `.env` in the folder; a variable that is set in both keeps the environment's value.
 * Nothing is written to `process.env`.
 *
 * @throws InputError when `.env` would send a key of the environment to an address of its own: a folder of somebody
 *   else's data must not be able to redirect the user's key
 */
export function readEnvironment(
  folder: string = process.cwd(),
  environment: Environment = process.env,
): Environment {
  const path = join(folder, ".env");
  const file = readDotEnv(path);
  for (const provider of Object.values<Provider>(providers)) {
    const { baseUrlVariable: address, keyVariable: key = "TRAJUDGE_API_KEY" } = provider;
    if (address === undefined || !file[address] || environment[address]) continue;
    if (environment[key])
      throw new InputError(
        `${path}: sets ${address}, but ${key} comes from the environment and would be sent there; set both in one place`,
      );
  }
  const set = Object.entries(environment).filter(([, value]) => value !== undefined && value !== "");
  return { ...file, ...Object.fromEntries(set) };
}
