import { randomBytes } from "node:crypto";
import { and, asc, count, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { canonicalJson, notCanonical } from "#platform/canonical/canonical-json.ts";
import { newId } from "#platform/db/ids.ts";
import { notice } from "#platform/db/notices.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { headerBytes, payloadBytes } from "./verify/entry-bytes.ts";
import { sha256 } from "./verify/hashing.server.ts";
import { lockFirst } from "./first-lock.server.ts";
import { signer } from "./seal/keys.server.ts";
import { type Entry, FORMAT, type Json, type Seal, SEALED } from "./rules.ts";
import { evidenceEntries, evidenceHeads, evidenceSeals } from "./tables.server.ts";

/** Largest payload of an entry, in bytes of JSON. */
const MOST_PAYLOAD_BYTES = 256 * 1024;

/** An event to append to a job's history. */
export interface Happened {
  readonly job: string;
  readonly kind: string;
  /** Everything about the event that may have to be proven later, by name. */
  readonly payload: Readonly<Record<string, Json>>;
  /** When it happened, according to its author; default now. */
  readonly occurredAt?: Temporal.Instant | undefined;
  readonly capturedAt?: Temporal.Instant | null | undefined;
  /**
   * Id of the person; default the user of the context. Null for a client without an account or the product
   * itself.
   */
  readonly author?: string | null | undefined;
  /** SHA-256 in hex of the originals that belong to it. */
  readonly media?: readonly string[] | undefined;
  /** Number of the entry that this one corrects, which itself stays unchanged. */
  readonly corrects?: number | undefined;
  /**
   * Ids of the people named in the payload, such as the client, for whom it can be erased. Not its author:
   * what people wrote at work belongs to the business.
   */
  readonly about?: readonly string[] | undefined;
  /** The law that forbids erasing it until then, with its citation. */
  readonly retained?: { readonly by: string; readonly until: Temporal.Instant } | undefined;
}

export interface Appended {
  readonly number: number;
  readonly hash: string;
}

const happenedSchema = z.object({
  job: z.uuid(),
  kind: z.string().regex(/^[a-z]+\.[a-z-]+$/),
  author: z.uuid().nullable(),
  media: z.array(z.string().regex(/^[0-9a-f]{64}$/)).max(500),
  about: z.array(z.uuid()).max(100),
});

/**
 * Appends to a job's history in the caller's transaction, so the event and its entry are saved together or
 * not at all. Other appends to the same job wait.
 * @throws AppError invalid if the payload can't be stored unchanged, or the corrected entry doesn't exist
 */
export async function append(ctx: AccountContext, happened: Happened): Promise<Appended> {
  if (happened.kind.startsWith("evidence."))
    throw new AppError("invalid", "That name is reserved for the history itself.");
  const author = happened.author === undefined ? (ctx.user?.id ?? null) : happened.author;
  // Store the author's email too: after they leave, their id alone identifies nobody.
  const by: Record<string, Json> = author !== null && author === ctx.user?.id ? { by: ctx.user.email } : {};
  return appendEntry(ctx, { ...happened, author, payload: { ...by, ...happened.payload } });
}

/** Like `append`, also for the history's own kinds. */
export async function appendEntry(
  ctx: AccountContext,
  happened: Happened & { readonly author: string | null },
): Promise<Appended> {
  const { job, kind, payload, author, corrects = null, media = [], about = [] } = happened;
  const problem = notCanonical(payload);
  if (problem) throw new AppError("invalid", `This can’t be saved in the history: ${problem}.`);
  if (Buffer.byteLength(canonicalJson(payload)) > MOST_PAYLOAD_BYTES)
    throw new AppError("invalid", "This is too long to save in the history.");
  const checked = happenedSchema.safeParse({
    job,
    kind,
    author,
    media: [...new Set(media)],
    about: [...new Set(about)],
  });
  if (!checked.success) throw new AppError("invalid", "This can’t be saved in the history.");

  const head = await lockHead(ctx, job, Object.hasOwn(payload, "command"));
  if (corrects !== null && !(Number.isInteger(corrects) && corrects > 0 && corrects <= head.number))
    throw new AppError("invalid", "The entry this corrects doesn’t exist.");
  // Server clocks may differ, so never date an entry before the previous one.
  const at = head.at && Temporal.Instant.compare(head.at, ctx.now) > 0 ? head.at : toMilliseconds(ctx.now);
  const occurredAt = toMilliseconds(happened.occurredAt ?? ctx.now);
  const capturedAt = happened.capturedAt ? toMilliseconds(happened.capturedAt) : null;
  const salt = randomBytes(32).toString("hex");
  const header = {
    v: FORMAT,
    account: ctx.account.id,
    job,
    number: head.number + 1,
    at: written(at),
    occurredAt: written(occurredAt),
    capturedAt: capturedAt && written(capturedAt),
    author,
    kind,
    corrects,
    media: checked.data.media,
    payloadHash: sha256(payloadBytes(payload, salt)),
    previousHash: head.hash,
  } as const;
  const hash = sha256(headerBytes(header));
  const { number, payloadHash, previousHash } = header;
  await ctx.db.insert(evidenceEntries).values({
    accountId: ctx.account.id,
    jobId: job,
    number,
    at,
    occurredAt,
    capturedAt,
    author,
    kind,
    corrects,
    media: [...header.media],
    payload,
    salt,
    payloadHash,
    previousHash,
    hash,
    about: checked.data.about,
    retainedBy: happened.retained?.by ?? null,
    retainedUntil: happened.retained?.until ?? null,
  });
  await ctx.db.update(evidenceHeads).set({ number, hash, at }).where(headOf(ctx, job));
  // Wakes listening devices. For entries of commands, the sync counter already does.
  if (!Object.hasOwn(payload, "command")) await ctx.db.execute(notice(ctx.account.id, "0"));
  return { number, hash };
}

const headOf = (ctx: AccountContext, job: string) =>
  and(eq(evidenceHeads.accountId, ctx.account.id), eq(evidenceHeads.jobId, job));

/**
 * Locks the end of a job's history until this transaction ends.
 * @param isCommand whether a command is applied, which has locked first what it locks
 */
export async function lockHead(ctx: AccountContext, job: string, isCommand = false) {
  if (!isCommand) await lockFirst(ctx);
  await ctx.db
    .insert(evidenceHeads)
    .values({ accountId: ctx.account.id, jobId: job, number: 0, hash: null, at: null })
    .onConflictDoNothing();
  const [head] = await ctx.db.select().from(evidenceHeads).where(headOf(ctx, job)).for("update");
  if (!head) throw new AppError("not_found", "Page not found.");
  return head;
}

const toMilliseconds = (at: Temporal.Instant) =>
  at.round({ smallestUnit: "millisecond", roundingMode: "floor" });
const written = (at: Temporal.Instant) => at.toString({ smallestUnit: "millisecond" });

/**
 * Seals a job's history: appends an entry that says so and signs everything up to it. Later entries about an
 * earlier time are shown as late.
 * @param words the reason, in people's words: "Final walk done"
 * @throws AppError not_found if there is nothing to seal, conflict if nothing is new
 */
export async function seal(ctx: AccountContext, job: string, words = ""): Promise<Seal> {
  const head = await lockHead(ctx, job);
  const [newest] = await ctx.db
    .select({ kind: evidenceEntries.kind })
    .from(evidenceEntries)
    .where(entryOf(ctx, job, head.number));
  if (!newest) throw new AppError("not_found", "Nothing has happened on this job yet.");
  if (newest.kind === SEALED) throw new AppError("conflict", "Nothing new since it was last locked.");
  const id = newId();
  const { number, hash } = await appendEntry(ctx, {
    job,
    kind: SEALED,
    author: ctx.user?.id ?? null,
    payload: { seal: id, words: words.slice(0, 500) },
  });
  const [row] = await ctx.db
    .select({ at: evidenceEntries.at })
    .from(evidenceEntries)
    .where(entryOf(ctx, job, number));
  const made = (await signer(ctx.db))({
    is: "seal" as const,
    v: FORMAT,
    account: ctx.account.id,
    job,
    id,
    number,
    hash,
    at: written(row!.at),
    author: ctx.user?.id ?? null,
  });
  const { author, key, signature } = made;
  await ctx.db
    .insert(evidenceSeals)
    .values({ accountId: ctx.account.id, jobId: job, id, number, hash, at: row!.at, author, key, signature });
  return made;
}

const entryOf = (ctx: AccountContext, job: string, number: number) =>
  and(
    eq(evidenceEntries.accountId, ctx.account.id),
    eq(evidenceEntries.jobId, job),
    eq(evidenceEntries.number, number),
  );

const ENTRIES_AT_ONCE = 1_000;

/** Yields a job's history in order, some hundred entries at a time. */
export async function* historyOf(ctx: AccountContext, job: string): AsyncGenerator<Entry[]> {
  for (let after = 0; ;) {
    const rows = await ctx.db
      .select()
      .from(evidenceEntries)
      .where(
        and(
          eq(evidenceEntries.accountId, ctx.account.id),
          eq(evidenceEntries.jobId, job),
          sql`${evidenceEntries.number} > ${after}`,
        ),
      )
      .orderBy(asc(evidenceEntries.number))
      .limit(ENTRIES_AT_ONCE);
    if (rows.length > 0) yield rows.map(asEntry);
    if (rows.length < ENTRIES_AT_ONCE) return;
    after = rows.at(-1)!.number;
  }
}

/** Converts a row to an entry as exported and verified. */
export function asEntry(row: typeof evidenceEntries.$inferSelect): Entry {
  const {
    accountId: account,
    jobId: job,
    number,
    author,
    kind,
    corrects,
    media,
    payload,
    salt,
    payloadHash,
    previousHash,
    hash,
  } = row;
  return {
    v: FORMAT,
    account,
    job,
    number,
    at: written(row.at),
    occurredAt: written(row.occurredAt),
    capturedAt: row.capturedAt && written(row.capturedAt),
    author,
    kind,
    corrects,
    media,
    payload,
    salt,
    payloadHash,
    previousHash,
    hash,
  };
}

/** A job's seals, oldest first. */
export async function sealsOf(ctx: AccountContext, job: string): Promise<Seal[]> {
  const rows = await ctx.db
    .select()
    .from(evidenceSeals)
    .where(and(eq(evidenceSeals.accountId, ctx.account.id), eq(evidenceSeals.jobId, job)))
    .orderBy(asc(evidenceSeals.number));
  return rows.map(({ accountId: account, jobId: _job, id, number, hash, at, author, key, signature }) => ({
    is: "seal",
    v: FORMAT,
    account,
    job,
    id,
    number,
    hash,
    at: written(at),
    author,
    key,
    signature,
  }));
}

/** A job's number of entries, last hash, and the entry up to which it is sealed. */
export async function loadStanding(
  ctx: AccountContext,
  job: string,
): Promise<{ number: number; hash: string | null; sealedTo: number; seals: number }> {
  const [head] = await ctx.db.select().from(evidenceHeads).where(headOf(ctx, job));
  const [sealed] = await ctx.db
    .select({ to: sql<number>`coalesce(max(${evidenceSeals.number}), 0)::int`, seals: count() })
    .from(evidenceSeals)
    .where(and(eq(evidenceSeals.accountId, ctx.account.id), eq(evidenceSeals.jobId, job)));
  return {
    number: head?.number ?? 0,
    hash: head?.hash ?? null,
    sealedTo: sealed?.to ?? 0,
    seals: sealed?.seals ?? 0,
  };
}
