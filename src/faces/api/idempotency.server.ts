import { createHash } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { seal, unseal } from "#platform/config/sealing.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { Problem } from "#platform/api/problem.ts";
import { apiAnswers } from "./tables.server.ts";

/** How long an answer is replayed. */
export const REPLAY_HOURS = 24;

export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON, or null. */
  readonly body: string | null;
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/**
 * The Idempotency-Key of a request, with or without the quotes of a structured header.
 * @throws Problem bad-header
 */
export function readIdempotencyKey(header: string | null): string | undefined {
  if (header === null) return undefined;
  const key = /^"(.*)"$/.exec(header.trim())?.[1] ?? header.trim();
  if (!/^[\x21-\x7e]{1,255}$/.test(key))
    throw new Problem("bad-header", "An Idempotency-Key must be 1 to 255 visible ASCII characters.");
  return key;
}

/** The fields that identify a repeated request. */
export interface SameRequest {
  readonly keyId: string;
  readonly idempotencyKey: string;
  readonly method: string;
  /** Including the query. */
  readonly address: string;
  readonly body: string;
}

/**
 * Runs `work` once per Idempotency-Key and replays the same answer for a day. The answer is stored in the
 * transaction of the work, so a crash leaves both or neither. Only successes are stored: a refusal changed
 * nothing, so a retry runs again.
 * @throws Problem in-progress while the first is running, key-reused for another request
 */
export async function once(
  ctx: AccountContext,
  request: SameRequest,
  work: () => Promise<StoredAnswer>,
): Promise<StoredAnswer & { readonly isReplayed: boolean }> {
  const { keyId, idempotencyKey, method, address, body } = request;
  const account = ctx.account.id;
  const idempotencyHash = hashOf(idempotencyKey);
  const requestHash = hashOf(`${method} ${address}\n${body}`);
  const purpose = `api answer ${account} ${keyId} ${idempotencyHash}`;
  const { rows } = await ctx.db.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`${account} ${keyId} ${idempotencyHash}`}, 5)) as free`,
  );
  if (!rows[0]?.free)
    throw new Problem("in-progress", "A request with this Idempotency-Key is in progress.", {
      headers: { "Retry-After": "1" },
    });
  const [kept] = await ctx.db
    .select()
    .from(apiAnswers)
    .where(
      and(
        eq(apiAnswers.accountId, account),
        eq(apiAnswers.keyId, keyId),
        eq(apiAnswers.idempotencyHash, idempotencyHash),
      ),
    );
  if (kept && Temporal.Instant.compare(ctx.now, kept.at.add({ hours: REPLAY_HOURS })) < 0) {
    if (kept.requestHash !== requestHash)
      throw new Problem(
        "key-reused",
        "A different request already used this Idempotency-Key. Use a new one for each request.",
      );
    const text = unseal(purpose, kept.answer);
    // SECRET has changed: the work is done, but its answer can't be decrypted.
    if (text === undefined)
      throw new Problem("conflict", "This was already done, and its response is no longer available.");
    return { ...(JSON.parse(text) as StoredAnswer), isReplayed: true };
  }
  const done = await work();
  const row = { requestHash, answer: seal(purpose, JSON.stringify(done)), at: ctx.now };
  await ctx.db
    .insert(apiAnswers)
    .values({ accountId: account, keyId, idempotencyHash, ...row })
    .onConflictDoUpdate({
      target: [apiAnswers.accountId, apiAnswers.keyId, apiAnswers.idempotencyHash],
      set: row,
    });
  return { ...done, isReplayed: false };
}
