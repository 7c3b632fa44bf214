import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import { type Entry, FORMAT } from "../rules.ts";

const HEX = /^[0-9a-f]{64}$/;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const NUMBER = (value: unknown) => Number.isSafeInteger(value) && (value as number) > 0;

const text = (pattern: RegExp) => (value: unknown) => typeof value === "string" && pattern.test(value);
const orNull = (test: (value: unknown) => boolean) => (value: unknown) => value === null || test(value);

/** Validators for each part of a line; missing or extra parts make it invalid. */
const SHAPE: Readonly<Record<keyof Entry, (value: unknown) => boolean>> = {
  v: (value) => value === FORMAT,
  account: text(ID),
  job: text(ID),
  number: NUMBER,
  at: text(MOMENT),
  occurredAt: text(MOMENT),
  capturedAt: orNull(text(MOMENT)),
  author: orNull(text(ID)),
  kind: text(/^[a-z]+\.[a-z-]+$/),
  corrects: orNull(NUMBER),
  media: (value) => Array.isArray(value) && value.every(text(HEX)),
  payloadHash: text(HEX),
  previousHash: orNull(text(HEX)),
  hash: text(HEX),
  payload: (value) => typeof value === "object" && !Array.isArray(value),
  salt: orNull(text(HEX)),
};

/** Serializes an entry to a line of `history.jsonl`, without the line end. The form is canonical. */
export const historyLine = (entry: Entry): string => canonicalJson(entry);

const strict = () => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Parses JSON only if it is canonical, byte for byte; otherwise undefined. */
export function readCanonical(bytes: Uint8Array): unknown {
  try {
    const written = strict().decode(bytes);
    const value: unknown = JSON.parse(written);
    return canonicalJson(value) === written ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A line of a history; its entry is undefined if invalid. */
export interface Line {
  readonly line: number;
  readonly entry: Entry | undefined;
}

/** Splits a `history.jsonl` into lines. `isWhole` is false if the last line has no line end. */
export function readHistory(bytes: Uint8Array): { lines: Line[]; isWhole: boolean } {
  const lines: Line[] = [];
  let start = 0;
  while (start < bytes.length) {
    const found = bytes.indexOf(10, start);
    const end = found < 0 ? bytes.length : found;
    lines.push({ line: lines.length + 1, entry: asEntry(readCanonical(bytes.subarray(start, end))) });
    start = end + 1;
  }
  return { lines, isWhole: bytes.length === 0 || bytes.at(-1) === 10 };
}

function asEntry(value: unknown): Entry | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const found = value as Record<string, unknown>;
  const names = Object.keys(SHAPE);
  if (Object.keys(found).length !== names.length) return undefined;
  return names.every((name) => Object.hasOwn(found, name) && SHAPE[name as keyof Entry](found[name]))
    ? (value as Entry)
    : undefined;
}
