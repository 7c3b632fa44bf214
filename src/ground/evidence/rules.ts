// What a job's history is made of. Pure, and the same wherever it is read: on the server, and in the page
// that checks a copy of it.

/**
 * Version of everything below. What is written here is only ever added to: a copy from years ago must still
 * be checked.
 */
export const FORMAT = 1;

/** The kind of the entry that every seal ends with: it is part of what is sealed. */
export const SEALED = "evidence.sealed";
/** The kind of the entry that says what was erased, and by which rule. */
export const ERASED = "evidence.erased";

/** Whether the history says it of itself: what is sealed, what was erased. */
export const isBuiltInKind = (kind: string): boolean => kind.startsWith("evidence.");

/** What JSON can say. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** What the hash of an entry covers. No person can be read from it, so it is never erased. */
export interface Header {
  readonly v: typeof FORMAT;
  readonly account: string;
  readonly job: string;
  /** From 1, without a gap. */
  readonly number: number;
  /** When the server took it, ISO instant with milliseconds. Never before that of the entry ahead of it. */
  readonly at: string;
  /** When it happened, as its author says. */
  readonly occurredAt: string;
  /** The device's own clock, which nobody vouches for; null where no device was. */
  readonly capturedAt: string | null;
  /** Id of the person; null for what the product itself did, or somebody without a seat. Never a name. */
  readonly author: string | null;
  /** `feature.what`. */
  readonly kind: string;
  /** Number of the entry that this one corrects. */
  readonly corrects: number | null;
  /** SHA-256 of every original that belongs to it, in hex. */
  readonly media: readonly string[];
  /** SHA-256 of the canonical JSON of {payload, salt}, in hex. */
  readonly payloadHash: string;
  /** Hash of the entry ahead of it; null for the first. */
  readonly previousHash: string | null;
}

/** One line of a history. */
export interface Entry extends Header {
  /** SHA-256 of the canonical JSON of the header, in hex. */
  readonly hash: string;
  /** What it says; null once erased. */
  readonly payload: Json;
  /**
   * 32 random bytes in hex: without them nobody can tell by the hash what an erased payload said. Null once
   * erased.
   */
  readonly salt: string | null;
}

/** Somebody's word, signed by the installation, that the history up to here is as it is. */
export interface Seal {
  readonly is: "seal";
  readonly v: typeof FORMAT;
  readonly account: string;
  readonly job: string;
  readonly id: string;
  /** The last entry that it covers: the one that says that it was sealed. */
  readonly number: number;
  /** Hash of that entry, and by it of all before. */
  readonly hash: string;
  readonly at: string;
  readonly author: string | null;
  /** Id of the key. */
  readonly key: string;
  /** Ed25519 over the canonical JSON of all else, in hex. */
  readonly signature: string;
}

/** A key that signs, its public half. */
export interface PublicKey {
  /** SHA-256 of the key's 32 bytes, in hex. */
  readonly id: string;
  /** The 32 bytes of an Ed25519 public key, in hex. */
  readonly publicKey: string;
}

/** `seals.json` of an export. */
export interface Seals {
  readonly keys: readonly PublicKey[];
  readonly seals: readonly Seal[];
}

/**
 * `manifest.json` of an export: what left, signed as it left, so that nothing can be taken from its end
 * either.
 */
export interface Manifest {
  readonly is: "export";
  readonly v: typeof FORMAT;
  readonly account: string;
  readonly job: string;
  /** When it was made. */
  readonly at: string;
  /** The last entry, and its hash. */
  readonly number: number;
  readonly hash: string;
  /** Every other file, in the order they lie in; where one is compressed, also how it lies there. */
  readonly files: readonly {
    readonly path: string;
    readonly bytes: number;
    readonly sha256: string;
    readonly packed?: { readonly bytes: number; readonly sha256: string };
  }[];
  /**
   * How the ZIP around them is written (`zip-format.ts`); left out by copies from before that was signed too.
   */
  readonly zip?: 1;
  /** Originals that an entry names and that had not reached the server. */
  readonly absent: readonly string[];
  readonly key: string;
  readonly signature: string;
}

/** What an entry of the kind ERASED says. */
export interface Erasure {
  /** By which rule. */
  readonly rule: string;
  readonly entries: readonly number[];
  readonly media: readonly string[];
  /** What names the person too, and the law retains. */
  readonly kept: readonly { readonly entry: number; readonly reason: string; readonly until: string }[];
}

/** The header of an entry, and nothing else: what its hash covers. */
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

/** What a signature covers: all but the signature. */
export function withoutSignature<T extends { readonly signature: string }>(signed: T): Omit<T, "signature"> {
  const { signature: _, ...rest } = signed;
  return rest;
}

/** Numbers of the entries that came after a seal and tell of a time before it: late, and said to be. */
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
    // Instants of one form: as texts they come in the order of time.
    if (sealedAt && occurredAt < sealedAt && kind !== ERASED && kind !== SEALED) found.push(number);
  }
  return found;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** What an entry says was erased; null where it says nothing of the kind. */
export function erasureOf(entry: Pick<Entry, "kind" | "payload">): Erasure | null {
  const { kind, payload } = entry;
  if (kind !== ERASED || !isRecord(payload)) return null;
  const { rule, entries, media, kept } = payload;
  if (typeof rule !== "string" || !Array.isArray(entries) || !Array.isArray(media) || !Array.isArray(kept))
    return null;
  return payload as unknown as Erasure;
}

/** Id of the seal that an entry tells of. */
export function sealOf(entry: Pick<Entry, "kind" | "payload">): string | null {
  if (entry.kind !== SEALED || !isRecord(entry.payload)) return null;
  const { seal } = entry.payload;
  return typeof seal === "string" ? seal : null;
}

/** Where an original stands in an export. */
export const mediaPath = (sha256: string, extension: string): string => `media/${sha256}.${extension}`;
/** The hash in such a path, or null for another. */
export const hashInPath = (path: string): string | null =>
  /^media\/([0-9a-f]{64})\.[a-z0-9]{1,10}$/.exec(path)?.[1] ?? null;

/** The files that every export has, beside its originals. */
export const FILES = {
  history: "history.jsonl",
  seals: "seals.json",
  manifest: "manifest.json",
  certification: "certification.pdf",
  verifier: "verify.html",
  sums: "SHA256SUMS",
  read: "READ ME.txt",
} as const;
