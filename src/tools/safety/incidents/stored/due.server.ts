import { confidantIds, getBusiness } from "#ground/businesses/public.server.ts";
import { defineDueKind, dueAtHour, type DueItem, type DueText, saveDue } from "#ground/due/public.server.ts";
import { allRecordsOfKind, shownFields, type StoredRecord } from "#ground/sync/public.server.ts";
import { jobsById } from "#trade/jobs/public.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { derivedId } from "#platform/ids/derived-id.ts";
import { moment } from "#platform/time/format.ts";
import { injuryPath } from "../paths.ts";
import { formsDueOn } from "../rules/clocks.ts";
import { decide } from "../rules/recordable.ts";
import { clocksOf } from "./cases.ts";
import { INJURY, type Injury, injuryOf } from "./injury.ts";

/** What owners and the people they name have to do about an injury. */
const INCIDENT_DUE = "safety.incident-due";
/** Right away when it is new, and again before the time is up. */
const STAGES = ["new", "soon"] as const;
const dueId = (injury: string, stage: (typeof STAGES)[number]): string =>
  derivedId(INCIDENT_DUE, injury, stage);

/** So long before a call to OSHA is due, and so many days before the forms are. */
const [BEFORE_CALL, BEFORE_FORMS] = [{ hours: 2 }, { days: 2 }] as const;
const [MORNING, EVENING, SHOWN_DAYS] = [8, 17, 60] as const;

/** The next deadline of an injury, and whether it is a call to OSHA; null with nothing left to do. */
export function nextDeadline(
  injury: Injury,
  now: Temporal.Instant,
): { readonly by: Temporal.Instant; readonly isCall: boolean } | null {
  const calls = clocksOf(injury, now)
    .filter(({ standing }) => standing === "due" || standing === "overdue")
    .flatMap(({ deadline }) => deadline ?? [])
    .toSorted(Temporal.Instant.compare);
  if (calls[0]) return { by: calls[0], isCall: true };
  const { decision } = decide(injury.answers);
  if (injury.closedAt !== null || injury.formsAt !== null || decision === "not recordable") return null;
  const day = formsDueOn(Temporal.Instant.from(injury.knownAt), injury.zone);
  return { by: dueAtHour(day, EVENING, injury.zone, SHOWN_DAYS).dueAt, isCall: false };
}

/** Opens and closes what is due of an injury, in the transaction of its change. */
export async function saveIncidentDue(ctx: AccountContext, { id, job, fields }: StoredRecord): Promise<void> {
  const values = shownFields(fields);
  const injury = injuryOf(values);
  const next = nextDeadline(injury, ctx.now);
  const isSeen = Object.keys(values).some((field) => field.startsWith("answers."));
  const people = next === null ? [] : await confidantIds(ctx);
  const by = next?.by ?? ctx.now;
  const endsAt = by.add({ hours: 24 * SHOWN_DAYS });
  const soon = next?.isCall
    ? by.subtract(BEFORE_CALL)
    : dueAtHour(
        by.toZonedDateTimeISO(injury.zone).toPlainDate().subtract(BEFORE_FORMS).toString(),
        ...([MORNING, injury.zone, SHOWN_DAYS] as const),
      ).dueAt;
  const due = { kind: INCIDENT_DUE, jobId: job!, endsAt };
  await saveDue(ctx, {
    ...{ ...due, record: dueId(id, "new"), dueAt: Temporal.Instant.from(injury.knownAt) },
    people: isSeen && !next?.isCall ? [] : people,
  });
  await saveDue(ctx, { ...due, record: dueId(id, "soon"), dueAt: soon, people });
}

/** Called once per process. The email names the time and nothing else: others may read it. */
export function defineIncidentsDue(): void {
  defineDueKind({ kind: INCIDENT_DUE, describe: describeIncidents });
}

/** Nothing for people who may not read the injury: the database doesn’t show it to them. */
async function describeIncidents(
  ctx: AccountContext,
  items: readonly DueItem[],
): Promise<(DueText | null)[]> {
  const jobIds = new Set(items.map(({ jobId }) => jobId));
  const records = await Promise.all([...jobIds].map((job) => allRecordsOfKind(ctx, INJURY, { job })));
  const byDue = new Map(
    records.flat().flatMap((one) => STAGES.map((stage) => [dueId(one.id, stage), one] as const)),
  );
  const [jobs, business] = [await jobsById(ctx), (await getBusiness(ctx)).name ?? "Your business"];
  const readers = new Set(await confidantIds(ctx));
  return items.map(({ record, jobId, userId }) => {
    // Who isn’t named anymore hears nothing more of it.
    const found = readers.has(userId) ? byDue.get(record) : undefined;
    const injury = found && injuryOf(shownFields(found.fields));
    const next = injury && nextDeadline(injury, ctx.now);
    if (!found || !next) return null;
    const by = `An incident needs you by ${moment(next.by, injury.zone).words}`;
    return {
      ...{ title: by, job: jobs.get(jobId)?.name ?? "", path: injuryPath(found.id) },
      action: "Open the incident",
      mail: {
        subject: by,
        paragraphs: [`${by}.`, "Sign in to see what it is and what to do. This email doesn’t say it."],
        reason: `You own ${business}, or its owner named you to read injuries.`,
        closing: ["This email goes out when an incident is reported, and again before the time is up."],
      },
    };
  });
}
