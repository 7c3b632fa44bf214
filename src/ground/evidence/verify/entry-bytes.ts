import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import { type Header, headerOf, type Json, withoutSignature } from "../rules.ts";

const encoder = new TextEncoder();

/** Bytes hashed for an entry. */
export const headerBytes = (entry: Header): Uint8Array<ArrayBuffer> =>
  encoder.encode(canonicalJson(headerOf(entry)));

/** Bytes hashed for a payload. */
export const payloadBytes = (payload: Json, salt: string): Uint8Array<ArrayBuffer> =>
  encoder.encode(canonicalJson({ payload, salt }));

/** Bytes covered by a signature. */
export const signedBytes = (signed: { readonly signature: string }): Uint8Array<ArrayBuffer> =>
  encoder.encode(canonicalJson(withoutSignature(signed)));
