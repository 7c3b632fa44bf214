import type { ActionFunctionArgs } from "react-router";
import { now } from "#platform/db/scope.server.ts";
import { addressKey, createLimiter } from "#platform/http/limits/limits.server.ts";
import { acceptSignal } from "./public.server.ts";

const MOST_BYTES = 1024;

const limiter = createLimiter({ name: "signs of a hand", limit: 60, windowSeconds: 60, alone: true });

const answer = (status: number, headers: HeadersInit = {}) => new Response(null, { status, headers });

/**
 * `POST /api/here`: a client-facing page returns its mark once someone was there
 * (src/ui/scripts/presence.ts). Always 204, so that nobody learns what counts. Anonymous and without cookies.
 */
export async function action({ request, context }: ActionFunctionArgs): Promise<Response> {
  if (request.method !== "POST") return answer(405, { Allow: "POST" });
  const body = Buffer.from(await request.arrayBuffer());
  if (body.length > MOST_BYTES) return answer(413);
  const key = addressKey(context);
  const verdict = key === undefined ? undefined : limiter.check(key, now());
  if (verdict && !verdict.ok) return answer(429, { "Retry-After": String(verdict.retryAfterSeconds) });
  await acceptSignal(body.toString("utf8"), request.headers);
  return answer(204);
}

export const loader = () => answer(405, { Allow: "POST" });
