/** The version of what judges are shown; part of every judge's version. */

/** Raised when the same trajectory would give other evidence than before. */
export const evidenceVersion = 3;
