import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { BlockList, isIP } from "node:net";
import { type CountryResponse, Reader } from "mmdb-lib";

const DATABASE = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";

/** Addresses that are not public: this machine, this network, this carrier. */
const LOCAL = new BlockList();
for (const range of [
  "10.0.0.0/8",
  "100.64.0.0/10",
  "127.0.0.0/8",
  "169.254.0.0/16",
  "172.16.0.0/12",
  "192.168.0.0/16",
])
  add(range, "ipv4");
for (const range of ["::1/128", "fc00::/7", "fe80::/10"]) add(range, "ipv6");

function add(range: string, family: "ipv4" | "ipv6"): void {
  const [address = "", bits] = range.split("/");
  LOCAL.addSubnet(address, Number(bits), family);
}

/** The database's record of an address; the package's records are flatter than the format's own. */
interface CountryOnly {
  readonly country_code?: string;
}

let opened: Promise<Reader<CountryResponse> | undefined> | undefined;

async function open(): Promise<Reader<CountryResponse> | undefined> {
  try {
    return new Reader<CountryResponse>(await readFile(createRequire(import.meta.url).resolve(DATABASE)));
  } catch {
    // The data file is missing or broken: show addresses instead. It is only a hint.
    return undefined;
  }
}

const countries = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

/**
 * An address's country for people; `This network` for local ones, the address itself if unknown. Never
 * throws.
 * @param address from client-address.server.ts
 */
export async function placeOf(address: string): Promise<string> {
  const plain = (address.split("%")[0] ?? "").replace(/^::ffff:(?=\d+\.)/i, "");
  const family = isIP(plain);
  if (!family) return address ? "Unknown place" : "This network";
  if (LOCAL.check(plain, family === 6 ? "ipv6" : "ipv4")) return "This network";
  const reader = await (opened ??= open());
  const { country_code: code } = (reader?.get(plain) ?? {}) as CountryOnly;
  return (code && countryName(code)) || plain;
}

function countryName(code: string): string | undefined {
  try {
    return countries.of(code);
  } catch {
    return undefined;
  }
}
