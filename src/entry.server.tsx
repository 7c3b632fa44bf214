import { Writable } from "node:stream";
import { renderToPipeableStream } from "react-dom/server.node";
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
import { pageResponse } from "#platform/http/whole-page.server.ts";

/**
 * Renders the whole page before sending it: streamed compression would cost two thirds of the request rate
 * (docs/decisions). Uses React's writer for Node, which takes a tenth less time than the one for web
 * streams.
 */
export default function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const nonce = context.get(nonceContext);
  return new Promise((resolve, reject) => {
    const pieces: Uint8Array[] = [];
    let failed = false;
    const page = new Writable({
      write(piece: Uint8Array, _, taken) {
        pieces.push(piece);
        taken();
      },
      final(ended) {
        headers.set("Content-Type", "text/html; charset=utf-8");
        const html = Buffer.concat(pieces).toString("utf8");
        const init = { status: failed ? 500 : status, headers };
        // The prerendering build reads bodies and passes no nonce.
        resolve(nonce ? pageResponse(html, init) : new Response(html, init));
        ended();
      },
    });
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={entryContext} url={request.url} nonce={nonce || undefined} />,
      {
        onAllReady: () => void pipe(page),
        onShellError: reject,
        onError: () => void (failed = true),
      },
    );
    // The client has gone.
    request.signal.addEventListener("abort", () => abort(request.signal.reason), { once: true });
  });
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
