/** Ends what a run left running, however it ends; see guard.mjs. */
export function guardRun(): { remove(folder: string): void };
