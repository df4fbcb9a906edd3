/** What the recorder saw and what the server was asked are the same. */
import { expect, onTestFinished, test } from "vitest";
import { cast } from "../../src/bazaar/agents/casting.ts";
import { launchChromium } from "../../src/bazaar/agents/chromium.ts";
import { playEpisode } from "../../src/bazaar/agents/episode.ts";
import { agents } from "../../src/bazaar/agents/scripts.ts";
import { startBazaar } from "../../src/bazaar/site/server.ts";
import { tasks } from "../../src/bazaar/tasks/index.ts";
import type { NetworkRequest, Trajectory } from "../../src/trajectory/index.ts";
import { describeInChromium, temporaryFolder } from "./browser.ts";

/** A body as the server's log holds it: JSON parsed, a form as text. */
function bodyOf(body: string | undefined): unknown {
  if (body === undefined) return null;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

function lines(
  requests: readonly { method: string; path: string; body: unknown; status?: number | undefined }[],
): string[] {
  return requests
    .map(({ method, path, body, status }) => JSON.stringify([method, path, body, status]))
    .sort();
}

const asLogged = ({ method, url, body, status }: NetworkRequest) => {
  const { pathname, search } = new URL(url);
  return { method, path: pathname + search, body: bodyOf(body), status };
};

function recorded({ requests = [], steps }: Trajectory): NetworkRequest[] {
  return [...requests, ...steps.flatMap((step) => step.requests ?? [])];
}

describeInChromium("the requests of a recorded run", () => {
  test.each(["shop-order-mug", "stays-book-floyen", "tracker-create", "help-open-breakfast"])(
    "are the server's own log of %s: method, path, body and status",
    async (id) => {
      const bazaar = await startBazaar();
      onTestFinished(() => bazaar.close());
      const browser = await launchChromium();
      onTestFinished(() => browser.close());
      const [competent] = agents;
      const task = tasks.find((each) => each.id === id);
      const casting = competent === undefined || task === undefined ? null : cast(competent, task);
      if (casting === null) throw new Error(`nobody plays ${id}`);
      const { trajectory, log } = await playEpisode({
        bazaar,
        browser,
        casting,
        folder: await temporaryFolder(),
        recording: { assets: true },
      });
      expect(lines(recorded(trajectory).map(asLogged))).toEqual(lines(log));
    },
  );
});
