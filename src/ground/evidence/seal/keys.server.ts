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
 * Makes the installation's key where there is none that opens: at the first start, and after SECRET was
 * changed. Called once per start.
 */
export async function ensureSealingKey(): Promise<void> {
  await withSystem(async (ctx) => {
    // Two processes that start at once make one key.
    await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended('evidence keys', 3))`);
    if (!(await ownKey(ctx.db))) await addKey(ctx);
  });
}

/** Makes a new key that signs from now on. Those before it stay, to check what they signed. */
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

/** The newest key that opens with this SECRET. */
async function ownKey(db: Db): Promise<{ id: string; privateKey: KeyObject } | undefined> {
  for (const { id, sealed } of (await allKeys(db)).reverse()) {
    const pem = unseal(purposeOf(id), sealed);
    if (pem) return { id, privateKey: createPrivateKey(pem) };
  }
  return undefined;
}

/** The public halves of all keys there ever were, the oldest first. */
export async function publicKeys(db: Db): Promise<PublicKey[]> {
  return (await allKeys(db)).map(({ id, publicKey }) => ({ id, publicKey }));
}

/** Signs what it is given with the key it was made with. */
export type Signer = <const T extends object>(what: T) => T & { key: string; signature: string };

/**
 * Opens the installation's key, to sign with it now or when the transaction is over.
 * @throws AppError unavailable where there is none yet
 */
export async function signer(db: Db): Promise<Signer> {
  const key = await ownKey(db);
  if (!key)
    throw new AppError("unavailable", "We are still starting. Please try again in a few seconds.", {
      retryAfter: 2,
    });
  return (what) => {
    const unsigned = { ...what, key: key.id, signature: "" };
    return { ...unsigned, signature: sign(null, signedBytes(unsigned), key.privateKey).toString("hex") };
  };
}
