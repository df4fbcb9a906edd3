/** The states of a run in order, and the screenshot of each: found, opened, looked at. */
import {
  InputError,
  imagesOf,
  type Observation,
  oneLine,
  type TrajectoryView,
} from "../../trajectory/index.ts";
import { imageSize } from "./image-size.ts";
import { lookAt, type Picture } from "./picture.ts";

export interface State {
  /** From 0; state i is what action i was taken on, the last one what the last action led to. */
  readonly index: number;
  /** When it was, in words: `before action 3`. */
  readonly label: string;
  readonly observation: Observation | undefined;
}

const largestDataUrl = 64 * 1024 * 1024;

/** All states of a run in order: before each action, and the final one. */
export function statesOf(view: TrajectoryView): State[] {
  const count = view.steps.length;
  return [
    ...view.steps.map((step, index) => ({
      index,
      label: `before action ${index + 1}${index + 1 === count ? " (the last action)" : ""}`,
      observation: step.observation,
    })),
    {
      index: count,
      label: count === 0 ? "the only state" : `the final state, after action ${count}`,
      observation: view.final,
    },
  ];
}

async function bytesOf(view: TrajectoryView, path: string): Promise<Uint8Array> {
  if (path.startsWith("data:")) {
    const data = /^data:image\/[a-z+.-]+;base64,/i.exec(path);
    if (data === null || path.length > largestDataUrl)
      throw new Error("a data: URL that holds no base64 image");
    return Buffer.from(path.slice(data[0].length), "base64");
  }
  const source = imagesOf(view);
  if (source === undefined)
    throw new Error("the trajectory was not read from a folder that holds its images");
  return source.read(path);
}

/**
 * The screenshot of a state, or why there is none that can be shown.
 *
 * @throws InputError when no image can be decoded on this machine
 */
export const pictureOf = (view: TrajectoryView, state: State): Promise<Picture | string> =>
  opened(view, state, lookAt);

/** The screenshot of a state and its size, not decoded; or why there is none. @throws as {@link pictureOf} */
export const measuredPictureOf = (
  view: TrajectoryView,
  state: State,
): Promise<Pick<Picture, "bytes" | "width" | "height"> | string> =>
  opened(view, state, async (bytes) => ({ bytes, ...(await imageSize(bytes)) }));

async function opened<Opened>(
  view: TrajectoryView,
  state: State,
  look: (bytes: Uint8Array) => Promise<Opened>,
): Promise<Opened | string> {
  const path = state.observation?.screenshot;
  if (path === undefined) return "no screenshot was recorded";
  let bytes: Uint8Array;
  try {
    bytes = await bytesOf(view, path);
  } catch (error) {
    return oneLine(error instanceof Error ? error.message : String(error), 200);
  }
  try {
    return await look(bytes);
  } catch (error) {
    if (InputError.isInstance(error)) throw error;
    const name = path.startsWith("data:") ? "" : `${oneLine(path, 80)}: `;
    return `${name}${oneLine(error instanceof Error ? error.message : String(error), 200)}`;
  }
}
