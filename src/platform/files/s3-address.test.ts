import fc from "fast-check";
import { expect, test } from "vitest";
import { parseS3Address } from "./s3-address.ts";

test.each([
  ["s3://shop-files", "https://s3.us-east-1.amazonaws.com/", "us-east-1", ""],
  ["s3://shop-files?region=eu-central-1", "https://s3.eu-central-1.amazonaws.com/", "eu-central-1", ""],
  [
    "s3://shop-files/?endpoint=http://127.0.0.1:9000&prefix=plumbline",
    "http://127.0.0.1:9000/",
    "us-east-1",
    "plumbline/",
  ],
  [
    "s3://shop-files?endpoint=https%3A%2F%2Fx.r2.cloudflarestorage.com&region=auto&prefix=a/b/",
    "https://x.r2.cloudflarestorage.com/",
    "auto",
    "a/b/",
  ],
])("%s is accepted", (text, endpoint, region, prefix) => {
  expect(parseS3Address(text)).toMatchObject({ bucket: "shop-files", region, prefix, keys: undefined });
  expect(parseS3Address(text)?.endpoint.href).toBe(endpoint);
});

test("may contain keys with any characters", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: "grapheme" }), fc.string({ minLength: 1 }), (id, secret) => {
      const text = `s3://${encodeURIComponent(id)}:${encodeURIComponent(secret)}@bucket`;
      expect(parseS3Address(text)?.keys).toEqual({ id, secret });
    }),
  );
});

test.each([
  "https://shop-files",
  "s3://",
  "s3://Ab",
  "s3://a",
  "s3://shop_files",
  "s3://shop-files/folder",
  "s3://shop-files:9000",
  "s3://shop-files#x",
  "s3://key@shop-files",
  "s3://:secret@shop-files",
  "s3://%ff:%ff@shop-files",
  "s3://shop-files?endpoint=minio:9000",
  "s3://shop-files?endpoint=ftp://minio",
  "s3://shop-files?endpoint=https://minio/path",
  "s3://shop-files?endpoint=https://a:b@minio",
  "s3://shop-files?region=EU%20west",
  "s3://shop-files?prefix=/a",
  "s3://shop-files?prefix=a//b",
  "s3://shop-files?prefix=../b",
  "s3://shop-files?prefix=a%0Ab",
  "s3://shop-files?endpiont=https://minio",
])("%s is refused", (text) => {
  expect(parseS3Address(text)).toBeUndefined();
});
