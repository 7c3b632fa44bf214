import { defineDueKind, dueAtHour, saveDue } from "#ground/due/public.server.ts";
import { findStoredRecords, shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import { findJob, findJobs, zoneOfJob } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { deliveryLine, deliveryOf } from "./rules.ts";

/** A delivery to look for on its day; its record is the delivery. */
const EXPECTED = "deliveries.expected";
const HOUR = 7;
const SHOWN_DAYS = 7;

/** Asks whoever set the day to look for it; done once it arrived. Call in the command's transaction. */
export async function settleExpected(ctx: AccountContext, { id, job, fields }: StoredRecord): Promise<void> {
  const { day, state } = deliveryOf(shownFields(fields));
  const author = fields["day"]?.values[0]?.author;
  if (job === null || day === null || !author) return;
  const zone = await zoneOfJob(ctx, await findJob(ctx, job));
  const people = state === "expected" ? [author] : [];
  await saveDue(ctx, {
    ...{ kind: EXPECTED, record: id, jobId: job, people },
    ...dueAtHour(day, HOUR, zone, SHOWN_DAYS),
  });
}

/** Called once per process (`tool.server.ts`). */
export function defineExpected(): void {
  defineDueKind({
    kind: EXPECTED,
    // Nothing for a removed job.
    async describe(ctx, items) {
      const jobs = await findJobs(
        ctx,
        items.map(({ jobId }) => jobId),
      );
      const records = await findStoredRecords(
        ctx,
        items.map(({ record }) => record),
      );
      return items.map(({ record, jobId }) => {
        const job = jobs.get(jobId)?.name;
        const fields = records.find(({ id }) => id === record)?.fields;
        if (job === undefined || !fields) return null;
        const what = deliveryLine(deliveryOf(shownFields(fields)));
        return {
          title: `Expected: ${what}`,
          job,
          path: `/account/job/${jobId}/deliveries/${record}`,
          action: "Say what came",
          mail: {
            subject: `${job}: ${what} should arrive today`,
            paragraphs: [`${what} should arrive at ${job} today. Count it when it’s there.`],
            reason: "You said it comes today.",
            closing: ["You get one email for each delivery."],
          },
        };
      });
    },
  });
}
