import { describe, expect, test } from "vitest";
import { collect, folderWith, png } from "../../test/run-files.ts";
import { viewOf } from "../trajectory/index.ts";
import { readTrajectories } from "./read.ts";
import { splitTask } from "./webretriever.ts";

const result = {
  task_index: 3,
  task_id: "abc",
  task: "Find the cheapest flight.\n### key points\n1. LEAK sort by price",
  key_points: "LEAK",
  website: "https://fly.test/",
  status: "SUCCESS",
  reference_length: 4,
  predict_length: 3,
  final_result_response: "I am done.",
  actions: [
    "click(start_box='<|box_start|>(320,900)<|box_end|>')",
    "type(content='Oslo', start_box='<|box_start|>(1,2)<|box_end|>')",
    "finished(content='99 euros')",
  ],
  action_desps: ["[3] tag=button text=Search -> CLICK", "[4] tag=input text=To -> TYPE: Oslo", "TERMINATE"],
  thoughts: ["One", "", "Three"],
  history_resps: ["", "", ""],
  image_path_list: ["/other/machine/trajectory/0.png"],
  urls: ["https://fly.test/", "https://fly.test/search", "https://fly.test/search?to=Oslo"],
};
const requests = [
  {
    timestamp: 1700000005.5,
    url: "https://fly.test/api/search?to=Oslo&session_id=abcdef",
    method: "POST",
    headers: {
      Accept: "*/*",
      cookie: "sid=LEAK",
      "Content-Type": "application/json",
      referer: "https://fly.test/?token=LEAK123456",
    },
    resource_type: "fetch",
    post_data: null,
    json_data: null,
    raw_post_data: Buffer.from('{"to":"Oslo","password":"LEAK"}').toString("hex"),
  },
  { timestamp: 1700000001, url: "https://fly.test/api/ping", method: "GET", resource_type: "xhr" },
  { url: "https://fly.test/api/blob", method: "POST", raw_post_data: "00ff00ff" },
  { method: "GET" },
];
const pictures = Object.fromEntries(
  [0, 1, 2, 10].slice(0, 3).map((number) => [`set/3_abc/trajectory/${number}.png`, png(number)]),
);
const others = {
  "set/3_abc/trajectory/0_0_crop.jpg": png(),
  "set/3_abc/trajectory_visual/0.png": png(),
  "set/3_abc/result_visual.json": { task: "x", action_list: [] },
};

const read = async (value: object, capture?: unknown) => {
  const files = { "set/3_abc/result.json": value, ...pictures, ...others };
  const root = await folderWith(
    capture === undefined ? files : { ...files, "set/3_abc/capture.json": capture },
  );
  return (await collect(readTrajectories(root)))[0];
};

test("task, actions, addresses and answer are read, with the screenshots before each action", async () => {
  const run = await read(result);
  expect(run).toMatchObject({
    id: "set/abc",
    task: { id: "abc", instruction: "Find the cheapest flight.", startUrl: "https://fly.test/" },
    source: { format: "webretriever", benchmark: "webretriever" },
    answer: "99 euros",
    stop: "answered",
  });
  expect(run?.steps.map(({ observation }) => observation)).toEqual(
    result.urls.map((url, i) => ({ url, screenshot: `trajectory/${i}.png` })),
  );
  expect(run?.final).toEqual(run?.steps[2]?.observation);
  expect(run?.steps[0]?.action).toMatchObject({
    type: "click",
    target: { text: "[3] tag=button text=Search" },
  });
  expect(run?.problems).toBeUndefined();
});

test("key points never reach a judge, and the task's own words are not lost", async () => {
  const run = await read(result);
  expect(run?.extra).toMatchObject({ key_points: "LEAK", taskKeyPoints: "1. LEAK sort by price" });
  expect(run === undefined ? "" : JSON.stringify(viewOf(run))).not.toContain("LEAK");
});

test.each([
  ["Buy milk. ### key points: a", "Buy milk.", "a"],
  ["Buy milk\n\n## Key Points\n- a\n- b", "Buy milk", "- a\n- b"],
  ["The key points of the talk", "The key points of the talk", ""],
])("splits %j", (task, instruction, keyPoints) => {
  expect(splitTask(task)).toEqual({ instruction, keyPoints });
});

describe("capture.json", () => {
  test.each([
    ["an object", { capture_time: "x", total_requests: 4, all_requests: requests }],
    ["a bare list", requests],
  ])("may be %s; without times of the steps its requests belong to the run", async (_name, capture) => {
    const run = await read(result, capture);
    expect(run?.requests?.map(({ url }) => url)).toEqual([
      "https://fly.test/api/search?to=Oslo&session_id=[redacted:session]",
      "https://fly.test/api/ping",
      "https://fly.test/api/blob",
    ]);
    expect(run?.problems).toEqual([
      { where: "capture.json: all_requests[3]", what: "no request with a URL" },
    ]);
  });

  test("keeps only harmless headers and no secrets, and decodes hex bodies", async () => {
    const run = await read(result, requests);
    expect(run?.requests?.[0]).toEqual({
      method: "POST",
      url: "https://fly.test/api/search?to=Oslo&session_id=[redacted:session]",
      resourceType: "fetch",
      contentType: "application/json",
      headers: { Accept: "*/*", referer: "https://fly.test/?token=[redacted:token]" },
      body: '{"to":"Oslo","password":"[redacted:password]"}',
      startedAt: "2023-11-14T22:13:25.500Z",
    });
    expect(run?.requests?.[2]?.body).toBe("[binary]");
  });

  test("requests belong to the step that had begun, where the steps have times", async () => {
    const run = await read({ ...result, timestamps: [1700000002, 1700000005, 1700000009] }, requests);
    expect(run?.steps.map((step) => step.requests?.length ?? 0)).toEqual([0, 1, 0]);
    expect(run?.requests?.map(({ url }) => url)).toEqual([
      "https://fly.test/api/ping",
      "https://fly.test/api/blob",
    ]);
    expect(run?.steps[0]?.startedAt).toBe("2023-11-14T22:13:22.000Z");
  });

  test("that is broken is a problem of the run, which is read without it", async () => {
    const run = await read(result, "{");
    expect(run?.requests).toBeUndefined();
    expect(run?.problems).toEqual([
      { where: "capture.json", what: expect.stringContaining("no valid JSON") },
    ]);
  });
});
