/** What identifies a verdict: the judge's version, and the key by which a finished one is found again. */
import { evidenceVersion } from "../evidence/index.ts";
import { digest, type Level } from "../trajectory/index.ts";
import type { Judge } from "./judge.ts";

/** Raised when what all judges share (rendering, fences, answers, the second try) changes a request or a reading. */
const judgingVersion = 1;

/**
 * The hash of all that decides how a judge judges: its id and code, the shared code, the parsed options, the prompts'
 * content, and the files it reads.
 *
 * @param prompts prompt id → content hash
 * @param shown what the user chose about the evidence itself: redaction, and the OCR engine that the judge uses
 */
export function judgeVersion(
  judge: Pick<Judge, "id" | "codeVersion" | "files">,
  options: unknown,
  prompts: Readonly<Record<string, string>>,
  shown: { readonly redact: boolean; readonly ocr?: string | undefined } = { redact: true },
): string {
  return digest({
    id: judge.id,
    code: judge.codeVersion,
    judging: judgingVersion,
    evidence: evidenceVersion,
    ...(shown.redact ? {} : { redact: false }),
    ...(shown.ocr === undefined ? {} : { ocr: shown.ocr }),
    options,
    prompts,
    files: judge.files ?? {},
  });
}

/**
 * The key of a verdict. It is computed from the unfenced content, so that a run with another secret finds it too.
 *
 * @param trajectoryDigest as of `trajectoryDigest`
 * @param version as of {@link judgeVersion}
 * @param models role → reference
 * @param sample which of several verdicts on the same thing, from 0
 */
export function verdictKey(
  trajectoryDigest: string,
  version: string,
  models: Readonly<Record<string, string>>,
  level: Level,
  sample = 0,
): string {
  return digest({ trajectory: trajectoryDigest, version, models, level, sample });
}
