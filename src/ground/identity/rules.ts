/** Where a person goes after signing in, unless they were on their way elsewhere. */
export const HOME = "/account/dashboard";

const NEXT_LENGTH = 2_000;
// Going there after signing in would lead in a circle, or straight out again.
const CIRCLES = /^\/(?:login|register|logout|forgot)(?:[/?#]|$)/i;
const BASE = "http://same-site.invalid";

/**
 * The path on this site that `next` asks for, or HOME. Never leads to another site, however it is written:
 * the result is what a browser would make of it, and begins with exactly one slash.
 */
export function safeNext(next: string | null | undefined): string {
  // oxlint-disable-next-line no-control-regex -- browsers drop some of these from the middle of an address
  if (!next || next.length > NEXT_LENGTH || !next.startsWith("/") || /[\\\u0000-\u0020\u007f]/.test(next))
    return HOME;
  if (!URL.canParse(next, BASE)) return HOME;
  const url = new URL(next, BASE);
  const path = `${url.pathname}${url.search}${url.hash}`;
  // `/.//evil.example` is on this site until its dots are resolved; then it reads as another host.
  if (url.origin !== BASE || path.startsWith("//") || CIRCLES.test(path)) return HOME;
  return path;
}

/** The address of a screen that takes `next` along; plain when there is nowhere special to go. */
export function withNext(screen: string, next: string | null | undefined): string {
  const path = safeNext(next);
  return path === HOME ? screen : `${screen}?next=${encodeURIComponent(path)}`;
}

/** Whether a password is the address it protects, or the part of it before the @. */
export function isOwnAddress(password: string, email: string): boolean {
  const lower = password.toLowerCase();
  return lower === email.toLowerCase() || lower === email.toLowerCase().split("@")[0];
}

/** Characters of a person's name. */
export const LONGEST_NAME = 80;

/**
 * A name as it was typed, fit for any page, mail or document: nothing that can't be seen, and one space
 * between words.
 */
export function cleanName(typed: string): string {
  return typed
    .normalize("NFC")
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\s]+/gu, " ")
    .trim();
}

/** Letters of a name that is read out of an address. */
const LONGEST_READ = 40;

/**
 * What to call a person who gave no name: the part of the address before the @, as words. `pat.owner+jobs@…`
 * is "Pat Owner". Papers and screens that clients see never show an address in place of a name.
 */
export function nameFromAddress(email: string): string {
  const [whole = ""] = email.split("@");
  const local = whole.replace(/(?<=.)\+.*$/, "");
  const words = local.split(/[^\p{L}\p{M}’']+/u).filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
  return (name || local).slice(0, LONGEST_READ).trim();
}

/** A person with name and address: a name is whatever somebody typed, and the address says who it was. */
export const fullName = ({ name, email }: { readonly name: string; readonly email: string }): string =>
  name ? `${name} (${email})` : email;

/** Where an owner turns on again what a first proof of the mailbox turned off. */
export const TURNED_OFF = "/account/settings/turned-off";
