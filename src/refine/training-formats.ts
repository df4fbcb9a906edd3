/** Examples in the formats that training tools read. */
import type { Example } from "./cloning.ts";

export const trainingFormats = ["openai", "sharegpt", "trl", "plain"] as const;
export type TrainingFormat = (typeof trainingFormats)[number];

const system =
  "You operate a website for a user. You see the task, the actions so far and the page. Answer with your next action.";

function question({ task, url, page, history }: Example): string {
  return [
    `Task: ${task}`,
    ...(history.length === 0
      ? []
      : [`Actions so far:\n${history.map((action, i) => `${i + 1}. ${action}`).join("\n")}`]),
    ...(url === null ? [] : [`Address: ${url}`]),
    ...(page === null ? [] : [`Page:\n${page}`]),
  ].join("\n\n");
}

function reply({ thought, action }: Example): string {
  return thought === null ? action : `${thought}\n\n${action}`;
}

/**
 * One line of the training file.
 *
 * `openai`: chat fine-tuning (a picture as a data: URL). `sharegpt`: `conversations` with `<image>` and a list of
 * files. `trl`: conversational prompt and completion with a list of files. `plain`: the example itself.
 *
 * @param image the picture: for `openai` a data: URL, otherwise a path relative to the file; null without one
 */
export function trainingLine(format: TrainingFormat, example: Example, image: string | null): object {
  switch (format) {
    case "openai": {
      const picture = image === null ? [] : [{ type: "image_url", image_url: { url: image } }];
      return {
        messages: [
          { role: "system", content: system },
          { role: "user", content: [{ type: "text", text: question(example) }, ...picture] },
          { role: "assistant", content: reply(example) },
        ],
      };
    }
    case "sharegpt":
      return {
        system,
        conversations: [
          { from: "human", value: `${image === null ? "" : "<image>\n"}${question(example)}` },
          { from: "gpt", value: reply(example) },
        ],
        ...(image === null ? {} : { images: [image] }),
      };
    case "trl": {
      const picture = image === null ? [] : [{ type: "image" }];
      return {
        prompt: [
          { role: "system", content: [{ type: "text", text: system }] },
          { role: "user", content: [...picture, { type: "text", text: question(example) }] },
        ],
        completion: [{ role: "assistant", content: [{ type: "text", text: reply(example) }] }],
        ...(image === null ? {} : { images: [image] }),
      };
    }
    case "plain": {
      const { screenshot: _path, ...rest } = example;
      return { ...rest, ...(image === null ? {} : { image }) };
    }
  }
}
