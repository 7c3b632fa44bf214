/** The default destination after signing in. */
export const HOME = "/account/dashboard";

const NEXT_LENGTH = 2_000;
// Destinations that would loop, or sign out again.
const LOOPS = /^\/(?:login|register|logout|forgot)(?:[/?#]|$)/i;
const BASE = "http://same-site.invalid";

/**
 * The local path in `next`, or HOME. Resolves it as a browser would, so it can't lead to another site; the
 * result begins with exactly one slash.
 */
export function safeNext(next: string | null | undefined): string {
  // oxlint-disable-next-line no-control-regex -- browsers drop some of these from the middle of an address
  if (!next || next.length > NEXT_LENGTH || !next.startsWith("/") || /[\\\u0000-\u0020\u007f]/.test(next))
    return HOME;
  if (!URL.canParse(next, BASE)) return HOME;
  const url = new URL(next, BASE);
  const path = `${url.pathname}${url.search}${url.hash}`;
  // `/.//evil.example` is local until its dots are resolved; then it names another host.
  if (url.origin !== BASE || path.startsWith("//") || LOOPS.test(path)) return HOME;
  return path;
}

/** A screen's URL with `next`, unless that is HOME. */
export function withNext(screen: string, next: string | null | undefined): string {
  const path = safeNext(next);
  return path === HOME ? screen : `${screen}?next=${encodeURIComponent(path)}`;
}

/** Whether a password is the account's own address, or its part before the @. */
export function isOwnAddress(password: string, email: string): boolean {
  const lower = password.toLowerCase();
  return lower === email.toLowerCase() || lower === email.toLowerCase().split("@")[0];
}

/** Characters of a person's name. */
export const LONGEST_NAME = 80;

/** Normalizes a typed name for pages, emails and documents: no invisible characters, single spaces. */
export function cleanName(typed: string): string {
  return typed
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\s]+/gu, " ")
    .trim();
}

/** Characters of a name derived from an address. */
const MAX_DERIVED_LENGTH = 40;

/**
 * Derives a name from an address: `pat.owner+jobs@…` becomes "Pat Owner". Documents and screens for clients
 * never show an address as a name.
 */
export function nameFromAddress(email: string): string {
  const [whole = ""] = email.split("@");
  const local = whole.replace(/(?<=.)\+.*$/, "");
  const words = local.split(/[^\p{L}\p{M}’']+/u).filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
  return (name || local).slice(0, MAX_DERIVED_LENGTH).trim();
}

/** Name and address. Anyone can type any name, so the address identifies the person. */
export const fullName = ({ name, email }: { readonly name: string; readonly email: string }): string =>
  name ? `${name} (${email})` : email;

/** Where an owner turns things on again after a first verification turned them off. */
export const TURNED_OFF = "/account/settings/turned-off";
