import { jobWords, type KindWords } from "#features/jobs/public.tsx";
import { logWords } from "#features/logs/kind-words.ts";

/** What people read of records' fields and values: one line per feature whose kinds devices write. */
export const worded: readonly KindWords[] = [...jobWords, ...logWords];
