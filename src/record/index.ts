/** `trajudge/record`: records a Playwright page into a native trajectory. Needs the optional peer playwright-core. */
export { type Recording, recordPage } from "./record-page.ts";
export type { RecordOptions, RunEnd } from "./recorder.ts";
