// Word lists for spam.ts. Short on purpose: each match is only one sign and never quarantines a capture
// alone.

/** Disposable email domains. */
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

/** Role names where a person would give their own name. */
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

/** Phrases of people who sell rankings, links and money to businesses. */
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
