import { describe, expect, test } from "vitest";
import { imagesOf, type Trajectory, withImages } from "../trajectory/index.ts";
import { redactHeaders, redactTrajectory, redactUrl } from "./redaction.ts";

describe("redactUrl", () => {
  test("keeps the parameters that are no secrets", () => {
    expect(redactUrl("https://a.test/x?q=shoes&sid=abc&page=2#top")).toEqual({
      text: "https://a.test/x?q=shoes&sid=[redacted:session]&page=2#top",
      count: 1,
    });
  });

  test("takes a session id out of a path parameter", () => {
    expect(redactUrl("https://a.test/x;jsessionid=0A1B?q=1").text).toBe(
      "https://a.test/x;jsessionid=[redacted:session]?q=1",
    );
  });
});

describe("redactHeaders", () => {
  test("takes secret headers out as a whole and reads the others as text", () => {
    const { headers, count } = redactHeaders({
      Cookie: "a=b",
      "X-CSRF-Token": "abc",
      Referer: "https://a.test/?token=abcdef12",
      Accept: "*/*",
    });
    expect(headers).toEqual({
      Cookie: "[redacted:header]",
      "X-CSRF-Token": "[redacted:csrf]",
      Referer: "https://a.test/?token=[redacted:token]",
      Accept: "*/*",
    });
    expect(count).toBe(3);
  });
});

describe("redactTrajectory", () => {
  const trajectory: Trajectory = {
    schema: "trajudge/trajectory@1",
    id: "shop/1",
    task: { id: "1", instruction: "Sign in.\nPassword: hunter2!" },
    steps: [
      {
        index: 0,
        observation: {
          url: "https://a.test/?sid=abc",
          screenshot: "frames/0.png",
          elements: [{ id: "12", role: "textbox", text: "Password" }],
        },
        action: { raw: "fill('12', 'swordfish')", type: "type", target: { id: "12" }, value: "swordfish" },
        requests: [{ method: "POST", url: "https://a.test/", body: "password=swordfish&x=1", status: 200 }],
      },
    ],
    extra: { cookies: [{ name: "theme", value: "dark" }], config: { api_key: "abc" } },
  };

  test("takes secrets out of every text, and what was typed into a password field", () => {
    const { trajectory: redacted, count } = redactTrajectory(trajectory);
    expect(JSON.stringify(redacted)).not.toMatch(/hunter2|swordfish|sid=abc|dark|"abc"/);
    expect(redacted.steps[0]?.action.raw).toBe("fill('12', '[redacted:password]')");
    expect(count).toBe(6);
  });

  test("takes out what was typed into a field that only the tree calls a password field", () => {
    const step = {
      index: 0,
      observation: { accessibilityTree: "[3] textbox 'Password' required" },
      action: {
        raw: "fill('3', 'swordfish')",
        type: "type" as const,
        target: { id: "3" },
        value: "swordfish",
      },
    };
    const { trajectory: redacted } = redactTrajectory({ ...trajectory, steps: [step] });
    expect(JSON.stringify(redacted.steps)).not.toContain("swordfish");
  });

  test("keeps ids, file names, numbers and access to the images", () => {
    const source = { read: async () => new Uint8Array() };
    const { trajectory: redacted } = redactTrajectory(withImages(trajectory, source));
    expect(redacted.id).toBe("shop/1");
    expect(redacted.steps[0]?.observation.screenshot).toBe("frames/0.png");
    expect(redacted.steps[0]?.requests?.[0]?.status).toBe(200);
    expect(imagesOf(redacted)).toBe(source);
  });

  test("changes nothing more the second time", () => {
    const once = redactTrajectory(trajectory).trajectory;
    expect(redactTrajectory(once)).toEqual({ trajectory: once, count: 0 });
  });
});
