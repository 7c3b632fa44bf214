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

/** What to look up: who mail is from, the server it leaves through, our key, and where answers go. */
export interface Sending {
  readonly from: string;
  readonly domain: string;
  readonly host: string;
  readonly encrypted: boolean;
  readonly key: { readonly domain: string; readonly selector: string; readonly publicKey: string } | null;
  readonly replyAddress: string | null;
}

/**
 * A business's own sending; `none` while its mail leaves through us, `free` from an address at a provider
 * whose domain nobody but it can set up.
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
 * How the installation itself sends, and all businesses without a mail server of their own; undefined while
 * mail goes to the outbox.
 */
export function installationSending(): Sending | undefined {
  const { setup, sender } = installation();
  if (!setup?.mailServer) return undefined;
  const { address: from } = sender.mailbox;
  const domain = from.slice(from.lastIndexOf("@") + 1).toLowerCase();
  // Its signature is of the sender's own domain: see createDelivery.
  const key = setup.signing ? { domain: sender.host, ...setup.signing } : null;
  return { from, domain, host: setup.mailServer, encrypted: true, key, replyAddress: from };
}

/** What DNS says of how the installation sends, judged. Takes seconds where a server is silent. */
export const checkInstallation = async (sending: Sending): Promise<Part[]> => judge(await lookUp(sending));

const recordsOf = <T>(answer: DnsAnswer<T>): readonly T[] => (answer.state === "found" ? answer.records : []);

/**
 * Asks DNS for everything at once. Takes as long as its slowest answer, which is seconds where a server is
 * silent.
 */
export async function lookUp(sending: Sending, dns: Dns = queryDns()): Promise<DomainFacts> {
  const { domain, host } = sending;
  const addresses = isIP(host) ? { state: "found" as const, records: [host] } : await dns.addresses(host);
  const hostAddresses = addresses.state === "found" ? addresses.records : addresses.state;
  const ips = recordsOf(addresses);
  const [{ zone, nameServers }, spf, ownKey, providerKeys, dmarc, reverse, replies] = await Promise.all([
    zoneOf(domain, dns),
    walkSpf(domain, ips, dns),
    sending.key ? ownKeyOf(sending.key, dns) : null,
    Promise.all(
      (providerOf(host)?.selectors ?? []).map(async (selector) => ({
        selector,
        state: await keyAt(selector, domain, undefined, dns),
      })),
    ),
    findDmarc(domain, dns),
    Promise.all(ips.map((address) => reverseOf(address, dns))),
    repliesOf(sending.replyAddress, dns),
  ]);
  const reports = dmarc.state === "found" ? dmarc.dmarc.reports.slice(0, 4) : [];
  const reportsTaken = await Promise.all(
    reports.map((address) => takesReports(address, dmarc.state === "found" ? dmarc.dmarc.of : domain, dns)),
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

/** Whose name servers answer for a domain: its own, or those of a domain above it. */
async function zoneOf(domain: string, dns: Dns): Promise<{ zone: string; nameServers: readonly string[] }> {
  const labels = domain.split(".");
  for (let skip = 0; skip <= labels.length - 2; skip++) {
    const zone = labels.slice(skip).join(".");
    const answer = await dns.ns(zone);
    if (answer.state === "found") return { zone, nameServers: answer.records };
  }
  return { zone: domain, nameServers: [] };
}

async function ownKeyOf(
  key: NonNullable<Sending["key"]>,
  dns: Dns,
): Promise<NonNullable<DomainFacts["ownKey"]>> {
  return { ...key, state: await keyAt(key.selector, key.domain, key.publicKey, dns) };
}

const LEAST_BITS = 1024;

/** What stands where a key belongs. @param ours undefined: any key will do */
async function keyAt(
  selector: string,
  domain: string,
  ours: string | undefined,
  dns: Dns,
): Promise<KeyFact["state"]> {
  const answer = await dns.txt(dkimRecord({ domain, selector, publicKey: "" }).name);
  if (answer.state === "silent") return "silent";
  // Other TXT records may share the name; a key record has p= in it.
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
    return (asymmetricKeyDetails?.modulusLength ?? LEAST_BITS) < LEAST_BITS;
  } catch {
    // What can't be read verifies nothing.
    return true;
  }
}

async function reverseOf(address: string, dns: Dns): Promise<ReverseFact> {
  const answer = await dns.names(address);
  if (answer.state === "silent") return { address, names: [], state: "silent" };
  const names = recordsOf(answer).slice(0, 5);
  if (!names.length) return { address, names, state: "missing" };
  const back = await Promise.all(names.map((name) => dns.addresses(name)));
  const isConfirmed = back.some((one) => recordsOf(one).some((ip) => isSame(ip, address)));
  if (!isConfirmed && back.some(({ state }) => state === "silent"))
    return { address, names, state: "silent" };
  return { address, names, state: isConfirmed ? "confirmed" : "unconfirmed" };
}

// The same IPv6 address can be written in several ways.
const isSame = (one: string, other: string) =>
  one === other || (isIP(one) === 6 && isIP(other) === 6 && plain6(one) === plain6(other));
const plain6 = (address: string) => new URL(`http://[${address}]`).hostname;

async function takesReports(
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

async function repliesOf(address: string | null, dns: Dns): Promise<DomainFacts["replies"]> {
  if (!address) return null;
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  const answer = await dns.mx(domain);
  if (answer.state === "silent") return { address, domain, state: "silent", hosts: [] };
  const hosts = recordsOf(answer)
    .toSorted((a, b) => a.preference - b.preference)
    .map(({ host }) => host);
  if (!hosts.length) return { address, domain, state: "none", hosts };
  // RFC 7505: a lone dot takes no mail.
  if (hosts.length === 1 && (hosts[0] === "" || hosts[0] === "."))
    return { address, domain, state: "no-mail", hosts: [] };
  const found = await Promise.all(hosts.slice(0, 5).map((host) => dns.addresses(host)));
  if (found.some(({ state }) => state === "found")) return { address, domain, state: "found", hosts };
  return { address, domain, state: found.some(({ state }) => state === "silent") ? "silent" : "dead", hosts };
}

/** The last look at a business's domain. */
export interface DomainCheck {
  readonly domain: string;
  readonly host: string;
  readonly at: Temporal.Instant;
  readonly parts: readonly Part[];
  /** Who keeps its records, by name, where that is known. */
  readonly dnsHost: string | null;
}

/** Keeps what was found, in the place of what was found before. */
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

/** What was found last; nothing when nobody looked, or mail is sent another way since. */
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
