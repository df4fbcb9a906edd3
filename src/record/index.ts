/** `trajudge/record`: records a Playwright page into a native trajectory. Needs the optional peer playwright-core. */
export { type Recording, type RecordOptions, type RunEnd, recordPage } from "./record-page.ts";
