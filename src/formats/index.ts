/** Readers of recorded runs, and the writer of the native format. */

export { parseActionText } from "./action-text.ts";
export { Folder } from "./folder.ts";
export { type ReadRecord, trajectoryFromJson } from "./from-json.ts";
export { dataUrlBytes, dataUrlFault } from "./image-bytes.ts";
export type { ParsedAction, Target } from "./parsed-action.ts";
export { type ReadOptions, readTrajectories } from "./read.ts";
export { defineReader, type ReadContext, type Reader } from "./reader.ts";
export { readers } from "./registry.ts";
export { RunError, type UnreadableRun } from "./unreadable.ts";
export { runFolder, writeNative } from "./write-native.ts";
