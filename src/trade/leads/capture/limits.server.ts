import { installation } from "#platform/config/installation.server.ts";
import { TooManyError } from "#platform/errors/app-error.ts";
import { createLimiter, type Verdict, widerNetworkOf } from "#platform/http/limits/limits.server.ts";
import { createRate } from "#platform/http/limits/rate.server.ts";
import { mailboxKey } from "#platform/mail/mailbox-key.ts";

// Each filled form sends an email to an address that nobody has proved. So the act is limited, by whatever
// door it comes; see docs/decisions/0036-limits-belong-to-acts.md.

/**
 * Tries from one client address. Many people behind one address are fewer than this; a program that fills in
 * forms is not.
 */
const perAddress = createLimiter({ name: "forms per address", limit: 60, windowSeconds: 600 });
/**
 * From the network around it: a provider's neighbors share one, and a program rents a few hundred addresses
 * of it.
 */
const perNetwork = createRate({ name: "forms per network", perMinute: 60, burst: 600 });
/**
 * On one page, by everybody: a page that was on television gets this many, and no mail server should get
 * more.
 */
const perPage = createRate({ name: "forms per page", perMinute: 600, burst: 3_000 });
/** To mailboxes of one company or club, on all pages. */
const perDomain = createRate({ name: "forms per recipient domain", perMinute: 6, burst: 60 });
/** To mailboxes of a provider that half the country uses. */
const perProvider = createRate({
  name: "forms per mail provider",
  perMinute: 1_200,
  burst: 6_000,
  maxKeys: 100,
});
/** To one mailbox, on all pages, plus-addresses included. */
const perMailbox = createLimiter({ name: "forms per mailbox", limit: 8, windowSeconds: 3600 });

const PROVIDERS = new Set(
  `aol.com att.net bellsouth.net comcast.net cox.net fastmail.com gmail.com gmx.com googlemail.com hey.com hotmail.com icloud.com live.com
  mac.com mail.com me.com msn.com outlook.com pm.me proton.me protonmail.com rocketmail.com sbcglobal.net verizon.net yahoo.com ymail.com
  zoho.com`.split(/\s+/),
);

/** Where a filled form comes from. */
interface From {
  /** See addressKey(); nothing for a client on this machine. */
  readonly network: string | undefined;
}

/**
 * Whether nothing is limited: somebody on the machine itself tries out an installation that is reached there
 * alone. Where it is reached from elsewhere, a client on this machine is a proxy that says nothing of its
 * clients: only their addresses are not counted then.
 */
export const isOverTryLimit = ({ network }: From): boolean =>
  network === undefined && isLoopback(installation().publicUrl);

let known: { readonly url: string; readonly loopback: boolean } | undefined;

function isLoopback(url: string): boolean {
  if (known?.url !== url)
    known = { url, loopback: /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname) };
  return known.loopback;
}

/**
 * Counts one try to send a form, right or wrong.
 * @throws TooManyError
 */
export function countTry(from: From, now: Temporal.Instant): void {
  if (from.network !== undefined && !isOverTryLimit(from))
    refuseUnless(perAddress.check(from.network, now), "your network");
}

/**
 * Counts one form that is right and is about to be kept, by everything that it could be too much for.
 * @throws TooManyError
 */
export function countCapture(
  from: From,
  { pageId, email }: { readonly pageId: string; readonly email: string },
  now: Temporal.Instant,
): void {
  if (isOverTryLimit(from)) return;
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (from.network !== undefined)
    refuseUnless(perNetwork.take(widerNetworkOf(from.network), now), "your network");
  refuseUnless(perMailbox.check(mailboxKey(email), now), "this email address");
  refuseUnless((PROVIDERS.has(domain) ? perProvider : perDomain).take(domain, now), "addresses of this kind");
  refuseUnless(perPage.take(pageId, now), "so many people");
}

const WORDS = {
  "your network": "This form was sent from your network very often.",
  "this email address":
    "This form was sent for this email address several times already. Look in your inbox and spam folder.",
  "addresses of this kind": "This form was sent for many addresses at the same company or provider.",
  "so many people": "Very many people are sending this form right now.",
} as const;

function refuseUnless(
  { ok, retryAfterSeconds }: Pick<Verdict, "ok" | "retryAfterSeconds">,
  what: keyof typeof WORDS,
): void {
  if (!ok) throw new TooManyError(WORDS[what], retryAfterSeconds);
}
