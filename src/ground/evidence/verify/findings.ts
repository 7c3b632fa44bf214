import type { Erasure } from "../rules.ts";

/** One thing that is not as it was, and where. */
export interface Problem {
  /** Path inside the export. */
  readonly file: string;
  /** Line of the history, from 1. */
  readonly line?: number;
  /** Number of the entry. */
  readonly entry?: number;
  /** A whole sentence for whoever looks. */
  readonly words: string;
}

/** How what is checked is hashed: by Node, or by the browser. */
export interface Checks {
  /** SHA-256 in hex. */
  readonly sha256: (bytes: Uint8Array<ArrayBuffer>) => string | Promise<string>;
  /** Whether an Ed25519 signature fits; all in hex but the bytes. Never throws. */
  readonly isSigned: (
    publicKey: string,
    signature: string,
    bytes: Uint8Array<ArrayBuffer>,
  ) => boolean | Promise<boolean>;
}

/** What there is to say of a history that was checked. */
export interface Checked {
  /** In the order of the files and lines. Empty: all is as it was. */
  readonly problems: readonly Problem[];
  /** What was changed of the ZIP around the files, and of no file. */
  readonly container: readonly Problem[];
  readonly entries: number;
  readonly photos: number;
  readonly seals: number;
  /** The last entry that a seal covers; 0 where none does. */
  readonly sealedTo: number;
  /** Entries that came after a seal and tell of a time before it. */
  readonly late: readonly number[];
  /** What was erased, by which rule and when. */
  readonly erased: readonly (Erasure & { readonly at: string })[];
  /** Originals that had not reached the server when this copy was made. */
  readonly absent: readonly string[];
  /** When the copy was made; null where that can't be told. */
  readonly madeAt: string | null;
  /** Ids of the keys that signed something here. */
  readonly keys: readonly string[];
}

/** "entry 18 is missing", "entries 18 to 20 are missing". */
export const missingMessage = (from: number, to: number): string =>
  from === to ? `Entry ${from} is missing.` : `Entries ${from} to ${to} are missing.`;

/** A hash as people compare it: its first digits. */
export const shortHash = (sha256: string): string => `${sha256.slice(0, 8)}…`;

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;

/** The one sentence for a copy in which nothing was altered, or nothing but the ZIP around it. */
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
    ? `All ${both} are as they were sealed.`
    : `The ZIP was altered, and nothing in it: all ${both} are as they were sealed.`;
}
