/** Pictures in the terminal. */
import { describe, expect, test } from "vitest";
import { screenPng } from "../../test/fixtures/pictures.ts";
import { graphicsOf, graphicsText, pictureLines } from "./picture.ts";

const picture = (): Promise<Buffer> =>
  screenPng({ width: 320, height: 200, patches: [{ at: [0, 0], size: [160, 200], color: [200, 30, 30] }] });
const bare = (line: string): string => line.replace(/\u001b\[[0-9;]*m/g, "");

describe("half blocks", () => {
  test("keep the picture's shape within the room, and end their colours", async () => {
    const lines = await pictureLines(await picture(), { columns: 40, rows: 40 }, "colour");
    expect(lines).toHaveLength(12);
    for (const line of lines) {
      expect(bare(line)).toBe("▀".repeat(40));
      expect(line.endsWith("\u001b[0m")).toBe(true);
    }
    expect(lines[3]).toContain("\u001b[38;2;200;30;30;48;2;200;30;30m");
  });

  test("are shades where colours are not wanted", async () => {
    const lines = await pictureLines(await picture(), { columns: 20, rows: 10 }, "shades");
    expect(lines.join("")).toMatch(/^[ ░▒▓█]+$/);
  });

  test("bytes that are no picture are an error, not an empty picture", async () => {
    await expect(
      pictureLines(Buffer.from("no picture"), { columns: 10, rows: 5 }, "colour"),
    ).rejects.toThrow();
  });
});

describe("real pixels", () => {
  test.each<[string, NodeJS.ProcessEnv, string | undefined]>([
    ["kitty", { KITTY_WINDOW_ID: "1", TERM: "xterm-kitty" }, "kitty"],
    ["iTerm2", { TERM_PROGRAM: "iTerm.app" }, "iterm2"],
    ["foot", { TERM: "foot" }, "sixel"],
    ["a plain terminal", { TERM: "xterm-256color" }, undefined],
    ["tmux inside of kitty", { KITTY_WINDOW_ID: "1", TMUX: "/tmp/x" }, undefined],
    ["a terminal that was named", { TERM: "xterm", TRAJUDGE_GRAPHICS: "sixel" }, "sixel"],
  ])("%s", (_name, env, graphics) => {
    expect(graphicsOf(env)).toBe(graphics);
  });

  test("kitty gets a PNG in chunks, iTerm2 one with its size, both no wider than the room", async () => {
    const size = { columns: 30, rows: 20 };
    const kitty = await graphicsText(await picture(), size, "kitty");
    expect(kitty).toMatch(/^\u001b_Ga=T,f=100,c=30,m=[01];/);
    expect(kitty.endsWith("\u001b\\")).toBe(true);
    const iterm = await graphicsText(await picture(), size, "iterm2");
    const [, length = "", data = ""] = /size=(\d+):([A-Za-z0-9+/=]+)\u0007$/.exec(iterm) ?? [];
    const png = Buffer.from(data, "base64");
    expect(png.length).toBe(Number(length));
    expect(png.subarray(1, 4).toString()).toBe("PNG");
  });

  test("sixels decode to the picture's colours", async () => {
    const text = await graphicsText(await picture(), { columns: 10, rows: 6 }, "sixel");
    const [, width = "", height = ""] = /^\u001bPq"1;1;(\d+);(\d+)/.exec(text) ?? [];
    expect([Number(width), Number(height)]).toEqual([80, 50]);
    const bands = text.slice(0, -2).split("-").slice(0, -1);
    expect(bands).toHaveLength(Math.ceil(50 / 6));
    const [red] = [4 * 36 + 1 * 6 + 1];
    expect(bands[1]).toMatch(new RegExp(`#${red}!4[01]~`));
  });
});
