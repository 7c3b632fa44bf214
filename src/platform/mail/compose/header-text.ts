import { domainToASCII } from "node:url";

// Controls end a header line; line and paragraph separators, direction overrides and byte-order marks
// disguise a name.
const UNSAFE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;
// The reader's mail program would decode a text that looks like an encoded word, line breaks included.
const ENCODED_WORD = /=\?(?=[^\s?]*\?[bq]\?)/giu;

/** A text made safe for a header: one line, without invisible characters that change it. */
export function headerText(text: string): string {
  return text.toWellFormed().replace(UNSAFE, " ").replace(ENCODED_WORD, "= ?").replace(/\s+/gu, " ").trim();
}

const LOCAL = /^[^\s\p{Cc}"(),:;<>@[\]\\.]+(\.[^\s\p{Cc}"(),:;<>@[\]\\.]+)*$/u;
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?$/;

/**
 * A mail address in the one form we store: its domain in lower-case ASCII, its local part as written. Rejects
 * quoted local parts and address literals: nobody has one, and they confuse header parsers.
 * @returns undefined for anything but one plain address
 */
export function mailAddress(text: string): string | undefined {
  const address = text.trim();
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at);
  if (at < 1 || local.length > 64 || !local.isWellFormed() || !LOCAL.test(local) || UNSAFE_ONCE.test(local))
    return undefined;
  const domain = domainToASCII(address.slice(at + 1)).toLowerCase();
  if (!domain || local.length + domain.length > 253 || !domain.split(".").every((label) => LABEL.test(label)))
    return undefined;
  return `${local}@${domain}`;
}

const UNSAFE_ONCE = new RegExp(UNSAFE.source, "u");
