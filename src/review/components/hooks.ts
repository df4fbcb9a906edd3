/** What the review's screen waits for: the files, the opened run, its pictures. */
import { useCallback, useEffect, useRef, useState } from "react";
import { truncate } from "../../terminal/index.ts";
import type { Trajectory, Verdict } from "../../trajectory/index.ts";
import type { ReviewData } from "../data.ts";
import { pictureLines } from "../picture.ts";
import type { Theme } from "../theme.ts";
import { screenshotOf, statesOf, type Trajectories } from "../trajectories.ts";

/** Loads on mount, and when watching again and again; counts up with everything that is read. */
export function useLoading(
  data: ReviewData,
  watching: boolean,
): { version: number; bump: () => void; fault: string } {
  const [version, setVersion] = useState(0);
  const [fault, setFault] = useState("");
  const bump = useCallback(() => setVersion((before) => before + 1), []);
  useEffect(() => {
    let timer: NodeJS.Timeout | undefined;
    let stopped = false;
    const load = (): void => {
      data.load(bump).then(
        () => {
          bump();
          if (watching && !stopped) timer = setTimeout(load, 500);
        },
        (error: unknown) => setFault(error instanceof Error ? error.message : String(error)),
      );
    };
    load();
    return () => {
      stopped = true;
      clearTimeout(timer);
    };
  }, [data, watching, bump]);
  return { version, bump, fault };
}

interface Opened {
  id: string;
  trajectory: Trajectory | undefined;
  verdicts: Verdict[];
}

export function useOpened(
  data: ReviewData,
  trajectories: Trajectories,
  id: string | null,
): Opened | undefined {
  const [opened, setOpened] = useState<Opened>();
  useEffect(() => {
    const row = id === null ? undefined : data.row(id);
    if (row === undefined || id === null) return undefined;
    let current = true;
    const verdicts = Promise.all(data.judges.map((judge) => data.verdict(row, judge)));
    Promise.all([trajectories.get(row.item), verdicts]).then(
      ([trajectory, read]) => {
        if (current) setOpened({ id, trajectory, verdicts: read.filter((verdict) => verdict !== undefined) });
      },
      () => {
        if (current) setOpened({ id, trajectory: undefined, verdicts: [] });
      },
    );
    return () => {
      current = false;
    };
  }, [data, trajectories, id]);
  return opened?.id === id ? opened : undefined;
}

/** The pictures of the states from a step on, drawn for the room there is; none while they are drawn. */
export function usePictures(
  trajectory: Trajectory | undefined,
  step: number,
  room: { columns: number; rows: number; count: number },
  theme: Theme,
): string[][] {
  const [drawn, setDrawn] = useState<{ key: string; pictures: string[][] }>();
  const { columns, rows, count } = room;
  const key = `${trajectory?.id} ${step} ${columns} ${rows} ${count}`;
  useEffect(() => {
    if (trajectory === undefined || count === 0) return undefined;
    let current = true;
    const states = statesOf(trajectory).slice(step, step + count);
    const draw = async (state: (typeof states)[number]): Promise<string[]> => {
      try {
        const bytes = await screenshotOf(trajectory, state);
        if (bytes === undefined) return [theme.colors.dim("(no screenshot)")];
        return await pictureLines(bytes, { columns, rows }, theme.colour ? "colour" : "shades");
      } catch (error) {
        return [
          theme.colors.dim(truncate(`(${error instanceof Error ? error.message : String(error)})`, columns)),
        ];
      }
    };
    Promise.all(states.map(draw)).then((pictures) => {
      if (current) setDrawn({ key, pictures });
    });
    return () => {
      current = false;
    };
  }, [trajectory, step, columns, rows, count, theme, key]);
  return drawn?.key === key ? drawn.pictures : [];
}

/** Computed anew when the data have changed, which they do in place, or when what it is computed for has. */
export function useVersioned<T>(version: number, what: string, compute: () => T): T {
  const kept = useRef<{ version: number; what: string; value: T }>(undefined);
  if (kept.current?.version !== version || kept.current.what !== what) {
    kept.current = { version, what, value: compute() };
  }
  return kept.current.value;
}
