// What the rules of spam.ts look up. Short on purpose: each of these is one sign among several, and none of
// them holds anybody alone.

/** Mail services whose addresses last minutes. */
export const DISPOSABLE: ReadonlySet<string> = new Set([
  "10minutemail.com",
  "discard.email",
  "dispostable.com",
  "emailondeck.com",
  "fakeinbox.com",
  "getnada.com",
  "grr.la",
  "guerrillamail.com",
  "guerrillamail.info",
  "guerrillamailblock.com",
  "mail-temp.com",
  "mailcatch.com",
  "maildrop.cc",
  "mailinator.com",
  "mailnesia.com",
  "mintemail.com",
  "moakt.com",
  "mohmal.com",
  "sharklasers.com",
  "spam4.me",
  "temp-mail.org",
  "tempail.com",
  "tempmail.com",
  "tempmail.net",
  "throwawaymail.com",
  "trashmail.com",
  "trashmail.de",
  "yopmail.com",
]);

/** Names of desks, where a person would write their own. */
export const DESKS: ReadonlySet<string> = new Set([
  "admin",
  "administrator",
  "digital marketing",
  "marketing",
  "marketing team",
  "no reply",
  "noreply",
  "postmaster",
  "sales team",
  "seo",
  "seo agency",
  "seo expert",
  "seo team",
  "webmaster",
]);

/**
 * What sellers of rankings, links and money write to businesses, and nobody writes who wants a deck built.
 */
export const PITCHES: readonly RegExp[] = [
  /\b(?:first|1st|top) page (?:of|on|in) google\b/i,
  /\bback ?links?\b/i,
  /\bguest post(?:s|ing)?\b/i,
  /\bdomain authority\b/i,
  /\bsearch engine (?:optimi[sz]ation|ranking)/i,
  /\bSEO (?:services?|packages?|audit|agency|expert)\b/i,
  /\b(?:crypto|bitcoin|forex) (?:invest|trad|profit|earn)/i,
  /\bonline casino\b/i,
  /\bpassive income\b/i,
];
