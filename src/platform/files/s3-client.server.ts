import { createHash } from "node:crypto";
import http from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { AwsV4Signer } from "aws4fetch";
import { type Clock, systemClock } from "../time/clock.ts";
import type { S3Address, S3Keys } from "./s3-address.ts";

/** A request body that can be sent repeatedly. */
export interface S3Body {
  readonly sha256: string;
  readonly bytes: number;
  /** From its first byte, each time. */
  open(): Uint8Array | AsyncIterable<Uint8Array>;
}

export interface S3Request {
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE";
  /** Omitted for requests about the bucket. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: S3Body;
  /** First and last byte of the object to return. */
  readonly part?: { readonly first: number; readonly last: number };
}

/** A response whose headers have arrived. Read its body to the end, or destroy it. */
export interface S3Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Readable;
}

/** An error response of the store, with S3's error code. */
export class S3Refusal extends Error {
  override name = "S3Refusal";
  readonly code: string;
  readonly status: number;
  /** The bucket's region, if it differs from the requested one. */
  readonly region: string | undefined;
  constructor(status: number, code: string, region: string | undefined) {
    super(`the file store answered ${status} ${code}`);
    this.status = status;
    this.code = code;
    this.region = region;
  }
}

export interface S3Patience {
  /** Limit for connecting (ms). */
  readonly connect: number;
  /** Limit without a byte in either direction (ms). */
  readonly silence: number;
  /** No retries after this (ms). */
  readonly retry: number;
}

export interface S3Client {
  /**
   * Sends a request, with retries while they may help.
   * @returns a response with 2xx or 404
   * @throws S3Refusal for another response, or the network error
   */
  send(request: S3Request): Promise<S3Answer>;
}

const TIMEOUTS: S3Patience = { connect: 3_000, silence: 15_000, retry: 5_000 };
export const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 150;
/** A real S3 error is a few hundred bytes of XML. */
const MAX_ERROR = 64 * 1024;
const EMPTY_SHA256 = createHash("sha256").digest("hex");

/** A client for one bucket, with keep-alive connections. */
export function createS3Client(
  address: S3Address & { readonly keys: S3Keys },
  { clock = systemClock, patience = TIMEOUTS }: { clock?: Clock; patience?: S3Patience } = {},
): S3Client {
  const { endpoint, bucket, region, keys } = address;
  const transport = endpoint.protocol === "https:" ? https : http;
  const agent = new transport.Agent({ keepAlive: true, maxSockets: 32, scheduling: "lifo" });

  const signingKeys = new Map<string, ArrayBuffer>();

  async function once({ method, key, query = {}, body, part }: S3Request): Promise<S3Answer> {
    const url = new URL(`/${bucket}${key === undefined ? "" : `/${encodeURI(key)}`}`, endpoint);
    url.search = new URLSearchParams(query).toString();
    const signer = new AwsV4Signer({
      method,
      url: url.href,
      headers: {
        ...(body ? { "content-length": String(body.bytes) } : {}),
        ...(part ? { range: `bytes=${part.first}-${part.last}` } : {}),
        // The service refuses a body of any other digest.
        "x-amz-content-sha256": body?.sha256 ?? EMPTY_SHA256,
      },
      accessKeyId: keys.id,
      secretAccessKey: keys.secret,
      service: "s3",
      region,
      datetime: clock.now().toString({ fractionalSecondDigits: 0 }).replace(/[-:]/g, ""),
      cache: signingKeys,
      allHeaders: true,
    });
    const { headers } = await signer.sign();
    const request = transport.request(endpoint, {
      method,
      // As signed: a URL encodes fewer characters, and some services don't normalize that.
      path: signer.encodedSearch ? `${signer.encodedPath}?${signer.encodedSearch}` : signer.encodedPath,
      headers: Object.fromEntries(headers),
      agent,
    });
    const response = await sendOnce(request, body, patience);
    if (
      (response.statusCode! >= 200 && response.statusCode! < 300) ||
      (response.statusCode === 404 && !(await isBucketMissing(response, method)))
    )
      return { status: response.statusCode!, headers: response.headers, body: response };
    const code =
      /<Code>([A-Za-z]{1,60})<\/Code>/.exec(await textOf(response))?.[1] ??
      (response.statusCode === 404 ? "NoSuchBucket" : "Unknown");
    throw new S3Refusal(response.statusCode!, code, response.headers["x-amz-bucket-region"]?.toString());
  }

  return {
    async send(request) {
      const until = performance.now() + patience.retry;
      for (let attempt = 1, pause = FIRST_PAUSE_MS; ; attempt++, pause *= 3) {
        try {
          return await once(request);
        } catch (error) {
          // Every request here is idempotent: a key is its content.
          if (attempt >= ATTEMPTS || !mayPass(error) || performance.now() + pause > until) throw error;
          await sleep(pause * (0.75 + Math.random() / 2));
        }
      }
    },
  };
}

/** Whether a retry may help: for a busy or broken service or a lost connection; never for a refusal. */
export function mayPass(error: unknown): boolean {
  if (error instanceof S3Refusal) return error.status >= 500 || error.status === 429 || error.status === 408;
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === "string";
}

async function sendOnce(
  request: http.ClientRequest,
  body: S3Body | undefined,
  patience: S3Patience,
): Promise<http.IncomingMessage> {
  const gaveUp = (what: string) => Object.assign(new Error(`the file store ${what}`), { code: "ETIMEDOUT" });
  const connecting = setTimeout(() => request.destroy(gaveUp("can't be reached")), patience.connect);
  request.once("socket", (socket) => {
    const connected = () => clearTimeout(connecting);
    if (socket.connecting) socket.once("connect", connected);
    else connected();
  });
  request.once("close", () => clearTimeout(connecting));
  request.setTimeout(patience.silence, () => request.destroy(gaveUp("stopped responding")));
  const responded = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once("response", resolve);
    request.once("error", reject);
  });
  responded.catch(() => {});
  const content = body?.open();
  if (content === undefined || content instanceof Uint8Array) {
    request.end(content);
    return await responded;
  }
  let wrong: unknown;
  const sent = pipeline(content, request).catch((error: unknown) => {
    // An error of the body's source, as opposed to the network: only the former ends the request with its own
    // error.
    wrong = error;
  });
  const response = await responded.catch(async (error: unknown) => {
    await sent;
    throw wrong ?? error;
  });
  // A service that refuses may respond before it has the whole body.
  if (response.statusCode! >= 300) request.once("error", () => {});
  else await sent;
  if (wrong !== undefined && response.statusCode! < 300) throw wrong;
  return response;
}

/**
 * Whether the bucket is missing: that and a missing object are both 404 and differ only in the body. Consumes
 * the body.
 */
async function isBucketMissing(response: http.IncomingMessage, method: string): Promise<boolean> {
  if (method === "HEAD") {
    response.resume();
    return false;
  }
  return /NoSuchBucket/.test(await textOf(response));
}

async function textOf(response: http.IncomingMessage): Promise<string> {
  if (response.readableEnded) return "";
  let length = 0;
  response.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_ERROR) response.destroy();
  });
  return (await buffer(response).catch(() => Buffer.alloc(0))).toString("utf8");
}
