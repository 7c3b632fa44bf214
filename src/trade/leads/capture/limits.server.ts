import { installation } from "#platform/config/installation.server.ts";
import { TooManyError } from "#platform/errors/app-error.ts";
import { createLimiter, type Verdict, widerNetworkOf } from "#platform/http/limits/limits.server.ts";
import { createRate } from "#platform/http/limits/rate.server.ts";
import { mailboxKey } from "#platform/mail/mailbox-key.ts";

// Each submitted form sends an email to an unproven address, so the act itself is limited, across all
// entrances; see docs/decisions/0036-limits-belong-to-acts.md.

/** Attempts per client address. More than the people behind one address make, fewer than a script does. */
const perAddress = createLimiter({ name: "forms per address", limit: 60, windowSeconds: 600 });
/**
 * Per surrounding network: neighbors share a provider's network, and a script can rent a few hundred of its
 * addresses.
 */
const perNetwork = createRate({ name: "forms per network", perMinute: 60, burst: 600 });
/** Per page, by everyone: enough for a page shown on television, and as much as a mail server should bear. */
const perPage = createRate({ name: "forms per page", perMinute: 600, burst: 3_000 });
/** Per company or club domain, on all pages. */
const perDomain = createRate({ name: "forms per recipient domain", perMinute: 6, burst: 60 });
const perProvider = createRate({
  name: "forms per mail provider",
  perMinute: 1_200,
  burst: 6_000,
  maxKeys: 100,
});
/** Per mailbox, on all pages, plus-addresses included. */
const perMailbox = createLimiter({ name: "forms per mailbox", limit: 8, windowSeconds: 3600 });

const PROVIDERS = new Set(
  `aol.com att.net bellsouth.net comcast.net cox.net fastmail.com gmail.com gmx.com googlemail.com hey.com hotmail.com icloud.com live.com
  mac.com mail.com me.com msn.com outlook.com pm.me proton.me protonmail.com rocketmail.com sbcglobal.net verizon.net yahoo.com ymail.com
  zoho.com`.split(/\s+/),
);

interface From {
  /** See addressKey(); undefined for a client on this machine. */
  readonly network: string | undefined;
}

/**
 * Whether limits are off: someone on the machine itself tries an installation that only this machine reaches.
 * On a public installation, a local client is a proxy that doesn't forward addresses; then only the limits by
 * address are skipped.
 */
export const isOverTryLimit = ({ network }: From): boolean =>
  network === undefined && isLoopback(installation().publicUrl);

let lastChecked: { readonly url: string; readonly loopback: boolean } | undefined;

function isLoopback(url: string): boolean {
  if (lastChecked?.url !== url)
    lastChecked = {
      url,
      loopback: /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(new URL(url).hostname),
    };
  return lastChecked.loopback;
}

/**
 * Counts one attempt to submit a form, valid or not.
 * @throws TooManyError
 */
export function countTry(from: From, now: Temporal.Instant): void {
  if (from.network !== undefined && !isOverTryLimit(from))
    refuseUnless(perAddress.check(from.network, now), "your network");
}

/**
 * Counts one valid form, before it is stored, against all limits.
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
  "your network": "This form was sent many times from your network.",
  "this email address":
    "This form was already sent for this email address several times. Check your inbox and spam folder.",
  "addresses of this kind": "This form was sent for many addresses at the same company or provider.",
  "so many people": "A lot of people are sending this form right now.",
} as const;

function refuseUnless(
  { ok, retryAfterSeconds }: Pick<Verdict, "ok" | "retryAfterSeconds">,
  what: keyof typeof WORDS,
): void {
  if (!ok) throw new TooManyError(WORDS[what], retryAfterSeconds);
}
