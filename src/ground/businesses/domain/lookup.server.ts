import { createPublicKey } from "node:crypto";
import { isIP } from "node:net";
import { eq } from "drizzle-orm";
import { installation } from "#platform/config/installation.server.ts";
import type { AccountContext } from "#platform/db/scope.server.ts";
import { dkimRecord } from "#platform/mail/domain/dkim-key.server.ts";
import { findDmarc } from "#platform/mail/domain/dmarc.ts";
import { walkSpf } from "#platform/mail/domain/spf.ts";
import { queryDns, type Dns, type DnsAnswer } from "#platform/outside/dns.server.ts";
import { listChannels } from "../sending/channels.server.ts";
import { getBusiness } from "../queries.server.ts";
import type { DomainFacts, KeyFact, Part, ReverseFact } from "./facts.ts";
import { judge } from "./check-domain.ts";
import { dnsHostOf, isFreeDomain, providerOf } from "./providers.ts";
import { businessesDomainChecks } from "../tables.server.ts";

/** The input of a check: the sender, its server, our DKIM key, and the reply address. */
export interface Sending {
  readonly from: string;
  readonly domain: string;
  readonly host: string;
  readonly encrypted: boolean;
  readonly key: { readonly domain: string; readonly selector: string; readonly publicKey: string } | null;
  readonly replyAddress: string | null;
}

/**
 * How a business sends. `none`: through the installation. `free`: from an address at a public provider, whose
 * domain only the provider can set up.
 */
export async function sendingOf(
  ctx: AccountContext,
): Promise<Sending | { readonly is: "none" } | { readonly is: "free"; readonly from: string }> {
  const [{ smtp, dkim }, { replyAddress }] = [await listChannels(ctx), await getBusiness(ctx)];
  const { fromAddress: from = "", host = "", security = "" } = smtp?.shown ?? {};
  const domain = from.slice(from.lastIndexOf("@") + 1).toLowerCase();
  if (!smtp || !domain) return { is: "none" };
  if (isFreeDomain(domain)) return { is: "free", from };
  const { domain: of = "", selector = "", publicKey = "" } = dkim?.shown ?? {};
  return {
    from,
    domain,
    host,
    encrypted: security !== "none",
    key: dkim ? { domain: of, selector, publicKey } : null,
    replyAddress,
  };
}

/**
 * How the installation sends, also for businesses without their own server; undefined when email goes to the
 * outbox.
 */
export function installationSending(): Sending | undefined {
  const { setup, sender } = installation();
  if (!setup?.mailServer) return undefined;
  const { address: from } = sender.mailbox;
  const domain = from.slice(from.lastIndexOf("@") + 1).toLowerCase();
  // It signs for the sender's own domain (see createDelivery).
  const key = setup.signing ? { domain: sender.host, ...setup.signing } : null;
  return { from, domain, host: setup.mailServer, encrypted: true, key, replyAddress: from };
}

/** Checks the installation's domain. Takes seconds if a server doesn't respond. */
export const checkInstallation = async (sending: Sending): Promise<Part[]> => judge(await lookUp(sending));

const recordsOf = <T>(answer: DnsAnswer<T>): readonly T[] => (answer.state === "found" ? answer.records : []);

/** Makes all DNS queries at the same time. Takes seconds if a server doesn't respond. */
export async function lookUp(sending: Sending, dns: Dns = queryDns()): Promise<DomainFacts> {
  const { domain, host } = sending;
  const addresses = isIP(host) ? { state: "found" as const, records: [host] } : await dns.addresses(host);
  const hostAddresses = addresses.state === "found" ? addresses.records : addresses.state;
  const ips = recordsOf(addresses);
  const [{ zone, nameServers }, spf, ownKey, providerKeys, dmarc, reverse, replies] = await Promise.all([
    findZone(domain, dns),
    walkSpf(domain, ips, dns),
    sending.key ? lookUpOwnKey(sending.key, dns) : null,
    Promise.all(
      (providerOf(host)?.selectors ?? []).map(async (selector) => ({
        selector,
        state: await keyState(selector, domain, undefined, dns),
      })),
    ),
    findDmarc(domain, dns),
    Promise.all(ips.map((address) => lookUpReverse(address, dns))),
    lookUpReplies(sending.replyAddress, dns),
  ]);
  const reports = dmarc.state === "found" ? dmarc.dmarc.reports.slice(0, 4) : [];
  const reportsTaken = await Promise.all(
    reports.map((address) =>
      lookUpReportConsent(address, dmarc.state === "found" ? dmarc.dmarc.of : domain, dns),
    ),
  );
  return {
    from: sending.from,
    domain,
    host,
    zone,
    nameServers,
    hostAddresses,
    spf,
    ownKey,
    providerKeys,
    dmarc,
    reportsTaken,
    reverse,
    replies,
  };
}

/** The zone of a domain: the nearest name with NS records. */
async function findZone(domain: string, dns: Dns): Promise<{ zone: string; nameServers: readonly string[] }> {
  const labels = domain.split(".");
  for (let skip = 0; skip <= labels.length - 2; skip++) {
    const zone = labels.slice(skip).join(".");
    const answer = await dns.ns(zone);
    if (answer.state === "found") return { zone, nameServers: answer.records };
  }
  return { zone: domain, nameServers: [] };
}

