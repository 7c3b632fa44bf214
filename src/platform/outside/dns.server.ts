import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { outside } from "./outside.server.ts";

/** The result of a DNS query. `silent`: no answer, or a failed server, so nothing is known. */
export type DnsAnswer<Record> =
  | { readonly state: "found"; readonly records: readonly Record[] }
  /** The name exists without such a record, or doesn't exist. */
  | { readonly state: "none"; readonly nameExists: boolean }
  | { readonly state: "silent" };

export interface MailServer {
  readonly host: string;
  readonly preference: number;
}

/** A DNS client. Never throws: failures are `silent`. */
export interface Dns {
  txt(name: string): Promise<DnsAnswer<string>>;
  mx(name: string): Promise<DnsAnswer<MailServer>>;
  ns(name: string): Promise<DnsAnswer<string>>;
  /** IPv4 and IPv6 addresses. */
  addresses(name: string): Promise<DnsAnswer<string>>;
  names(address: string): Promise<DnsAnswer<string>>;
}

const RETRIES = { timeout: 2_000, tries: 2 };
/** Longer names are invalid, so need no query. */
const MAX_NAME = 253;

/** A DNS client that uses the resolvers from the settings and caches each query. */
export function queryDns(): Dns {
  const resolver = new Resolver(RETRIES);
  const { dnsServers } = outside();
  if (dnsServers.length) resolver.setServers(dnsServers);
  const known = new Map<string, Promise<DnsAnswer<never>>>();
  const once = <T>(key: string, query: () => Promise<T[]>): Promise<DnsAnswer<T>> => {
    const before = known.get(key) as Promise<DnsAnswer<T>> | undefined;
    const answer = before ?? answerOf(query);
    known.set(key, answer as Promise<DnsAnswer<never>>);
    return answer;
  };
  const named =
    <T>(kind: string, query: (name: string) => Promise<T[]>) =>
    (name: string) => {
      const plain = name.toLowerCase().replace(/\.$/, "");
      if (!isName(plain)) return Promise.resolve<DnsAnswer<T>>({ state: "none", nameExists: false });
      return once(`${kind} ${plain}`, () => query(plain));
    };
  const [v4, v6] = [
    named("A", (name) => resolver.resolve4(name)),
    named("AAAA", (name) => resolver.resolve6(name)),
  ];
  return {
    txt: named("TXT", async (name) => (await resolver.resolveTxt(name)).map((parts) => parts.join(""))),
    mx: named("MX", async (name) =>
      (await resolver.resolveMx(name)).map(({ exchange, priority }) => ({
        host: exchange.toLowerCase(),
        preference: priority,
      })),
    ),
    ns: named("NS", async (name) => (await resolver.resolveNs(name)).map((host) => host.toLowerCase())),
    addresses: async (name) => both(await Promise.all([v4(name), v6(name)])),
    names: (address) =>
      once(`PTR ${address}`, async () =>
        (await resolver.resolvePtr(reverseName(address))).map((host) => host.toLowerCase()),
      ),
  };
}

const isName = (name: string) =>
  name.length <= MAX_NAME &&
  /^(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/.test(name);

/**
 * The reverse-lookup name of an address (RFC 1035, 3.5; RFC 3596, 2.5). The resolver's own reverse() reports
 * a failed server like a missing name.
 */
function reverseName(address: string): string {
  if (isIP(address) === 4) return `${address.split(".").toReversed().join(".")}.in-addr.arpa`;
  const [head = "", tail = ""] = new URL(`http://[${address}]`).hostname.slice(1, -1).split("::");
  const groups = (text: string) => text.split(":").filter(Boolean);
  const zeros = Array.from({ length: 8 - groups(head).length - groups(tail).length }, () => "0");
  const digits = [...groups(head), ...zeros, ...groups(tail)].map((group) => group.padStart(4, "0")).join("");
  return `${Array.from(digits).toReversed().join(".")}.ip6.arpa`;
}

async function answerOf<T>(query: () => Promise<T[]>): Promise<DnsAnswer<T>> {
  try {
    const records = await query();
    return records.length ? { state: "found", records } : { state: "none", nameExists: true };
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENODATA") return { state: "none", nameExists: true };
    if (code === "ENOTFOUND") return { state: "none", nameExists: false };
    return { state: "silent" };
  }
}

function both([one, other]: readonly [DnsAnswer<string>, DnsAnswer<string>]): DnsAnswer<string> {
  const records = [one, other].flatMap((answer) => (answer.state === "found" ? answer.records : []));
  if (records.length) return { state: "found", records };
  if (one.state === "silent" || other.state === "silent") return { state: "silent" };
  return {
    state: "none",
    nameExists: [one, other].some((answer) => answer.state === "none" && answer.nameExists),
  };
}
