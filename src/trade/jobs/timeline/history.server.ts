import { createHash } from "node:crypto";
import { append } from "#ground/evidence/public.server.ts";
import { jobsOfPhotos, linkToJob, makeConfidential, makeOpen } from "#ground/media/public.server.ts";
import {
  CLIENT,
  namedOpenly,
  type StoredRecord,
  type Kind,
  shown,
  type AppliedCommand,
} from "#ground/sync/public.server.ts";
import { PHOTO_FIELD, shotsOf } from "#trade/fieldwork/public.ts";
import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";

/**
 * Appends every accepted command to the job's history, in the same transaction, so that neither exists
 * without the other. Links its originals to the job.
 */
export async function appendToHistory(
  ctx: AccountContext,
  stored: StoredRecord,
  command: AppliedCommand,
  tool: Kind,
): Promise<void> {
  const { job, kind, id, record, sets, media, capturedAt, at, author } = command;
  await decideWhoSees(ctx, command, tool);
  if (job === null) return;
  if (tool.audience === "confidential") return appendWithoutText(ctx, job, command);
  for (const sha256 of media) await linkToJob(ctx, sha256, job);
  // Entries about a client are erased on request.
  const lead = shown(stored.fields, CLIENT);
  const isOfClient = (tool.personal ?? [CLIENT]).some((name) => Object.hasOwn(sets, name));
  await append(ctx, {
    job,
    kind,
    payload: { command: id, record, sets: { ...sets } },
    occurredAt: Temporal.Instant.fromEpochMilliseconds(at),
    capturedAt: Temporal.Instant.fromEpochMilliseconds(capturedAt),
    author,
    media: [...media],
    retained: tool.retains?.(stored, ctx.now) ?? undefined,
    about: isOfClient && typeof lead === "string" && isId(lead) ? [lead] : [],
  });
}

/** Originals that only confidential records name are for those who read them. */
async function decideWhoSees(ctx: AccountContext, { media, sets }: AppliedCommand, { audience }: Kind) {
  // Who names an original as a guest need not have it.
  if (ctx.member?.role === "guest") return;
  // What the product writes has no `media`, and a device could leave some out.
  const named = [...new Set([...media, ...shotsOf(sets).map(({ sha256 }) => sha256)])];
  if (named.length === 0) return;
  if (audience !== "confidential") return makeOpen(ctx, named);
  const jobs = (await jobsOfPhotos(ctx, named)).map((one) => one.job);
  const fields = named.map((sha256) => ({ sha256, field: PHOTO_FIELD + sha256 }));
  const open = await namedOpenly(ctx, fields, jobs);
  await makeConfidential(
    ctx,
    named.filter((sha256) => !open.has(sha256)),
  );
}

/**
 * A history is read by everybody of the business and copied for people outside. Of something confidential it
 * proves that it was written and when: the hash binds the text, and the random ids in it can't be guessed.
 */
async function appendWithoutText(
  ctx: AccountContext,
  job: string,
  { kind, id, record, sets, media, at, author }: AppliedCommand,
): Promise<void> {
  const said = canonicalJson({ id, record, sets, media });
  await append(ctx, {
    ...{ job, kind, author, media: [], about: [] },
    payload: { command: id, record, sha256: createHash("sha256").update(said).digest("hex") },
    occurredAt: Temporal.Instant.fromEpochMilliseconds(at),
  });
}
