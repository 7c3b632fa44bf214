import { createHash, createHmac } from "node:crypto";
import type { S3Keys } from "./s3-address.ts";

export interface SignedPart {
  readonly method: string;
  /** Already percent-encoded. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** All are signed and must include `host`. Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** SHA-256 of the body in hexadecimal: the service refuses any other body. */
  readonly payload: string;
}

export const EMPTY_PAYLOAD = createHash("sha256").digest("hex");

const hmac = (key: string | Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** RFC 3986 encoding; `encodeURIComponent` leaves five characters that a signature needs encoded. */
export const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);

/** The query string, for both the URL and the signature. */
export function queryText(query: Readonly<Record<string, string>>): string {
  return Object.keys(query)
    .sort()
    .map((name) => `${encoded(name)}=${encoded(query[name]!)}`)
    .join("&");
}

/**
 * Signs a request by AWS Signature Version 4, including the body.
 * @param at when it is sent; services refuse times a quarter of an hour off
 * @returns the headers to send: the given ones, the date, the body's digest and the signature
 */
export function signedHeaders(
  part: SignedPart,
  { keys, region, at }: { keys: S3Keys; region: string; at: Temporal.Instant },
) {
  const stamp = at.toString({ fractionalSecondDigits: 0 }).replace(/[-:]/g, "");
  const day = stamp.slice(0, 8);
  const headers: Record<string, string> = {
    ...part.headers,
    "x-amz-content-sha256": part.payload,
    "x-amz-date": stamp,
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    part.method,
    part.path,
    queryText(part.query),
    ...names.map((name) => `${name}:${headers[name]!.trim()}`),
    "",
    names.join(";"),
    part.payload,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = [
    "AWS4-HMAC-SHA256",
    stamp,
    scope,
    createHash("sha256").update(canonical).digest("hex"),
  ].join("\n");
  const key = hmac(hmac(hmac(hmac(`AWS4${keys.secret}`, day), region), "s3"), "aws4_request");
  headers["authorization"] =
    `AWS4-HMAC-SHA256 Credential=${keys.id}/${scope},SignedHeaders=${names.join(";")},Signature=${hmac(key, toSign).toString("hex")}`;
  return headers;
}
