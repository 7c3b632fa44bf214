import { zoneOf } from "#ground/businesses/public.server.ts";
import { defineDueKind, type DueItem, type DueText, saveDue } from "#ground/due/public.server.ts";
import { findStoredRecord, shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { deliveryLine, deliveryOf } from "./rules.ts";

/** A delivery that somebody must look for on its day; its record is the delivery. */
const EXPECTED = "deliveries.expected";
const AT_WORK = { hour: 7 };
const SHOWN_DAYS = 7;

/** Called once per process (`tool.server.ts`). */
export function defineExpected(): void {
  defineDueKind({ kind: EXPECTED, describe: describeExpected });
}

/** Asks whoever set the day to look for a delivery; done once it arrived. In the command's transaction. */
export async function settleExpected(ctx: AccountContext, { id, job, fields }: StoredRecord): Promise<void> {
  const { day, state } = deliveryOf(shownFields(fields));
  const author = fields["day"]?.values[0]?.author;
  if (job === null || day === null || !author) return;
  const timeZone = (await findJob(ctx, job))?.zone ?? (await zoneOf(ctx));
  const dueAt = Temporal.PlainDate.from(day)
    .toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(AT_WORK) })
    .toInstant();
  await saveDue(ctx, {
    kind: EXPECTED,
    record: id,
    jobId: job,
    dueAt,
    endsAt: dueAt.add({ hours: 24 * SHOWN_DAYS }),
    people: state === "expected" ? [author] : [],
  });
}

/** Nothing for a removed job. */
function describeExpected(ctx: AccountContext, items: readonly DueItem[]): Promise<(DueText | null)[]> {
  return Promise.all(
    items.map(async ({ record, jobId }) => {
      const job = await findJob(ctx, jobId);
      const found = await findStoredRecord(ctx, record);
      if (!job || !found) return null;
      const title = `Expected: ${deliveryLine(deliveryOf(shownFields(found.fields)))}`;
      return {
        title,
        job: job.name,
        path: `/account/job/${jobId}/deliveries`,
        action: "Say what came",
        mail: {
          subject: `${title}, at ${job.name}`,
          paragraphs: [`${title}. Count it when it is there.`],
          reason: "You said that it comes today.",
          closing: ["This comes once for each delivery."],
        },
      };
    }),
  );
}
