import { lookup, Resolver } from "node:dns/promises";
import { ADDRCONFIG } from "node:dns";
import { BlockList, isIP } from "node:net";

export interface Outside {
  /** Whether businesses may use servers in private networks and on this machine. */
  readonly mayReachPrivate: boolean;
  /** Base URL of Twilio's API, without a trailing slash. */
  readonly twilioUrl: string;
  /** DNS resolvers; if empty, the machine's own. */
  readonly dnsServers: readonly string[];
}

let current: Outside = { mayReachPrivate: false, twilioUrl: "https://api.twilio.com", dnsServers: [] };

/** Sets the rules; called once at start, and by tests. The default is strict. */
export function useOutside(outside: Outside): void {
  current = outside;
}

/** The current rules. */
export function outside(): Outside {
  return current;
}

/** Whether an installation with this URL is only reachable on its own machine. */
export function isOnLoopback(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl);
  return (
    hostname === "localhost" ||
    hostname.endsWith(".localhost") ||
    hostname === "[::1]" ||
    /^127\.\d+\.\d+\.\d+$/.test(hostname)
  );
}

const REASONS = {
  EDNS: "that server name doesn’t exist",
  EPRIVATE: "the address isn’t on the public internet",
  EPLAIN: "a server outside this network needs an encrypted connection",
} as const;

/** A server that we refuse to connect to, and why. */
export class Unreachable extends Error {
  readonly code: keyof typeof REASONS;

  constructor(code: keyof typeof REASONS) {
    super(REASONS[code]);
    this.name = "Unreachable";
    this.code = code;
  }
}

// RFC 6890 and its successors: everything that is not a public server. 169.254.169.254 serves cloud
// credentials.
const BLOCKED = new BlockList();
for (const range of [
  ...[
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
  ],
  ...[
    "192.88.99.0/24",
    "192.168.0.0/16",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
  ],
]) {
  const [net = "", bits] = range.split("/");
  BLOCKED.addSubnet(net, Number(bits), "ipv4");
}
// Only 2000::/3 of IPv6 is allocated; addresses that embed IPv4 (6to4, Teredo) could lead anywhere.
const ALLOWED_IPV6 = new BlockList();
ALLOWED_IPV6.addSubnet("2000::", 3, "ipv6");
for (const [net, bits] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const)
  BLOCKED.addSubnet(net, bits, "ipv6");

/** Whether an address is public. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !BLOCKED.check(address, "ipv4");
  return family === 6 && ALLOWED_IPV6.check(address, "ipv6") && !BLOCKED.check(address, "ipv6");
}

export interface Resolved {
  readonly address: string;
  readonly isPublic: boolean;
}

/**
 * Resolves a server's name and checks the address: connect to this one only.
 * @param host a name or an address, as typed
 * @param lookUp another resolver; for tests
 * @throws Unreachable
 */
export async function resolveOutside(
  host: string,
  lookUp: (host: string) => Promise<readonly string[]> = lookUpName,
): Promise<Resolved> {
  const found = await addressesOf(host, lookUp);
  const permitted = found.filter(({ isPublic }) => isPublic || current.mayReachPrivate);
  if (!found.length) throw new Unreachable("EDNS");
  if (!permitted.length) throw new Unreachable("EPRIVATE");
  // IPv4 first: a machine may have an IPv6 address without a route.
  return permitted.find(({ address }) => isIP(address) === 4) ?? permitted[0]!;
}

const lookUpName = async (host: string) =>
  (await lookup(host, { all: true, hints: ADDRCONFIG })).map(({ address }) => address);

async function addressesOf(
  host: string,
  lookUp: (host: string) => Promise<readonly string[]>,
): Promise<Resolved[]> {
  const literal = host.replace(/^\[(.*)\]$/, "$1");
  if (isIP(literal)) return [{ address: literal, isPublic: isPublicAddress(literal) }];
  try {
    return (await lookUp(host)).map((address) => ({ address, isPublic: isPublicAddress(address) }));
  } catch {
    return [];
  }
}

/** Whether the value of DNS_SERVERS is valid. */
export function areResolvers(servers: readonly string[]): boolean {
  try {
    new Resolver().setServers(servers);
    return servers.length > 0;
  } catch {
    return false;
  }
}

/**
 * The TXT records of a name, each joined; empty if there are none.
 * @throws Error when no resolver answers
 */
export async function textRecords(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (current.dnsServers.length) resolver.setServers(current.dnsServers);
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    const { code } = error as { code?: string };
    if (code === "ENOTFOUND" || code === "ENODATA") return [];
    throw error;
  }
}
