/** Ends what a run leaves when it ends, however it ends; see guard.mjs. */
export function guardRun(): { remove(folder: string): void };
