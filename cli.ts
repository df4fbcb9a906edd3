#!/usr/bin/env node
/** The command line: builds the program from src/commands, nothing else. */
import { main } from "./src/commands/program.ts";

process.exitCode = await main(process.argv.slice(2));
