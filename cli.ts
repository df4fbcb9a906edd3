#!/usr/bin/env node
/** The command line: builds the program from src/commands, nothing else. */
import { main } from "./src/commands/program.ts";
import { watchForEnd } from "./src/commands/unfinished.ts";

const done = watchForEnd();
process.exitCode = await main(process.argv.slice(2));
done();
