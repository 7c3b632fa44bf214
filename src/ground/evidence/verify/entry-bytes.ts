import { canonicalJson } from "#platform/canonical/canonical-json.ts";
import { type Header, headerOf, type Json, withoutSignature } from "../rules.ts";

const encoder = new TextEncoder();

/** The bytes that the hash of an entry is made of. */
export const headerBytes = (entry: Header): Uint8Array<ArrayBuffer> =>
  encoder.encode(canonicalJson(headerOf(entry)));

/** The bytes that the hash of a payload is made of. */
export const payloadBytes = (payload: Json, salt: string): Uint8Array<ArrayBuffer> =>
  encoder.encode(canonicalJson({ payload, salt }));

/** The bytes that a signature covers. */
export const signedBytes = (signed: { readonly signature: string }): Uint8Array<ArrayBuffer> =>
  encoder.encode(canonicalJson(withoutSignature(signed)));
