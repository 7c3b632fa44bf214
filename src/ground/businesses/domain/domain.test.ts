import { generateKeyPairSync } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { queryDns } from "#platform/outside/dns.server.ts";
import { outside, useOutside } from "#platform/outside/outside.server.ts";
import { startDns, type TestDns, type Zone } from "#platform/outside/testing/dns-server.ts";
import { inPieces, type Part, recordToPaste } from "./facts.ts";
import { bulkRules, judge } from "./check-domain.ts";
import { lookUp, type Sending } from "./lookup.server.ts";
import { DNS_HOSTS, dnsHostOf, isFreeDomain, MAIL_PROVIDERS, providerOf } from "./providers.ts";

const before = outside();
let dns: TestDns;
beforeAll(async () => {
  dns = await startDns();
  useOutside({ ...before, dnsServers: [dns.address] });
});
afterEach(() => void (dns.zone = {}));
afterAll(async () => {
  useOutside(before);
  await dns.close();
});

const keyOf = (bits: number) =>
  generateKeyPairSync("rsa", {
    modulusLength: bits,
    publicKeyEncoding: { type: "spki", format: "der" },
    privateKeyEncoding: { type: "pkcs8", format: "der" },
  }).publicKey.toString("base64");
const KEY = keyOf(2048);
const ours = `v=DKIM1; k=rsa; p=${KEY}`;
const KEY_AT = "plumbline._domainkey.larkspur.test";

const sending: Sending = {
  from: "office@larkspur.test",
  domain: "larkspur.test",
  host: "smtp.larkspur.test",
  encrypted: true,
  key: { domain: "larkspur.test", selector: "plumbline", publicKey: KEY },
  replyAddress: "office@larkspur.test",
};

/** A correctly set up domain, with a test's changes. */
const zone = (changes: Zone = {}): Zone => ({
  "larkspur.test": {
    TXT: ["v=spf1 a:smtp.larkspur.test -all"],
    NS: ["ns1.domaincontrol.com"],
    MX: ["10 mx.larkspur.test"],
  },
  "smtp.larkspur.test": { A: ["203.0.113.5"], AAAA: ["2001:db8::5"] },
  "mx.larkspur.test": { A: ["203.0.113.6"] },
  "5.113.0.203.in-addr.arpa": { PTR: ["smtp.larkspur.test"] },
  "5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa": { PTR: ["smtp.larkspur.test"] },
  [KEY_AT]: { TXT: [ours] },
  "_dmarc.larkspur.test": { TXT: ["v=DMARC1; p=reject; rua=mailto:dmarc@larkspur.test"] },
  ...changes,
});

async function look(changes: Zone = {}, change: Partial<Sending> = {}) {
  dns.zone = zone(changes);
  const parts = judge(await lookUp({ ...sending, ...change }, queryDns()));
  return (id: Part["id"]) => parts.find((one) => one.id === id)!;
}
const words = (part: Part) => part.words.join(" ");

describe("a correctly set up domain", () => {
  it("passes every check, and every bulk sender rule except the owner's own", async () => {
    dns.zone = zone();
    const facts = await lookUp(sending, queryDns());
    const parts = judge(facts);
    expect(parts.map(({ id, state, paste }) => [id, state, paste.length])).toEqual([
      ["spf", "right", 0],
      ["dkim", "right", 0],
      ["dmarc", "right", 0],
      ["reverse", "right", 0],
      ["replies", "right", 0],
    ]);
    expect(bulkRules(parts, true).map(({ state }) => state)).toEqual([
      "kept",
      "kept",
      "kept",
      "kept",
      "kept",
      "yours",
    ]);
    expect(bulkRules(parts, false)[4]!.state).toBe("open");
    expect([facts.zone, dnsHostOf(facts.nameServers)?.name]).toEqual(["larkspur.test", "GoDaddy"]);
  });

  it("makes each DNS query once", async () => {
    dns.zone = zone();
    dns.asked.length = 0;
    await lookUp(sending, queryDns());
    expect(dns.asked.length).toBe(new Set(dns.asked).size);
  });
});

