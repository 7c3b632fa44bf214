import type { IncomingMessage } from "node:http";
import type { RouterContextProvider } from "react-router";
import { isStorageAway, toAppError } from "../errors/app-error.ts";
import { failureContext } from "./contexts.ts";

/** Logged as the status if the client closed the connection before the response. Not an error of ours. */
export const CLIENT_LEFT = 499;

/** Whether the client closed the connection. */
export const clientHasLeft = (incoming: IncomingMessage): boolean => incoming.socket.destroyed;

/**
 * The framework's response with a better status: a loader that didn't expect unavailable storage fails with
 * 500, though a retry may work.
 */
export function withStorageStatus(answer: Response, context: RouterContextProvider): Response {
  const failure = context.get(failureContext);
  if (answer.status !== 500 || !isStorageAway(failure)) return answer;
  const headers = new Headers(answer.headers);
  if (/^text\/(?:html|x-script)/.test(headers.get("Content-Type") ?? ""))
    return new Response(answer.body, { status: 503, headers });
  headers.set("Content-Type", "text/plain; charset=utf-8");
  return new Response(`${toAppError(failure).message}\n`, { status: 503, headers });
}
