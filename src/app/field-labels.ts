import { jobLabels, type KindLabels } from "#trade/jobs/public.tsx";
import { logLabels } from "#tools/logs/labels.ts";

/** What people read of records' fields and values: one line per feature whose kinds devices write. */
export const worded: readonly KindLabels[] = [...jobLabels, ...logLabels];
