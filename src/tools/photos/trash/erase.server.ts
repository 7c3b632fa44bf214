import { z } from "zod";
import { eraseOriginals, lockFirst, sealedOriginals } from "#ground/evidence/public.server.ts";
import { forgetMedia, jobsOfPhotos, removeFiles } from "#ground/media/public.server.ts";
import { type JobRecord, recordsOfJob, shownFields } from "#ground/sync/public.server.ts";
import { photosOfAnswered } from "#trade/reports/public.server.ts";
import { type AccountContext, database, withAccount } from "#platform/db/scope.server.ts";
import type { Task } from "#platform/queue/queue.server.ts";
import { factsOf, PHOTO, TRASH_DAYS } from "../rules/photo.ts";
import { isExpired } from "./rules.ts";

/**
 * Jobs with deleted photos whose bytes are stored. Security definer: looks across accounts, returns ids only.
 */
export const trashFunction = `
create or replace function photos_trash() returns table (account uuid, job uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct r.account_id, r.job_id from sync_records r
    join media_originals o on o.account_id = r.account_id and o.sha256 = r.fields#>>'{sha256,values,0,value}'
   where r.kind = '${PHOTO}' and r.job_id is not null and r.fields#>>'{trashedAt,values,0,value}' is not null
$$`;

/** Erases photos that have been in the trash for 30 days. A failure in one job doesn't hold up the others. */
async function emptyTrash(): Promise<void> {
  const { rows } = await database().app.query<{ account: string; job: string }>(
    "select account, job from photos_trash()",
  );
  const failures: unknown[] = [];
  for (const { account, job } of rows)
    await withAccount(account, (ctx) => eraseExpired(ctx, job)).then(removeFiles, (error: unknown) =>
      failures.push(error),
    );
  if (failures.length) throw failures.at(-1);
}

export const emptyTrashTask: Task<Record<string, never>> = {
  name: "photos.empty-trash",
  payload: z.object({}),
  every: "41 3 * * *",
  run: () => emptyTrash(),
};

/** @returns keys of files to delete after the commit */
async function eraseExpired(ctx: AccountContext, job: string): Promise<string[]> {
  await lockFirst(ctx);
  const expired = expiredIn(await recordsOfJob(ctx, job), ctx);
  if (expired.size === 0) return [];
  const held = await heldElsewhere(ctx, [...expired]);
  const gone = [...expired].filter((sha256) => !held.has(sha256));
  if (gone.length === 0) return [];
  const named = Map.groupBy(await jobsOfPhotos(ctx, gone), (one) => one.job);
  for (const [of, photos] of named)
    await eraseOriginals(ctx, of, {
      rule: `Deleted, and in the trash for ${TRASH_DAYS} days`,
      media: photos.map(({ sha256 }) => sha256),
    });
  return forgetMedia(ctx, gone);
}

function expiredIn(records: readonly JobRecord[], { now }: AccountContext): Set<string> {
  return new Set(
    records.flatMap(({ kind, fields, commands }) => {
      const facts = factsOf(kind === PHOTO ? shownFields(fields) : {});
      const receivedAt = commands.at(-1)?.receivedAt.epochMilliseconds ?? 0;
      return facts.sha256 && isExpired(facts, receivedAt, now.epochMilliseconds) ? facts.sha256 : [];
    }),
  );
}

/**
 * Which of these photos must stay: a record of another tool has shown them, they are on another job, a seal
 * covers them, or a client answered a report that shows them.
 */
async function heldElsewhere(ctx: AccountContext, hashes: readonly string[]): Promise<ReadonlySet<string>> {
  const held = new Set<string>();
  const named = Map.groupBy(await jobsOfPhotos(ctx, hashes), (one) => one.job);
  for (const [job, photos] of named) {
    const ofJob = photos.map(({ sha256 }) => sha256);
    const records = await recordsOfJob(ctx, job);
    const expired = expiredIn(records, ctx);
    const texts = records.flatMap(({ kind, fields, commands }) => {
      if (kind !== PHOTO) return JSON.stringify([fields, commands.map(({ media }) => media)]);
      const { sha256 } = factsOf(shownFields(fields));
      return sha256 === null || expired.has(sha256) ? [] : sha256;
    });
    const proven = [await sealedOriginals(ctx, job, ofJob), await photosOfAnswered(ctx, job)];
    for (const sha256 of ofJob)
      if (proven.some((one) => one.has(sha256)) || texts.some((text) => text.includes(sha256)))
        held.add(sha256);
  }
  return held;
}
