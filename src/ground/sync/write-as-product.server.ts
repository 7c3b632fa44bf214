import { newId } from "#platform/db/ids.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError, type ErrorCode } from "#platform/errors/app-error.ts";
import { applyCommands } from "./commands.server.ts";
import type { StoredRecord } from "./device/protocol.ts";
import { type Json, seen } from "./rules.ts";

/** Fields in one command, which has a most in bytes. */
const FIELDS_AT_ONCE = 100;

/** A record to write: as it's stored, or a new one. */
export type Written = Pick<StoredRecord, "id" | "kind" | "job"> & Partial<Pick<StoredRecord, "fields">>;

/**
 * Writes fields of a record in this transaction, as a device that has seen everything; as `ctx.user`, or as
 * nobody.
 * @param zone IANA zone of the place where it happened
 * @param media SHA-256 of the originals that the values name
 * @throws AppError as the record's kind refuses it, or unavailable; roll back then
 */
export async function writeAsProduct(
  ctx: AccountContext,
  { id: record, kind, job, fields = {} }: Written,
  sets: Readonly<Record<string, Json>>,
  zone = "UTC",
  media: readonly string[] = [],
): Promise<void> {
  const names = Object.keys(sets);
  const commands = Array.from({ length: Math.ceil(names.length / FIELDS_AT_ONCE) }, (_, at) => {
    const some = names.slice(at * FIELDS_AT_ONCE, (at + 1) * FIELDS_AT_ONCE);
    return {
      ...{ id: newId(), kind, record, job, media, replaces: seen(fields, some) },
      sets: Object.fromEntries(some.map((name) => [name, sets[name]!])),
      ...{ capturedAt: ctx.now.epochMilliseconds, skew: 0, zone },
    };
  });
  for (const outcome of (await applyCommands(ctx, null, commands)).outcomes)
    if (outcome.is === "refused") throw new AppError(outcome.code as ErrorCode, outcome.why);
    else if (outcome.is !== "held")
      throw new AppError("unavailable", "We can’t save this right now. Try again in a minute.");
}
