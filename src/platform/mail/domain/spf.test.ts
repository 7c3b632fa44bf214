import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { queryDns } from "../../outside/dns.server.ts";
import { outside, useOutside } from "../../outside/outside.server.ts";
import { startDns, type TestDns } from "../../outside/testing/dns-server.ts";
import { findDmarc, isAligned, readDmarc } from "./dmarc.ts";
import { isSpf, mergeSpf, readSpf, walkSpf } from "./spf.ts";

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

const txt = (...TXT: string[]) => ({ TXT });
const walk = (ips: string[] = []) => walkSpf("larkspur.test", ips, queryDns());

describe("an SPF record", () => {
  it("has version 1, and not just the same beginning", () => {
    expect(["v=spf1", "v=spf1 -all", "V=SPF1 ~all"].every(isSpf)).toBe(true);
    expect(["v=spf10 -all", "v=spf2.0/pra", " v=spf1", "spf1"].some(isSpf)).toBe(false);
  });

  it("is evaluated as in RFC 7208: the first matching term decides", async () => {
    dns.zone = {
      "larkspur.test": {
        TXT: [
          "hello",
          "v=spf1 a mx:in.larkspur.test/28 ip4:192.0.2.0/24 -ip4:198.51.100.7 ip6:2001:db8::/32 include:p.test ?include:n.test ~all",
        ],
        A: ["203.0.113.5"],
      },
      "in.larkspur.test": { MX: ["10 mx.larkspur.test"] },
      "mx.larkspur.test": { A: ["203.0.113.17"] },
      "p.test": txt("v=spf1 ip4:198.51.100.0/24 -all"),
      "n.test": txt("v=spf1 ip4:233.252.0.1 -all"),
    };
    const ips = [
      "203.0.113.5",
      "203.0.113.30",
      "192.0.2.9",
      "198.51.100.7",
      "198.51.100.8",
      "2001:db8::9",
      "2001:db9::9",
      "233.252.0.1",
      "8.8.8.8",
    ];
    const { verdicts, lookups, includes, others, problem } = await walk(ips);
    expect(Object.values(verdicts)).toEqual([
      "pass",
      "pass",
      "pass",
      "fail",
      "pass",
      "pass",
      "softfail",
      "neutral",
      "softfail",
    ]);
    // a, mx, and two includes.
    expect(lookups).toBe(4);
    expect(includes).toEqual(["p.test", "n.test"]);
    expect([others, problem]).toEqual(["softfail", null]);
  });

  it("counts lookups at any depth, names the most expensive term, and ignores terms after all", async () => {
    dns.zone = {
      "larkspur.test": txt("v=spf1 include:big.test a:x.test -all include:never.test"),
      "x.test": { A: ["192.0.2.1"] },
    };
    dns.zone["big.test"] = txt(
      `v=spf1 ${Array.from({ length: 9 }, (_, n) => `include:s${n}.test`).join(" ")} -all`,
    );
    for (let n = 0; n < 9; n++) dns.zone[`s${n}.test`] = txt("v=spf1 ip4:192.0.2.9 -all");
    expect(await walk()).toMatchObject({
      lookups: 11,
      problem: { kind: "too-many" },
      costs: [
        { term: "include:big.test", lookups: 10 },
        { term: "a:x.test", lookups: 1 },
      ],
    });
    dns.zone["big.test"] = txt(
      `v=spf1 ${Array.from({ length: 8 }, (_, n) => `include:s${n}.test`).join(" ")} -all`,
    );
    expect(await walk()).toMatchObject({ lookups: 10, problem: null });
  });

  it("follows redirect only without all", async () => {
    dns.zone = {
      "larkspur.test": txt("v=spf1 redirect=other.test"),
      "other.test": txt("v=spf1 ip4:192.0.2.1 -all"),
    };
    expect(await walk(["192.0.2.1", "8.8.8.8"])).toMatchObject({
      lookups: 1,
      others: "fail",
      verdicts: { "192.0.2.1": "pass", "8.8.8.8": "fail" },
    });
    dns.zone["larkspur.test"] = txt("v=spf1 redirect=other.test ~all");
    expect(await walk(["192.0.2.1"])).toMatchObject({
      lookups: 0,
      others: "softfail",
      verdicts: { "192.0.2.1": "softfail" },
    });
  });

  it.each([
    [
      "a loop",
      {
        "larkspur.test": txt("v=spf1 include:b.test -all"),
        "b.test": txt("v=spf1 include:LARKSPUR.test -all"),
      },
      { kind: "loop", name: "larkspur.test" },
    ],
    [
      "an include that is gone",
      { "larkspur.test": txt("v=spf1 include:b.test -all") },
      { kind: "no-record", name: "b.test" },
    ],
    [
      "an include with two",
      { "larkspur.test": txt("v=spf1 include:b.test -all"), "b.test": txt("v=spf1 -all", "v=spf1 ~all") },
      { kind: "doubled", name: "b.test" },
    ],
    [
      "a word that is none",
      { "larkspur.test": txt("v=spf1 inlcude:b.test -all") },
      { kind: "syntax", name: "larkspur.test", term: "inlcude:b.test" },
    ],
    [
      "an address that is none",
      { "larkspur.test": txt("v=spf1 ip4:300.1.1.1 -all") },
      { kind: "syntax", name: "larkspur.test", term: "ip4:300.1.1.1" },
    ],
    [
      "a server that fails",
      { "larkspur.test": txt("v=spf1 include:b.test -all"), "b.test": "SERVFAIL" as const },
      { kind: "silent", name: "b.test" },
    ],
    [
      "names that are gone",
      { "larkspur.test": txt("v=spf1 a:x.test a:y.test mx:z.test -all") },
      { kind: "too-many-voids" },
    ],
  ])("with %s is reported", async (_, zone, problem) => {
    dns.zone = zone;
    expect((await walk()).problem).toEqual(problem);
  });

  it("has different results if doubled, missing, or behind a silent DNS", async () => {
    dns.zone = { "larkspur.test": txt("v=spf1 -all", "v=spf1 ~all") };
    expect((await walk()).records).toHaveLength(2);
    dns.zone = { "larkspur.test": { A: ["192.0.2.1"] } };
    expect(await walk()).toMatchObject({ records: [], problem: null });
    dns.zone = {};
    expect(await walk()).toMatchObject({ records: [], problem: null });
    for (const failure of ["SERVFAIL", "REFUSED"] as const) {
      dns.zone = { "larkspur.test": failure };
      expect(await walk()).toMatchObject({ records: [], problem: { kind: "silent", name: "larkspur.test" } });
    }
  });

  it("on a server that does not answer at all is not missing", async () => {
    dns.zone = { "larkspur.test": "SILENCE" };
    expect((await walk()).problem).toEqual({ kind: "silent", name: "larkspur.test" });
  }, 20_000);

  it("is parsed term by term", () => {
    expect(readSpf("v=spf1 +a/24//64 exists:%{i}.x.test exp=why.test ?all")).toMatchObject([
      { name: "a", bits: { v4: 24, v6: 64 }, verdict: "pass" },
      { name: "exists", value: "%{i}.x.test" },
      { name: "exp", value: "why.test" },
      { name: "all", verdict: "neutral" },
    ]);
    for (const wrong of ["include", "ip4", "ip6:1.2.3.4", "a/33", "al", "ip4:1.2.3.4/99"])
      expect(readSpf(`v=spf1 ${wrong}`)).toEqual({ wrong });
  });
});

