import type { IncomingMessage, ServerResponse } from "node:http";
import { newId } from "../../db/ids.ts";
import { observeRequest } from "../../metrics/metrics.server.ts";
import { securityHeaders } from "../headers.server.ts";
import { hasOwnOrigin } from "../request/same-origin.server.ts";

/** Something that reads requests by itself, whatever their size: it counts and limits what it takes. */
export interface RawEndpoint {
  /** Its path, and all below it. */
  readonly under: string;
  answer(incoming: IncomingMessage, outgoing: ServerResponse, url: URL): Promise<void>;
}

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** Answers requests before the framework sees them, with the same headers and the same line in the log. */
export function createRawEndpoints(
  doors: readonly RawEndpoint[],
  options: {
    https: boolean;
    publicUrl: string;
    ownOrigins: ReadonlySet<string>;
    answered: (line: {
      requestId: string;
      method: string;
      area: string;
      status: number;
      milliseconds: number;
    }) => void;
  },
): (incoming: IncomingMessage, outgoing: ServerResponse) => boolean {
  return (incoming, outgoing) => {
    const path = (incoming.url ?? "/").split("?", 1)[0]!;
    const door = doors.find(({ under }) => path === under || path.startsWith(`${under}/`));
    if (!door || !URL.canParse(path, options.publicUrl)) return false;
    const began = performance.now();
    const requestId = newId();
    const method = incoming.method ?? "GET";
    for (const [name, value] of Object.entries(securityHeaders({ https: options.https, path })))
      outgoing.setHeader(name, value);
    outgoing.setHeader("X-Request-Id", requestId);
    outgoing.setHeader("Cache-Control", "no-store");
    outgoing.once("close", () => {
      const milliseconds = Math.round(performance.now() - began);
      observeRequest(method, outgoing.statusCode, milliseconds);
      options.answered({
        requestId,
        method,
        area: `/${path.split("/")[1]}`,
        status: outgoing.statusCode,
        milliseconds,
      });
    });
    if (!SAFE.has(method) && !hasOwnOrigin(incoming.headers, options.ownOrigins)) {
      outgoing.writeHead(403, { "Content-Type": "application/json; charset=utf-8" });
      outgoing.end(
        JSON.stringify({
          plumbline: 1,
          code: "forbidden",
          why: "This was sent from another site, so nothing was done.",
        }),
      );
      return true;
    }
    door.answer(incoming, outgoing, new URL(path, options.publicUrl)).catch(() => outgoing.destroy());
    return true;
  };
}
