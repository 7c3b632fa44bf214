import type { JobRecord } from "#ground/sync/public.server.ts";
import type { CloseoutPart } from "#trade/jobs/public.server.ts";
import { isListed } from "../rules/photo.ts";
import { fillPhotoReport } from "./photo-report.ts";
import { rollOf } from "./report-shape.server.ts";

/**
 * The photos of a job by room, without hidden and deleted ones, those for the business alone, and those that
 * stay inside, such as photos of failed safety checks.
 */
export function photosForCloseout(records: readonly JobRecord[]): CloseoutPart[] {
  const roll = rollOf(records);
  const count = roll.filter(({ facts, isInside }) => isListed(facts) && !isInside).length;
  if (count === 0) return [];
  return [
    {
      ...{ id: "photos", section: "photos", label: "Photos by room" },
      hint: count === 1 ? "1 photo" : `${count.toLocaleString("en-US")} photos`,
      print: (ask) => fillPhotoReport(roll, [], { ...ask, choice: { title: "Photos", order: "room" } }),
    },
  ];
}
