import { z } from "zod";
import type { AccountContext } from "../db/scope.server.ts";
import { type Fault, Problem } from "./problem.ts";

/** What a key may do, such as `leads:read`. */
export type Scope = `${string}:${string}`;

/** The key of a request. */
export interface KeyInUse {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /**
   * The maker's current role, which the database enforces for its requests. Undefined when they may no
   * longer have keys.
   */
  readonly role: string | undefined;
}

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** One call as an endpoint sees it: authorized and validated. */
export interface Call<Query, Body> {
  readonly ctx: AccountContext;
  readonly key: KeyInUse;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
}

/** A file in place of a body. */
export interface ReplyFile {
  readonly type: string;
  /** The same for the same bytes; for the ETag. */
  readonly tag: string;
  /** Fetches the bytes after the transaction; undefined for a file that isn't ready (404). */
  bytes(): Promise<Uint8Array | undefined>;
}

/** An endpoint's answer; neither body nor file means 204. */
export interface Reply {
  readonly status?: number;
  readonly body?: unknown;
  /** Of a GET. */
  readonly file?: ReplyFile;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Described<Query extends z.ZodObject, Body extends z.ZodObject> {
  /** Its name in the document and in generated clients. */
  readonly id: string;
  readonly method: Method;
  /** Under /api/v1, with `{name}` for parameters. */
  readonly path: string;
  /** Its heading in the document: "Leads", "Jobs". */
  readonly about: string;
  readonly summary: string;
  readonly words?: string;
  /** Null: any key will do. */
  readonly scope: Scope | null;
  readonly query?: Query;
  readonly body?: Body;
  /** An example body for the document. */
  readonly example?: z.input<Body>;
  /** The body's schema by status; null means no body. */
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
  /** The media types of its file, if it answers 200 with one. */
  readonly files?: readonly string[];
  /** The current state, locked, for `If-Match`: what a GET would answer. */
  readonly current?: (call: Call<unknown, unknown>) => Promise<unknown>;
  readonly run: (call: Call<z.output<Query>, z.output<Body>>) => Promise<Reply>;
}

/** One operation of the API. */
export type Endpoint = Omit<Described<z.ZodObject, z.ZodObject>, "run"> & {
  readonly run: (call: Call<unknown, unknown>) => Promise<Reply>;
};

/** Declares an endpoint; `run` gets the types that its schemas produce. */
export function endpoint<Query extends z.ZodObject = z.ZodObject, Body extends z.ZodObject = z.ZodObject>(
  described: Described<Query, Body>,
): Endpoint {
  // The caller validates with these same schemas before it calls `run`; the type of a list of endpoints
  // can't express that.
  return described as unknown as Endpoint;
}

const pointer = (path: readonly PropertyKey[]) =>
  `#${path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;

/**
 * Validates what was sent.
 * @throws Problem invalid, with a fault for each place
 */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  where: "body" | "query",
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const faults = result.error.issues.flatMap((issue): Fault[] => {
    const at = (path: readonly PropertyKey[], detail: string) =>
      where === "body" ? { pointer: pointer(path), detail } : { parameter: String(path[0] ?? ""), detail };
    if (issue.code === "unrecognized_keys")
      return issue.keys.map((key) => at([...issue.path, key], "Unknown field."));
    return [at(issue.path, issue.message)];
  });
  throw new Problem(
    "invalid",
    where === "body" ? "Some of the body isn’t valid. Nothing was changed." : "A parameter isn’t valid.",
    {
      errors: faults,
    },
  );
}

export const pageQuery = {
  limit: z.coerce
    .number({ error: "Use a whole number from 1 to 100." })
    .int()
    .min(1)
    .max(100)
    .default(50)
    .describe("Page size, 1 to 100."),
  cursor: z.string().max(200).optional().describe("The `next` value from the previous page."),
};

function isDate(text: string): boolean {
  try {
    return text === Temporal.PlainDate.from(text).toString() && text >= "0001";
  } catch {
    return false;
  }
}

/** Patterns for the parts of cursors. */
export const CURSOR = {
  date: { test: isDate },
  instant: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/,
  id: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  number: /^\d{1,15}$/,
} as const;

/** Cursors are opaque to callers: the content may change. */
export const cursorOf = (parts: readonly string[]): string =>
  Buffer.from(JSON.stringify(parts)).toString("base64url");

/** The parts of a cursor, each checked against its pattern. @throws Problem invalid */
export function readCursor(
  cursor: string | undefined,
  shapes: readonly Pick<RegExp, "test">[],
): string[] | undefined {
  if (cursor === undefined) return undefined;
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (
      Array.isArray(parts) &&
      parts.length === shapes.length &&
      shapes.every((shape, at) => shape.test(String(parts[at])))
    )
      return parts.map(String);
  } catch {
    // Not one of our cursors: reported below.
  }
  const detail = "Use the cursor from the previous page.";
  throw new Problem("invalid", detail, { errors: [{ parameter: "cursor", detail }] });
}
