import type { LoaderFunctionArgs } from "react-router";
import { isToken, tokenHash } from "#platform/db/tokens.server.ts";
import { now } from "#platform/db/scope.server.ts";
import { addressKey, createLimiter } from "#platform/http/limits/limits.server.ts";
import { offers } from "./model-draft.server.ts";

const perAddress = createLimiter({
  name: "magnets-model-progress",
  limit: 120,
  windowSeconds: 600,
  alone: true,
});

/** `/genLeadMagnet/progress/{token}`: the progress of the model's version, as an event stream. */
export async function loader({ params, request, context }: LoaderFunctionArgs): Promise<Response> {
  const key = addressKey(context);
  const verdict = key === undefined ? undefined : perAddress.check(key, now());
  if (verdict && !verdict.ok)
    return new Response("Please open the page again later.\n", {
      status: 429,
      headers: { "Retry-After": String(verdict.retryAfterSeconds) },
    });
  const token = params["token"] ?? "";
  const answer = await offers.events(isToken(token) ? tokenHash(token) : "");
  return request.method === "HEAD" ? new Response(null, answer) : answer;
}
