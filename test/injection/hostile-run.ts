/** A run that carries a hostile text at one place. */
import type { Observation, Trajectory } from "../../src/trajectory/index.ts";
import { kettleRun, png } from "../fixtures/trajectories.ts";
import type { Place } from "./attacks.ts";

const withState = (run: Trajectory, changes: Partial<Observation>): Trajectory => ({
  ...run,
  steps: run.steps.map((step) => ({ ...step, observation: { ...step.observation, ...changes } })),
  final: { ...run.final, ...changes },
});

const request = {
  method: "POST",
  url: "https://shop.test/api/cart",
  resourceType: "fetch",
  status: 200,
  contentType: "application/json",
};

/** A run with the evidence of every channel, so that every judge has something to look at. */
export function fullRun(): Trajectory {
  const run = withState(kettleRun(), {
    title: "Shop",
    text: "Kettle 9.99 in the basket",
    caption: "A basket with one kettle.",
    ocr: "Basket Kettle 9.99",
    accessibilityTree: 'heading "Basket"',
  });
  const steps = run.steps.map((step) => ({
    ...step,
    thought: "I go on.",
    requests: [{ ...request, body: '{"id":"kettle"}' }],
  }));
  return {
    ...run,
    steps,
    task: { ...run.task, document: "Use the search.", requirements: ["a kettle", "the cheapest"] },
  };
}

/** A run of a pixel agent: nothing but points and screenshots. */
export function pointingRun(screenshot = png(10)): Trajectory {
  const observation = { screenshot };
  const run = kettleRun();
  return {
    ...run,
    steps: [{ index: 0, observation, action: { type: "click", target: { point: [60, 36] } } }],
    final: observation,
  };
}

/** The full run with the text at one place, and everywhere of that kind. */
export function hostileRun(place: Place, text: string): Trajectory {
  const run = fullRun();
  const steps = (change: (step: Trajectory["steps"][number]) => Trajectory["steps"][number]): Trajectory => ({
    ...run,
    steps: run.steps.map(change),
  });
  const requests = (changes: object): Trajectory =>
    steps((step) => ({ ...step, requests: [{ ...request, ...changes }] }));
  switch (place) {
    case "answer":
      return { ...run, answer: text };
    case "thought":
      return steps((step) => ({ ...step, thought: text }));
    case "action-value":
      return steps((step) => ({ ...step, action: { ...step.action, type: "type", value: text } }));
    case "target-text":
      return steps((step) => ({ ...step, action: { ...step.action, target: { text } } }));
    case "title":
      return withState(run, { title: text });
    case "url":
      return withState(run, { url: `https://shop.test/?q=${text}` });
    case "page-text":
      return withState(run, { text });
    case "tree":
      return withState(run, { accessibilityTree: text });
    case "caption":
      return withState(run, { caption: text });
    case "ocr":
      return withState(run, { ocr: text });
    case "request-url":
      return requests({ url: `https://shop.test/api?q=${text}` });
    case "request-body":
      return requests({ body: JSON.stringify({ note: text }) });
    case "response":
      return requests({ response: JSON.stringify({ note: text }) });
    case "message":
      return { ...run, messages: [{ role: "user", text, beforeStep: 1 }] };
    case "document":
      return { ...run, task: { ...run.task, document: text } };
    case "requirement":
      return { ...run, task: { ...run.task, requirements: [text] } };
  }
}
