import { randomInt } from "node:crypto";
import { z } from "zod";
import { newId } from "#platform/db/ids.ts";
import { type AccountContext, withAccount } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { createLimiter } from "#platform/http/limits/limits.server.ts";
import { enqueue, type Task } from "#platform/queue/queue.server.ts";
import { checkFieldValues, readCommand } from "./check-command.server.ts";
import { kindOf } from "./kinds.server.ts";
import { commandSchema } from "./device/protocol.ts";
import { findStoredRecord } from "./records/stored-records.server.ts";
import { writeAsProduct } from "./write-as-product.server.ts";

/** A record is written so many minutes after it came: nobody can tell by the minute who was here. */
const DELAY_MINUTES = { from: 5, to: 90 } as const;

/** Of a business, because nobody’s own count may be stored. */
const perBusiness = createLimiter({ name: "records without a name", limit: 60, windowSeconds: 3600 });

const unsignedSchema = commandSchema.pick({ kind: true, record: true, job: true, sets: true });
type Unsigned = z.infer<typeof unsignedSchema>;

/** Why the product can’t write it, by the rules of its kind; null if it can. */
async function refusalOf(ctx: AccountContext, { kind: name, record, job, sets }: Unsigned) {
  const kind = kindOf(name);
  if (!kind?.unsigned || !Object.keys(sets).every((field) => kind.unsigned!.includes(field)))
    return "This is only sent with a name.";
  const read = readCommand({
    ...{ id: newId(), kind: name, record, job, sets, replaces: {}, media: [] },
    ...{ capturedAt: ctx.now.epochMilliseconds, skew: 0, zone: "UTC" },
  });
  if (!("command" in read)) return read.refusal.why;
  const fault = checkFieldValues(kind, read.command);
  if (fault === "later") return "We can’t read this.";
  const nobody = { ...ctx, user: null, member: null };
  return (fault ?? (await kind.mayWrite?.(nobody, read.command, null)))?.why ?? null;
}

/**
 * Accepts a record that a person of the business sends without their name. Only what they wrote is handed
 * on, to a task that writes it as the product itself, some time later: neither the record, nor its command,
 * the history or a log has a person, a device, or the moment it was sent.
 * @throws AppError invalid, not_found for guests, or unavailable past 60 an hour of a business
 */
export async function acceptUnsigned(ctx: AccountContext, body: unknown): Promise<void> {
  if (ctx.member?.role === "guest") throw new AppError("not_found", "Page not found.");
  const sent = unsignedSchema.safeParse(body);
  if (!sent.success) throw new AppError("invalid", "We can’t read this, so nothing was saved.");
  const refusal = await refusalOf(ctx, sent.data);
  if (refusal !== null) throw new AppError("invalid", refusal);
  const { ok, retryAfterSeconds } = perBusiness.check(ctx.account.id, ctx.now);
  if (!ok)
    throw new AppError("unavailable", "Too many reports came without a name. This one is sent later.", {
      retryAfter: retryAfterSeconds,
    });
  const minutes = randomInt(DELAY_MINUTES.from, DELAY_MINUTES.to + 1);
  await enqueue(
    ctx.db,
    writeUnsignedTask,
    { accountId: ctx.account.id, ...sent.data },
    { startAfter: ctx.now.add({ minutes }) },
  );
}

/** Writes what was sent without a name, once. */
export const writeUnsignedTask: Task<{ readonly accountId: string } & Unsigned> = {
  name: "sync.write-unsigned",
  payload: unsignedSchema.extend({ accountId: z.uuid() }),
  run: ({ accountId, kind, record, job, sets }) =>
    withAccount(accountId, async (ctx) => {
      if (await findStoredRecord(ctx, record)) return;
      await writeAsProduct(ctx, { id: record, kind, job }, { ...sets, anonymous: true });
    }),
};
