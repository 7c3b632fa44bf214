import { createHash } from "node:crypto";
import type { ActionFunctionArgs, LoaderFunctionArgs } from "react-router";
import { z } from "zod";
import { suspendedSince } from "#ground/businesses/public.server.ts";
import { lockedHeaders } from "#ground/media/public.server.ts";
import { type AccountContext, enterAccount, now, withAccount } from "#platform/db/scope.server.ts";
import { toAppError } from "#platform/errors/app-error.ts";
import { reportUnknownError } from "#platform/http/answers.server.ts";
import { addressKey, createLimiter } from "#platform/http/limits/limits.server.ts";
import { createRate } from "#platform/http/limits/rate.server.ts";
import { type Call, checked, type Endpoint, type KeyInUse, type ReplyFile } from "#platform/api/endpoint.ts";
import { findAddress } from "./endpoints/endpoints.server.ts";
import { accountOfKey, keyOfToken } from "./keys.server.ts";
import { Problem, problemAnswer, problemOf } from "#platform/api/problem.ts";
import { MOST_BYTES, tooLarge } from "./body-limit.ts";
import { type StoredAnswer, once, readIdempotencyKey } from "./idempotency.server.ts";

/** Per key: 600 calls a minute on average, 120 at once. */
const RATE = createRate({ name: "api", perMinute: 600, burst: 120 });
/**
 * Per address, for calls without a valid key. Guessing a key is hopeless, but each attempt costs a
 * database lookup.
 */
const strangers = createLimiter({ name: "api strangers", limit: 60, windowSeconds: 60 });

type Args = LoaderFunctionArgs | ActionFunctionArgs;

/** The schema of calls without a query or body. */
const NOTHING = z.strictObject({});

/** Answers one request under /api/v1. Never throws: every failure becomes a problem document. */
export async function answerCall({ request, params, context }: Args): Promise<Response> {
  const headers = new Headers();
  try {
    return await answered(request, `/${params["*"] ?? ""}`, context, headers);
  } catch (error) {
    if (error instanceof Problem) return problemAnswer(error, headers);
    const failure = toAppError(error);
    if (failure.code === "internal") reportUnknownError(failure.cause);
    return problemAnswer(problemOf(failure), headers);
  }
}

async function answered(
  request: Request,
  path: string,
  context: Args["context"],
  headers: Headers,
): Promise<Response> {
  const found = findAddress(path);
  if (!found) throw new Problem("not-found", "There’s nothing at this address. See /api/openapi.json.");
  const method = request.method === "HEAD" ? "GET" : request.method;
  const endpoint = found.methods.get(method);
  if (!endpoint) {
    const allowed = [...found.methods.keys()].flatMap((one) => (one === "GET" ? ["GET", "HEAD"] : [one]));
    throw new Problem("not-allowed", `This address only accepts ${allowed.join(", ")}.`, {
      headers: { Allow: allowed.join(", ") },
    });
  }
  const token = bearerOf(request);
  const accountId = accountOfKey(token);
  if (accountId === undefined) throw stranger(context);
  // Read before the transaction begins: a slow sender must not hold a connection.
  const body = await bodyOf(request);
  const answer = await withAccount(accountId, async (ctx) => {
    const key = await keyOfToken(ctx, token);
    if (!key) throw stranger(context);
    const entered = await enter(ctx, key, endpoint, headers);
    return answerIn(entered, key, endpoint, { request, params: found.params, body });
  });
  for (const [name, value] of Object.entries(answer.headers)) headers.set(name, value);
  if (answer.isReplayed) headers.set("Idempotency-Replayed", "true");
  headers.set("Cache-Control", "no-store");
  if (answer.file) return fileAnswer(request, answer.file, headers);
  if (answer.body === null) return new Response(null, { status: answer.status, headers });
  headers.set("Content-Type", "application/json");
  if (method !== "GET") return new Response(answer.body, { status: answer.status, headers });
  const tag = tagOf(answer.body);
  headers.set("ETag", tag);
  if (names(request.headers.get("if-none-match"), tag)) {
    headers.delete("Content-Type");
    return new Response(null, { status: 304, headers });
  }
  return new Response(answer.body, { status: answer.status, headers });
}

/** Sends a file after the transaction, which must not wait for a slow reader. */
async function fileAnswer(request: Request, file: ReplyFile, headers: Headers): Promise<Response> {
  const tag = tagOf(file.tag);
  headers.set("ETag", tag);
  if (names(request.headers.get("if-none-match"), tag)) return new Response(null, { status: 304, headers });
  const bytes = await file.bytes();
  if (!bytes) throw new Problem("not-found", "This file isn’t ready yet. Try again in a minute.");
  // What people uploaded must not run in a browser.
  for (const [name, value] of Object.entries(lockedHeaders({ "Content-Type": file.type })))
    headers.set(name, value);
  return new Response(new Uint8Array(bytes), { headers });
}

function bearerOf(request: Request): string {
  const header = request.headers.get("authorization");
  if (header === null)
    throw new Problem("unauthorized", "Send your key as Authorization: Bearer pl_…", {
      headers: { "WWW-Authenticate": 'Bearer realm="api"' },
    });
  return /^Bearer +(\S+)$/i.exec(header.trim())?.[1] ?? "";
}

