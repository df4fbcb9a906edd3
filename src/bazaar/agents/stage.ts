/** A visitor's page on the site: recorded, and looked at between the steps as the oracle needs it. */
import type { Browser, Page } from "playwright-core";
import { type Recording, type RecordOptions, recordPage } from "../../record/index.ts";
import type { StopReason, Trajectory } from "../../trajectory/index.ts";
import { oracle, type Truth } from "../oracle.ts";
import { account } from "../site/account-routes.ts";
import type { Bazaar } from "../site/server.ts";
import type { LoggedRequest } from "../site/visitors.ts";
import type { BazaarTask } from "../tasks/task.ts";
import type { World } from "../tasks/world.ts";
import { pageState } from "./act.ts";

export interface StageOptions {
  bazaar: Bazaar;
  browser: Browser;
  task: BazaarTask;
  /** The id of the trajectory. */
  id: string;
  agent: NonNullable<Trajectory["agent"]>;
  /** The folder of the run; trajectory.json and frames/ go there. */
  folder: string;
  /** Other choices for the recorder. */
  recording?: Partial<RecordOptions>;
  /** Called before the first page is opened. */
  prepare?: (page: Page) => Promise<void>;
}

/** What an agent says to the user at the end. */
export interface Words {
  text: string;
  /** It calls the task impossible. */
  gaveUp: boolean;
}

export interface Ended {
  trajectory: Trajectory;
  truth: Truth;
}

export interface Stage {
  /** The page itself; what is done on `recording.page` is recorded. */
  readonly page: Page;
  readonly recording: Recording;
  /** What the server was asked, the first page included. */
  readonly log: readonly LoggedRequest[];
  /** Waits until the page is at rest and keeps the moment; called once after each step. */
  look(): Promise<void>;
  /** Ends the run; words are a step of their own. */
  finish(stop: StopReason, words?: Words): Promise<Ended>;
  /** Lets the visitor's browser window go. */
  close(): Promise<void>;
}

const viewport = { width: 1024, height: 720 };

/** Opens a task's first page as a visitor of its own. */
export async function openStage(options: StageOptions): Promise<Stage> {
  const { bazaar, browser, task } = options;
  const { visitor, cookie } = bazaar.newVisitor();
  const context = await browser.newContext({
    viewport,
    locale: "en-US",
    timezoneId: "UTC",
    reducedMotion: "reduce",
  });
  try {
    await context.addCookies([cookie]);
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    await options.prepare?.(page);
    const recording = recordPage(page, {
      folder: options.folder,
      id: options.id,
      benchmark: "bazaar",
      task: {
        id: task.id,
        instruction: task.instruction,
        ...(task.description === undefined ? {} : { description: task.description }),
        startUrl: bazaar.url + task.startPath,
        maxSteps: task.maxSteps,
        requirements: [...task.requirements],
        reference: { ...task.reference, path: [...task.reference.path] },
      },
      agent: options.agent,
      secrets: [account.password],
      quality: 90,
      accessibilityTree: false,
      assets: false,
      ...options.recording,
    });
    await page.goto(bazaar.url + task.startPath);
    const worlds: World[] = [];
    const keep = async (words?: Words): Promise<void> => {
      await recording.settled();
      worlds.push({
        state: structuredClone(visitor.state),
        log: [...visitor.log],
        page: await pageState(page),
        answer: words?.text ?? null,
        gaveUp: words?.gaveUp ?? false,
      });
    };
    await keep();
    return {
      page,
      recording,
      log: visitor.log,
      look: () => keep(),
      async finish(stop, words) {
        if (words !== undefined) await keep(words);
        const trajectory = await recording.finish({
          stop,
          ...(words === undefined ? {} : { answer: words.text }),
        });
        return { trajectory, truth: oracle(task, worlds) };
      },
      close: () => context.close(),
    };
  } catch (error) {
    await context.close();
    throw error;
  }
}
