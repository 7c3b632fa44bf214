import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
// @ts-expect-error it has no types
import S3rver from "s3rver";
import type { S3Keys } from "../s3-address.ts";
import { signedHeaders } from "../s3-signature.server.ts";

/** What the proxy does to a request. */
type Fault =
  /** Responds with this status and code. */
  | { readonly status: number; readonly code: string }
  /** Breaks the connection after this many bytes of the body. */
  | { readonly cutAfter: number }
  /** Cuts the response after this many bytes of its body. */
  | { readonly cutAnswer: number }
  /** Never responds. */
  | "silent"
  | undefined;

/**
 * An S3-compatible service on loopback, behind a proxy that checks signatures and bodies, and fails on
 * demand.
 */
export interface S3Service {
  readonly endpoint: string;
  readonly keys: S3Keys;
  /** Requests so far, as `METHOD path`. */
  readonly seen: string[];
  /** Sets the fault of each request from now on. */
  fail(how: ((request: http.IncomingMessage) => Fault) | undefined): void;
  /**
   * Stops like a power cut: every connection breaks. Restarting preserves the address and the stored objects.
   */
  stop(): Promise<void>;
  start(): Promise<void>;
  remove(): Promise<void>;
}

const ID = "S3RVER";

/** Starts a service with these buckets. */
export async function startS3Service(buckets: readonly string[]): Promise<S3Service> {
  const folder = await mkdtemp(path.join(tmpdir(), "plumbline-s3-"));
  const keys = { id: ID, secret: "a secret with / and + in it" };
  const seen: string[] = [];
  let fail: ((request: http.IncomingMessage) => Fault) | undefined;
  let service: { httpServer: http.Server; run(): Promise<AddressInfo>; close(): Promise<void> } | undefined;
  let gate: http.Server | undefined;
  let port = 0;

  async function start(): Promise<void> {
    service = new S3rver({
      port: 0,
      address: "127.0.0.1",
      silent: true,
      directory: folder,
      configureBuckets: buckets.map((name) => ({ name })),
    }) as typeof service;
    const behind = (await service!.run()).port;
    gate = http.createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      pass(request, response, behind).catch(() => request.destroy());
    });
    await new Promise<void>((resolve) => gate!.listen(port, "127.0.0.1", resolve));
    port = (gate.address() as AddressInfo).port;
  }

  async function pass(
    request: http.IncomingMessage,
    response: http.ServerResponse,
    behind: number,
  ): Promise<void> {
    const fault = fail?.(request);
    if (fault === "silent") return;
    if (fault && "cutAfter" in fault) {
      let bytes = 0;
      for await (const chunk of request as AsyncIterable<Buffer>)
        if ((bytes += chunk.length) >= fault.cutAfter) return void request.destroy();
      return void request.destroy();
    }
    if (fault && "status" in fault) return refuse(response, fault.status, fault.code);
    const body = await buffer(request);
    const wrong = wrongIn(request, body, keys);
    if (wrong) return refuse(response, 403, wrong);
    const { host: _, ...headers } = request.headers;
    const listing = request.method === "GET" ? new URL(request.url!, "http://s3").searchParams : undefined;
    const path = listing?.has("list-type") ? listWithoutPages(request.url!) : request.url;
    const onward = http.request({ port: behind, host: "127.0.0.1", method: request.method, path, headers });
    const answered = new Promise<http.IncomingMessage>((resolve, reject) =>
      onward.once("response", resolve).once("error", reject),
    );
    onward.end(body);
    const answer = await answered;
    const whole = await buffer(answer);
    const content = listing?.has("list-type") ? Buffer.from(pageOf(whole.toString(), listing)) : whole;
    response.writeHead(answer.statusCode!, {
      ...answer.headers,
      "content-length": request.method === "HEAD" ? answer.headers["content-length"] : content.length,
    });
    if (!fault) return void response.end(content);
    response.write(content.subarray(0, fault.cutAnswer), () => request.socket.destroy());
  }

  async function stop(): Promise<void> {
    gate!.closeAllConnections();
    await new Promise((resolve) => gate!.close(resolve));
    service!.httpServer.closeAllConnections();
    await service!.close();
  }

  await start();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    keys,
    seen,
    fail: (how) => void (fail = how),
    start,
    stop,
    async remove() {
      if (gate!.listening) await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

// The service itself accepts any signature by a known key, and any body.
function wrongIn(request: http.IncomingMessage, body: Buffer, keys: S3Keys): string | undefined {
  const { authorization = "" } = request.headers;
  const [, id, region = "", names = ""] =
    /Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request,SignedHeaders=([^,]+),/.exec(authorization) ?? [];
  if (id !== keys.id) return "InvalidAccessKeyId";
  const [at = "", search = ""] = request.url!.split("?");
  const stamp = String(request.headers["x-amz-date"]);
  const payload = String(request.headers["x-amz-content-sha256"]);
  const expected = signedHeaders(
    {
      method: request.method!,
      path: at,
      query: Object.fromEntries(new URLSearchParams(search)),
      headers: Object.fromEntries(
        names
          .split(";")
          .filter((name) => !name.startsWith("x-amz-"))
          .map((name) => [name, String(request.headers[name])]),
      ),
      payload,
    },
    { keys, region, at: Temporal.Instant.from(stamp) },
  );
  if (expected["authorization"] !== authorization) return "SignatureDoesNotMatch";
  if (Math.abs(Temporal.Instant.from(stamp).epochMilliseconds - Date.now()) > 900_000)
    return "RequestTimeTooSkewed";
  return createHash("sha256").update(body).digest("hex") === payload
    ? undefined
    : "XAmzContentSHA256Mismatch";
}

// The service's own tokens need a cipher that Node no longer has, so the proxy pages lists itself: its tokens
// contain every character that is special in URLs or XML.
const TOKEN = "next +/=&<>%";

function listWithoutPages(url: string): string {
  const at = new URL(url, "http://s3");
  at.searchParams.delete("continuation-token");
  at.searchParams.set("max-keys", "1000");
  return at.pathname + at.search;
}

function pageOf(whole: string, query: URLSearchParams): string {
  const entries = whole.match(/<Contents>.*?<\/Contents>/gs) ?? [];
  const token = query.get("continuation-token");
  if (token !== null && !token.startsWith(TOKEN)) return "<Error><Code>InvalidArgument</Code></Error>";
  const from = token === null ? 0 : Number(token.slice(TOKEN.length));
  const to = from + Number(query.get("max-keys"));
  const more = to < entries.length;
  const next = `${TOKEN}${to}`.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&#62;");
  return `${whole.slice(0, whole.indexOf("<ListBucketResult")).trim()}<ListBucketResult><IsTruncated>${more}</IsTruncated>${entries.slice(from, to).join("")}${more ? `<NextContinuationToken>${next}</NextContinuationToken>` : ""}</ListBucketResult>`;
}

function refuse(response: http.ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "Content-Type": "application/xml", Connection: "close" });
  response.end(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>no</Message></Error>`,
  );
}
