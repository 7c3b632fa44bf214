import http from "node:http";
import https from "node:https";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { buffer } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { type Clock, systemClock } from "../time/clock.ts";
import type { S3Address, S3Keys } from "./s3-address.ts";
import { EMPTY_PAYLOAD, encoded, queryText, signedHeaders } from "./s3-signature.server.ts";

/** A body to be sent, possibly more than once. */
export interface S3Body {
  readonly sha256: string;
  readonly bytes: number;
  /** From its first byte on, each time. */
  open(): Uint8Array | AsyncIterable<Uint8Array>;
}

export interface S3Request {
  readonly method: "GET" | "HEAD" | "PUT" | "DELETE";
  /** None: the request is about the bucket. */
  readonly key?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: S3Body;
  /** First and last byte that are wanted of an object. */
  readonly part?: { readonly first: number; readonly last: number };
}

/** An answer whose head has come. Its body is read to the end, or destroyed. */
export interface S3Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: Readable;
}

/** What a store said when it refused, by the code that S3 has for it. */
export class S3Refusal extends Error {
  override name = "S3Refusal";
  readonly code: string;
  readonly status: number;
  /** Where the bucket is, when it is not in the region that was asked. */
  readonly region: string | undefined;
  constructor(status: number, code: string, region: string | undefined) {
    super(`the file store answered ${status} ${code}`);
    this.status = status;
    this.code = code;
    this.region = region;
  }
}

export interface S3Patience {
  /** Milliseconds in which a connection must come about. */
  readonly connect: number;
  /** Milliseconds without a byte in either direction after which a request is given up. */
  readonly silence: number;
  /** Milliseconds after which nothing is tried anew. */
  readonly retry: number;
}

export interface S3Client {
  /**
   * Sends a request, and again while that may help.
   * @returns an answer of 2xx or 404
   * @throws S3Refusal for another answer, or what the network said
   */
  send(request: S3Request): Promise<S3Answer>;
}

const PATIENCE: S3Patience = { connect: 3_000, silence: 15_000, retry: 5_000 };
/** How often at most something is tried. */
export const ATTEMPTS = 3;
const FIRST_PAUSE_MS = 150;
/** An error is a few hundred bytes of XML; whoever sends more is no S3. */
const LONGEST_ERROR = 64 * 1024;

/** A client for one bucket, over kept connections. */
export function createS3Client(
  address: S3Address & { readonly keys: S3Keys },
  { clock = systemClock, patience = PATIENCE }: { clock?: Clock; patience?: S3Patience } = {},
): S3Client {
  const { endpoint, bucket, region, keys } = address;
  const transport = endpoint.protocol === "https:" ? https : http;
  const agent = new transport.Agent({ keepAlive: true, maxSockets: 32, scheduling: "lifo" });

  async function once({ method, key, query = {}, body, part }: S3Request): Promise<S3Answer> {
    const path = `/${bucket}${key === undefined ? "" : `/${key.split("/").map(encoded).join("/")}`}`;
    const headers = signedHeaders(
      {
        method,
        path,
        query,
        headers: {
          host: endpoint.host,
          ...(body ? { "content-length": String(body.bytes) } : {}),
          ...(part ? { range: `bytes=${part.first}-${part.last}` } : {}),
        },
        payload: body?.sha256 ?? EMPTY_PAYLOAD,
      },
      { keys, region, at: clock.now() },
    );
    const search = queryText(query);
    const request = transport.request(endpoint, {
      method,
      path: search ? `${path}?${search}` : path,
      headers,
      agent,
    });
    const answer = await answerOf(request, body, patience);
    if (
      (answer.statusCode! >= 200 && answer.statusCode! < 300) ||
      (answer.statusCode === 404 && !(await saysNoBucket(answer, method)))
    )
      return { status: answer.statusCode!, headers: answer.headers, body: answer };
    const code =
      /<Code>([A-Za-z]{1,60})<\/Code>/.exec(await textOf(answer))?.[1] ??
      (answer.statusCode === 404 ? "NoSuchBucket" : "Unknown");
    throw new S3Refusal(answer.statusCode!, code, answer.headers["x-amz-bucket-region"]?.toString());
  }

  return {
    async send(request) {
      const until = performance.now() + patience.retry;
      for (let attempt = 1, pause = FIRST_PAUSE_MS; ; attempt++, pause *= 3) {
        try {
          return await once(request);
        } catch (error) {
          // Every request here may be repeated: a key is its content.
          if (attempt >= ATTEMPTS || !mayPass(error) || performance.now() + pause > until) throw error;
          await sleep(pause * (0.75 + Math.random() / 2));
        }
      }
    },
  };
}

/** Whether trying again may help: a busy or broken service, a lost connection; never a refusal. */
export function mayPass(error: unknown): boolean {
  if (error instanceof S3Refusal) return error.status >= 500 || error.status === 429 || error.status === 408;
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === "string";
}

async function answerOf(
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
  request.setTimeout(patience.silence, () => request.destroy(gaveUp("fell silent")));
  const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
    request.once("response", resolve);
    request.once("error", reject);
  });
  answered.catch(() => {});
  const content = body?.open();
  if (content === undefined || content instanceof Uint8Array) {
    request.end(content);
    return await answered;
  }
  let wrong: unknown;
  const sent = pipeline(content, request).catch((error: unknown) => {
    // What is read from here, not what the network did: only that ends with an error of its own.
    wrong = error;
  });
  const answer = await answered.catch(async (error: unknown) => {
    await sent;
    throw wrong ?? error;
  });
  // A service that refuses says so before it has everything.
  if (answer.statusCode! >= 300) request.once("error", () => {});
  else await sent;
  if (wrong !== undefined && answer.statusCode! < 300) throw wrong;
  return answer;
}

/**
 * A missing object and a missing bucket are both 404; only the body tells. Leaves an answer about an object
 * unread to nobody.
 */
async function saysNoBucket(answer: http.IncomingMessage, method: string): Promise<boolean> {
  if (method === "HEAD") {
    answer.resume();
    return false;
  }
  return /NoSuchBucket/.test(await textOf(answer));
}

async function textOf(answer: http.IncomingMessage): Promise<string> {
  if (answer.readableEnded) return "";
  let length = 0;
  answer.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > LONGEST_ERROR) answer.destroy();
  });
  return (await buffer(answer).catch(() => Buffer.alloc(0))).toString("utf8");
}
