import type { IncomingMessage, ServerResponse } from "node:http";
import { newId } from "../../db/ids.ts";
import { observeRequest } from "../../metrics/metrics.server.ts";
import { type PostedForm, parseForm } from "../request/form.server.ts";
import { securityHeaders } from "../headers.server.ts";
import { hasOwnOrigin } from "../request/same-origin.server.ts";

/** A form that is handled before the framework if it is valid, because many people send it and wait. */
export interface QuickForm {
  /** The path up to the part that varies, such as `/p/`. */
  readonly under: string;
  /**
   * Performs the form's action. If it returns undefined or throws, the form's own screen handles the same
   * request.
   * @param rest the path after `under`
   * @param network key for limits per client address; undefined for a client on this machine
   * @returns where to redirect the sender
   */
  take(rest: string, form: PostedForm, network: string | undefined): Promise<string | undefined>;
}

const MAX_BYTES = 16_384;

/**
 * Answers posted forms with a redirect, or passes them to `otherwise` unchanged: large, multipart, foreign or
 * refused ones are for the screens.
 */
export function createQuickForms(
  forms: readonly QuickForm[],
  options: {
    https: boolean;
    ownOrigins: ReadonlySet<string>;
    networkOf: (request: IncomingMessage) => string | undefined;
    answered: (line: {
      requestId: string;
      method: string;
      area: string;
      status: number;
      milliseconds: number;
    }) => void;
  },
): (request: IncomingMessage, response: ServerResponse, otherwise: () => void) => boolean {
  const headers = {
    ...securityHeaders({ https: options.https, path: "/" }),
    "Cache-Control": "no-store",
    "Content-Length": "0",
  };
  return (request, response, otherwise) => {
    const url = request.url ?? "/";
    const form = request.method === "POST" ? forms.find(({ under }) => url.startsWith(under)) : undefined;
    if (!form || !isSmallForm(request) || !hasOwnOrigin(request.headers, options.ownOrigins)) return false;
    const began = performance.now();
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      // A form without an action posts to its page's whole URL.
      form
        .take(
          url.slice(form.under.length).split("?", 1)[0]!,
          parseForm(body.toString("utf8")),
          options.networkOf(request),
        )
        .then((next) => (next === undefined ? leave() : redirect(next)), leave);
      function leave(): void {
        // The framework's adapter looks here for a body that was already read.
        Object.assign(request, { rawBody: body });
        otherwise();
      }
    });
    function redirect(next: string): void {
      const requestId = newId();
      response.writeHead(303, { ...headers, Location: next, "X-Request-Id": requestId });
      response.end();
      const milliseconds = Math.round(performance.now() - began);
      observeRequest("POST", 303, milliseconds);
      options.answered({
        requestId,
        method: "POST",
        area: form!.under.replace(/\/$/, ""),
        status: 303,
        milliseconds,
      });
    }
    return true;
  };
}

function isSmallForm({ headers }: IncomingMessage): boolean {
  const bytes = Number(headers["content-length"] ?? Number.NaN);
  return (
    bytes <= MAX_BYTES && /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headers["content-type"] ?? "")
  );
}
