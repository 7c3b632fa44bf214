import type { IncomingMessage } from "node:http";
import { type Resolved, resolveOutside } from "./outside.server.ts";
import { requestOutside, withinTime } from "./request.server.ts";

const MOST_REDIRECTS = 3;

export interface GetOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** Limit for everything: resolving, connecting, redirects, and the response. */
  readonly timeoutMs: number;
  /** A larger response is an error, code ETOOBIG. */
  readonly mostBytes: number;
  /** Another way to resolve and check a name; for tests. */
  readonly resolve?: (host: string) => Promise<Resolved>;
}

export interface GetAnswer {
  readonly status: number;
  readonly body: Buffer;
}

/**
 * Gets a URL from a user. Redirects are followed a few times, and each address is checked like the first.
 * @throws Unreachable for a forbidden address; Error if the connection breaks, with code ETIMEDOUT if it
 * takes too long, ETOOBIG if the response is too large, and ELOOP for too many redirects
 */
export function getOutside(address: string, options: GetOptions): Promise<GetAnswer> {
  return withinTime(options.timeoutMs, async (signal) => {
    let url = new URL(address);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
      const answer = await getOnce(url, options, signal);
      if (!("to" in answer)) return answer;
      url = answer.to;
    }
    throw Object.assign(new Error("too many redirects"), { code: "ELOOP" });
  });
}

async function getOnce(
  url: URL,
  { headers, mostBytes, resolve = resolveOutside }: GetOptions,
  signal: AbortSignal,
): Promise<GetAnswer | { readonly to: URL }> {
  const request = await requestOutside(url, { method: "GET", headers, signal, resolve });
  return new Promise((settled, failed) => {
    request.on("error", failed);
    request.on("response", (response) => {
      const to = redirectOf(response, url);
      if (to) {
        settled({ to });
        return request.destroy();
      }
      const chunks: Buffer[] = [];
      let length = 0;
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length <= mostBytes) return;
        failed(Object.assign(new Error("the answer is too large"), { code: "ETOOBIG" }));
        request.destroy();
      });
      response.on("end", () => settled({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
      response.on("error", failed);
      response.on("aborted", () => failed(new Error("the answer broke off")));
    });
    request.end();
  });
}

function redirectOf({ statusCode = 0, headers }: IncomingMessage, from: URL): URL | null {
  if (statusCode < 300 || statusCode >= 400 || !headers.location) return null;
  const to = URL.parse(headers.location, from.href);
  return to && /^https?:$/.test(to.protocol) ? to : null;
}
