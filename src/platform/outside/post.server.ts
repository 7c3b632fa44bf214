import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { isIP } from "node:net";
import { type Resolved, resolveOutside, Unreachable } from "./outside.server.ts";

/** The response: the status, and the beginning of the body. */
export interface PostAnswer {
  readonly status: number;
  readonly body: string;
}

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Limit for everything: resolving, connecting, sending, and the response. */
  readonly timeoutMs: number;
  /** How many bytes of the response to read. */
  readonly answerBytes: number;
  /** Another way to resolve and check a name; for tests. */
  readonly resolve?: (host: string) => Promise<Resolved>;
}

/**
 * Posts to a URL from a user. The name is resolved and checked once, and only that address is connected to,
 * so DNS rebinding gains nothing. Redirects are not followed.
 * @throws Unreachable for a forbidden address; Error if the connection breaks or times out (code ETIMEDOUT)
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
  return new Promise((settled, failed) => {
    const request = (isSecure ? secureRequest : plainRequest)({
      host: address,
      // The certificate is for the name, not for the IP address.
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
      const chunks: Buffer[] = [];
      let length = 0;
      const done = () => {
        const text = Buffer.concat(chunks).subarray(0, answerBytes).toString("utf8");
        // PostgreSQL can't store a NUL; the last character may be cut.
        settled({
          status: response.statusCode ?? 0,
          body: text.replaceAll("\0", "").replace(/\uFFFD+$/, ""),
        });
        request.destroy();
      };
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        length += chunk.length;
        if (length >= answerBytes) done();
      });
      response.on("end", done);
      response.on("error", failed);
      response.on("aborted", () => failed(new Error("the answer broke off")));
    });
    request.end(bytes);
  });
}
