import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { expectedAuthorization, type SignedRequest } from "./s3-signature.ts";

// AWS's worked examples, "Signature Calculations for the Authorization Header: Transferring Payload in a
// Single Chunk".
const as = {
  keys: { id: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY" },
  region: "us-east-1",
  at: Temporal.Instant.from("2013-05-24T00:00:00Z"),
};
const EMPTY_PAYLOAD = createHash("sha256").digest("hex");
const host = "examplebucket.s3.amazonaws.com";

test.each<{ what: string; request: SignedRequest; signature: string }>([
  {
    what: "an object read in part",
    request: {
      method: "GET",
      path: "/test.txt",
      query: {},
      headers: { host, range: "bytes=0-9" },
      payload: EMPTY_PAYLOAD,
    },
    signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  },
  {
    what: "an object written",
    request: {
      method: "PUT",
      path: "/test%24file.text",
      query: {},
      headers: { host, date: "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY" },
      payload: createHash("sha256").update("Welcome to Amazon S3.").digest("hex"),
    },
    signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd",
  },
  {
    what: "a bucket asked for a setting",
    request: {
      method: "GET",
      path: "/",
      query: { lifecycle: "" },
      headers: { host },
      payload: EMPTY_PAYLOAD,
    },
    signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543",
  },
  {
    what: "a bucket listed",
    request: {
      method: "GET",
      path: "/",
      query: { prefix: "J", "max-keys": "2" },
      headers: { host },
      payload: EMPTY_PAYLOAD,
    },
    signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7",
  },
])("$what is signed as in AWS's example", ({ request, signature }) => {
  expect(expectedAuthorization(request, as)).toMatch(new RegExp(`, Signature=${signature}$`));
});
