/** The city of an IANA name: `America/New_York` is `New York`. */
export const cityOf = (zone: string): string => zone.slice(zone.lastIndexOf("/") + 1).replaceAll("_", " ");
