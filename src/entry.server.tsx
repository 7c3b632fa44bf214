import { renderToReadableStream } from "react-dom/server.edge";
import { type EntryContext, type RouterContextProvider, ServerRouter } from "react-router";
import { nonceContext } from "#platform/http/contexts.ts";

/** Renders a page whole: it is compressed afterwards, and streamed compression costs two thirds of the rate (docs/decisions). */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  let failed = false;
  const stream = await renderToReadableStream(
    <ServerRouter context={entryContext} url={request.url} nonce={context.get(nonceContext) || undefined} />,
    { signal: request.signal, onError: () => void (failed = true) },
  );
  await stream.allReady;
  headers.set("Content-Type", "text/html; charset=utf-8");
  return new Response(stream, { status: failed ? 500 : status, headers });
}
