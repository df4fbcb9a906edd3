/** `trajudge calibrate`: verdicts against labels, or any file that holds both. */
import { basename } from "node:path";
import { Command } from "commander";
import { type CalibrationDocument, calibrate } from "../../calibration/index.ts";
import { readItems, readRun, readVerdicts } from "../batch/index.ts";
import { joinLabels, readLabels, readPairs } from "../labels/index.ts";
import { InputError, type Label, type Pair, type RunItem, type Verdict } from "../trajectory/index.ts";
import { calibrationPage } from "./calibration-page.ts";
import type { Console } from "./console.ts";
import { collect, list } from "./options.ts";

interface Flags {
  labels?: string[];
  pairs?: string;
  human?: string;
  judge?: string;
  positive?: string[];
  negative?: string[];
  unsure?: string[];
  ignore?: string[];
  by?: string[];
  json?: boolean;
}

interface Subject {
  title: string;
  judge: string;
  pairs: readonly Pair[];
  notices: readonly string[];
}
