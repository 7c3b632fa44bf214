import type { z } from "zod";
import {
  changedAtOf,
  findStoredRecord,
  findStoredRecords,
  REMOVED,
  shownFields,
  type StoredRecord,
} from "#ground/sync/public.server.ts";
import { itemsInContexts } from "#ground/worklist/public.server.ts";
import { firstWritten } from "#trade/fieldwork/public.ts";
import { findJob } from "#trade/jobs/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { isLateSign, SIGN, standingOf, TALK, talkOf, titleOf } from "../rules/talk.ts";
import { signsOf } from "../stored/signs.server.ts";
import type { Talk, TalkSummary } from "./shapes.ts";

type Shape<Schema extends z.ZodType> = z.output<Schema>;

const instantOf = (moment: string | null): string | null =>
  moment === null ? null : Temporal.Instant.from(moment).toString();

function summaryOf(
  { id, job, fields }: StoredRecord,
  { changedAt, signers }: { changedAt: Temporal.Instant | undefined; signers: ReadonlySet<string> },
): Shape<typeof TalkSummary> | null {
  const first = firstWritten(fields);
  if (!first || job === null) return null;
  const talk = talkOf(shownFields(fields));
  const people = new Set([...signers, ...talk.people.map(({ key }) => key)]).size;
  return {
    ...{ id, jobId: job, number: talk.number, title: titleOf(talk), date: talk.date },
    state: talk.finishedAt === null ? "open" : "finished",
    ...{ leader: talk.leader, languages: [...talk.languages], people, signed: signers.size },
    isComplete: talk.finishedAt !== null && people > 0 && signers.size === people,
    finishedAt: instantOf(talk.finishedAt),
    changedAt: changedAt?.toString() ?? Temporal.Instant.fromEpochMilliseconds(first.at).toString(),
  };
}

/** Talks of a list in the shape of answers, in its order. */
export async function talkShapes(
  ctx: AccountContext,
  items: readonly { readonly id: string }[],
): Promise<Shape<typeof TalkSummary>[]> {
  const ids = items.map(({ id }) => id);
  const records = new Map((await findStoredRecords(ctx, ids)).map((record) => [record.id, record]));
  const changed = await changedAtOf(ctx, ids);
  const signs = Map.groupBy(await itemsInContexts(ctx, SIGN, ids), ({ context }) => context);
  return ids
    .map((id) => {
      const record = records.get(id);
      const signers = new Set(signs.get(id)?.map(({ number }) => number ?? ""));
      return record ? summaryOf(record, { changedAt: changed.get(id), signers }) : null;
    })
    .filter((shape) => shape !== null);
}

/**
 * One talk with who was there.
 * @throws AppError not_found, for one that was deleted or whose job was too
 */
export async function talkShape(ctx: AccountContext, id: string): Promise<Shape<typeof Talk>> {
  const record = isId(id) ? await findStoredRecord(ctx, id) : null;
  const job = record?.kind === TALK && record.job !== null ? await findJob(ctx, record.job) : null;
  const values = record ? shownFields(record.fields) : {};
  const talk = talkOf(values);
  if (!record || !job || !talk.text || values[REMOVED] === true)
    throw new AppError("not_found", "That talk doesn’t exist.");
  const { rows } = standingOf(id, talk, await signsOf(ctx, job.jobId, id));
  const signers = new Set(rows.flatMap(({ key, sign }) => (sign ? [key] : [])));
  const changedAt = (await changedAtOf(ctx, [id])).get(id);
  return {
    ...summaryOf(record, { changedAt, signers })!,
    notes: talk.notes || null,
    text: { version: talk.version, sources: talk.text.sources.map(({ name, cite }) => ({ name, cite })) },
    attendees: rows.map(({ name, sign, reason }) => ({
      ...{ name, signedAt: instantOf(sign?.at ?? null), language: sign?.language ?? null },
      ...{ signedOn: sign?.on ?? null, isLate: sign !== null && isLateSign(talk, sign), reason },
    })),
  };
}
