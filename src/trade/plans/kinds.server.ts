import { z } from "zod";
import { actingRole } from "#ground/businesses/public.server.ts";
import { defineKind, shownFields } from "#ground/sync/public.server.ts";
import { refuse } from "#trade/fieldwork/public.server.ts";
import { LONGEST, MOST, PLAN, refusePlan } from "./rules.ts";

const line = (most: number) =>
  z.string().trim().min(1).max(most, `That’s too long. Use at most ${most} characters.`);
const side = z.int().min(1).max(MOST.side);

/** What devices may write of a job's plans. Called once per process. */
export function definePlans(): void {
  defineKind({
    kind: PLAN,
    scope: "job",
    fields: {
      title: line(LONGEST.title),
      level: line(LONGEST.level).nullable(),
      "versions.*": z
        .strictObject({
          at: z.int().min(0),
          count: z.int().min(1).max(MOST.pages),
          file: z.string().max(LONGEST.file).optional(),
          fresh: z.literal(true).optional(),
        })
        .nullable(),
      "pages.*": z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/), width: side, height: side }),
    },
    mayWrite(ctx, { sets }, before) {
      if (actingRole(ctx) === "guest")
        return refuse("forbidden", "Only people of the business change a job’s plans.");
      const why = refusePlan(before ? shownFields(before.fields) : {}, sets);
      return why === null ? null : refuse("invalid", why);
    },
  });
}
