import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { asc, sql } from "drizzle-orm";
import { seal as sealText, unseal } from "#platform/config/sealing.server.ts";
import type { Db } from "#platform/db/database.server.ts";
import { type Context, SYSTEM_ACCOUNT, withSystem } from "#platform/db/scope.server.ts";
import { AppError } from "#platform/errors/app-error.ts";
import { signedBytes } from "../verify/entry-bytes.ts";
import { sha256, SPKI_PREFIX } from "../verify/hashing.server.ts";
import type { PublicKey } from "../rules.ts";
import { evidenceKeys } from "../tables.server.ts";

const purposeOf = (id: string) => `evidence key ${id}`;

/**
 * Creates a signing key if none can be decrypted: at first start and after SECRET changed. Called once per
 * start.
 */
export async function ensureSealingKey(): Promise<void> {
  await withSystem(async (ctx) => {
    // Prevents two starting processes from each creating a key.
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('evidence keys', 3))`);
    if (!(await ownKey(ctx.db))) await addKey(ctx);
  });
}

/** Creates a new signing key. Older keys remain to verify their signatures. */
export function rotateKey(): Promise<PublicKey> {
  return withSystem(addKey);
}

async function addKey({ db, now }: Context): Promise<PublicKey> {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const raw = publicKey.export({ type: "spki", format: "der" }).subarray(SPKI_PREFIX.length);
  const key = { id: sha256(raw), publicKey: raw.toString("hex") };
  const sealed = sealText(purposeOf(key.id), privateKey.export({ type: "pkcs8", format: "pem" }).toString());
  await db.insert(evidenceKeys).values({ accountId: SYSTEM_ACCOUNT, ...key, sealed, at: now });
  return key;
}

const allKeys = (db: Db) =>
  db.select().from(evidenceKeys).orderBy(asc(evidenceKeys.at), asc(evidenceKeys.id));

/** The newest key that this SECRET decrypts. */
async function ownKey(db: Db): Promise<{ id: string; privateKey: KeyObject } | undefined> {
  for (const { id, sealed } of (await allKeys(db)).reverse()) {
    const pem = unseal(purposeOf(id), sealed);
    if (pem) return { id, privateKey: createPrivateKey(pem) };
  }
  return undefined;
}

/** Public halves of all keys ever used, oldest first. */
export async function publicKeys(db: Db): Promise<PublicKey[]> {
  return (await allKeys(db)).map(({ id, publicKey }) => ({ id, publicKey }));
}

/** Signs an object and adds the id of its key. */
export type Signer = <const T extends object>(what: T) => T & { key: string; signature: string };

/**
 * Opens the signing key, for use now or after the transaction.
 * @throws AppError unavailable if there is none yet
 */
export async function signer(db: Db): Promise<Signer> {
  const key = await ownKey(db);
  if (!key)
    throw new AppError("unavailable", "We’re still starting up. Try again in a few seconds.", {
      retryAfter: 2,
    });
  return (what) => {
    const unsigned = { ...what, key: key.id, signature: "" };
    return { ...unsigned, signature: sign(null, signedBytes(unsigned), key.privateKey).toString("hex") };
  };
}