/** The answer doesn't reveal whether a key was forged, revoked or mistyped. */
function stranger(context: Args["context"]): Problem {
  const address = addressKey(context);
  const verdict =
    address === undefined ? { ok: true, retryAfterSeconds: 0 } : strangers.check(address, now());
  if (!verdict.ok)
    return new Problem("too-many", "Too many requests without a valid key. Wait a minute, then try again.", {
      headers: { "Retry-After": String(verdict.retryAfterSeconds) },
    });
  return new Problem("unauthorized", "This key isn’t valid. It may have been revoked.", {
    headers: { "WWW-Authenticate": 'Bearer realm="api", error="invalid_token"' },
  });
}

/** @throws Problem too-large */
async function bodyOf(request: Request): Promise<string> {
  if (request.method === "GET" || request.method === "HEAD") return "";
  const bytes = await request.arrayBuffer();
  if (bytes.byteLength > MOST_BYTES) throw tooLarge();
  return Buffer.from(bytes).toString("utf8");
}

/**
 * Admits a key within its rate, its account's status and its scopes. From here on the database limits it
 * to its maker's role.
 */
async function enter(
  ctx: AccountContext,
  key: KeyInUse,
  endpoint: Endpoint,
  headers: Headers,
): Promise<AccountContext> {
  const allowance = RATE.take(key.id, ctx.now);
  headers.set("RateLimit-Policy", `"key";q=${RATE.burst};w=${RATE.windowSeconds}`);
  headers.set("RateLimit", `"key";r=${allowance.remaining};t=${allowance.resetSeconds}`);
  if (!allowance.ok)
    throw new Problem("too-many", "Rate limit exceeded: 600 requests a minute, 120 in a burst.", {
      headers: { "Retry-After": String(allowance.retryAfterSeconds) },
    });
  if (await suspendedSince(ctx))
    throw new Problem("forbidden", "This business is suspended. Its owner has been notified.");
  const { role } = key;
  if (role === undefined)
    throw new Problem(
      "forbidden",
      "The person who created this key no longer has permission to. An owner or manager can create a new one.",
    );
  if (endpoint.scope !== null && !key.scopes.includes(endpoint.scope))
    throw new Problem("forbidden", `This needs a key with the ${endpoint.scope} scope.`, {
      headers: {
        "WWW-Authenticate": `Bearer realm="api", error="insufficient_scope", scope="${endpoint.scope}"`,
      },
    });
  const member = { role, jobId: null };
  await enterAccount(ctx.db, ctx.account.id, member);
  return { ...ctx, member };
}

interface Sent {
  readonly request: Request;
  readonly params: Readonly<Record<string, string>>;
  readonly body: string;
}

async function answerIn(
  ctx: AccountContext,
  key: KeyInUse,
  endpoint: Endpoint,
  sent: Sent,
): Promise<StoredAnswer & { readonly isReplayed: boolean; readonly file?: ReplyFile }> {
  const { request, params } = sent;
  const url = new URL(request.url);
  const query = checked(endpoint.query ?? NOTHING, queryOf(url.searchParams), "query");
  const call: Call<unknown, unknown> = {
    ctx,
    key,
    params,
    query,
    body: endpoint.body ? checked(endpoint.body, jsonOf(sent), "body") : undefined,
  };
  if (!endpoint.body) refuseBody(sent);
  const run = async (): Promise<StoredAnswer & { readonly file?: ReplyFile }> => {
    await requireUnchanged(endpoint, call, request.headers.get("if-match"));
    const { status = 200, body, file, headers = {} } = await endpoint.run(call);
    const answer = { status, headers, body: body === undefined ? null : JSON.stringify(body) };
    return file ? { ...answer, file } : answer;
  };
  const idempotencyKey =
    endpoint.method === "GET" ? undefined : readIdempotencyKey(request.headers.get("idempotency-key"));
  if (idempotencyKey === undefined) return { ...(await run()), isReplayed: false };
  const address = `${url.pathname}${url.search}`;
  return once(ctx, { keyId: key.id, idempotencyKey, method: endpoint.method, address, body: sent.body }, run);
}

/**
 * A parameter that is given twice becomes a list, which the schema rejects, because neither value is
 * surely the right one.
 */
function queryOf(params: URLSearchParams): Record<string, unknown> {
  const query = Object.create(null) as Record<string, unknown>;
  for (const name of new Set(params.keys())) {
    const all = params.getAll(name);
    query[name] = all.length === 1 ? all[0]!.replaceAll("\0", "") : all;
  }
  return { ...query };
}

/** @throws Problem not-taken, not-json */
function jsonOf({ request, body }: Sent): unknown {
  if (!/^application\/json\s*(?:;|$)/i.test(request.headers.get("content-type") ?? ""))
    throw new Problem("not-taken", "Send the body as JSON, with Content-Type: application/json.");
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw new Problem("not-json", "The body isn’t JSON. Nothing was changed.");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Problem("not-json", "The body is JSON, but not an object.");
  return value;
}

/**
 * A call without a body accepts an empty one or an empty object: anything else would be ignored silently.
 * @throws Problem
 */
function refuseBody(sent: Sent): void {
  if (sent.body.trim() !== "") checked(NOTHING, jsonOf(sent), "body");
}

/** @throws Problem changed */
async function requireUnchanged(
  endpoint: Endpoint,
  call: Call<unknown, unknown>,
  ifMatch: string | null,
): Promise<void> {
  if (ifMatch === null || !endpoint.current) return;
  const tag = tagOf(JSON.stringify(await endpoint.current(call)));
  if (!names(ifMatch, tag))
    throw new Problem("changed", "It has changed since you last fetched it. Fetch it again, then retry.");
}

const tagOf = (body: string): string =>
  `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;

const names = (header: string | null, tag: string): boolean =>
  header !== null &&
  (header.trim() === "*" || header.split(",").some((one) => one.trim().replace(/^W\//, "") === tag));
