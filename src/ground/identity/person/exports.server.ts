import { and, desc, eq, gt, isNull, lt, or, sql } from "drizzle-orm";
import type { Db } from "#platform/db/database.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Context, isId, type Person, withSystem } from "#platform/db/scope.server.ts";
import { type Origin, recordEvent } from "../security/events.server.ts";
import { identityExports } from "../tables.server.ts";

export type Export = typeof identityExports.$inferSelect;

const LIFETIME_DAYS = 7;
const COPIES_PER_DAY = 3;
// Failed copies may be requested again, up to this.
const REQUESTS_PER_DAY = 10;
/** A copy neither ready nor failed after a day is considered lost. */
const DAY = { hours: 24 } as const;

const isOpen = and(isNull(identityExports.readyAt), isNull(identityExports.failedAt));

/**
 * Requests a data copy, in the caller's `withSystem` transaction, which also enqueues the work. Allows one at
 * a time and three a day; a repeated submit counts once.
 */
export async function requestExport(
  ctx: Context,
  person: Pick<Person, "id">,
  origin: Origin,
): Promise<{ readonly id: string } | { readonly refused: "running" | "too many" }> {
  const { db, now } = ctx;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`export ${person.id}`}, 1))`);
  const recent = await db
    .select({ readyAt: identityExports.readyAt, failedAt: identityExports.failedAt })
    .from(identityExports)
    .where(and(eq(identityExports.userId, person.id), gt(identityExports.askedAt, now.subtract(DAY))));
  if (recent.some((one) => !one.readyAt && !one.failedAt)) return { refused: "running" };
  if (recent.filter((one) => !one.failedAt).length >= COPIES_PER_DAY || recent.length >= REQUESTS_PER_DAY)
    return { refused: "too many" };
  const id = newId();
  await db.insert(identityExports).values({ id, userId: person.id, askedAt: now });
  await recordEvent(person.id, "export-asked", origin, {}, db);
  return { id };
}

/** A person's newest copies that haven't expired. */
export function listExports(person: Pick<Person, "id">): Promise<Export[]> {
  return withSystem(({ db, now }) =>
    db
      .select()
      .from(identityExports)
      .where(
        and(
          eq(identityExports.userId, person.id),
          or(isNull(identityExports.expiresAt), gt(identityExports.expiresAt, now)),
        ),
      )
      .orderBy(desc(identityExports.askedAt), desc(identityExports.id))
      .limit(5),
  );
}

/** A person's copy, if it can be downloaded now. */
export async function findExport(
  person: Pick<Person, "id">,
  id: string,
): Promise<{ file: string; bytes: number; readyAt: Temporal.Instant } | undefined> {
  if (!isId(id)) return undefined;
  const [found] = await withSystem(({ db, now }) =>
    db
      .select()
      .from(identityExports)
      .where(
        and(
          eq(identityExports.id, id),
          eq(identityExports.userId, person.id),
          gt(identityExports.expiresAt, now),
        ),
      ),
  );
  return found?.file && found.readyAt
    ? { file: found.file, bytes: found.bytes ?? 0, readyAt: found.readyAt }
    : undefined;
}

/** A copy that is still to be made. */
export async function findPendingExport(id: string): Promise<Export | undefined> {
  const [found] = await withSystem(({ db }) =>
    db
      .select()
      .from(identityExports)
      .where(and(eq(identityExports.id, id), isOpen)),
  );
  return found;
}

/** Marks a copy as ready. @returns false if the person is gone, or another worker finished first */
export async function completeExport(
  { db, now }: Context,
  id: string,
  result: { file: string; bytes: number },
): Promise<boolean> {
  const { rowCount } = await db
    .update(identityExports)
    .set({ ...result, readyAt: now, expiresAt: now.add({ hours: 24 * LIFETIME_DAYS }) })
    .where(and(eq(identityExports.id, id), isOpen));
  return Boolean(rowCount);
}

/** Marks a copy as failed. @returns false if it was no longer pending */
export async function failExport({ db, now }: Context, id: string): Promise<boolean> {
  const { rowCount } = await db
    .update(identityExports)
    .set({ failedAt: now })
    .where(and(eq(identityExports.id, id), isOpen));
  return Boolean(rowCount);
}

/** Copies that expired, and ids of those that were never completed. */
export async function listExpiredExports({
  db,
  now,
}: Context): Promise<{ expired: Export[]; abandoned: string[] }> {
  const expired = await db.select().from(identityExports).where(lt(identityExports.expiresAt, now));
  const abandoned = await db
    .select({ id: identityExports.id })
    .from(identityExports)
    .where(and(isOpen, lt(identityExports.askedAt, now.subtract(DAY))));
  return { expired, abandoned: abandoned.map((one) => one.id) };
}

/** Deletes the row of a copy whose file is gone. */
export async function deleteExport(db: Db, id: string): Promise<void> {
  await db.delete(identityExports).where(eq(identityExports.id, id));
}

/**
 * What a person's copy leaves out, with the reason, by table and column; a table alone is left out entirely.
 */
export const WITHHELD_OF_PERSON: Readonly<Record<string, string>> = {
  "identity_sessions.token": "would let someone in as you",
  "identity_credentials.password": "a hash that someone could test guesses against",
  "identity_credentials.access_token": "opens your account at another provider",
  "identity_credentials.refresh_token": "opens your account at another provider",
  "identity_credentials.id_token": "opens your account at another provider",
  "identity_totp.sealed": "generates your login codes",
  "identity_recovery_codes.code_hash": "a hash that someone could test guesses against",
  "identity_devices.device_hash": "a fingerprint of a secret in your browser",
  identity_challenges: "logins and changes in progress, stored under a hash of their secret",
};