describe("SPF", () => {
  const spf = async (TXT: string[], more: Zone = {}, change: Partial<Sending> = {}) =>
    (await look({ "larkspur.test": { TXT }, ...more }, change))("spf");

  it("suggests a complete record when missing", async () => {
    expect(await spf(["google-site-verification=x"])).toMatchObject({
      state: "missing",
      paste: [
        {
          type: "TXT",
          name: "larkspur.test",
          relative: "@",
          value: "v=spf1 a:smtp.larkspur.test ~all",
          pieces: null,
          replaces: [],
        },
      ],
    });
  });

  it("needs the provider's include, merged into the existing record", async () => {
    const google = { host: "smtp.gmail.com" };
    const there = "v=spf1 include:mailer.test ~all";
    const more: Zone = {
      "mailer.test": { TXT: ["v=spf1 -all"] },
      "_spf.google.com": { TXT: ["v=spf1 ip4:192.0.2.0/24 ~all"] },
    };
    const part = await spf([there], more, google);
    expect(part).toMatchObject({
      state: "wrong",
      found: [there],
      paste: [{ value: "v=spf1 include:mailer.test include:_spf.google.com ~all", replaces: [there] }],
    });
    expect(words(part)).toContain("Google Workspace");
    expect(await spf([part.paste[0]!.value], more, google)).toMatchObject({ state: "right", paste: [] });
    // At any depth of includes.
    const deep: Zone = { ...more, "mailer.test": { TXT: ["v=spf1 include:_spf.google.com -all"] } };
    expect(await spf([there], deep, google)).toMatchObject({ state: "right" });
  });

  it("merges two records into one", async () => {
    const two = ["v=spf1 mx -all", "v=spf1 a:smtp.larkspur.test ~all"];
    const part = await spf(two);
    expect(part).toMatchObject({
      state: "wrong",
      paste: [{ value: "v=spf1 mx a:smtp.larkspur.test ~all", replaces: two }],
    });
    expect(await spf([part.paste[0]!.value])).toMatchObject({ state: "right", paste: [] });
  });

  it("lists the cost of each term when it needs too many lookups", async () => {
    const more: Zone = {
      "big.test": {
        TXT: [`v=spf1 ${Array.from({ length: 10 }, (_, n) => `include:s${n}.test`).join(" ")} -all`],
      },
    };
    for (let n = 0; n < 10; n++) more[`s${n}.test`] = { TXT: ["v=spf1 -all"] };
    const part = await spf(["v=spf1 include:big.test a:smtp.larkspur.test -all"], more);
    expect(part.state).toBe("wrong");
    expect(words(part)).toContain("needs 12");
    expect(words(part)).toContain("include:big.test 11, a:smtp.larkspur.test 1");
  });

  it.each([
    [
      "a circle",
      ["v=spf1 include:b.test -all"],
      { "b.test": { TXT: ["v=spf1 include:larkspur.test -all"] } },
      "wrong",
      "The record loops",
    ],
    ["a lost include", ["v=spf1 include:b.test -all"], {}, "wrong", "b.test, which has no SPF record"],
    ["a slip", ["v=spf1 inclde:b.test -all"], {}, "wrong", "inclde:b.test"],
    ["no room", ["v=spf1 ip4:192.0.2.1 -all"], {}, "wrong", "doesn’t name smtp.larkspur.test"],
    ["+all", ["v=spf1 a:smtp.larkspur.test +all"], {}, "wrong", "lets anyone send as you"],
    ["?all", ["v=spf1 a:smtp.larkspur.test ?all"], {}, "better", "End it with ~all"],
    ["no all", ["v=spf1 a:smtp.larkspur.test"], {}, "better", "End it with ~all"],
  ] as const)("with %s says so", async (_, TXT, more, state, sentence) => {
    const part = await spf([...TXT], more);
    expect(part.state).toBe(state);
    expect(words(part)).toContain(sentence);
  });

  it("is unknown when DNS fails, with nothing to paste", async () => {
    for (const failure of ["SERVFAIL", "REFUSED"] as const)
      expect((await look({ "larkspur.test": failure }))("spf")).toMatchObject({
        state: "unknown",
        paste: [],
      });
    // A failed lookup of the server doesn't mean that the record lacks it.
    expect((await look({ "smtp.larkspur.test": "SERVFAIL" }))("spf").state).toBe("unknown");
  });
});

