import { BlockList, isIP } from "node:net";
import type { Dns } from "../../outside/dns.server.ts";

/** An SPF record's verdict on an address (RFC 7208, 2.6). */
export type SpfVerdict = "pass" | "fail" | "softfail" | "neutral";

const QUALIFIERS: Readonly<Record<string, SpfVerdict>> = {
  "+": "pass",
  "-": "fail",
  "~": "softfail",
  "?": "neutral",
};

/** One term of a record: a mechanism with its qualifier, or a modifier such as redirect. */
export interface SpfTerm {
  readonly text: string;
  readonly name: string;
  readonly verdict: SpfVerdict;
  /** The text after the colon or the equals sign; empty if missing. */
  readonly value: string;
  readonly bits: { readonly v4: number; readonly v6: number };
}

/** A defect of a domain's SPF that makes receivers ignore it or find nothing useful. */
export type SpfProblem =
  | { readonly kind: "silent" | "loop" | "doubled" | "no-record"; readonly name: string }
  | { readonly kind: "syntax"; readonly name: string; readonly term: string }
  | { readonly kind: "too-many" | "too-many-voids" };

/** A record and everything it includes. */
export interface SpfWalk {
  /** The SPF records of the domain itself; should be one. */
  readonly records: readonly string[];
  /** DNS lookups that a receiver needs; it gives up after ten. */
  readonly lookups: number;
  /** The record's own terms, and the lookups of each. */
  readonly costs: readonly { readonly term: string; readonly lookups: number }[];
  /** Every included domain, at any depth. */
  readonly includes: readonly string[];
  /** Its verdict on all other senders; null for none, which means neutral. */
  readonly others: SpfVerdict | null;
  readonly verdicts: Readonly<Record<string, SpfVerdict>>;
  readonly problem: SpfProblem | null;
}

/** Limits of RFC 7208, 4.6.4. */
export const MOST_LOOKUPS = 10;
const MAX_VOIDS = 2;
/** How many lookups we make past the limit: enough to find which term costs most. */
const MAX_FOLLOWED = 40;

/** Whether a TXT record is an SPF version 1 record. */
export const isSpf = (record: string): boolean => /^v=spf1(?: |$)/i.test(record);

const MECHANISM =
  /^([+\-~?]?)(all|include|a|mx|ptr|ip4|ip6|exists)(?::([^\s]*?))?(\/\d{1,3})?(?:\/\/(\d{1,3}))?$/i;

/** The terms of a record, or the first invalid one. */
export function readSpf(record: string): readonly SpfTerm[] | { readonly wrong: string } {
  const terms: SpfTerm[] = [];
  for (const text of record.trim().split(/\s+/).slice(1)) {
    const modifier = /^([a-z][a-z0-9_.-]*)=(.*)$/i.exec(text);
    const found = modifier ? undefined : MECHANISM.exec(text);
    if (!modifier && !found) return { wrong: text };
    if (modifier) {
      terms.push({
        text,
        name: modifier[1]!.toLowerCase(),
        verdict: "pass",
        value: modifier[2]!,
        bits: { v4: 32, v6: 128 },
      });
      continue;
    }
    const [, sign = "", name = "", value = "", v4, v6] = found!;
    const isSix = name.toLowerCase() === "ip6";
    const term = {
      text,
      name: name.toLowerCase(),
      verdict: QUALIFIERS[sign || "+"]!,
      value,
      bits: {
        v4: v4 ? Number(v4.slice(1)) : 32,
        v6: v6 ? Number(v6) : isSix && v4 ? Number(v4.slice(1)) : 128,
      },
    };
    if (["include", "exists", "ip4", "ip6"].includes(term.name) && !value) return { wrong: text };
    if ((term.name === "ip4" && isIP(value) !== 4) || (isSix && isIP(value) !== 6)) return { wrong: text };
    if ((!isSix && term.bits.v4 > 32) || term.bits.v6 > 128) return { wrong: text };
    terms.push(term);
  }
  return terms;
}

const lower = (name: string) => name.toLowerCase().replace(/\.$/, "");
/** Macros vary per message, so their target can't be checked in advance. */
const isMacro = (value: string) => value.includes("%");

/**
 * Evaluates a domain's SPF record as a receiver does, but to its end: the verdict on the addresses, the
 * number of lookups, and the first problem.
 * @param ips of servers that send mail
 */
export async function walkSpf(domain: string, ips: readonly string[], dns: Dns): Promise<SpfWalk> {
  const walk = new Walk(ips, dns);
  const top = await walk.visit(lower(domain), []);
  const verdicts = Object.fromEntries(ips.map((ip) => [ip, top.verdicts.get(ip) ?? "neutral"]));
  const { lookups, includes, costs } = walk;
  const limits: SpfProblem | null =
    lookups > MOST_LOOKUPS
      ? { kind: "too-many" }
      : walk.voids > MAX_VOIDS
        ? { kind: "too-many-voids" }
        : null;
  return {
    records: top.records,
    lookups,
    costs,
    includes: [...includes],
    others: top.others,
    verdicts,
    problem: walk.problem ?? limits,
  };
}

interface Visit {
  readonly records: readonly string[];
  readonly verdicts: Map<string, SpfVerdict>;
  readonly others: SpfVerdict | null;
}

const NOTHING: Visit = { records: [], verdicts: new Map(), others: null };

class Walk {
  lookups = 0;
  voids = 0;
  problem: SpfProblem | null = null;
  readonly includes = new Set<string>();
  readonly costs: { term: string; lookups: number }[] = [];
  readonly #ips: readonly string[];
  readonly #dns: Dns;

