import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Subscription } from "../subscription.ts";

// A push service and the browsers behind it, made from RFC 8030 (the request), RFC 8291 with RFC 8188 (the
// encryption) and RFC 8292 (the signature).

/** A browser's half of a subscription. */
export interface Browser {
  readonly ecdh: ECDH;
  readonly auth: Buffer;
}

/** What a browser got. */
export interface Received {
  readonly subscription: string;
  readonly payload: string;
  readonly topic: string | undefined;
  readonly ttl: number;
  readonly urgency: string | undefined;
  /** Whom to contact about the sender. */
  readonly subject: string;
  readonly at: number;
}

/** An answer other than 201, or one after a while. */
export interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly afterMs?: number;
}

/** Decrypts one message as a browser does. @throws Error unless it was made for this browser */
export function decrypt({ ecdh, auth }: Browser, body: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const keyLength = body[20]!;
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  if (sealed.length > body.readUInt32BE(16)) throw new Error("more than one record");
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), ecdh.getPublicKey(), sender]);
  const secret = hkdfSync("sha256", ecdh.computeSecret(sender), auth, info, 32);
  const derive = (what: string, length: number) =>
    Buffer.from(hkdfSync("sha256", Buffer.from(secret), salt, `Content-Encoding: ${what}\0`, length));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error("the last record has no delimiter");
  return padded.subarray(0, end);
}

/** Checks the signature of a request. @throws Error naming what is wrong */
function checkVapid(header: string, origin: string, publicKey: string): { readonly sub: string } {
  const { token = "", key = "" } = /^vapid t=(?<token>[^,]+), ?k=(?<key>.+)$/.exec(header)?.groups ?? {};
  if (key !== publicKey) throw new Error("it was subscribed with another key");
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw new Error("the signature is wrong");
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString()) as {
    aud?: string;
    exp?: number;
    sub?: string;
  };
  const left = (exp ?? 0) - Date.now() / 1000;
  if (aud !== origin) throw new Error(`it is for ${aud}`);
  if (left <= 0 || left > 24 * 3600) throw new Error("it is valid for too long, or not anymore");
  if (!/^(?:mailto:|https:)/.test(sub ?? "")) throw new Error("it doesn't say whom to contact");
  return { sub: sub! };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** Starts a push service on loopback. */
export async function startPushService() {
  const browsers = new Map<string, Browser & { readonly publicKey: string }>();
  const received: Received[] = [];
  /** Requests that were wrong, and why. */
  const refused: string[] = [];
  const answers = new Map<string, Answer[]>();
  let origin = "";
  let asked = 0;
  const server = createServer((request, response) => {
    void (async () => {
      asked++;
      const body = await bodyOf(request);
      const browser = browsers.get(request.url ?? "");
      const planned = answers.get(request.url ?? "")?.shift();
      if (planned?.afterMs) await new Promise((resolve) => setTimeout(resolve, planned.afterMs));
      if (planned && planned.status >= 300)
        return response.writeHead(planned.status, planned.headers ?? {}).end();
      if (!browser || request.method !== "POST") return response.writeHead(404).end();
      try {
        const { headers } = request;
        if (headers["content-encoding"] !== "aes128gcm") throw new Error("it has another encoding");
        if (!/^\d+$/.test(String(headers["ttl"]))) throw new Error("it has no TTL");
        const topic = headers["topic"] as string | undefined;
        if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) throw new Error("its topic is wrong");
        if (body.length > 4096) throw new Error("it is too large");
        const { sub } = checkVapid(headers["authorization"] ?? "", origin, browser.publicKey);
        received.push({
          subscription: request.url!,
          payload: decrypt(browser, body).toString("utf8"),
          topic,
          ttl: Number(headers["ttl"]),
          urgency: headers["urgency"] as string | undefined,
          subject: sub,
          at: performance.now(),
        });
        response.writeHead(201, { Location: `${origin}/message/${received.length}` }).end();
      } catch (error) {
        refused.push((error as Error).message);
        response.writeHead(400).end();
      }
    })();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    refused,
    /** How many requests came, whatever became of them. */
    asked: () => asked,
    /** The messages that a subscription got, as JSON. */
    shownBy: (subscription: Subscription): Record<string, unknown>[] =>
      received
        .filter((one) => `${origin}${one.subscription}` === subscription.endpoint)
        .map(({ payload }) => JSON.parse(payload) as Record<string, unknown>),
    /** A new subscription of a new browser. @param publicKey of who may send */
    subscribe(publicKey: string): Subscription {
      const ecdh = createECDH("prime256v1");
      const p256dh = ecdh.generateKeys().toString("base64url");
      const auth = randomBytes(16);
      const path = `/push/${browsers.size + 1}`;
      browsers.set(path, { ecdh, auth, publicKey });
      return { endpoint: `${origin}${path}`, p256dh, auth: auth.toString("base64url") };
    },
    /** Answers the next requests to a subscription so, in order. */
    answer(subscription: Subscription, ...next: readonly Answer[]): void {
      const path = new URL(subscription.endpoint).pathname;
      answers.set(path, [...(answers.get(path) ?? []), ...next]);
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

export type PushService = Awaited<ReturnType<typeof startPushService>>;
