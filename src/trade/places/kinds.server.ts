import { z } from "zod";
import { actingRole } from "#ground/businesses/public.server.ts";
import { defineKind, shownFields } from "#ground/sync/public.server.ts";
import { refuse } from "#trade/fieldwork/public.server.ts";
import { LONGEST_PLACE, MOST_PLACES, PLACES, placesOf } from "./rules.ts";
import { placesId } from "./ids.ts";

const line = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_PLACE, `That’s too long. Use at most ${LONGEST_PLACE} characters.`);

/** What devices may write of a job's places. Called once per process. */
export function definePlaces(): void {
  defineKind({
    kind: PLACES,
    scope: "job",
    fields: { "places.*": z.strictObject({ at: z.number(), name: line, level: line.optional() }).nullable() },
    mayWrite(ctx, { record, job, sets }, before) {
      if (record !== placesId(job ?? "")) return refuse("invalid", "A job has one list of places.");
      if (actingRole(ctx) === "guest")
        return refuse("forbidden", "Only people of the business change a job’s places.");
      return placesOf({ ...(before ? shownFields(before.fields) : {}), ...sets }).length > MOST_PLACES
        ? refuse("invalid", `A job has at most ${MOST_PLACES} places.`)
        : null;
    },
  });
}
