import { createHash, createHmac } from "node:crypto";
import type { S3Keys } from "../s3-address.ts";

export interface SignedRequest {
  readonly method: string;
  /** Already percent-encoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** All are signed and must include `host`. Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body in hexadecimal: the service refuses any other body. */
  readonly payload: string;
}

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** RFC 3986 encoding; `encodeURIComponent` leaves five characters that a signature needs encoded. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

function queryText(query: Readonly<Record<string, string>>): string {
  return Object.keys(query)
    .sort()
    .map((name) => `${encoded(name)}=${encoded(query[name]!)}`)
    .join("&");
}

/**
 * The signature that a request should have by AWS Signature Version 4, written from Amazon's documentation
 * and independent of the library that the product signs with.
 * @returns the value of `Authorization`
 */
export function expectedAuthorization(
  request: SignedRequest,
  { keys, region, at }: { keys: S3Keys; region: string; at: Temporal.Instant },
) {
  const stamp = at.toString({ fractionalSecondDigits: 0 }).replace(/[-:]/g, "");
  const day = stamp.slice(0, 8);
  const headers = { ...request.headers, "x-amz-content-sha256": request.payload, "x-amz-date": stamp };
  const names = Object.keys(headers).sort();
  const canonical = [
    request.method,
    request.path,
    queryText(request.query),
    ...names.map((name) => `${name}:${headers[name as keyof typeof headers].trim()}`),
    "",
    names.join(";"),
    request.payload,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = [
    "AWS4-HMAC-SHA256",
    stamp,
    scope,
    createHash("sha256").update(canonical).digest("hex"),
  ].join("\n");
  const key = hmac(hmac(hmac(hmac(`AWS4${keys.secret}`, day), region), "s3"), "aws4_request");
  return `AWS4-HMAC-SHA256 Credential=${keys.id}/${scope}, SignedHeaders=${names.join(";")}, Signature=${hmac(key, toSign).toString("hex")}`;
}
