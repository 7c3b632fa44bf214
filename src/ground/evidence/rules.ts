// The format of a history. Pure, because the server and the verifier page of an export share it.

/** Version of everything below. Only ever add to it: copies from years ago must still verify. */
export const FORMAT = 1;

/** Kind of the entry that records a seal and is itself covered by it. */
export const SEALED = "evidence.sealed";
/** Kind of the entry that records an erasure and its rule. */
export const ERASED = "evidence.erased";

/** Whether the history itself writes this kind: seals and erasures. */
export const isBuiltInKind = (kind: string): boolean => kind.startsWith("evidence.");

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** The part of an entry covered by its hash. It contains no personal data, so it is never erased. */
export interface Header {
  readonly v: typeof FORMAT;
  readonly account: string;
  readonly job: string;
  /** From 1, without gaps. */
  readonly number: number;
  /** When the server appended it: ISO instant with milliseconds, never before the previous entry's. */
  readonly at: string;
  /** When it happened, according to its author. */
  readonly occurredAt: string;
  /** By the device's own clock, which is unverified; null without a device. */
  readonly capturedAt: string | null;
  /** Id of the person; null for the product itself or a person without an account. Never a name. */
  readonly author: string | null;
  readonly kind: string;
  readonly corrects: number | null;
  /** SHA-256 in hex of every original that belongs to it. */
  readonly media: readonly string[];
  /** SHA-256 in hex of the canonical JSON of {payload, salt}. */
  readonly payloadHash: string;
  /** Hash of the previous entry; null for the first. */
  readonly previousHash: string | null;
}

export interface Entry extends Header {
  /** SHA-256 in hex of the header's canonical JSON. */
  readonly hash: string;
  /** Null once erased. */
  readonly payload: Json;
  /**
   * 32 random bytes in hex. Without them, guesses at an erased payload can't be tested against its hash. Null
   * once erased.
   */
  readonly salt: string | null;
}

/** The installation's signature over a history up to an entry. */
export interface Seal {
  readonly is: "seal";
  readonly v: typeof FORMAT;
  readonly account: string;
  readonly job: string;
  readonly id: string;
  /** The last entry it covers, which is the one recording the seal. */
  readonly number: number;
  /** Hash of that entry, which depends on all entries before it. */
  readonly hash: string;
  readonly at: string;
  readonly author: string | null;
  readonly key: string;
  /** Ed25519 in hex over the canonical JSON of everything else. */
  readonly signature: string;
}

export interface PublicKey {
  /** SHA-256 in hex of the key's 32 bytes. */
  readonly id: string;
  /** The 32 bytes of an Ed25519 public key in hex. */
  readonly publicKey: string;
}

/** `seals.json` of an export. */
export interface Seals {
  readonly keys: readonly PublicKey[];
  readonly seals: readonly Seal[];
}

/** `manifest.json` of an export, signed when the copy is made, so that nothing can be cut off its end. */
export interface Manifest {
  readonly is: "export";
  readonly v: typeof FORMAT;
  readonly account: string;
  readonly job: string;
  readonly at: string;
  readonly number: number;
  readonly hash: string;
  /** Every other file in ZIP order; compressed ones with their compressed size and hash. */
  readonly files: readonly {
    readonly path: string;
    readonly bytes: number;
    readonly sha256: string;
    readonly packed?: { readonly bytes: number; readonly sha256: string };
  }[];
  /** Version of the ZIP layout (`zip-format.ts`); absent in copies older than layout signing. */
  readonly zip?: 1;
  /** Named originals that had not reached the server. */
  readonly absent: readonly string[];
  /**
   * Entries whose text and photos were left out of a copy about one matter: their hashes still prove the
   * chain. Absent in copies of whole histories.
   */
  readonly withheld?: readonly number[];
  readonly key: string;
  readonly signature: string;
}

export interface Erasure {
  readonly rule: string;
  readonly entries: readonly number[];
  readonly media: readonly string[];
  /** Entries that also name the person, but that the law retains. */
  readonly kept: readonly { readonly entry: number; readonly reason: string; readonly until: string }[];
}

/** Picks the header of an entry, which its hash covers. */
export function headerOf(entry: Header): Header {
  const {
    v,
    account,
    job,
    number,
    at,
    occurredAt,
    capturedAt,
    author,
    kind,
    corrects,
    media,
    payloadHash,
    previousHash,
  } = entry;
  return {
    v,
    account,
    job,
    number,
    at,
    occurredAt,
    capturedAt,
    author,
    kind,
    corrects,
    media,
    payloadHash,
    previousHash,
  };
}

/** Drops the signature, leaving what it covers. */
export function withoutSignature<T extends { readonly signature: string }>(signed: T): Omit<T, "signature"> {
  const { signature: _, ...rest } = signed;
  return rest;
}

/** Numbers of entries appended after a seal about a time before it. */
export function lateEntries(
  entries: readonly Pick<Header, "number" | "occurredAt" | "kind">[],
  seals: readonly Pick<Seal, "number" | "at">[],
): number[] {
  const inOrder = seals.toSorted((a, b) => a.number - b.number);
  const found: number[] = [];
  let [next, sealedAt] = [0, ""];
  for (const { number, occurredAt, kind } of entries.toSorted((a, b) => a.number - b.number)) {
    for (let seal = inOrder[next]; seal && seal.number < number; seal = inOrder[++next])
      sealedAt = seal.at > sealedAt ? seal.at : sealedAt;
    // Uniform ISO instants compare correctly as text.
    if (sealedAt && occurredAt < sealedAt && kind !== ERASED && kind !== SEALED) found.push(number);
  }
  return found;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isErasure = (payload: unknown): payload is Erasure =>
  isRecord(payload) &&
  typeof payload["rule"] === "string" &&
  ["entries", "media", "kept"].every((name) => Array.isArray(payload[name]));

/** The erasure recorded by an entry; null for other kinds. */
export const erasureOf = ({ kind, payload }: Pick<Entry, "kind" | "payload">): Erasure | null =>
  kind === ERASED && isErasure(payload) ? payload : null;

/** Id of the seal recorded by an entry; null for other kinds. */
export function sealOf(entry: Pick<Entry, "kind" | "payload">): string | null {
  if (entry.kind !== SEALED || !isRecord(entry.payload)) return null;
  const { seal } = entry.payload;
  return typeof seal === "string" ? seal : null;
}

/** Path of an original in an export. */
export const mediaPath = (sha256: string, extension: string): string => `media/${sha256}.${extension}`;
/** The hash in an original's path; null for other paths. */
export const hashInPath = (path: string): string | null =>
  /^media\/([0-9a-f]{64})\.[a-z0-9]{1,10}$/.exec(path)?.[1] ?? null;

/** Files of every export besides originals. */
export const FILES = {
  history: "history.jsonl",
  seals: "seals.json",
  manifest: "manifest.json",
  certification: "certification.pdf",
  verifier: "verify.html",
  sums: "SHA256SUMS",
  read: "READ ME.txt",
} as const;