describe("merging", () => {
  it.each([
    [[], "include:p.test", "v=spf1 include:p.test ~all"],
    [["v=spf1 mx -all"], "include:p.test", "v=spf1 mx include:p.test -all"],
    [["v=spf1 mx ~all ip4:192.0.2.1"], "include:p.test", "v=spf1 mx ip4:192.0.2.1 include:p.test ~all"],
    [["v=spf1 include:P.test -all"], "include:p.test", "v=spf1 include:P.test -all"],
    [
      ["v=spf1 a mx -all", "v=spf1 mx include:x.test ~all"],
      "include:p.test",
      "v=spf1 a mx include:x.test include:p.test ~all",
    ],
    [["v=spf1 redirect=x.test"], "a:s.test", "v=spf1 a:s.test include:x.test ~all"],
    [["v=spf1 mx +all"], null, "v=spf1 mx ~all"],
    [["v=spf1 mx"], null, "v=spf1 mx ~all"],
  ])("%j and %s makes %s", (records, mechanism, merged) => {
    expect(mergeSpf(records, mechanism)).toBe(merged);
    // Merging again changes nothing, and the result is a valid record.
    expect(mergeSpf([merged], mechanism)).toBe(merged);
    expect(readSpf(merged)).not.toHaveProperty("wrong");
  });
});

describe("DMARC", () => {
  it("is the domain's own, else that of the nearest parent", async () => {
    dns.zone = {
      "_dmarc.larkspur.test": txt(
        "v=DMARC1; p=reject; sp=none; aspf=s; rua=mailto:a@x.test!10m, mailto:b@y.test",
      ),
    };
    expect(await findDmarc("larkspur.test", queryDns())).toMatchObject({
      dmarc: {
        of: "larkspur.test",
        policy: "reject",
        spfMode: "s",
        dkimMode: "r",
        reports: ["a@x.test", "b@y.test"],
      },
    });
    expect(await findDmarc("mail.larkspur.test", queryDns())).toMatchObject({
      dmarc: { of: "larkspur.test", policy: "none" },
    });
    expect(await findDmarc("other.test", queryDns())).toEqual({ state: "missing" });
  });

  it("distinguishes doubled, broken and unanswered records", async () => {
    dns.zone = {
      "_dmarc.larkspur.test": txt("v=DMARC1; p=none", "v=DMARC1; p=reject"),
      "_dmarc.b.test": txt("v=DMARC1; sp=none"),
      "_dmarc.c.test": "SERVFAIL",
    };
    expect(await findDmarc("larkspur.test", queryDns())).toMatchObject({ state: "doubled" });
    expect(await findDmarc("b.test", queryDns())).toMatchObject({ state: "wrong", why: "it has no p=" });
    expect(await findDmarc("c.test", queryDns())).toEqual({ state: "silent" });
    expect(readDmarc("b.test", "v=DMARC1; p=block", false)).toBe("“block” isn’t a policy");
    expect(readDmarc("b.test", "v=DMARC1; p", false)).toContain("“p”");
  });

  it("strict requires the same domain, relaxed allows subdomains", () => {
    expect(isAligned("s", "larkspur.test", "Larkspur.test")).toBe(true);
    expect(isAligned("s", "larkspur.test", "mail.larkspur.test")).toBe(false);
    expect(isAligned("r", "larkspur.test", "mail.larkspur.test")).toBe(true);
    expect(isAligned("r", "larkspur.test", "notlarkspur.test")).toBe(false);
  });
});
