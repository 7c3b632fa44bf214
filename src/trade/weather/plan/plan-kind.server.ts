import { z } from "zod";
import { isManager, refuse } from "#trade/fieldwork/public.server.ts";
import { defineKind, type Kind } from "#ground/sync/public.server.ts";
import { planId } from "../ids.ts";

const amount = (most: number) => z.number().min(0).max(most).nullable();
const degrees = z.number().min(-90).max(60).nullable();
const MOST_HOURS = 24;

/**
 * Defines the record of a job's weather limits and expected days. Call once per process.
 * @param tool.onApplied updates the tool's own rows, in the command's transaction
 */
export function definePlan({ onApplied }: Pick<Kind, "onApplied">): void {
  defineKind({
    kind: "logs.plan",
    scope: "job",
    fields: {
      threshold: z.strictObject({
        rainMm: amount(2_000),
        snowCm: amount(1_000),
        windMs: amount(150),
        gustMs: amount(150),
        lowC: degrees,
        highC: degrees,
        hoursLost: amount(MOST_HOURS),
      }),
      anticipated: z.record(z.string().regex(/^(?:[1-9]|1[0-2])$/), z.number().min(0).max(31)),
      remindAt: z.int().min(0).max(23).nullable(),
    },
    notForGuests: ["threshold", "anticipated", "remindAt"],
    mayWrite: (ctx, { record, job }) =>
      job === null || planId(job) !== record
        ? refuse("invalid", "This change doesn’t say which job it’s for.")
        : isManager(ctx)
          ? null
          : refuse("forbidden", "Only owners and managers can set this."),
    onApplied,
  });
}
