/** Options of judges on the command line: `name=value` for every judge, `judge:name=value` for one. */
import { Option } from "commander";
import { ocrNames } from "../evidence/index.ts";
import { InputError } from "../trajectory/index.ts";

/** JSON where it reads as JSON (numbers, true, lists), otherwise the text itself. */
function optionValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * The options meant for one judge.
 *
 * @param judgeIds all judges that are asked, this one among them
 * @throws InputError for a text without `=`, or one for a judge that is not asked
 */
export function judgeOptions(
  judgeId: string,
  texts: readonly string[],
  judgeIds: readonly string[] = [judgeId],
): Record<string, unknown> {
  const options: Record<string, unknown> = {};
  for (const text of texts) {
    const match = /^(?:([^=:]+):)?([^=:]+)=(.*)$/s.exec(text);
    if (match === null) {
      throw new InputError(`--option: expected NAME=VALUE or JUDGE:NAME=VALUE, saw ${JSON.stringify(text)}`);
    }
    const [, judge, name = "", value = ""] = match;
    if (judge !== undefined && !judgeIds.includes(judge)) {
      throw new InputError(
        `--option: ${JSON.stringify(text)} is for a judge that is not asked; asked are ${judgeIds.join(", ")}`,
      );
    }
    if (judge === undefined || judge === judgeId) options[name] = optionValue(value);
  }
  return options;
}

/** `--ocr`: who reads screenshots, for judges that ask a model. */
export function ocrOption(): Option {
  return new Option(
    "--ocr <engine>",
    "who reads the text of screenshots, for judges that ask a model: hints for captions, names of bare clicks",
  )
    .choices([...ocrNames])
    .default("tesseract");
}
