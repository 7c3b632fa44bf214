import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

// A software passkey authenticator, as a browser presents it to a page: ES256, user verified, attestation
// "none".

/** The options a page passes to the browser. */
interface Question {
  readonly challenge: string;
  readonly rp?: { readonly id?: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

/** Deliberate errors in a response. */
interface Deviations {
  readonly origin?: string;
  readonly host?: string;
  /** Whether the device verified its user. */
  readonly verified?: boolean;
  /** The counter; default: one more than before. */
  readonly counter?: number;
  /** The person it claims to belong to. */
  readonly userHandle?: string | null;
  /** A challenge to sign instead of the requested one. */
  readonly challenge?: string;
}

const UP = 0x01;
const UV = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

export class Authenticator {
  readonly id: string;
  readonly #privateKey: KeyObject;
  readonly #cose: Buffer;
  #counter: number;
  #userHandle = "";

  /** @param options.counts whether it counts signatures; most synced passkeys don't */
  constructor(options: { id?: string; counts?: boolean } = {}) {
    this.id = options.id ?? randomBytes(20).toString("base64url");
    this.#counter = options.counts ? 1 : 0;
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#privateKey = privateKey;
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
    this.#cose = Buffer.concat([
      Buffer.from("a5010203262001215820", "hex"),
      Buffer.from(x, "base64url"),
      Buffer.from("225820", "hex"),
      Buffer.from(y, "base64url"),
    ]);
  }

  /** Creates its passkey for the person in the options. */
  make(question: Question, deviations: Deviations = {}): object {
    this.#userHandle = question.user?.id ?? "";
    const id = Buffer.from(this.id, "base64url");
    const credential = Buffer.concat([
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 255]),
      id,
      this.#cose,
    ]);
    const data = Buffer.concat([this.#head(question, HAS_CREDENTIAL, deviations), credential]);
    // {"fmt": "none", "attStmt": {}, "authData": data}
    const attestation = Buffer.concat([
      Buffer.from("a363666d74646e6f6e656761747453746d74a068617574684461746159", "hex"),
      Buffer.from([data.length >> 8, data.length & 255]),
      data,
    ]);
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: this.#client("webauthn.create", question, deviations).toString("base64url"),
        attestationObject: attestation.toString("base64url"),
        transports: ["internal", "hybrid"],
      },
    };
  }

  sign(question: Question, deviations: Deviations = {}): object {
    if (this.#counter) this.#counter++;
    const data = this.#head(question, 0, deviations);
    const client = this.#client("webauthn.get", question, deviations);
    const { userHandle = this.#userHandle } = deviations;
    return {
      id: this.id,
      rawId: this.id,
      type: "public-key",
      clientExtensionResults: {},
      response: {
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", Buffer.concat([data, sha256(client)]), this.#privateKey).toString(
          "base64url",
        ),
        ...(userHandle === null ? {} : { userHandle }),
      },
    };
  }

  #head(question: Question, more: number, { host, verified = true, counter }: Deviations): Buffer {
    const flags = UP | BACKUP_ELIGIBLE | BACKED_UP | more | (verified ? UV : 0);
    return Buffer.concat([
      sha256(host ?? question.rpId ?? question.rp?.id ?? ""),
      Buffer.from([flags]),
      uint32(counter ?? this.#counter),
    ]);
  }

  #client(
    type: string,
    question: Question,
    { origin = "http://localhost:3000", challenge }: Deviations,
  ): Buffer {
    return Buffer.from(
      JSON.stringify({ type, challenge: challenge ?? question.challenge, origin, crossOrigin: false }),
    );
  }
}
