/** Runs the review in this terminal, and gives the terminal back as it was, however it ends. */
import { spawn } from "node:child_process";
import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { render } from "ink";
import { type ReactElement, useEffect, useState } from "react";
import { InputError } from "../trajectory/index.ts";
import { App, type AppProps } from "./components/app.tsx";
import { graphicsOf, graphicsText } from "./picture.ts";

const enter = "\u001b[?1049h\u001b[H";
const leave = "\u001b[?1049l\u001b[?25h";
const clear = "\u001b[2J\u001b[H";

function sizeOf(stdout: NodeJS.WriteStream): AppProps["size"] {
  return { columns: Math.max(40, stdout.columns ?? 80), rows: Math.max(12, stdout.rows ?? 24) };
}

function Resizing({
  stdout,
  ...props
}: Omit<AppProps, "size"> & { stdout: NodeJS.WriteStream }): ReactElement {
  const [size, setSize] = useState(sizeOf(stdout));
  useEffect(() => {
    const onResize = (): void => {
      // What stood outside of the new size would stay on the screen.
      stdout.write(clear);
      setSize(sizeOf(stdout));
    };
    stdout.on("resize", onResize);
    return () => {
      stdout.off("resize", onResize);
    };
  }, [stdout]);
  return <App {...props} size={size} />;
}

const viewers: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "open",
  linux: "xdg-open",
  win32: "explorer",
};

async function openViewer(bytes: Uint8Array): Promise<string> {
  const program = viewers[process.platform];
  if (program === undefined) return "This system has no viewer that is known.";
  const isPng = bytes[0] === 0x89;
  const path = join(
    await mkdtemp(join(tmpdir(), "trajudge-picture-")),
    isPng ? "picture.png" : "picture.jpg",
  );
  await writeFile(path, bytes);
  return new Promise((resolve) => {
    const child = spawn(program, [path], { detached: true, stdio: "ignore" });
    child.on("error", () => resolve(`${program} does not start; the picture is at ${path}`));
    child.on("spawn", () => {
      child.unref();
      resolve(`Opened ${path}`);
    });
  });
}

async function showPixels(bytes: Uint8Array, stdout: NodeJS.WriteStream): Promise<string> {
  const graphics = graphicsOf(process.env);
  if (graphics === undefined)
    return "This terminal shows no pixels that are known (kitty, iTerm2, sixel); o opens a viewer.";
  const { columns, rows } = sizeOf(stdout);
  const text = await graphicsText(bytes, { columns, rows: rows - 2 }, graphics);
  stdout.write(`${clear}${text}`);
  await new Promise((resolve) => setTimeout(resolve, 4000));
  stdout.write(clear);
  return "";
}

/**
 * Runs until the reviewer leaves.
 *
 * @throws InputError when stdin or stdout is no terminal
 */
export async function runReview(props: Omit<AppProps, "size" | "showPicture">): Promise<void> {
  const { stdin, stdout } = process;
  if (stdin.isTTY !== true || stdout.isTTY !== true) {
    throw new InputError("this command needs a terminal; in a pipe use trajudge report, or calibrate --json");
  }
  stdout.write(enter);
  const restore = (): void => {
    stdout.write(leave);
  };
  process.once("exit", restore);
  try {
    const app = render(
      <Resizing
        {...props}
        stdout={stdout}
        showPicture={(bytes, how) => (how === "viewer" ? openViewer(bytes) : showPixels(bytes, stdout))}
      />,
      { exitOnCtrlC: true, patchConsole: false },
    );
    await app.waitUntilExit();
  } finally {
    process.off("exit", restore);
    restore();
    if (stdin.isTTY === true) stdin.setRawMode(false);
  }
}
