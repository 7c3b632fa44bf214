import { append } from "#ground/evidence/public.server.ts";
import { linkToJob } from "#ground/media/public.server.ts";
import {
  CLIENT,
  type StoredRecord,
  type Kind,
  shown,
  type AppliedCommand,
} from "#ground/sync/public.server.ts";
import { type AccountContext, isId } from "#platform/db/scope.server.ts";

/**
 * Writes whatever is taken for a job, of any tool, into its history, in the same transaction: a change that
 * is held is in the history, and what is in the history was held. The originals that it names belong to the
 * job from then on.
 */
export async function appendToHistory(
  ctx: AccountContext,
  held: StoredRecord,
  command: AppliedCommand,
  tool: Kind,
): Promise<void> {
  const { job, kind, id, record, sets, media, capturedAt, at, author } = command;
  if (job === null) return;
  for (const sha256 of media) await linkToJob(ctx, sha256, job);
  // Erased with them, where a client asks to be forgotten.
  const lead = shown(held.fields, CLIENT);
  const isOfClient = (tool.personal ?? [CLIENT]).some((name) => Object.hasOwn(sets, name));
  await append(ctx, {
    job,
    kind,
    payload: { command: id, record, sets: { ...sets } },
    occurredAt: Temporal.Instant.fromEpochMilliseconds(at),
    capturedAt: Temporal.Instant.fromEpochMilliseconds(capturedAt),
    author,
    media: [...media],
    retained: tool.retains?.(held, ctx.now) ?? undefined,
    about: isOfClient && typeof lead === "string" && isId(lead) ? [lead] : [],
  });
}
