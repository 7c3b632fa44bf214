import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { reportUnknownError } from "#platform/http/answers.server.ts";
import { failureContext, nonceContext } from "#platform/http/contexts.ts";
import { isStorageAway } from "#platform/errors/app-error.ts";
import { renderWhole } from "#platform/http/render-whole.server.ts";
import { pageResponse } from "#platform/http/whole-page.server.ts";

/** Renders the whole page before sending it. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext);
  const { html, hasFailed } = await renderWhole(
    <ServerRouter context={entryContext} url={request.url} nonce={nonce || undefined} />,
    request.signal,
  );
  headers.set("Content-Type", "text/html; charset=utf-8");
  const init = { status: hasFailed ? 500 : status, headers };
  // The prerendering build reads bodies and passes no nonce.
  return nonce ? pageResponse(html, init) : new Response(html, init);
}

/**
 * Logs an error that no screen answered. The framework's own handler prints many lines, possibly with
 * personal data, even for clients that disconnected.
 */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.set(failureContext, error);
  if (!isStorageAway(error)) reportUnknownError(error);
};
