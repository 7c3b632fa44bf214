import type { Erasure } from "../rules.ts";

export interface Problem {
  readonly file: string;
  /** Line of the history, from 1. */
  readonly line?: number;
  readonly entry?: number;
  /** A complete sentence for people. */
  readonly words: string;
}

/** Hashing and signature checks, by Node or the browser. */
export interface Checks {
  /** SHA-256 in hex. */
  readonly sha256: (bytes: Uint8Array<ArrayBuffer>) => string | Promise<string>;
  /** Whether an Ed25519 signature is valid; everything in hex except the bytes. Never throws. */
  readonly isSigned: (
    publicKey: string,
    signature: string,
    bytes: Uint8Array<ArrayBuffer>,
  ) => boolean | Promise<boolean>;
}

export interface Checked {
  /** In order of files and lines. Empty if nothing was altered. */
  readonly problems: readonly Problem[];
  /** Changes to the ZIP around the files that alter no file. */
  readonly container: readonly Problem[];
  readonly entries: number;
  readonly photos: number;
  readonly seals: number;
  /** The last entry covered by a seal; 0 if none is. */
  readonly sealedTo: number;
  /** Entries appended after a seal about a time before it. */
  readonly late: readonly number[];
  readonly erased: readonly (Erasure & { readonly at: string })[];
  /** Originals that had not reached the server when this copy was made. */
  readonly absent: readonly string[];
  /** How many entries a copy about one matter has without their text. */
  readonly withheld: number;
  /** When the copy was made; null if unknown. */
  readonly madeAt: string | null;
  readonly keys: readonly string[];
}

/** "entry 18 is missing", "entries 18 to 20 are missing". */
export const missingMessage = (from: number, to: number): string =>
  from === to ? `Entry ${from} is missing.` : `Entries ${from} to ${to} are missing.`;

/** The first digits of a hash, for people to compare. */
export const shortHash = (sha256: string): string => `${sha256.slice(0, 8)}…`;

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;

/** The sentence for a copy that is intact, or altered only in the ZIP around its files. */
export function intactMessage({
  entries,
  photos,
  container,
}: Pick<Checked, "entries" | "photos" | "container">): string {
  const both =
    photos > 0
      ? `${count(entries, "entry", "entries")} and ${count(photos, "photo", "photos")}`
      : count(entries, "entry", "entries");
  return container.length === 0
    ? `All ${both} match what was recorded.`
    : `The ZIP was altered, but nothing in it was: all ${both} match what was recorded.`;
}
