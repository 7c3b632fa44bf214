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

/** What signing in needs to know of the installation. */
interface IdentitySettings {
  /** SECRET; sessions and links are signed with a key derived from it. */
  readonly secret: string;
  /** Without a slash at its end. */
  readonly publicUrl: string;
  readonly productName: string;
  /** Who its mails come from. */
  readonly sender: Sender;
  readonly log: Log;
}

interface Started {
  /** The name of this place. */
  readonly brand: string;
  readonly identity: Identity;
  /** Set-Cookie values for a browser that is now signed in. */
  signedIn(token: string): string[];
  /** Set-Cookie values for a browser that no longer is. */
  signedOut(): string[];
}

let started: Started | undefined;

/** Sets identity up for this process; called once by the start, and by tests. Connects nowhere. */
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
    queueVerificationMail: queue(verificationMail, "/verify"),
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

function running(): Started {
  if (!started) throw new Error("identity is not started: the start has not called startIdentity");
  return started;
}

/** The name of this place, which nobody should choose as a password; none before the start. */
export const brandName = (): string => started?.brand ?? "";

/** The identity of this process. */
export const identity = (): Identity => running().identity;

/** Headers that sign a browser in. */
export const signedInHeaders = (token: string): Headers => cookies(running().signedIn(token));

/** Headers that sign a browser out. */
export function signedOutHeaders(): Headers {
  const headers = cookies(running().signedOut());
  // Photos are kept by the browser as long as it likes, since an address never changes what is in it: until
  // somebody signs out.
  headers.set("Clear-Site-Data", '"cache"');
  return headers;
}

function cookies(values: readonly string[]): Headers {
  const headers = new Headers();
  for (const value of values) headers.append("Set-Cookie", value);
  return headers;
}
