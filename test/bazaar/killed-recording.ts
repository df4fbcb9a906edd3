/** Records three actions and kills itself while the third is being carried out. */
import { launchChromium } from "../../src/bazaar/agents/chromium.ts";
import { recordPage } from "../../src/record/index.ts";

const [url = "", folder = ""] = process.argv.slice(2);
const browser = await launchChromium();
const page = await browser.newPage();
await page.goto(url);
const recording = recordPage(page, {
  folder,
  id: "test/killed",
  task: { instruction: "Search until killed" },
});
const field = recording.page.getByLabel("Search");
await field.fill("first");
await field.fill("second");
// Chromium leaves when the pipe to this process breaks.
await page.exposeFunction("die", () => process.kill(process.pid, "SIGKILL"));
await page.evaluate("document.querySelector('input').oninput = () => die()");
await field.fill("third");
