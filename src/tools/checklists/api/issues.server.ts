import type { z } from "zod";
import {
  allRecordsOfKind,
  changedAtOf,
  findStoredRecord,
  findStoredRecords,
  REMOVED,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { dateAt, firstWritten } from "#trade/fieldwork/public.ts";
import { ISSUE, issueOf, REPLY, replyOf } from "#trade/issues/public.ts";
import { findJob, zoneOfJob } from "#trade/jobs/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { instantOf } from "./checklists.server.ts";
import type { Issue, IssueSummary } from "./shapes.ts";

type Shape<Schema extends z.ZodType> = z.output<Schema>;

const hashesOf = (shots: readonly { readonly sha256: string }[]) => shots.map(({ sha256 }) => sha256);

function summaryOf(
  { id, job, fields }: StoredRecord,
  date: string,
  changedAt: Temporal.Instant | undefined,
): Shape<typeof IssueSummary> | null {
  const first = firstWritten(fields);
  if (!first || job === null) return null;
  // Named one by one: who is charged, and what was sent to the sub, isn't for other programs.
  const { number, title, state, reason, where, trade, assignee, due, priority, shots } = issueOf(
    shownFields(fields),
  );
  return {
    ...{ id, jobId: job, number, title, state, reason, where, trade, assignee, due, priority, date },
    stateAt: instantOf((fields["state"]?.values[0] ?? first).at),
    photos: hashesOf(shots),
    changedAt: changedAt?.toString() ?? instantOf(first.at),
  };
}

/** Issues of a list in the shape of answers, in its order. */
export async function issueShapes(
  ctx: AccountContext,
  items: readonly { readonly id: string; readonly date: string }[],
): Promise<Shape<typeof IssueSummary>[]> {
  const ids = items.map(({ id }) => id);
  const records = new Map((await findStoredRecords(ctx, ids)).map((record) => [record.id, record]));
  const changed = await changedAtOf(ctx, ids);
  return items.flatMap(({ id, date }) => {
    const record = records.get(id);
    return (record && summaryOf(record, date, changed.get(id))) ?? [];
  });
}

/** An issue, its job and replies. @throws AppError not_found, for one that was deleted, or its job was */
export async function findIssue(ctx: AccountContext, id: string) {
  const record = isId(id) ? await findStoredRecord(ctx, id) : null;
  const job = record?.kind === ISSUE && record.job !== null ? await findJob(ctx, record.job) : null;
  if (!record || !job || shownFields(record.fields)[REMOVED] === true)
    throw new AppError("not_found", "That issue doesn’t exist.");
  const replies = (await allRecordsOfKind(ctx, REPLY, { job: job.jobId }))
    .flatMap(({ fields }) => {
      const values = shownFields(fields);
      const [reply, written] = [replyOf(values), firstWritten(fields)];
      return written && reply.issue === id && values[REMOVED] !== true ? [{ reply, written }] : [];
    })
    .toSorted((one, other) => one.written.at - other.written.at);
  return { record, job, issue: issueOf(shownFields(record.fields)), replies };
}

/** One issue in the shape of answers. @throws AppError as findIssue */
export async function issueShape(ctx: AccountContext, id: string): Promise<Shape<typeof Issue>> {
  const { record, job, issue, replies } = await findIssue(ctx, id);
  const first = firstWritten(record.fields);
  const foundAt = first?.at ?? ctx.now.epochMilliseconds;
  const { details, blocked, pin } = issue;
  const date = dateAt(foundAt, await zoneOfJob(ctx, job));
  return {
    ...summaryOf(record, date, (await changedAtOf(ctx, [id])).get(id))!,
    ...{ details, blocked, foundAt: instantOf(foundAt), foundBy: first?.author ?? null },
    pin: pin && { planId: pin.plan, page: pin.page, x: pin.x, y: pin.y },
    replies: replies.map(({ reply: { type, note, by, shots }, written: { at, author } }) => ({
      ...{ type, note, firm: by, author, at: instantOf(at), photos: hashesOf(shots) },
    })),
  };
}
