import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";

/** A raw response: redirects not followed, nothing decoded. */
export interface WireAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends one request with exactly these headers, and the body unchanged. */
export function ask(
  port: number,
  path: string,
  {
    method = "GET",
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string | Buffer } = {},
): Promise<WireAnswer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: "127.0.0.1", port, path, method, headers, agent: false, timeout: 30_000 },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    request.on("timeout", () =>
      request.destroy(new Error(`no answer to ${method} ${path} within 30 seconds`)),
    );
    request.on("error", reject);
    request.end(body);
  });
}

/**
 * Writes bytes to a socket and returns the response until the other side closes, or for `forMs`. For what no
 * HTTP client would send.
 */
export function speak(
  port: number,
  bytes: string | Buffer,
  { forMs = 5000 } = {},
): Promise<{ text: string; closed: boolean }> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const chunks: Buffer[] = [];
    const done = (closed: boolean) => {
      clearTimeout(limit);
      socket.destroy();
      resolve({ text: Buffer.concat(chunks).toString("latin1"), closed });
    };
    const limit = setTimeout(() => done(false), forMs);
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    socket.on("error", () => {});
    socket.on("close", () => done(true));
    socket.write(bytes);
  });
}

/** The status of a raw response; 0 without one. */
export const statusOf = (text: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