  constructor(ips: readonly string[], dns: Dns) {
    this.#ips = ips;
    this.#dns = dns;
  }

  #wrong(problem: SpfProblem): void {
    this.problem ??= problem;
  }

  async visit(domain: string, path: readonly string[]): Promise<Visit> {
    if (path.includes(domain)) {
      this.#wrong({ kind: "loop", name: domain });
      return NOTHING;
    }
    const answer = await this.#dns.txt(domain);
    if (answer.state === "silent") {
      this.#wrong({ kind: "silent", name: domain });
      return NOTHING;
    }
    const records = answer.state === "found" ? answer.records.filter(isSpf) : [];
    // For the domain itself, `records` shows a missing or duplicate record.
    if (path.length && records.length !== 1)
      this.#wrong({ kind: records.length ? "doubled" : "no-record", name: domain });
    const terms = records[0] === undefined ? [] : readSpf(records[0]);
    if ("wrong" in terms) {
      this.#wrong({ kind: "syntax", name: domain, term: terms.wrong });
      return { ...NOTHING, records };
    }
    const verdicts = new Map<string, SpfVerdict>();
    let others: SpfVerdict | null = null;
    const match = (ips: Iterable<string>, verdict: SpfVerdict) => {
      for (const ip of ips) if (!verdicts.has(ip)) verdicts.set(ip, verdict);
    };
    const hasAll = terms.some(({ name }) => name === "all");
    for (const term of terms) {
      if (this.lookups > MAX_FOLLOWED) break;
      const before = this.lookups;
      if (term.name === "all") {
        others ??= term.verdict;
        match(this.#ips, term.verdict);
        // Terms after this are never evaluated.
        break;
      }
      if (term.name === "redirect") {
        if (hasAll) continue;
        this.lookups++;
        if (!isMacro(term.value)) {
          this.includes.add(lower(term.value));
          const visited = await this.visit(lower(term.value), [...path, domain]);
          for (const [ip, verdict] of visited.verdicts) match([ip], verdict);
          others ??= visited.others;
        }
      } else match(await this.#matches(term, domain, path), term.verdict);
      if (!path.length && this.lookups > before)
        this.costs.push({ term: term.text, lookups: this.lookups - before });
    }
    return { records, verdicts, others };
  }

  async #matches(term: SpfTerm, domain: string, path: readonly string[]): Promise<readonly string[]> {
    const { name, value, bits } = term;
    const target = lower(value || domain);
    if (name === "ip4" || name === "ip6") return this.#within([value], bits);
    if (!["include", "a", "mx", "ptr", "exists"].includes(name)) return [];
    this.lookups++;
    if (isMacro(value) || name === "ptr" || name === "exists") return [];
    if (name === "include") {
      this.includes.add(target);
      const visited = await this.visit(target, [...path, domain]);
      return [...visited.verdicts].filter(([, verdict]) => verdict === "pass").map(([ip]) => ip);
    }
    if (name === "a") return this.#within(await this.#addresses(target), bits);
    const servers = await this.#dns.mx(target);
    if (servers.state === "silent") this.#wrong({ kind: "silent", name: target });
    if (servers.state === "none") this.voids++;
    if (servers.state !== "found") return [];
    const hosts = await Promise.all(
      servers.records.slice(0, MOST_LOOKUPS).map(({ host }) => this.#dns.addresses(host)),
    );
    return this.#within(
      hosts.flatMap((one) => (one.state === "found" ? one.records : [])),
      bits,
    );
  }

  async #addresses(name: string): Promise<readonly string[]> {
    const answer = await this.#dns.addresses(name);
    if (answer.state === "silent") this.#wrong({ kind: "silent", name });
    if (answer.state === "none") this.voids++;
    return answer.state === "found" ? answer.records : [];
  }

  #within(nets: readonly string[], bits: SpfTerm["bits"]): readonly string[] {
    const list = new BlockList();
    for (const net of nets) {
      if (isIP(net) === 4) list.addSubnet(net, bits.v4, "ipv4");
      else if (isIP(net) === 6) list.addSubnet(net, bits.v6, "ipv6");
    }
    return this.#ips.filter((ip) => list.check(ip, isIP(ip) === 6 ? "ipv6" : "ipv4"));
  }
}

/**
 * Merges the existing records into one and adds a mechanism: two records are an error, and terms after `all`
 * are ignored.
 * @param mechanism such as `include:_spf.google.com`; null only merges
 */
export function mergeSpf(records: readonly string[], mechanism: string | null): string {
  const tokens = records.flatMap((record) => record.trim().split(/\s+/).slice(1));
  const isAll = (word: string) => /^[+\-~?]?all$/i.test(word);
  const isRedirect = (word: string) => /^redirect=/i.test(word);
  const terms = [...new Set(tokens.filter((word) => !isAll(word) && !isRedirect(word)))];
  if (mechanism && !terms.some((word) => word.toLowerCase() === mechanism.toLowerCase()))
    terms.push(mechanism);
  // A redirect only works in a record without other terms, so it becomes an include.
  const redirects = tokens.filter(isRedirect).map((word) => `include:${word.slice("redirect=".length)}`);
  const all = tokens.filter(isAll);
  // The mildest ending that still refuses: mail that is sent today must not be refused tomorrow.
  const end = all.find((word) => word.startsWith("~")) ?? all.find((word) => word.startsWith("-")) ?? "~all";
  return ["v=spf1", ...new Set([...terms, ...redirects]), end].join(" ");
}