describe("DKIM", () => {
  const dkim = async (at: Zone[string], change: Partial<Sending> = {}) =>
    (await look({ [KEY_AT]: at }, change))("dkim");

  it.each([
    ["missing", "NXDOMAIN", "missing"],
    ["another key", { TXT: [`v=DKIM1; k=rsa; p=${keyOf(1024)}`] }, "wrong"],
    ["a second key", { TXT: [ours, `v=DKIM1; p=${keyOf(1024)}`] }, "wrong"],
    ["a withdrawn key", { TXT: ["v=DKIM1; p="] }, "wrong"],
    ["a test", { TXT: [`v=DKIM1; t=y; k=rsa; p=${KEY}`] }, "better"],
    ["nothing known", "SERVFAIL", "unknown"],
    [
      "spaces and another text beside it",
      { TXT: ["hello", `v=DKIM1; k=rsa; p=${KEY.slice(0, 40)} ${KEY.slice(40)}`] },
      "right",
    ],
    ["an alias to it", { CNAME: ["keys.elsewhere.test"] }, "right"],
  ] as const)("%s", async (_, at, state) => {
    dns.zone = {};
    const part = (await look({ [KEY_AT]: at as Zone[string], "keys.elsewhere.test": { TXT: [ours] } }))(
      "dkim",
    );
    expect(part.state).toBe(state);
    if (state === "missing")
      expect(part.paste[0]).toMatchObject({ name: KEY_AT, relative: "plumbline._domainkey", value: ours });
  });

  it("is reported when shorter than receivers accept", async () => {
    const weak = keyOf(512);
    expect(
      (
        await dkim(
          { TXT: [`v=DKIM1; p=${weak}`] },
          { key: { domain: "larkspur.test", selector: "plumbline", publicKey: weak } },
        )
      ).state,
    ).toBe("wrong");
  });

  it("is also split into strings of 255 that join to the same value", async () => {
    const { value, pieces } = (await dkim("NXDOMAIN")).paste[0]!;
    const quoted = [...pieces!.matchAll(/"([^"]*)"/g)].map(([, piece]) => piece!);
    expect(quoted.length).toBe(2);
    expect(quoted.every((piece) => piece.length <= 255)).toBe(true);
    expect(quoted.join("")).toBe(value);
    expect(inPieces("short")).toBeNull();
  });

  it("doesn't count for another domain", async () => {
    expect(
      (await dkim({}, { key: { domain: "old.test", selector: "plumbline", publicKey: KEY } })).state,
    ).toBe("wrong");
  });

  it("is looked up at the provider's usual selectors", async () => {
    const google = { host: "smtp.gmail.com", key: null };
    const found = { "google._domainkey.larkspur.test": { TXT: [`v=DKIM1; k=rsa; p=${KEY}`] } };
    expect((await look(found, google))("dkim").state).toBe("right");
    const missing = (await look({}, google))("dkim");
    expect(missing.state).toBe("missing");
    expect(words(missing)).toContain("Authenticate email");
    expect((await look({ "google._domainkey.larkspur.test": "SERVFAIL" }, google))("dkim").state).toBe(
      "unknown",
    );
    expect((await look({}, { key: null }))("dkim").state).toBe("missing");
  });
});

describe("DMARC", () => {
  const dmarc = async (at: Zone[string], more: Zone = {}) =>
    (await look({ "_dmarc.larkspur.test": at, ...more }))("dmarc");

  it("starts with p=none when missing, says how to continue, and counts two as none", async () => {
    expect(await dmarc("NXDOMAIN")).toMatchObject({
      state: "missing",
      paste: [
        {
          name: "_dmarc.larkspur.test",
          relative: "_dmarc",
          value: "v=DMARC1; p=none; rua=mailto:office@larkspur.test",
        },
      ],
    });
    expect(await dmarc({ TXT: ["v=DMARC1; p=none; rua=mailto:x@larkspur.test"] })).toMatchObject({
      state: "better",
      paste: [{ value: "v=DMARC1; p=quarantine; rua=mailto:x@larkspur.test" }],
    });
    expect((await dmarc({ TXT: ["v=DMARC1; p=none", "v=DMARC1; p=reject"] })).state).toBe("wrong");
    expect((await dmarc({ TXT: ["v=DMARC1; p=off"] })).state).toBe("wrong");
    expect((await dmarc("SERVFAIL")).state).toBe("unknown");
  });

  it("says when strict alignment fits", async () => {
    expect(words(await dmarc({ TXT: ["v=DMARC1; p=reject; adkim=s; aspf=s"] }))).toContain("strict");
  });

  it("needs consent for reports to another domain", async () => {
    const at = { TXT: ["v=DMARC1; p=reject; rua=mailto:x@reports.test"] };
    expect((await dmarc(at)).state).toBe("better");
    expect(
      (await dmarc(at, { "larkspur.test._report._dmarc.reports.test": { TXT: ["v=DMARC1"] } })).state,
    ).toBe("right");
  });
});

