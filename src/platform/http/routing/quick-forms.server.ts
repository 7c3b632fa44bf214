import type { IncomingMessage, ServerResponse } from "node:http";
import { newId } from "../../db/ids.ts";
import { observeRequest } from "../../metrics/metrics.server.ts";
import { type PostedForm, parseForm } from "../request/form.server.ts";
import { securityHeaders } from "../headers.server.ts";
import { hasOwnOrigin } from "../request/same-origin.server.ts";

/**
 * A form that is answered before the framework when all is well with it, because many people send it and
 * wait.
 */
export interface QuickForm {
  /** The path up to the part that differs, such as `/p/`. */
  readonly under: string;
  /**
   * Does what the form asks for. Undefined, or anything thrown: the form's own screen answers, with the same
   * request.
   * @param rest the path after `under`
   * @param network what limits per client address count by; nothing for a client on this machine
   * @returns where the sender goes next
   */
  take(rest: string, form: PostedForm, network: string | undefined): Promise<string | undefined>;
}

const MOST_BYTES = 16_384;

/**
 * Answers posted forms with a redirect, or leaves them to `otherwise` untouched: what is large, multipart,
 * from elsewhere or refused is the screens' business.
 */
export function createQuickForms(
  forms: readonly QuickForm[],
  options: {
    https: boolean;
    ownOrigins: ReadonlySet<string>;
    /** See addressKey(): what limits per client address count by. */
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
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const body = pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
      // A form without an action posts to its page's whole address.
      form
        .take(
          url.slice(form.under.length).split("?", 1)[0]!,
          parseForm(body.toString("utf8")),
          options.networkOf(request),
        )
        .then((next) => (next === undefined ? leave() : answer(next)), leave);
      function leave(): void {
        // Where the framework's adapter looks for a body that was read already.
        Object.assign(request, { rawBody: body });
        otherwise();
      }
    });
    function answer(next: string): void {
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
    bytes <= MOST_BYTES &&
    /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(headers["content-type"] ?? "")
  );
}
