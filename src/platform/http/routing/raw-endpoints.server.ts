import type { IncomingMessage, ServerResponse } from "node:http";
import { newId } from "../../db/ids.ts";
import { observeRequest } from "../../metrics/metrics.server.ts";
import { securityHeaders } from "../headers.server.ts";
import { hasOwnOrigin } from "../request/same-origin.server.ts";

/** An endpoint that reads request bodies itself, whatever their size: it counts and limits them. */
export interface RawEndpoint {
  /** Its path; includes everything below it. */
  readonly under: string;
  answer(incoming: IncomingMessage, outgoing: ServerResponse, url: URL): Promise<void>;
}

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/** Handles requests before the framework, with the same headers and the same log line. */
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
          why: "This was sent from another site, so nothing was changed.",
        }),
      );
      return true;
    }
    door.answer(incoming, outgoing, new URL(path, options.publicUrl)).catch(() => outgoing.destroy());
    return true;
  };
}
