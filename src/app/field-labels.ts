import { jobLabels } from "#trade/jobs/public.tsx";
import { placesLabels } from "#trade/places/labels.ts";
import { planLabels } from "#trade/plans/labels.ts";
import { priceLabels } from "#trade/prices/public.tsx";
import type { KindLabels } from "#trade/fieldwork/public.tsx";
import { tools } from "./tools.ts";

/** Labels of records' fields and values, for every kind that devices write. */
export const worded: readonly KindLabels[] = [
  ...jobLabels,
  ...priceLabels,
  ...placesLabels,
  ...planLabels,
  ...tools.flatMap((tool) => tool.labels),
];
