/** The part that we use of a package without types: RFC 8188 and 8291. */
declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  /** Encrypts for a browser. @param options.dh its public key, `authSecret` its secret: base64url */
  export function encrypt(
    plain: Buffer,
    options: {
      readonly version: "aes128gcm";
      readonly dh: string;
      readonly authSecret: string;
      /** Made for this message only. */
      readonly privateKey: ECDH;
    },
  ): Buffer;
}
