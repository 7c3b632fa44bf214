import { jobLabels } from "#trade/jobs/public.tsx";
import type { KindLabels } from "#trade/fieldwork/public.tsx";
import { logLabels } from "#tools/logs/labels.ts";

/** Labels of records' fields and values: one line per feature whose record kinds devices write. */
export const worded: readonly KindLabels[] = [...jobLabels, ...logLabels];
