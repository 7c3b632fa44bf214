import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { buffer } from "node:stream/consumers";
import { AppError } from "../errors/app-error.ts";
import { counter } from "../metrics/metrics.server.ts";
import type { Clock } from "../time/clock.ts";
import { type FilePart, type FileStore, fileKey, isFileKey, type StoredFile } from "./file-store.ts";
import { hashOfFile, verified } from "./hash.server.ts";
import type { S3Address, S3Keys } from "./s3-address.ts";
import {
  ATTEMPTS,
  createS3Client,
  mayPass,
  type S3Answer,
  type S3Body,
  type S3Patience,
  S3Refusal,
} from "./s3-client.server.ts";

const RETRY_AFTER_SECONDS = 30;
const failures = counter(
  "plumbline_file_store_failures_total",
  "Requests the file store at FILES_URL failed or refused, by its reason",
  "reason",
);
const MAX_PER_PAGE = 1000;

export interface S3Store extends FileStore {
  /**
   * Lists, writes and removes once.
   * @returns whether the store answers; one that is away now may be back later
   * @throws Error with one sentence for the operator if it never will: wrong keys, no such bucket, no right
   * to write
   */
  check(): Promise<boolean>;
}

/**
 * A store in a bucket of an S3-compatible service. Every body is signed by its SHA-256, so the service itself
 * refuses corrupted uploads.
 */
export function createS3Store(
  address: S3Address & { readonly keys: S3Keys },
  { pageSize = MAX_PER_PAGE, ...options }: { pageSize?: number; clock?: Clock; patience?: S3Patience } = {},
): S3Store {
  const client = createS3Client(address, options);
  const named = (key: string) => `${address.prefix}${key}`;

  async function stored(key: string): Promise<{ readonly bytes: number } | undefined> {
    const response = await client.send({ method: "HEAD", key: named(key) });
    return response.status === 404 ? undefined : { bytes: Number(response.headers["content-length"]) };
  }

  // Bytes already being uploaded are not sent a second time.
  const uploading = new Map<string, Promise<string>>();
  function upload(key: string, body: S3Body): Promise<string> {
    const under = uploading.get(key) ?? send(key, body).finally(() => uploading.delete(key));
    uploading.set(key, under);
    return under;
  }

  async function send(key: string, body: S3Body): Promise<string> {
    try {
      // The key is a content hash, and objects are written atomically.
      if ((await stored(key))?.bytes === body.bytes) return key;
      const response = await client.send({ method: "PUT", key: named(key), body });
      response.body.resume();
      if (response.status === 404) throw new S3Refusal(404, "NoSuchKey", undefined);
      // Check again before acknowledging: some services acknowledge before the object is stored.
      const storedFile = await stored(key);
      if (storedFile?.bytes !== body.bytes) throw new S3Refusal(500, "NotStored", undefined);
      return key;
    } catch (error) {
      return unavailable(error);
    }
  }

  async function opened(key: string, part?: FilePart): Promise<S3Answer> {
    if (!isFileKey(key)) throw missing();
    const response = await client
      .send({ method: "GET", key: named(key), ...(part ? { part } : {}) })
      .catch(unavailable);
    if (response.status === 404) throw missing();
    return response;
  }

  async function* pages(prefix: string): AsyncGenerator<string> {
    let from: string | undefined;
    do {
      const query = { "list-type": "2", prefix, "max-keys": String(pageSize) };
      const response = await client.send({
        method: "GET",
        query: from === undefined ? query : { ...query, "continuation-token": from },
      });
      const page = (await buffer(response.body)).toString("utf8");
      yield page;
      from = /<IsTruncated>true<\/IsTruncated>/.test(page)
        ? xmlText(/<NextContinuationToken>([^<]+)</.exec(page)?.[1])
        : undefined;
    } while (from !== undefined);
  }

  return {
    async put(accountId, bytes, extension) {
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      return await upload(fileKey(accountId, sha256, extension), {
        sha256,
        bytes: bytes.byteLength,
        open: () => bytes,
      });
    },
    async putFile(accountId, file, extension) {
      const { sha256, bytes } = await hashOfFile(file);
      return await upload(fileKey(accountId, sha256, extension), {
        sha256,
        bytes,
        open: () => verified(createReadStream(file), sha256),
      });
    },
    async get(key) {
      for (let attempt = 1; ; attempt++) {
        const response = await opened(key);
        try {
          return await buffer(response.body);
        } catch (error) {
          // The body broke off; the client's own retry covers only the request.
          if (attempt >= ATTEMPTS) unavailable(error);
        }
      }
    },
    async stream(key, part) {
      const { status, headers, body } = await opened(key, part);
      // A service without range support sends the whole file; truncating that would give the wrong part of a
      // video.
      if (part && !headers["content-range"]?.startsWith(`bytes ${part.first}-${part.last}/`)) {
        body.destroy();
        unavailable(new S3Refusal(status, "NotThatPart", undefined));
      }
      return body;
    },
    async exists(key) {
      return isFileKey(key) && (await stored(key).catch(unavailable)) !== undefined;
    },
    async size(key) {
      return isFileKey(key) ? (await stored(key).catch(unavailable))?.bytes : undefined;
    },
    async remove(key) {
      if (!isFileKey(key)) return;
      const response = await client.send({ method: "DELETE", key: named(key) }).catch(unavailable);
      response.body.resume();
    },
    async *list(accountId) {
      try {
        const prefix = accountId === undefined ? address.prefix : `${address.prefix}${accountId}/`;
        for await (const page of pages(prefix)) yield* filesIn(page, address.prefix);
      } catch (error) {
        unavailable(error);
      }
    },
    async check() {
      try {
        for await (const _ of pages(address.prefix)) break;
        const nothing = createHash("sha256").digest("hex");
        for (const request of [
          { method: "PUT", body: { sha256: nothing, bytes: 0, open: () => new Uint8Array() } },
          { method: "DELETE" },
        ] as const) {
          const response = await client.send({ key: named(".plumbline"), ...request });
          response.body.resume();
        }
        return true;
      } catch (error) {
        if (mayPass(error)) return false;
        throw new Error(explainFailure(error, address), { cause: error });
      }
    },
  };
}

