import { createHash, generateKeyPairSync, randomBytes, sign, X509Certificate } from "node:crypto";

// Node reads certificates but can't write them, and the machine may not have openssl. This writes the one
// kind we need, in DER.

const der = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const body = Buffer.concat(parts);
  const size: number[] = [];
  for (let left = body.length; left > 0; left >>= 8) size.unshift(left & 0xff);
  return Buffer.concat([
    Buffer.from([tag, ...(body.length < 0x80 ? [body.length] : [0x80 | size.length, ...size])]),
    body,
  ]);
};
const SEQUENCE = 0x30;
const sequence = (...parts: readonly Uint8Array[]) => der(SEQUENCE, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, "hex"));
const time = (at: Date) => der(0x18, Buffer.from(at.toISOString().replaceAll(/[-:T]|\.\d+/g, "")));

const ECDSA_WITH_SHA256 = sequence(oid("2a8648ce3d040302"));
const COMMON_NAME = oid("550403");
const BASIC_CONSTRAINTS = oid("551d13");
const ALTERNATIVE_NAME = oid("551d11");
const YES = der(0x01, Buffer.from([0xff]));

/** A key and its certificate for `localhost`, both in PEM, and the hash that makes Chromium trust the key. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
  readonly fingerprint: string;
}

/**
 * A self-signed certificate for `localhost` and 127.0.0.1, valid for two days. Clients must be configured to
 * trust it.
 */
export function makeCertificate(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const spki = publicKey.export({ type: "spki", format: "der" });
  const day = 86_400_000;
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from("localhost")))));
  const extensions = sequence(
    sequence(BASIC_CONSTRAINTS, YES, der(0x04, sequence(YES))),
    sequence(
      ALTERNATIVE_NAME,
      der(0x04, sequence(der(0x82, Buffer.from("localhost")), der(0x87, Buffer.from([127, 0, 0, 1])))),
    ),
  );
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1]), randomBytes(15)),
    ECDSA_WITH_SHA256,
    name,
    sequence(time(new Date(Date.now() - day)), time(new Date(Date.now() + day))),
    name,
    spki,
    der(0xa3, extensions),
  );
  const none = Buffer.from([0]);
  const whole = sequence(body, ECDSA_WITH_SHA256, der(0x03, none, sign("sha256", body, privateKey)));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: new X509Certificate(whole).toString(),
    fingerprint: createHash("sha256").update(spki).digest("base64"),
  };
}
