import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from "node:crypto";
import { promisify } from "node:util";
import { textRecords } from "../../outside/outside.server.ts";

export interface DkimPair {
  /** PKCS #8 in PEM. */
  readonly privateKey: string;
  /** As in the DNS record: base64 of the SubjectPublicKeyInfo. */
  readonly publicKey: string;
}

const MIN_BITS = 1024;
const MAX_BITS = 4096;

/** A new RSA key of 2048 bits, which every receiver supports. */
export async function newDkimPair(): Promise<DkimPair> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  return pairOf(privateKey);
}

/** The pair of an existing private key; undefined if the text is no RSA private key that receivers accept. */
export function readDkimPair(pem: string): DkimPair | undefined {
  try {
    const key = createPrivateKey(pem);
    const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
    return key.asymmetricKeyType === "rsa" && bits >= MIN_BITS && bits <= MAX_BITS ? pairOf(key) : undefined;
  } catch {
    return undefined;
  }
}

function pairOf(key: KeyObject): DkimPair {
  return {
    privateKey: key.export({ type: "pkcs8", format: "pem" }).toString(),
    publicKey: createPublicKey(key).export({ type: "spki", format: "der" }).toString("base64"),
  };
}

/** The DNS record that publishes a key (RFC 6376, 3.6). */
export function dkimRecord({
  domain,
  selector,
  publicKey,
}: {
  domain: string;
  selector: string;
  publicKey: string;
}): {
  name: string;
  value: string;
} {
  return { name: `${selector}._domainkey.${domain}`, value: `v=DKIM1; k=rsa; p=${publicKey}` };
}

/** Result of the lookup; `another` is a different key at the same name. */
export type DkimFinding = "there" | "missing" | "another" | "no-answer";

export async function findDkimRecord(key: {
  domain: string;
  selector: string;
  publicKey: string;
}): Promise<DkimFinding> {
  let records: string[];
  try {
    records = await textRecords(dkimRecord(key).name);
  } catch {
    return "no-answer";
  }
  // Other TXT records may share the name; a key record has p= in it.
  const keys = records
    .map((record) => /(?:^|;)\s*p\s*=([^;]*)/.exec(record)?.[1]?.replaceAll(/\s/g, ""))
    .filter((found) => found !== undefined);
  if (!keys.length) return "missing";
  return keys.includes(key.publicKey) ? "there" : "another";
}
