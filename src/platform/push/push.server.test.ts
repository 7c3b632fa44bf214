import { createECDH } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outside, useOutside } from "../outside/outside.server.ts";
import { createPushKeys, pushKey, sendPush, useWebPush } from "./push.server.ts";
import { readSubscription } from "./subscription.ts";
import { decrypt, type PushService, startPushService } from "./testing/push-service.ts";

const strict = outside();
const MESSAGE = { payload: '{"title":"New lead: Dana 🏠"}', topic: "a-topic", ttl: 3600 };
let service: PushService;

beforeAll(async () => {
  service = await startPushService();
  useWebPush({ ...createPushKeys(), subject: "mailto:mail@plumbline.test" });
  useOutside({ ...strict, mayReachPrivate: true });
});
afterAll(async () => {
  useOutside(strict);
  await service.stop();
});
const subscribe = () => service.subscribe(pushKey()!);

describe("the stand-in", () => {
  it("decrypts the example of RFC 8291, section 5", () => {
    const ecdh = createECDH("prime256v1");
    ecdh.setPrivateKey("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94", "base64url");
    const auth = Buffer.from("BTBZMqHH6r4Tts7J_aSIgg", "base64url");
    const body =
      "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
    expect(decrypt({ ecdh, auth }, Buffer.from(body, "base64url")).toString()).toBe(
      "When I grow up, I want to be a watermelon",
    );
  });
});

describe("sendPush", () => {
  it("sends what only this browser can read, signed by this installation", async () => {
    const one = subscribe();
    expect(await sendPush(one, MESSAGE)).toEqual({ is: "sent" });
    expect(service.refused).toEqual([]);
    expect(service.received.at(-1)).toMatchObject({
      payload: MESSAGE.payload,
      topic: "a-topic",
      ttl: 3600,
      urgency: "high",
      subject: "mailto:mail@plumbline.test",
    });
  });

  it.each([
    [404, "gone"],
    [410, "gone"],
    [403, "gone"],
    [400, "refused"],
    [413, "refused"],
    [302, "refused"],
    [429, "later"],
    [500, "later"],
    [503, "later"],
  ] as const)("takes the answer %d for %s", async (status, is) => {
    const one = subscribe();
    service.answer(one, { status });
    expect(await sendPush(one, MESSAGE)).toMatchObject({ is });
  });

  it("passes on when to try again", async () => {
    const one = subscribe();
    service.answer(one, { status: 429, headers: { "Retry-After": "120" } });
    expect(await sendPush(one, MESSAGE)).toMatchObject({ is: "later", afterSeconds: 120 });
    service.answer(one, { status: 429, headers: { "Retry-After": "Fri, 31 Dec 1999 23:59:59 GMT" } });
    expect(await sendPush(one, MESSAGE)).toMatchObject({ is: "later", afterSeconds: undefined });
  });

  it("tries a service that is away later", async () => {
    const away = await startPushService();
    const one = away.subscribe(pushKey()!);
    await away.stop();
    expect(await sendPush(one, MESSAGE)).toMatchObject({
      is: "later",
      why: expect.stringContaining("ECONN") as string,
    });
  });

  it("connects to nothing inside of our network", async () => {
    useOutside(strict);
    try {
      const before = service.asked();
      const one = subscribe();
      expect(await sendPush(one, MESSAGE)).toMatchObject({ is: "gone" });
      // A name that leads inside.
      const named = { ...one, endpoint: one.endpoint.replace("127.0.0.1", "localhost") };
      expect(await sendPush(named, MESSAGE)).toMatchObject({ is: "gone" });
      expect(service.asked()).toBe(before);
    } finally {
      useOutside({ ...strict, mayReachPrivate: true });
    }
  });
});

describe("readSubscription", () => {
  const good = () => subscribe();

  it("accepts what a browser sends", () => {
    const sent = { ...good(), endpoint: "https://fcm.googleapis.com/fcm/send/abc:def" };
    expect(readSubscription(sent, false)).toEqual(sent);
    expect(readSubscription(good(), true)).not.toBeNull();
  });

  it("refuses garbage", () => {
    const { p256dh, auth } = good();
    const endpoint = "https://push.example.com/1";
    const off = Buffer.from(p256dh, "base64url");
    off[10]! ^= 1;
    for (const wrong of [
      { endpoint: "", p256dh, auth },
      { endpoint: "javascript:alert(1)", p256dh, auth },
      { endpoint: "http://push.example.com/1", p256dh, auth },
      { endpoint: "https://user:secret@push.example.com/1", p256dh, auth },
      { endpoint: `https://push.example.com/${"a".repeat(3000)}`, p256dh, auth },
      { endpoint, p256dh: "", auth },
      { endpoint, p256dh: off.toString("base64url"), auth },
      { endpoint, p256dh: p256dh.slice(0, 40), auth },
      { endpoint, p256dh, auth: "AAAA" },
      { endpoint, p256dh, auth: `${auth}!!` },
      { endpoint: undefined, p256dh: undefined, auth: undefined },
    ])
      expect(readSubscription(wrong, false), JSON.stringify(wrong).slice(0, 80)).toBeNull();
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (...texts) => {
        const [address, key, secret] = texts;
        return readSubscription({ endpoint: address, p256dh: key, auth: secret }, true) === null;
      }),
    );
  });
});