describe("the reverse name", () => {
  const AT = "5.113.0.203.in-addr.arpa";
  it.each([
    ["missing", "NXDOMAIN", "missing"],
    ["made up", { PTR: ["mail.google.com"] }, "wrong"],
    ["not known", "SERVFAIL", "unknown"],
  ] as const)("%s", async (_, at, state) =>
    expect((await look({ [AT]: at as Zone[string] }))("reverse").state).toBe(state),
  );

  it("is up to the provider for its servers", async () => {
    const part = (await look({ "smtp.gmail.com": { A: ["192.0.2.1"] } }, { host: "smtp.gmail.com" }))(
      "reverse",
    );
    expect(part.state).toBe("better");
  });

  it("is missing for a server that doesn't exist", async () =>
    expect((await look({ "smtp.larkspur.test": "NXDOMAIN" }))("reverse").state).toBe("missing"));
});

describe("answers", () => {
  const mx = async (MX: string[], more: Zone = {}) =>
    (await look({ "larkspur.test": { TXT: ["v=spf1 a:smtp.larkspur.test -all"], MX }, ...more }))("replies");

  it("reports whether replies arrive, and why not", async () => {
    expect((await mx([])).state).toBe("wrong");
    expect(words(await mx(["0 ."]))).toContain("accepts no email at all");
    expect(words(await mx(["10 gone.test"]))).toContain("lost");
    expect((await mx(["10 gone.test", "20 mx.larkspur.test"])).state).toBe("right");
    expect((await mx(["10 gone.test"], { "gone.test": "SERVFAIL" })).state).toBe("unknown");
    expect((await look({}, { replyAddress: null }))("replies").state).toBe("missing");
  });
});

describe("providers and DNS hosts", () => {
  it.each([
    ["smtp.gmail.com", "google"],
    ["aspmx.l.google.com", "google"],
    ["smtp.office365.com", "microsoft"],
    ["larkspur-test.mail.protection.outlook.com", "microsoft"],
    ["smtp.fastmail.com", "fastmail"],
    ["smtp.zoho.eu", "zoho-eu"],
    ["smtppro.zoho.com", "zoho"],
    ["smtpout.secureserver.net", "godaddy"],
    ["notgmail.com", undefined],
    ["gmail.com.evil.test", undefined],
  ])("%s is %s", (host, id) => expect(providerOf(host)?.id).toBe(id));

  it("are each listed once, completely", () => {
    expect(new Set(MAIL_PROVIDERS.map(({ id }) => id)).size).toBe(MAIL_PROVIDERS.length);
    expect(new Set(DNS_HOSTS.map(({ name }) => name)).size).toBe(DNS_HOSTS.length);
    expect(isFreeDomain("gmail.com")).toBe(true);
    expect(isFreeDomain("larkspur.test")).toBe(false);
    expect(dnsHostOf(["ada.ns.cloudflare.com"])?.name).toBe("Cloudflare");
    expect(dnsHostOf(["ns-12.awsdns-34.co.uk"])?.wantsPieces).toBe(true);
  });

  it("use short names where the host adds the domain", () => {
    expect(recordToPaste("larkspur.test", { name: "larkspur.test", value: "x" }).relative).toBe("@");
    expect(recordToPaste("larkspur.test", { name: "_dmarc.mail.larkspur.test", value: "x" }).relative).toBe(
      "_dmarc.mail",
    );
    expect(recordToPaste("larkspur.test", { name: "notlarkspur.test", value: "x" }).relative).toBe(
      "notlarkspur.test",
    );
  });
});
