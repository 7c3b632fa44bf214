import { BlockList, isIP } from "node:net";

/** Finds a request's client address. Forwarded headers count only behind a configured proxy. */
export interface AddressReader {
  read(socketAddress: string | undefined, forwardedFor: string | undefined): string;
  /** Whether the request came directly from this machine, without a proxy. */
  isDirectLoopback(socketAddress: string | undefined, forwardedFor: string | undefined): boolean;
  /** Whether the peer is a configured proxy, so that its forwarded protocol counts. */
  isTrusted(socketAddress: string | undefined): boolean;
}

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/, "");
const isLoopback = (address: string) => address === "::1" || address.startsWith("127.");

/**
 * @param proxies addresses or CIDR ranges of TRUST_PROXY
 * @throws Error naming the setting when an entry is neither
 */
export function createAddressReader(proxies: readonly string[]): AddressReader {
  const trusted = new BlockList();
  for (const entry of proxies) {
    const [address = "", bits] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    const prefix = Number(bits);
    if (
      !isIP(address) ||
      (bits !== undefined &&
        !(Number.isInteger(prefix) && prefix >= 0 && prefix <= (family === "ipv6" ? 128 : 32)))
    )
      throw new Error(
        "The setting TRUST_PROXY is not valid: it accepts proxy addresses or ranges separated by commas, such as 127.0.0.1 or 10.0.0.0/8.",
      );
    if (bits === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, prefix, family);
  }
  const isTrusted = (address: string) =>
    isIP(address) !== 0 && trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
  return {
    isTrusted: (socketAddress) => isTrusted(plain(socketAddress ?? "")),
    read(socketAddress, forwardedFor) {
      let address = plain(socketAddress ?? "");
      const hops = (forwardedFor ?? "").split(",").map((hop) => plain(hop.trim()));
      // From the nearest hop outward, as long as the hop that reports the next is one of our proxies.
      while (isTrusted(address) && hops.length) {
        const next = hops.pop()!;
        if (!isIP(next)) break;
        address = next;
      }
      return address;
    },
    isDirectLoopback: (socketAddress, forwardedFor) =>
      isLoopback(plain(socketAddress ?? "")) && !forwardedFor,
  };
}
