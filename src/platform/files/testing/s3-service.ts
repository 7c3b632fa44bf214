import { createHash } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { S3Keys } from "../s3-address.ts";
import { expectedAuthorization } from "./s3-signature.ts";

/** What the service does to a request. */
type Fault =
  /** Responds with this status and code. */
  | { readonly status: number; readonly code: string }
  /** Breaks the connection after this many bytes of the body. */
  | { readonly cutAfter: number }
  /** Cuts the response after this many bytes of its body. */
  | { readonly cutAnswer: number }
  /** Sends whole objects only. */
  | "no parts"
  /** Never responds. */
  | "silent"
  | undefined;

/**
 * A stand-in on loopback for an S3-compatible service, made from Amazon's documentation ("Amazon S3 API
 * Reference"): path-style GET, HEAD, PUT and DELETE of objects, and ListObjectsV2. Verifies signatures and
 * bodies, and fails on demand.
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
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | number>>;
  readonly body?: Buffer;
}

type Bucket = Map<string, Buffer>;

/** Starts a service with these buckets. */
export async function startS3Service(names: readonly string[]): Promise<S3Service> {
  const keys = { id: "STAND-IN", secret: "a secret with / and + in it" };
  const buckets = new Map<string, Bucket>(names.map((name) => [name, new Map()]));
  const seen: string[] = [];
  let fail: ((request: http.IncomingMessage) => Fault) | undefined;
  let server: http.Server;
  let port = 0;

  async function start(): Promise<void> {
    server = http.createServer((request, response) => {
      seen.push(`${request.method} ${request.url}`);
      respond(request, response).catch(() => request.destroy());
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    port = (server.address() as AddressInfo).port;
  }

  async function respond(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    const fault = fail?.(request);
    if (fault === "silent") return;
    if (typeof fault === "object" && "cutAfter" in fault) {
      let bytes = 0;
      for await (const chunk of request as AsyncIterable<Buffer>)
        if ((bytes += chunk.length) >= fault.cutAfter) break;
      return void request.destroy();
    }
    if (typeof fault === "object" && "status" in fault) {
      const { status, headers, body } = refusal(fault.status, fault.code);
      response.writeHead(status, { ...headers, Connection: "close" });
      return void response.end(body);
    }
    const content = await buffer(request);
    const wrong = wrongIn(request, content, keys);
    if (fault === "no parts") delete request.headers.range;
    const {
      status,
      headers,
      body = Buffer.alloc(0),
    } = wrong ? refusal(403, wrong) : answerTo(request, content, buckets);
    response.writeHead(status, { "Content-Length": body.length, ...headers });
    if (request.method === "HEAD" || !fault || fault === "no parts")
      return void response.end(request.method === "HEAD" ? undefined : body);
    response.write(body.subarray(0, fault.cutAnswer), () => request.socket.destroy());
  }

  await start();
  return {
    endpoint: `http://127.0.0.1:${port}`,
    keys,
    seen,
    fail: (how) => void (fail = how),
    start,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** The error code for a request with a wrong signature or body. */
function wrongIn(request: http.IncomingMessage, body: Buffer, keys: S3Keys): string | undefined {
  const { authorization = "" } = request.headers;
  const [, id, region = "", names = ""] =
    /Credential=([^/]+)\/\d{8}\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+),/.exec(authorization) ?? [];
  if (id !== keys.id) return "InvalidAccessKeyId";
  const [path = "", search = ""] = request.url!.split("?");
  const at = Temporal.Instant.from(String(request.headers["x-amz-date"]));
  const payload = String(request.headers["x-amz-content-sha256"]);
  const signed = names.split(";").filter((name) => !name.startsWith("x-amz-"));
  const expected = expectedAuthorization(
    {
      method: request.method!,
      path,
      query: Object.fromEntries(new URLSearchParams(search)),
      headers: Object.fromEntries(signed.map((name) => [name, String(request.headers[name])])),
      payload,
    },
    { keys, region, at },
  );
  if (expected !== authorization || !signed.includes("host")) return "SignatureDoesNotMatch";
  if (Math.abs(at.epochMilliseconds - Date.now()) > 900_000) return "RequestTimeTooSkewed";
  return sha256(body) === payload ? undefined : "XAmzContentSHA256Mismatch";
}

function answerTo(request: http.IncomingMessage, content: Buffer, buckets: Map<string, Bucket>): Answer {
  const url = new URL(request.url!, "http://s3");
  const [, name = "", key = ""] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? [];
  const bucket = buckets.get(name);
  if (!bucket) return refusal(404, "NoSuchBucket");
  if (key === "") return list(bucket, url.searchParams);
  switch (request.method) {
    case "PUT":
      bucket.set(key, content);
      return { status: 200, headers: { ETag: `"${sha256(content)}"` } };
    case "DELETE":
      bucket.delete(key);
      return { status: 204 };
    case "GET":
    case "HEAD": {
      const object = bucket.get(key);
      return object ? read(object, request.headers.range) : refusal(404, "NoSuchKey");
    }
    default:
      return refusal(405, "MethodNotAllowed");
  }
}

function read(object: Buffer, range: string | undefined): Answer {
  const [, first = "", last = ""] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
  const headers = { "Content-Length": object.length, "Accept-Ranges": "bytes" };
  if (first === "") return { status: 200, headers, body: object };
  const from = Number(first);
  const to = Math.min(Number(last), object.length - 1);
  if (from > to) return refusal(416, "InvalidRange");
  const body = object.subarray(from, to + 1);
  return {
    status: 206,
    headers: {
      ...headers,
      "Content-Length": body.length,
      "Content-Range": `bytes ${from}-${to}/${object.length}`,
    },
    body,
  };
}

// Every character that is special in URLs or XML: a token means nothing to the client.
const TOKEN = "next +/=&<>%";

function list(bucket: Bucket, query: URLSearchParams): Answer {
  const token = query.get("continuation-token");
  if (query.get("list-type") !== "2" || (token !== null && !token.startsWith(TOKEN)))
    return refusal(400, "InvalidArgument");
  const all = [...bucket.keys()].filter((key) => key.startsWith(query.get("prefix") ?? "")).sort();
  const from = token === null ? 0 : Number(token.slice(TOKEN.length));
  const to = from + Number(query.get("max-keys") ?? 1000);
  const entries = all
    .slice(from, to)
    .map((key) => `<Contents><Key>${xmlText(key)}</Key><Size>${bucket.get(key)!.length}</Size></Contents>`);
  const next =
    to < all.length ? `<NextContinuationToken>${xmlText(`${TOKEN}${to}`)}</NextContinuationToken>` : "";
  return xml(
    200,
    `<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${to < all.length}</IsTruncated>${entries.join("")}${next}</ListBucketResult>`,
  );
}

const xmlText = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&#62;");

const xml = (status: number, text: string): Answer => ({
  status,
  headers: { "Content-Type": "application/xml" },
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${text}`),
});

const refusal = (status: number, code: string): Answer =>
  xml(status, `<Error><Code>${code}</Code><Message>no</Message></Error>`);
