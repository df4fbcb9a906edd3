/** Writes a training set: the lines, the pictures as files, and a card that says what was kept of what and why. */
import { createHash } from "node:crypto";
import { open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder, takeFolder } from "../batch/take-folder.ts";
import { writeWhole } from "../batch/whole-file.ts";
import { type ImageType, imageType } from "../evidence/index.ts";
import type { Trajectory, Verdict } from "../trajectory/index.ts";
import { type CloningCounts, type CloningOptions, clonedSteps, noCloningCounts } from "./cloning.ts";
import { rewardRules } from "./reward.ts";
import { type TrainingFormat, trainingLine } from "./training-formats.ts";

export interface CloningSet {
  trajectories: AsyncIterable<Trajectory>;
  verdicts: readonly Verdict[];
  format: TrainingFormat;
  out: string;
  options: CloningOptions;
}

export interface CloningCard extends CloningCounts {
  format: TrainingFormat;
  judges: string[];
  minReward: number;
  rewards: ReturnType<typeof rewardRules>;
  pictures: number;
  /** Pictures that could not be opened; their examples stand without one. */
  unreadPictures: number;
}

/** What is no known image is stored as what most screenshots are. */
const mediaTypeOf = (picture: Uint8Array): ImageType => imageType(picture) ?? "image/jpeg";

const extensions: Readonly<Record<ImageType, string>> = {
  "image/png": "png",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/jpeg": "jpg",
};

function cardText(card: CloningCard): string {
  const share = card.steps === 0 ? "0" : ((100 * card.kept) / card.steps).toFixed(1);
  return `# Training set

${card.kept} of ${card.steps} steps (${share} %) from ${card.trajectories} runs, judged by ${card.judges.join(", ")}.

| | steps |
|---|---|
| kept (reward ≥ ${card.minReward}) | ${card.kept} |
| reward too low | ${card.belowReward} |
| no reward (undecided or unscored) | ${card.withoutReward} |
| said the same as another | ${card.duplicates} |

${card.withoutVerdict} runs had no verdict. ${card.changed} runs were changed since they were judged and are left out. ${card.redacted} secrets were replaced. ${card.pictures} pictures, ${card.unreadPictures} could not be opened.
Format: ${card.format}. Rewards: success ${card.rewards.success}, failure ${card.rewards.failure}; steps ${card.rewards.stepSuccess}, ${card.rewards.progress}, ${card.rewards.noProgress}.
`;
}

const cardName = "card.json";

/**
 * Writes `train.jsonl`, `images/` and the card (`card.json`, `README.md`) into a folder.
 *
 * @throws InputError for reward options out of range, and for a folder that holds something else
 */
export async function writeCloning({
  trajectories,
  verdicts,
  format,
  out,
  options,
}: CloningSet): Promise<CloningCard> {
  // An earlier set is written anew; anything else is somebody's data.
  await takeFolder(out, { holds: "training set", record: cardName, mine: /^$/ });
  const newest = new Map(verdicts.map((verdict) => [verdict.trajectoryId, verdict]));
  const counts = noCloningCounts();
  const pictures = new Set<string>();
  let unreadPictures = 0;
  await makeFolder(join(out, "images"));
  const file = await open(join(out, "train.jsonl"), "w");
  try {
    for await (const { example, picture } of clonedSteps(
      trajectories,
      (id) => newest.get(id),
      options,
      counts,
    )) {
      if (example.screenshot !== null && picture === undefined) unreadPictures += 1;
      let image: string | null = null;
      if (picture !== undefined) {
        const mediaType = mediaTypeOf(picture);
        const name = `${createHash("sha256").update(picture).digest("hex").slice(0, 24)}.${extensions[mediaType]}`;
        if (format === "openai")
          image = `data:${mediaType};base64,${Buffer.from(picture).toString("base64")}`;
        else {
          image = `images/${name}`;
          if (!pictures.has(name)) await writeFile(join(out, image), picture);
        }
        pictures.add(name);
      }
      await file.appendFile(`${JSON.stringify(trainingLine(format, example, image))}\n`);
    }
  } finally {
    await file.close();
  }
  const card: CloningCard = {
    format,
    judges: [...new Set(verdicts.map(({ judge }) => judge))],
    minReward: options.minReward,
    rewards: rewardRules(options.rewards),
    ...counts,
    pictures: pictures.size,
    unreadPictures,
  };
  await writeWhole(join(out, cardName), card);
  await writeFile(join(out, "README.md"), cardText(card));
  return card;
}