async function lookUpOwnKey(
  key: NonNullable<Sending["key"]>,
  dns: Dns,
): Promise<NonNullable<DomainFacts["ownKey"]>> {
  return { ...key, state: await keyState(key.selector, key.domain, key.publicKey, dns) };
}

const MIN_KEY_BITS = 1024;

/** The state of the key at a selector. @param ours the expected public key; undefined accepts any */
async function keyState(
  selector: string,
  domain: string,
  ours: string | undefined,
  dns: Dns,
): Promise<KeyFact["state"]> {
  const answer = await dns.txt(dkimRecord({ domain, selector, publicKey: "" }).name);
  if (answer.state === "silent") return "silent";
  // Other TXT records may have the same name; only key records contain p=.
  const keys = recordsOf(answer).flatMap((record) => {
    const key = /(?:^|;)\s*p\s*=([^;]*)/.exec(record)?.[1]?.replaceAll(/\s/g, "");
    return key === undefined ? [] : [{ key, record }];
  });
  const [first] = keys;
  if (!first) return "missing";
  if (keys.length > 1) return "doubled";
  if (!first.key) return "revoked";
  if (ours !== undefined && first.key !== ours) return "another";
  if (isWeak(first.key, first.record)) return "weak";
  return /(?:^|;)\s*t\s*=[^;]*\by\b/.test(first.record) ? "testing" : "there";
}

function isWeak(key: string, record: string): boolean {
  if (/(?:^|;)\s*k\s*=\s*ed25519/i.test(record)) return false;
  try {
    const { asymmetricKeyDetails } = createPublicKey({
      key: Buffer.from(key, "base64"),
      format: "der",
      type: "spki",
    });
    return (asymmetricKeyDetails?.modulusLength ?? MIN_KEY_BITS) < MIN_KEY_BITS;
  } catch {
    // An unreadable key verifies nothing.
    return true;
  }
}

async function lookUpReverse(address: string, dns: Dns): Promise<ReverseFact> {
  const answer = await dns.names(address);
  if (answer.state === "silent") return { address, names: [], state: "silent" };
  const names = recordsOf(answer).slice(0, 5);
  if (!names.length) return { address, names, state: "missing" };
  const resolved = await Promise.all(names.map((name) => dns.addresses(name)));
  const isConfirmed = resolved.some((one) => recordsOf(one).some((ip) => isSame(ip, address)));
  if (!isConfirmed && resolved.some(({ state }) => state === "silent"))
    return { address, names, state: "silent" };
  return { address, names, state: isConfirmed ? "confirmed" : "unconfirmed" };
}

// An IPv6 address can be written in several ways.
const isSame = (one: string, other: string) =>
  one === other || (isIP(one) === 6 && isIP(other) === 6 && normalizeIpv6(one) === normalizeIpv6(other));
const normalizeIpv6 = (address: string) => new URL(`http://[${address}]`).hostname;

async function lookUpReportConsent(
  address: string,
  of: string,
  dns: Dns,
): Promise<DomainFacts["reportsTaken"][number]> {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  if (domain === of || domain.endsWith(`.${of}`) || of.endsWith(`.${domain}`))
    return { address, taken: true };
  const answer = await dns.txt(`${of}._report._dmarc.${domain}`);
  if (answer.state === "silent") return { address, taken: "silent" };
  return { address, taken: recordsOf(answer).some((record) => /^\s*v\s*=\s*DMARC1/i.test(record)) };
}

async function lookUpReplies(address: string | null, dns: Dns): Promise<DomainFacts["replies"]> {
  if (!address) return null;
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  const answer = await dns.mx(domain);
  if (answer.state === "silent") return { address, domain, state: "silent", hosts: [] };
  const hosts = recordsOf(answer)
    .toSorted((a, b) => a.preference - b.preference)
    .map(({ host }) => host);
  if (!hosts.length) return { address, domain, state: "none", hosts };
  // RFC 7505: a single dot means the domain accepts no email.
  if (hosts.length === 1 && (hosts[0] === "" || hosts[0] === "."))
    return { address, domain, state: "no-mail", hosts: [] };
  const found = await Promise.all(hosts.slice(0, 5).map((host) => dns.addresses(host)));
  if (found.some(({ state }) => state === "found")) return { address, domain, state: "found", hosts };
  return { address, domain, state: found.some(({ state }) => state === "silent") ? "silent" : "dead", hosts };
}

export interface DomainCheck {
  readonly domain: string;
  readonly host: string;
  readonly at: Temporal.Instant;
  readonly parts: readonly Part[];
  readonly dnsHost: string | null;
}

/** Saves a check in place of the last one. */
export async function saveDomainCheck(ctx: AccountContext, facts: DomainFacts): Promise<void> {
  const row = {
    domain: facts.domain,
    host: facts.host,
    at: ctx.now,
    parts: judge(facts),
    dnsHost: dnsHostOf(facts.nameServers)?.name ?? null,
  };
  await ctx.db
    .insert(businessesDomainChecks)
    .values({ accountId: ctx.account.id, ...row })
    .onConflictDoUpdate({ target: businessesDomainChecks.accountId, set: row });
}

/** The last check; undefined when there is none, or the sender or server changed since. */
export async function findDomainCheck(
  ctx: AccountContext,
  { domain, host }: Sending,
): Promise<DomainCheck | undefined> {
  const [row] = await ctx.db
    .select()
    .from(businessesDomainChecks)
    .where(eq(businessesDomainChecks.accountId, ctx.account.id));
  return row?.domain === domain && row.host === host ? row : undefined;
}
