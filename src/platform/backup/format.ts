import { createHmac } from "node:crypto";
import { z } from "zod";
import { isFileKey } from "../files/file-store.ts";

// A backup is a tar in a zstd frame, readable with `tar --zstd -tf FILE`:
//
// - plumbline.json: the first entry, written before any row; see `Header`.
// - tables/NNN-schema.name/NNNNNN: a table's COPY text in pieces; tables are in loading order.
// - files/{key}: stored files; the key contains the SHA-256 of the content.
// - outbox/…, secret, site.json
// - contents.json: the last entry; see `Contents`. A file without it is cut short.

/** Increase when older versions can no longer read it. */
export const FORMAT = 1;

export const HEADER = "plumbline.json";
export const CONTENTS = "contents.json";
export const SECRET = "secret";
export const SITE = "site.json";

const tableSchema = z.object({
  schema: z.string(),
  name: z.string(),
  columns: z.array(z.string()).min(1),
  rows: z.number().int().nonnegative(),
  /** Sum of the rows' digests, independent of their order. */
  content: z.string(),
});

const headerSchema = z.object({
  format: z.literal(FORMAT),
  product: z.string(),
  createdAt: z.string(),
  /** Shows whether another installation has the same SECRET, without revealing it. */
  secretPrint: z.string(),
  migrations: z.array(z.object({ hash: z.string(), createdAt: z.number() })).min(1),
  /** Version of the task queue's own schema. */
  taskQueue: z.number().int().nullable(),
  tables: z.array(tableSchema),
});

const contentsSchema = z.object({
  files: z.object({
    count: z.number().int(),
    bytes: z.number().int(),
    /** Keys whose content did not match the key. */ damaged: z.array(z.string()),
  }),
  outbox: z.object({ count: z.number().int(), bytes: z.number().int() }),
  /** SHA-256 over all entries before this one: names, sizes and bytes. */
  digest: z.string(),
});

export type TableRecord = Readonly<z.output<typeof tableSchema>>;
export type Header = Readonly<z.output<typeof headerSchema>>;
export type Contents = Readonly<z.output<typeof contentsSchema>>;

/** Parses the first entry; `unreadable` says why one from another version can't be read. */
export function parseHeader(text: string): Header | { readonly unreadable: "version" | "content" } {
  const value = json(text);
  const parsed = headerSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const { format } = (value ?? {}) as { format?: unknown };
  return { unreadable: typeof format === "number" && format !== FORMAT ? "version" : "content" };
}

/** Parses the last entry; undefined if invalid. */
export function parseContents(text: string): Contents | undefined {
  return contentsSchema.safeParse(json(text)).data;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The kind of an entry, by its name. Unknown names never become a path. */
export type EntryKind =
  | { readonly is: "header" | "contents" | "secret" | "site" }
  | { readonly is: "piece"; readonly table: number }
  | { readonly is: "file"; readonly key: string }
  | { readonly is: "outbox"; readonly name: string };

/** Name of one piece of a table's rows. */
export function pieceName(index: number, table: Pick<TableRecord, "schema" | "name">, piece: number): string {
  return `tables/${String(index).padStart(3, "0")}-${table.schema}.${table.name}/${String(piece).padStart(6, "0")}`;
}

/** The kind of an entry; undefined for a name that no backup has. */
export function entryKind(name: string): EntryKind | undefined {
  if (name === HEADER) return { is: "header" };
  if (name === CONTENTS) return { is: "contents" };
  if (name === SECRET) return { is: "secret" };
  if (name === SITE) return { is: "site" };
  const piece = /^tables\/(\d{3,})-.*\/\d{6,}$/s.exec(name);
  if (piece) return { is: "piece", table: Number(piece[1]) };
  const rest = /^(files|outbox)\/(.+)$/s.exec(name);
  if (rest?.[1] === "files" && isFileKey(rest[2]!)) return { is: "file", key: rest[2]! };
  if (rest?.[1] === "outbox" && isPlainPath(rest[2]!)) return { is: "outbox", name: rest[2]! };
  return undefined;
}

/** Whether a relative path stays inside its folder and names no hidden or unfinished file. */
export function isPlainPath(name: string): boolean {
  return (
    !name.includes("\0") &&
    !name.includes("\\") &&
    name.split("/").every((part) => part !== "" && !part.startsWith("."))
  );
}

/** A digest of SECRET that only shows whether two are equal. */
export function secretPrint(secret: string): string {
  return createHmac("sha256", secret).update("backup: same secret").digest("hex").slice(0, 16);
}
