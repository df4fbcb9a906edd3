/** Faults of the file system (no space, no right, no such folder) in one line that says what the user can do. */

const meanings: Readonly<Record<string, string>> = {
  EACCES: "permission denied; choose another place, or change its rights",
  EDQUOT: "the disk quota is used up; make room, then start the same command again",
  EISDIR: "is a folder, a file is needed",
  EMFILE: "too many open files; lower --concurrency, or raise the limit (ulimit -n)",
  ENAMETOOLONG: "the name is too long for this file system",
  ENOENT: "no such file or folder, or it cannot be made there",
  ENOSPC: "no space left on the device; make room, then start the same command again",
  ENOTDIR: "a part of the path is a file, a folder is needed",
  EPERM: "not permitted; choose another place, or change its rights",
  EROFS: "the file system is read-only; choose another place",
};

/** The line for a fault that the system reported; undefined for any other error, which is then a fault of ours. */
export function systemFault(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return undefined;
  const meaning = meanings[String(error.code)];
  if (meaning === undefined) return undefined;
  const place = "path" in error && typeof error.path === "string" ? error.path : String(error.syscall);
  return `${place}: ${meaning} (${String(error.code)})`;
}
