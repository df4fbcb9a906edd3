/** Where a trajectory's images are read from: carried by the record itself, opened only when asked for. */
import type { Trajectory } from "./trajectory.ts";

/** Opens the images of one trajectory. Paths are those of the record; nothing outside the data's root is opened. */
export interface ImageSource {
  /**
   * The bytes of an image.
   *
   * @throws InputError when the path leaves the root, the file is missing, too large, or no image
   */
  read(path: string): Promise<Uint8Array>;
}

/** A symbol, so that it survives a spread and never reaches JSON. */
const images: unique symbol = Symbol.for("trajudge.images") as never;

type WithImages = Trajectory & { [images]?: ImageSource };

/** The same record, able to open its images. */
export function withImages(trajectory: Trajectory, source: ImageSource): Trajectory {
  return { ...trajectory, [images]: source } as WithImages;
}

/** The source that a reader gave this trajectory; undefined for a record that was not read from disk. */
export function imagesOf(trajectory: Trajectory): ImageSource | undefined {
  return (trajectory as WithImages)[images];
}
