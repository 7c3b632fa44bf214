import type { DmarcFinding } from "#platform/mail/domain/dmarc.ts";
import type { SpfWalk } from "#platform/mail/domain/spf.ts";

/** The DNS record of a DKIM key. */
export interface KeyFact {
  readonly selector: string;
  /**
   * `weak`: shorter than receivers accept. `testing`: receivers are asked to ignore failures. `revoked`:
   * empty.
   */
  readonly state: "there" | "missing" | "another" | "doubled" | "revoked" | "weak" | "testing" | "silent";
}

export interface ReverseFact {
  readonly address: string;
  readonly names: readonly string[];
  readonly state: "confirmed" | "unconfirmed" | "missing" | "silent";
}

/** Everything found about a business's domain, before it is judged. */
export interface DomainFacts {
  readonly from: string;
  /** The domain of From and of the envelope sender. */
  readonly domain: string;
  readonly host: string;
  /** The DNS zone of the domain: the domain itself or a parent. */
  readonly zone: string;
  readonly nameServers: readonly string[];
  readonly hostAddresses: readonly string[] | "silent" | "none";
  readonly spf: SpfWalk | "silent";
  /** Our own DKIM key; null when the business has none. */
  readonly ownKey: (KeyFact & { readonly domain: string; readonly publicKey: string }) | null;
  /** Keys at the selectors its provider normally uses. */
  readonly providerKeys: readonly KeyFact[];
  readonly dmarc: DmarcFinding;
  /** Whether an external domain in `rua` agrees to receive reports. */
  readonly reportsTaken: readonly { readonly address: string; readonly taken: boolean | "silent" }[];
  readonly reverse: readonly ReverseFact[];
  readonly replies: {
    readonly address: string;
    readonly domain: string;
    readonly state: "found" | "none" | "no-mail" | "silent" | "dead";
    readonly hosts: readonly string[];
  } | null;
}

export interface Paste {
  readonly type: "TXT" | "MX" | "CNAME";
  readonly name: string;
  /** The name most DNS hosts expect: without the domain; `@` for the domain itself. */
  readonly relative: string;
  readonly value: string;
  /** Quoted strings of at most 255 characters, for hosts that need them; null for a short value. */
  readonly pieces: string | null;
  /** Existing records it replaces. */
  readonly replaces: readonly string[];
}

export type PartState = "right" | "better" | "wrong" | "missing" | "unknown";

/** The result of one check, and what to do about it. */
export interface Part {
  readonly id: "spf" | "dkim" | "dmarc" | "reverse" | "replies";
  readonly title: string;
  readonly state: PartState;
  readonly found: readonly string[];
  readonly words: readonly string[];
  readonly paste: readonly Paste[];
}

const LONGEST_STRING = 255;

/** Splits a long TXT value into quoted strings of at most 255 bytes (RFC 1035, 3.3.14). */
export function inPieces(value: string): string | null {
  if (value.length <= LONGEST_STRING) return null;
  const pieces: string[] = [];
  for (let at = 0; at < value.length; at += LONGEST_STRING) pieces.push(value.slice(at, at + LONGEST_STRING));
  return pieces.map((piece) => `"${piece.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(" ");
}

export function recordToPaste(
  zone: string,
  {
    type = "TXT",
    name,
    value,
    replaces = [],
  }: { type?: Paste["type"]; name: string; value: string; replaces?: readonly string[] },
): Paste {
  const relative = name === zone ? "@" : name.endsWith(`.${zone}`) ? name.slice(0, -zone.length - 1) : name;
  return { type, name, relative, value, pieces: type === "TXT" ? inPieces(value) : null, replaces };
}
