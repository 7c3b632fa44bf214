import { jobWords, type KindWords } from "#trade/jobs/public.tsx";
import { logWords } from "#tools/logs/labels.ts";

/** What people read of records' fields and values: one line per feature whose kinds devices write. */
export const worded: readonly KindWords[] = [...jobWords, ...logWords];
