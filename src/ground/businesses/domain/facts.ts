import type { DmarcFinding } from "#platform/mail/domain/dmarc.ts";
import type { SpfWalk } from "#platform/mail/domain/spf.ts";

/** What DNS says about the key that our signature, or the provider's, is checked with. */
export interface KeyFact {
  readonly selector: string;
  /**
   * `weak` is shorter than receivers take; `testing` asks them not to mind it; `revoked` has an empty key.
   */
  readonly state: "there" | "missing" | "another" | "doubled" | "revoked" | "weak" | "testing" | "silent";
}

/** An address of the server that mail leaves through, and the names it says it has. */
export interface ReverseFact {
  readonly address: string;
  readonly names: readonly string[];
  readonly state: "confirmed" | "unconfirmed" | "missing" | "silent";
}

/** All that was found about a business's domain, before anybody judges it. */
export interface DomainFacts {
  readonly from: string;
  /** Of From, and so of the envelope. */
  readonly domain: string;
  /** The server that mail leaves through. */
  readonly host: string;
  /** Whose records stand together: the domain, or one above it. */
  readonly zone: string;
  readonly nameServers: readonly string[];
  /** Servers that take mail for the domain: they tell who runs its mail where the sending server does not. */
  readonly hostAddresses: readonly string[] | "silent" | "none";
  readonly spf: SpfWalk | "silent";
  /** Our own signature, where the business has one, and whether it is for the domain of From. */
  readonly ownKey: (KeyFact & { readonly domain: string; readonly publicKey: string }) | null;
  /** Keys that its provider usually has. */
  readonly providerKeys: readonly KeyFact[];
  readonly dmarc: DmarcFinding;
  /** Whether a domain that reports go to says that it takes them; asked only of another's. */
  readonly reportsTaken: readonly { readonly address: string; readonly taken: boolean | "silent" }[];
  readonly reverse: readonly ReverseFact[];
  readonly replies: {
    readonly address: string;
    readonly domain: string;
    readonly state: "found" | "none" | "no-mail" | "silent" | "dead";
    readonly hosts: readonly string[];
  } | null;
}

/** A record to be pasted. */
export interface Paste {
  readonly type: "TXT" | "MX" | "CNAME";
  readonly name: string;
  /** As most DNS hosts want it: without the domain; `@` for the domain itself. */
  readonly relative: string;
  readonly value: string;
  /**
   * In pieces of at most 255 characters, each in quotes, for hosts that want it so; null when it is short.
   */
  readonly pieces: string | null;
  /** Records that it takes the place of. */
  readonly replaces: readonly string[];
}

export type PartState = "right" | "better" | "wrong" | "missing" | "unknown";

/** One thing about the domain: how it stands and what to do. */
export interface Part {
  readonly id: "spf" | "dkim" | "dmarc" | "reverse" | "replies";
  readonly title: string;
  readonly state: PartState;
  /** As it stands in DNS. */
  readonly found: readonly string[];
  readonly words: readonly string[];
  readonly paste: readonly Paste[];
}

const LONGEST_STRING = 255;

/**
 * A long text as a list of quoted pieces: DNS keeps texts in strings of at most 255 bytes (RFC 1035, 3.3.14).
 */
export function inPieces(value: string): string | null {
  if (value.length <= LONGEST_STRING) return null;
  const pieces: string[] = [];
  for (let at = 0; at < value.length; at += LONGEST_STRING) pieces.push(value.slice(at, at + LONGEST_STRING));
  return pieces.map((piece) => `"${piece.replaceAll(/["\\]/g, String.raw`\$&`)}"`).join(" ");
}

/** A record for a name in a zone. */
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
