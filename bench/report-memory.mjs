// Loaded into a child with --import: writes its peak memory, in kilobytes, to file descriptor 3 when it ends.
import { writeSync } from "node:fs";

process.on("exit", () => writeSync(3, String(process.resourceUsage().maxRSS)));
