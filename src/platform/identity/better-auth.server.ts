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

/** How long a session lives after it was last used. */
export const SESSION_SECONDS = 30 * 86_400;
/** How long the link in a mail works. */
const RESET_SECONDS = 3600;
export const VERIFY_SECONDS = 3 * 86_400;

export const PASSWORD_LENGTH = { min: 8, max: 128 } as const;

/** A link about to be mailed: the token is in no table and no log. */
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
   * @returns text for whoever asked for the reset
   */
  readonly afterReset: (
    db: Db,
    userId: string,
    now: Temporal.Instant,
    isSignedIn: boolean,
  ) => Promise<string>;
  readonly log: Log;
}

/** The identity library as we use it: called through `api` only, its HTTP side is never mounted. */
export type Library = ReturnType<typeof createLibrary>;

/** Builds the library. Connects nowhere. */
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
      // Ours (one-transaction.server.ts): the mail has to be in it.
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
      // The library's own switch would add `__Secure-`; ours is the stricter `__Host-`.
      useSecureCookies: false,
      cookies: { session_token: { name: options.cookieName, attributes: { secure: options.secureCookies } } },
      // Read by ourselves, behind whatever proxies are configured.
      ipAddress: { disableIpTracking: true },
    },
  });
}

function transaction(): Together {
  const open = openTransaction();
  if (!open) throw new Error("the identity library was called outside together()");
  return open;
}

// The library swallows what these callbacks throw, so it is kept where together() finds it.
async function inTransaction(work: (shared: Together) => Promise<void>): Promise<void> {
  const shared = transaction();
  try {
    await work(shared);
  } catch (error) {
    shared.problem = error;
    throw error;
  }
}
