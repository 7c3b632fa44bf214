import { createHmac } from "node:crypto";
import { SYSTEM_ACCOUNT } from "#platform/db/scope.server.ts";
import { setCookie } from "#platform/http/request/cookies.server.ts";
import { createIdentity, type Identity, type QueueTokenMail } from "#platform/identity/identity.server.ts";
import { HINT_COOKIE } from "#platform/http/static/slots.server.ts";
import type { Log } from "#platform/log/log.server.ts";
import { queueMail } from "#platform/mail/queue.server.ts";
import type { Sender } from "#platform/mail/sender.server.ts";
import { type IdentityMail, resetMail, verificationMail } from "./mail/templates.ts";
import { finishReset } from "./password/finish-reset.server.ts";
import {
  identityCredentials,
  identitySessions,
  identityUsers,
  identityVerifications,
} from "./tables.server.ts";

interface IdentitySettings {
  /** SECRET. Sessions and links are signed with a key derived from it. */
  readonly secret: string;
  /** Without a trailing slash. */
  readonly publicUrl: string;
  readonly productName: string;
  /** The sender of its emails. */
  readonly sender: Sender;
  readonly log: Log;
}

interface Started {
  readonly brand: string;
  readonly identity: Identity;
  /** Set-Cookie values that sign a browser in. */
  signedIn(token: string): string[];
  /** Set-Cookie values that sign it out. */
  signedOut(): string[];
}

let started: Started | undefined;

/** Sets up identity for this process. Called once at startup and by tests; makes no connections. */
export function startIdentity({ secret, publicUrl, productName, sender, log }: IdentitySettings): void {
  const secure = publicUrl.startsWith("https:");
  const queue =
    (write: (words: { productName: string; link: string }) => IdentityMail, screen: string): QueueTokenMail =>
    async (db, { userId, email, token }, now) => {
      const mail = write({ productName, link: `${publicUrl}${screen}?token=${encodeURIComponent(token)}` });
      await queueMail(
        db,
        {
          ...mail,
          accountId: SYSTEM_ACCOUNT,
          kind: "transactional",
          to: { address: email },
          aboutId: userId,
        },
        { now, sender },
      );
    };
  const identity = createIdentity({
    secret: createHmac("sha256", secret).update("identity").digest("base64url"),
    publicUrl,
    secureCookies: secure,
    tables: {
      users: identityUsers,
      sessions: identitySessions,
      credentials: identityCredentials,
      verifications: identityVerifications,
    },
    queueVerificationMail: queue(verificationMail, "/verify/address"),
    queueResetMail: queue(resetMail, "/reset"),
    afterReset: finishReset,
    log,
  });
  started = {
    brand: productName,
    identity,
    signedIn: (token) => [identity.cookie.write(token), setCookie(HINT_COOKIE, "1", { secure })],
    signedOut: () => [identity.cookie.clear(), setCookie(HINT_COOKIE, "", { secure, maxAge: 0 })],
  };
}

function requireStarted(): Started {
  if (!started) throw new Error("identity is not started: the start has not called startIdentity");
  return started;
}

/** The product's name, which must not be a password; empty before startIdentity(). */
export const brandName = (): string => started?.brand ?? "";

/** The identity of this process. @throws Error before startIdentity() */
export const identity = (): Identity => requireStarted().identity;

/** Headers that sign a browser in. */
export const signedInHeaders = (token: string): Headers => cookieHeaders(requireStarted().signedIn(token));

/** Headers that sign a browser out. */
export function signedOutHeaders(): Headers {
  const headers = cookieHeaders(requireStarted().signedOut());
  // Browsers cache photos indefinitely, because their URLs are immutable. Signing out clears them.
  headers.set("Clear-Site-Data", '"cache"');
  return headers;
}

function cookieHeaders(values: readonly string[]): Headers {
  const headers = new Headers();
  for (const value of values) headers.append("Set-Cookie", value);
  return headers;
}
