import type { ActionFunctionArgs } from "react-router";
import { z } from "zod";
import { installation } from "#platform/config/installation.server.ts";
import { now } from "#platform/db/scope.server.ts";
import { clientAddressContext } from "#platform/http/contexts.ts";
import { addressKey, createLimiter } from "#platform/http/limits/limits.server.ts";
import { recorder } from "./recorder.server.ts";
import { isCrawler, strippedView } from "./rules.ts";
import { networkStart } from "./sinks.server.ts";

const MOST_BYTES = 4096;
const text = (most: number) => z.string().max(most);
const event = z.object({
  path: text(2048).startsWith("/"),
  title: text(1000),
  location: text(2048),
  referrer: text(2048),
});

const limiter = createLimiter({ name: "page views", limit: 120, windowSeconds: 60, alone: true });

const answer = (status: number, headers: HeadersInit = {}) => new Response(null, { status, headers });

/**
 * `POST /api/page-view` {path, title, location, referrer}: always 204 at once. Anonymous and without a
 * cookie. With `Sec-GPC: 1`, or `?gpc` from a script that can tell, the view isn't forwarded to any sink.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== "POST") return answer(405, { Allow: "POST" });
  const body = Buffer.from(await request.arrayBuffer());
  if (body.length > MOST_BYTES) return answer(413);
  const key = addressKey(context);
  const verdict = key === undefined ? undefined : limiter.check(key, now());
  if (verdict && !verdict.ok) return answer(429, { "Retry-After": String(verdict.retryAfterSeconds) });
  const view = readEvent(body);
  if (!view) return answer(400);
  const userAgent = (request.headers.get("user-agent") ?? "").slice(0, 300);
  if (isCrawler(userAgent)) return answer(204);
  const optedOut = request.headers.get("sec-gpc") === "1" || new URL(request.url).searchParams.has("gpc");
  const looker = { userAgent, address: networkStart(context.get(clientAddressContext)) };
  recorder()?.record(strippedView(view, installation().publicUrl), optedOut ? undefined : looker);
  return answer(204);
}

/** `GET` has nothing to show. */
export const loader = () => answer(405, { Allow: "POST" });

function readEvent(body: Buffer) {
  try {
    return event.safeParse(JSON.parse(body.toString("utf8"))).data;
  } catch {
    return undefined;
  }
}
