import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["**/*.test.ts", "**/*.test.tsx"],
    exclude: ["node_modules/**", "dist/**"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Many tests wait for a browser, a server or a clock, so that one more than there are cores finds time.
    maxWorkers: availableParallelism() + 1,
  },
});
