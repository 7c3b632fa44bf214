import { type Resolved, resolveOutside } from "./outside.server.ts";
import { requestOutside, withinTime } from "./request.server.ts";

/** The response: the status, and the beginning of the body. */
export interface PostAnswer {
  readonly status: number;
  readonly body: string;
  /** When to try again, as the other side says it: seconds or a date. */
  readonly retryAfter: string | undefined;
}

export interface PostOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
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
export function postOutside(address: string, options: PostOptions): Promise<PostAnswer> {
  return withinTime(options.timeoutMs, (signal) => post(new URL(address), options, signal));
}

async function post(
  url: URL,
  { headers, body, answerBytes, resolve = resolveOutside }: PostOptions,
  signal: AbortSignal,
): Promise<PostAnswer> {
  const bytes = Buffer.from(body);
  const request = await requestOutside(url, {
    method: "POST",
    headers: { ...headers, "Content-Length": String(bytes.length) },
    signal,
    resolve,
  });
  return new Promise((settled, failed) => {
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
          retryAfter: response.headers["retry-after"],
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
