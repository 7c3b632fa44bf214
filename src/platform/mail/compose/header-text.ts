import { domainToASCII } from "node:url";

// Controls end a header line; line and paragraph separators, direction overrides and byte-order marks make a
// name read as another.
const UNFIT = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu;
// A text that looks like an encoded word would be decoded by the reader's program, line breaks included.
const ENCODED_WORD = /=\?(?=[^\s?]*\?[bq]\?)/giu;

/** A text as it may stand in a header: one line, nothing invisible that changes it. */
export function headerText(text: string): string {
  return text.toWellFormed().replace(UNFIT, " ").replace(ENCODED_WORD, "= ?").replace(/\s+/gu, " ").trim();
}

const LOCAL = /^[^\s\p{Cc}"(),:;<>@[\]\\.]+(\.[^\s\p{Cc}"(),:;<>@[\]\\.]+)*$/u;
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9])?$/;

/**
 * A mail address in the one form we store: its domain in lower case ASCII, its local part as written.
 * Quoted local parts and address literals are refused: nobody has one, and they are how headers get confused.
 * @returns undefined for anything that is not one plain address
 */
export function mailAddress(text: string): string | undefined {
  const address = text.trim();
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at);
  if (at < 1 || local.length > 64 || !local.isWellFormed() || !LOCAL.test(local) || UNFIT_ONCE.test(local))
    return undefined;
  const domain = domainToASCII(address.slice(at + 1)).toLowerCase();
  if (!domain || local.length + domain.length > 253 || !domain.split(".").every((label) => LABEL.test(label)))
    return undefined;
  return `${local}@${domain}`;
}

const UNFIT_ONCE = new RegExp(UNFIT.source, "u");
