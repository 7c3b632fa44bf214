import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { isIP } from "node:net";
import { type Resolved, resolveOutside, Unreachable } from "./outside.server.ts";

/** What was answered: the status, and the beginning of the body. */
export interface PostAnswer {
  readonly status: number;
  readonly body: string;
}

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** For all of it: looking the name up, connecting, sending, and being answered. */
  readonly timeoutMs: number;
  /** How much of the answer is kept; the rest is not read. */
  readonly answerBytes: number;
  /** Another way to look a name up and judge what it leads to; for tests. */
  readonly resolve?: (host: string) => Promise<Resolved>;
}

/**
 * Posts to an address that somebody else named. The name is looked up and judged once, and what was judged is
 * what is connected to, so that a name which leads elsewhere a moment later gains nothing. A redirect is an
 * answer like any other: it is not followed.
 * @throws Unreachable where it may not go; Error when it breaks off or takes too long (code ETIMEDOUT)
 */
export async function postOutside(address: string, options: PostOptions): Promise<PostAnswer> {
  const limit = Promise.withResolvers<never>();
  const cut = new AbortController();
  const timer = setTimeout(() => {
    limit.reject(Object.assign(new Error("no answer in time"), { code: "ETIMEDOUT" }));
    cut.abort();
  }, options.timeoutMs);
  try {
    return await Promise.race([post(new URL(address), options, cut.signal), limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}

async function post(
  url: URL,
  { headers, body, answerBytes, resolve = resolveOutside }: PostOptions,
  signal: AbortSignal,
): Promise<PostAnswer> {
  const name = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const { address, isPublic } = await resolve(name);
  const isSecure = url.protocol === "https:";
  if (!isSecure && isPublic) throw new Unreachable("EPLAIN");
  const bytes = Buffer.from(body);
  return new Promise((answered, failed) => {
    const request = (isSecure ? secureRequest : plainRequest)({
      host: address,
      // The certificate is that of the name, not of the address.
      ...(isSecure && !isIP(name) ? { servername: name } : {}),
      port: url.port || (isSecure ? 443 : 80),
      path: `${url.pathname}${url.search}`,
      method: "POST",
      agent: false,
      signal,
      headers: { ...headers, Host: url.host, "Content-Length": String(bytes.length), Connection: "close" },
    });
    request.on("error", failed);
    request.on("response", (response) => {
      const pieces: Buffer[] = [];
      let length = 0;
      const done = () => {
        const text = Buffer.concat(pieces).subarray(0, answerBytes).toString("utf8");
        // PostgreSQL has no place for a NUL; the last sign may have been cut.
        answered({
          status: response.statusCode ?? 0,
          body: text.replaceAll("\0", "").replace(/\uFFFD+$/, ""),
        });
        request.destroy();
      };
      response.on("data", (piece: Buffer) => {
        pieces.push(piece);
        length += piece.length;
        if (length >= answerBytes) done();
      });
      response.on("end", done);
      response.on("error", failed);
      response.on("aborted", () => failed(new Error("the answer broke off")));
    });
    request.end(bytes);
  });
}
