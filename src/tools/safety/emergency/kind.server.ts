import { z } from "zod";
import { actingRole } from "#ground/businesses/public.server.ts";
import { defineKind } from "#ground/sync/public.server.ts";
import { refuse } from "#trade/fieldwork/public.server.ts";
import { EMERGENCY, emergencyId, LONGEST, MOST_CALLS } from "./emergency.ts";

const words = (most: number) => z.string().trim().max(most);
const care = z
  .strictObject({
    ...{ name: words(LONGEST.name).min(1), address: words(LONGEST.address), phone: words(LONGEST.phone) },
  })
  .nullable();

/** What devices may write of emergency cards. Everyone on the job reads them, guests too. */
export function defineEmergencyCards(): void {
  defineKind({
    kind: EMERGENCY,
    scope: "job",
    fields: {
      address: words(LONGEST.address).min(1).nullable(),
      access: words(LONGEST.access).min(1).nullable(),
      position: z
        .strictObject({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) })
        .nullable(),
      ...{ hospital: care, clinic: care },
      calls: z
        .array(
          z.strictObject({
            ...{ role: words(LONGEST.name), name: words(LONGEST.name) },
            phone: words(LONGEST.phone).min(1),
          }),
        )
        .max(MOST_CALLS),
      "spots.*": words(LONGEST.spot).min(1).nullable(),
    },
    mayWrite: (ctx, { record, job, sets }) =>
      actingRole(ctx) === "guest"
        ? refuse("forbidden", "Only people of the business change the emergency card.")
        : record !== emergencyId(job ?? "") || sets["removed"] === true
          ? refuse("invalid", "A job has one emergency card. Clear its fields instead.")
          : null,
  });
}
