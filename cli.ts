#!/usr/bin/env node
/** The command line: builds the program from src/commands, nothing else. */
