/** A run as a film strip: a card a step, with the screen before it, what was done, and what was said of it. */
import { frameAddress } from "./data.js";
import { badge, el, folded } from "./dom.js";

function frameOf(run, frame, alt) {
  if (frame === undefined) return el("div", { class: "no-frame muted small" }, "no screenshot");
  const image = el("img", {
    src: frameAddress(run, frame.name),
    width: frame.width,
    height: frame.height,
    loading: "lazy",
    alt,
  });
  const button = el("button", { type: "button", class: "frame", "aria-expanded": "false" }, image);
  button.addEventListener("click", () => {
    const large = button.closest(".card").classList.toggle("large");
    button.setAttribute("aria-expanded", String(large));
    button.closest(".card").scrollIntoView({ inline: "center", block: "nearest" });
  });
  return button;
}

/** What judges and people said of one step. */
function classesOf(at, { verdicts, labels }) {
  const said = [
    ...verdicts.flatMap((verdict) => {
      const step = verdict?.steps?.find(({ index }) => index === at);
      return step === undefined ? [] : [[verdict.judge, step.class, step.reason]];
    }),
    ...labels.flatMap((label) => {
      const step = label.steps?.find(({ index }) => index === at);
      return step === undefined ? [] : [[label.rater, step.class]];
    }),
  ];
  return said.map(([who, given, reason]) =>
    el(
      "p",
      { class: "small said" },
      badge(given, given ?? "unscored"),
      ` ${who}`,
      reason !== undefined && folded("why", el("p", {}, reason)),
    ),
  );
}

function place({ url, title }) {
  return el(
    "p",
    { class: "small muted place" },
    title !== undefined && el("span", {}, title, el("br")),
    url ?? (title === undefined ? "no address recorded" : ""),
  );
}

function stepCard(run, step, at, detail) {
  const { requests = [], moreRequests = 0 } = step;
  return el(
    "li",
    { class: `card${step.failed ? " failed" : ""}`, id: `step-${at + 1}`, tabindex: "-1" },
    el("p", { class: "small number-of" }, `Step ${at + 1}`),
    frameOf(
      run,
      step.frame,
      `Screen before step ${at + 1}${step.title === undefined ? "" : `: ${step.title}`}`,
    ),
    el("p", { class: "action" }, step.action),
    place(step),
    ...classesOf(at, detail),
    requests.length > 0 &&
      folded(
        `${requests.length + moreRequests} request${requests.length + moreRequests === 1 ? "" : "s"}`,
        el("ul", { class: "plain small" }, ...requests.map((request) => el("li", {}, request))),
        moreRequests > 0 && el("p", { class: "muted small" }, `and ${moreRequests} more`),
      ),
    step.thought !== undefined &&
      folded("the agent's thought", el("p", { class: "small pre" }, step.thought)),
    step.caption !== undefined &&
      folded("description of the screen", el("p", { class: "small pre" }, step.caption)),
  );
}

/** The strip of the run in a place of the index; without the recorded run it says so. */
export function filmOf(runPlace, detail) {
  const { run } = detail;
  if (run === null) {
    return el(
      "p",
      { class: "notice" },
      "The recorded run was not found when this report was made; only what was said of it is shown.",
    );
  }
  const last =
    run.final === undefined
      ? el(
          "li",
          { class: "card final" },
          el("p", { class: "small number-of" }, "End"),
          el("p", { class: "muted" }, "No state after the last action was recorded."),
        )
      : el(
          "li",
          { class: "card final" },
          el("p", { class: "small number-of" }, "End"),
          frameOf(runPlace, run.final.frame, "Screen after the last step"),
          place(run.final),
          run.final.caption !== undefined &&
            folded("description of the screen", el("p", { class: "small pre" }, run.final.caption)),
        );
  return el(
    "ol",
    { class: "film", tabindex: "0", "aria-label": "Steps of the run" },
    ...run.steps.map((step, at) => stepCard(runPlace, step, at, detail)),
    last,
  );
}
