import { z } from "zod";
import type { AccountContext } from "#platform/db/scope.server.ts";
import type { KeyInUse } from "../keys.server.ts";
import { type Fault, Problem } from "../problem.ts";
import { type EventType, type Scope, SCOPE_OF_EVENT } from "../scopes.ts";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** One call as an endpoint sees it: who is let in and what was sent are checked. */
export interface Call<Query, Body> {
  readonly ctx: AccountContext;
  readonly key: KeyInUse;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
}

/** What a call is answered with; no body is 204. */
export interface Reply {
  readonly status?: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Described<Query extends z.ZodObject, Body extends z.ZodObject> {
  /** Names it in the document and for those who make programs of that. */
  readonly id: string;
  readonly method: Method;
  /** Under /api/v1, with `{name}` for what varies. */
  readonly path: string;
  readonly about: "Leads" | "Follow-up" | "Pages" | "Jobs" | "Daily logs" | "Events" | "Webhooks" | "Key";
  readonly summary: string;
  readonly words?: string;
  /** None: any key will do. */
  readonly scope: Scope | null;
  readonly query?: Query;
  readonly body?: Body;
  /** A body that could be sent. */
  readonly example?: z.input<Body>;
  /** By status, what is answered; null is no body. */
  readonly answers: Readonly<Record<number, z.ZodType | null>>;
  /** What it is about as it stands, locked, for `If-Match`: what a GET of it answers. */
  readonly current?: (call: Call<unknown, unknown>) => Promise<unknown>;
  readonly run: (call: Call<z.output<Query>, z.output<Body>>) => Promise<Reply>;
}

/** One thing that can be asked of the API. */
export type Endpoint = Omit<Described<z.ZodObject, z.ZodObject>, "run"> & {
  readonly run: (call: Call<unknown, unknown>) => Promise<Reply>;
};

/** An endpoint whose work sees what its schemas let through. */
export function endpoint<Query extends z.ZodObject = z.ZodObject, Body extends z.ZodObject = z.ZodObject>(
  described: Described<Query, Body>,
): Endpoint {
  // The door reads what was sent by these very schemas before it calls `run`; a list of endpoints can't say
  // that of each.
  return described as unknown as Endpoint;
}

const pointer = (path: readonly PropertyKey[]) =>
  `#${path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")}`;

/**
 * Checks what was sent.
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
      return issue.keys.map((key) => at([...issue.path, key], "This is not known here."));
    return [at(issue.path, issue.message)];
  });
  throw new Problem(
    "invalid",
    where === "body" ? "Some of the body can't be taken. Nothing was done." : "A parameter can't be taken.",
    {
      errors: faults,
    },
  );
}

/**
 * What a key is told of goes to everybody who has it: it must be allowed to read that itself.
 * @throws Problem forbidden
 */
export function requireToRead(
  { key }: Pick<Call<unknown, unknown>, "key">,
  events: readonly EventType[],
): void {
  for (const event of events)
    if (!key.scopes.includes(SCOPE_OF_EVENT[event])) {
      const scope = SCOPE_OF_EVENT[event];
      throw new Problem("forbidden", `To be told of ${event}, a key needs ${scope} too.`, {
        headers: { "WWW-Authenticate": `Bearer realm="api", error="insufficient_scope", scope="${scope}"` },
      });
    }
}

/** Which page of a list, as a query asks for it. */
export const pageQuery = {
  limit: z.coerce
    .number({ error: "Give a whole number from 1 to 100." })
    .int()
    .min(1)
    .max(100)
    .default(50)
    .describe("How many at most, 1 to 100."),
  cursor: z.string().max(200).optional().describe("What the page before gave as `next`."),
};

function isDate(text: string): boolean {
  try {
    return text === Temporal.PlainDate.from(text).toString() && text >= "0001";
  } catch {
    return false;
  }
}

/** Parts of cursors. */
export const CURSOR = {
  date: { test: isDate },
  instant: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/,
  id: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  number: /^\d{1,15}$/,
} as const;

/** A cursor is ours to read: what is in it may change. */
export const cursorOf = (parts: readonly string[]): string =>
  Buffer.from(JSON.stringify(parts)).toString("base64url");

/** The parts of a cursor, each of its shape. @throws Problem invalid */
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
    // Not one of ours: said below.
  }
  const detail = "Send a cursor as the page before gave it.";
  throw new Problem("invalid", detail, { errors: [{ parameter: "cursor", detail }] });
}
