import type { Dns, DnsAnswer } from "../../outside/dns.server.ts";

/** A domain's policy for mail that only claims to be from it (RFC 7489). */
export interface Dmarc {
  /** The domain whose record counts: the one asked about, or one above it. */
  readonly of: string;
  readonly record: string;
  readonly policy: "none" | "quarantine" | "reject";
  /** Alignment: `s` requires the same domain, `r` allows subdomains. */
  readonly dkimMode: "r" | "s";
  readonly spfMode: "r" | "s";
  readonly reports: readonly string[];
}

/** The result; `wrong` is a record that receivers ignore, and why. */
export type DmarcFinding =
  | { readonly state: "found"; readonly dmarc: Dmarc }
  | { readonly state: "missing" }
  | { readonly state: "silent" }
  | { readonly state: "doubled"; readonly of: string; readonly records: readonly string[] }
  | { readonly state: "wrong"; readonly of: string; readonly record: string; readonly why: string };

const isDmarc = (record: string) => /^\s*v\s*=\s*DMARC1\s*(?:;|$)/i.test(record);

/**
 * Parses a record, or returns in a few words what is wrong with it.
 * @param isAbove whether it is used for a subdomain
 */
export function readDmarc(of: string, record: string, isAbove: boolean): Dmarc | string {
  const tags = new Map<string, string>();
  for (const part of record.split(";")) {
    if (!part.trim()) continue;
    const at = part.indexOf("=");
    if (at < 0) return `“${part.trim()}” isn’t in the form name=value`;
    tags.set(part.slice(0, at).trim().toLowerCase(), part.slice(at + 1).trim());
  }
  const policy = ((isAbove ? tags.get("sp") : undefined) ?? tags.get("p"))?.toLowerCase();
  if (policy === undefined) return "it has no p=";
  if (policy !== "none" && policy !== "quarantine" && policy !== "reject")
    return `“${policy}” isn’t a policy`;
  const mode = (name: string) => (tags.get(name)?.toLowerCase() === "s" ? "s" : "r");
  const reports = (tags.get("rua") ?? "")
    .split(",")
    .map((uri) => /^\s*mailto:([^!\s]+)/i.exec(uri)?.[1])
    .filter((address) => address !== undefined);
  return { of, record, policy, dkimMode: mode("adkim"), spfMode: mode("aspf"), reports };
}

/**
 * Finds the record that counts for a domain: its own, else the nearest parent domain's, as newer receivers do
 * (the tree walk of DMARCbis), which needs no list of public suffixes.
 */
export async function findDmarc(domain: string, dns: Dns): Promise<DmarcFinding> {
  const labels = domain.toLowerCase().split(".");
  for (let skip = 0; skip <= labels.length - 2; skip++) {
    const of = labels.slice(skip).join(".");
    const answer: DnsAnswer<string> = await dns.txt(`_dmarc.${of}`);
    if (answer.state === "silent") return { state: "silent" };
    const records = answer.state === "found" ? answer.records.filter(isDmarc) : [];
    if (records.length > 1) return { state: "doubled", of, records };
    const [record] = records;
    if (record === undefined) continue;
    const read = readDmarc(of, record, skip > 0);
    return typeof read === "string"
      ? { state: "wrong", of, record, why: read }
      : { state: "found", dmarc: read };
  }
  return { state: "missing" };
}

/** Whether mail authenticated for one domain is aligned with a From of another. */
export function isAligned(mode: "r" | "s", from: string, authenticated: string): boolean {
  const [one, other] = [from.toLowerCase(), authenticated.toLowerCase()];
  return one === other || (mode === "r" && (one.endsWith(`.${other}`) || other.endsWith(`.${one}`)));
}