function* filesIn(page: string, prefix: string): Generator<StoredFile> {
  for (const [, entry = ""] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
    const name = /<Key>([^<]+)<\/Key>/.exec(entry)?.[1];
    const bytes = Number(/<Size>(\d+)<\/Size>/.exec(entry)?.[1]);
    const key = xmlText(name)?.slice(prefix.length);
    if (key !== undefined && isFileKey(key)) yield { key, bytes };
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const xmlText = (text: string | undefined) =>
  text?.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(amp|lt|gt|quot|apos));/gi,
    (_, hex?: string, number?: string, name?: string) =>
      name
        ? ENTITIES[name.toLowerCase()]!
        : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(number)),
  );

const missing = () => new AppError("not_found", "This file doesn’t exist.");

function unavailable(error: unknown): never {
  // A permanent refusal (revoked keys, a deleted bucket) needs the operator; for everyone else it is
  // unavailable.
  if (!(error instanceof S3Refusal) && !mayPass(error)) throw error;
  failures.count(error instanceof S3Refusal ? error.code : "network");
  throw new AppError(
    "unavailable",
    "We can’t reach our file storage right now. Nothing saved is lost. Try again in a minute.",
    {
      retryAfter: RETRY_AFTER_SECONDS,
      cause: error,
    },
  );
}

// Never the address: it may contain keys.
function explainFailure(error: unknown, { bucket, region }: S3Address): string {
  if (!(error instanceof S3Refusal))
    return `The file store at FILES_URL can’t be used: ${(error as Error).message}.`;
  switch (error.code) {
    case "NoSuchBucket":
      return `The bucket ${bucket} of FILES_URL does not exist. Create it first, or correct the name.`;
    case "InvalidAccessKeyId":
    case "SignatureDoesNotMatch":
      return "The file store of FILES_URL refused the access keys. Check S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.";
    case "RequestTimeTooSkewed":
      return "The file store of FILES_URL rejected this machine’s clock, which is more than 15 minutes off. Set the clock.";
    case "PermanentRedirect":
    case "AuthorizationHeaderMalformed":
    case "IllegalLocationConstraintException":
      return `The bucket ${bucket} of FILES_URL is not in the region ${region}${error.region ? ` but in ${error.region}` : ""}. Correct region= in FILES_URL.`;
    case "AccessDenied":
    case "AllAccessDisabled":
      return `The access keys can’t list, write, and delete in the bucket ${bucket} of FILES_URL. Give them these rights, or use other keys.`;
    default:
      return `The file store of FILES_URL answered ${error.status} ${error.code}. Check its address, bucket and keys.`;
  }
}
