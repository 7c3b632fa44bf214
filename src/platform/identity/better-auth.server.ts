import { betterAuth } from "better-auth";
import { drizzleAdapter } from "better-auth/adapters/drizzle";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Db } from "../db/database.server.ts";
import { newId } from "../db/ids.ts";
import { originsOf } from "../http/request/same-origin.server.ts";
import type { Log } from "../log/log.server.ts";
import { libraryLog } from "./better-auth-log.server.ts";
import { hashPassword, verifyPassword } from "./passwords.server.ts";
import { databaseForLibrary, openTransaction, type Together } from "./one-transaction.server.ts";

/** A session's lifetime after its last use. */
export const SESSION_SECONDS = 30 * 86_400;
/** Lifetime of a mailed link. */
const RESET_SECONDS = 3600;
export const VERIFY_SECONDS = 3 * 86_400;

export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/** A link to mail: the token is in no table and no log. */
interface TokenMail {
  readonly userId: string;
  readonly email: string;
  readonly token: string;
}

/** Queues a mail in the caller's transaction. */
export type QueueTokenMail = (db: Db, mail: TokenMail, now: Temporal.Instant) => Promise<void>;

export interface LibraryOptions {
  readonly secret: string;
  readonly publicUrl: string;
  readonly cookieName: string;
  readonly secureCookies: boolean;
  readonly tables: {
    readonly users: PgTable;
    readonly sessions: PgTable;
    readonly credentials: PgTable;
    readonly verifications: PgTable;
  };
  readonly queueVerificationMail: QueueTokenMail;
  readonly queueResetMail: QueueTokenMail;
  /**
   * Runs after a reset, in its transaction.
   * @param isSignedIn whether the browser that sent the new password is signed in as that person
   * @returns text for the person who reset the password
   */
  readonly afterReset: (
    db: Db,
    userId: string,
    now: Temporal.Instant,
    isSignedIn: boolean,
  ) => Promise<string>;
  readonly log: Log;
}

/** The identity library as we use it: only through `api`, its HTTP routes are never mounted. */
export type Library = ReturnType<typeof createLibrary>;

/** Creates the library. Connects nowhere. */
export function createLibrary(options: LibraryOptions) {
  const { tables } = options;
  return betterAuth({
    secret: options.secret,
    baseURL: options.publicUrl,
    trustedOrigins: [...originsOf(options.publicUrl)],
    database: drizzleAdapter(databaseForLibrary(), {
      provider: "pg",
      schema: {
        user: tables.users,
        session: tables.sessions,
        account: tables.credentials,
        verification: tables.verifications,
      },
      // We open it ourselves (one-transaction.server.ts), because the mail must be in it.
      transaction: false,
    }),
    account: { fields: { accountId: "providerAccountId" } },
    session: { expiresIn: SESSION_SECONDS, cookieCache: { enabled: false } },
    verification: { storeIdentifier: "hashed" },
    emailAndPassword: {
      enabled: true,
      // Registering leads to the login page (docs/contract.md, The website); it also makes the library silent
      // about taken addresses, hence the callback.
      autoSignIn: false,
      onExistingUserSignUp: async () => void (transaction().addressTaken = true),
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
      password: {
        hash: async (password) => openTransaction()?.passwordHash ?? hashPassword(password),
        verify: ({ hash, password }) => verifyPassword(hash, password),
      },
      resetPasswordTokenExpiresIn: RESET_SECONDS,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: ({ user, token }) =>
        inTransaction(({ db, now }) =>
          options.queueResetMail(db, { userId: user.id, email: user.email, token }, now),
        ),
      onPasswordReset: ({ user }) =>
        inTransaction(async (shared) => {
          shared.afterReset = await options.afterReset(
            shared.db,
            user.id,
            shared.now,
            shared.isSignedIn ?? false,
          );
        }),
    },
    emailVerification: {
      sendOnSignUp: true,
      expiresIn: VERIFY_SECONDS,
      sendVerificationEmail: ({ user, token }) =>
        inTransaction(({ db, now }) =>
          options.queueVerificationMail(db, { userId: user.id, email: user.email, token }, now),
        ),
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { level: "debug", disableColors: true, log: libraryLog(options.log) },
    advanced: {
      database: { generateId: () => newId() },
      // The library's switch would add `__Secure-`; ours is the stricter `__Host-`.
      useSecureCookies: false,
      cookies: { session_token: { name: options.cookieName, attributes: { secure: options.secureCookies } } },
      // We read it ourselves, behind the configured proxies.
      ipAddress: { disableIpTracking: true },
    },
  });
}

function transaction(): Together {
  const open = openTransaction();
  if (!open) throw new Error("the identity library was called outside together()");
  return open;
}

// The library swallows errors of these callbacks, so store them where together() finds them.
async function inTransaction(work: (shared: Together) => Promise<void>): Promise<void> {
  const shared = transaction();
  try {
    await work(shared);
  } catch (error) {
    shared.problem = error;
    throw error;
  }
}
