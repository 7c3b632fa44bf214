import { createEmailVerificationToken, isAPIError } from "better-auth/api";
import { verifyJWT } from "better-auth/crypto";
import { now } from "../db/scope.server.ts";
import { AppError } from "../errors/app-error.ts";
import {
  createLibrary,
  type Library,
  type LibraryOptions,
  PASSWORD_LENGTH,
  SESSION_SECONDS,
  VERIFY_SECONDS,
} from "./better-auth.server.ts";
import { hashPassword, verifyPassword } from "./passwords.server.ts";
import { createSessionCookie, type SessionCookie } from "./session-cookie.server.ts";
import { together } from "./one-transaction.server.ts";

export { PASSWORD_LENGTH, type QueueTokenMail, SESSION_SECONDS } from "./better-auth.server.ts";

/** The library is created at first use. */
export type IdentityOptions = Omit<LibraryOptions, "cookieName">;

/** A sign-in's origin, shown beside the session later. */
export interface Client {
  readonly address: string;
  readonly userAgent: string;
}

/**
 * People, passwords and sessions. Addresses are accepted in any case and stored in lower case. Every method
 * throws the database's error when it is away.
 */
export interface Identity {
  readonly cookie: SessionCookie;
  /**
   * Creates an account and queues its verification mail, in one transaction. Signs no one in.
   * @throws AppError invalid with the library's own text: address taken, password too short or too long
   */
  signUp(email: string, password: string): Promise<void>;
  /**
   * The person and the hash that was compared, or null if address and password don't match. An unknown
   * address takes as long as a wrong password. Opens no session: meanwhile the password may have changed.
   */
  checkPassword(
    email: string,
    password: string,
  ): Promise<{ readonly userId: string; readonly hash: string } | null>;
  /**
   * Hashes a new password for storage.
   * @throws AppError invalid with the library's own text: too short or too long
   */
  hashNewPassword(password: string): Promise<string>;
  /**
   * Opens a new session for an authenticated person.
   * @returns its token
   */
  openSession(userId: string, client: Client): Promise<string>;
  /** Queues a reset mail if the address has an account; otherwise does nothing, silently. */
  requestReset(email: string): Promise<void>;
  /**
   * The person whose password a reset link may change, or null if the link is wrong, used or expired. Changes
   * nothing.
   */
  findReset(token: string): Promise<string | null>;
  /**
   * Sets the new password and ends all sessions of that person. Works once per link.
   * @param isSignedIn whether the browser is signed in as that person; see `afterReset`
   * @returns the person and the result of `afterReset`, or null if the link is wrong, used or expired
   * @throws AppError invalid with the library's own text about the password; the link then still works
   */
  resetPassword(
    token: string,
    password: string,
    isSignedIn: boolean,
  ): Promise<{ userId: string; after: string } | null>;
  requestVerification(person: { id: string; email: string }): Promise<void>;
  /** The address of a verification link, or null if it is wrong or expired. Changes nothing. */
  readVerification(token: string): Promise<string | null>;
  /** Marks the link's address as verified. Idempotent. */
  verifyEmail(token: string): Promise<boolean>;
}

/** Sets up identity for this installation. */
export function createIdentity(options: IdentityOptions): Identity {
  const cookie = createSessionCookie(options.secret, options.secureCookies);
  let library: Library | undefined;
  const built = () => (library ??= createLibrary({ ...options, cookieName: cookie.name }));

  async function isTaken(email: string): Promise<boolean> {
    const { internalAdapter } = await built().$context;
    return (await internalAdapter.findUserByEmail(email)) !== null;
  }

  async function findReset(token: string): Promise<string | null> {
    // The library would pass any input to the database, which rejects a NUL even in a query.
    if (!/^\w{1,100}$/.test(token)) return null;
    const { internalAdapter } = await built().$context;
    const found = await internalAdapter.findVerificationValue(`reset-password:${token}`);
    return found && found.expiresAt > new Date() ? found.value : null;
  }

  return {
    cookie,
    findReset,

    async signUp(email, password) {
      const { api, $ERROR_CODES: texts } = built();
      try {
        await together(await hashIfAcceptable(password), async (shared) => {
          await api.signUpEmail({ body: { email, password, name: "" } });
          if (shared.addressTaken)
            throw new AppError("invalid", texts.USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL.message);
        });
      } catch (error) {
        // Two at once: the slower one violates the unique index, which the library reports like any other
        // failed insert.
        if (codeOf(error) === texts.FAILED_TO_CREATE_USER.code)
          throw (await isTaken(email))
            ? new AppError("invalid", texts.USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL.message)
            : new AppError("unavailable", "We couldn’t create your account. Try again in a minute.", {
                retryAfter: 5,
                cause: error,
              });
        throw refusalOf(error);
      }
    },

    async checkPassword(email, password) {
      const { internalAdapter } = await built().$context;
      const found = await internalAdapter.findUserByEmail(email, { includeAccounts: true });
      const stored = found?.accounts.find((one) => one.providerId === "credential")?.password;
      // Hashing takes as long as comparing: the time must not reveal whether an account exists.
      if (!found || !stored) return hashPassword(password).then(() => null);
      return (await verifyPassword(stored, password)) ? { userId: found.user.id, hash: stored } : null;
    },

    async hashNewPassword(password) {
      const { PASSWORD_TOO_SHORT, PASSWORD_TOO_LONG } = built().$ERROR_CODES;
      if (password.length < PASSWORD_LENGTH.min) throw new AppError("invalid", PASSWORD_TOO_SHORT.message);
      if (password.length > PASSWORD_LENGTH.max) throw new AppError("invalid", PASSWORD_TOO_LONG.message);
      return hashPassword(password);
    },

    async openSession(userId, client) {
      const { internalAdapter } = await built().$context;
      const at = now();
      const [createdAt, expiresAt] = [at, at.add({ seconds: SESSION_SECONDS })].map(
        (moment) => new Date(moment.epochMilliseconds),
      );
      const origin = { ipAddress: client.address, userAgent: client.userAgent };
      // By our clock, not the library's.
      const { token } = await internalAdapter.createSession(
        userId,
        false,
        { ...origin, createdAt, updatedAt: createdAt, expiresAt },
        true,
      );
      return token;
    },

    async requestReset(email) {
      await together({}, () => built().api.requestPasswordReset({ body: { email } }));
    },

    async resetPassword(token, password, isSignedIn) {
      const userId = await findReset(token);
      // Before the slow hash: invalid links cost next to nothing.
      if (!userId) return null;
      try {
        return await together({ ...(await hashIfAcceptable(password)), isSignedIn }, async (shared) => {
          await built().api.resetPassword({ body: { token, newPassword: password } });
          return { userId, after: shared.afterReset ?? "" };
        });
      } catch (error) {
        if (codeOf(error) === built().$ERROR_CODES.INVALID_TOKEN.code) return null;
        throw refusalOf(error);
      }
    },

    async requestVerification({ id, email }) {
      // Bound to the person, as the library binds the link it sends at registration: a later account with the
      // same address is not verified by it.
      const token = await createEmailVerificationToken(options.secret, email, undefined, VERIFY_SECONDS, {
        userId: id,
      });
      await together({}, ({ db, now }) =>
        options.queueVerificationMail(db, { userId: id, email, token }, now),
      );
    },

    async readVerification(token) {
      const content = await verifyJWT<{ email?: unknown }>(token, options.secret);
      return typeof content?.email === "string" ? content.email : null;
    },

    async verifyEmail(token) {
      try {
        await built().api.verifyEmail({ query: { token } });
        return true;
      } catch (error) {
        if (isRefusal(error)) return false;
        throw refusalOf(error);
      }
    },
  };
}

/** The hash for the next transaction; skips a password that the library will refuse anyway. */
async function hashIfAcceptable(password: string): Promise<{ passwordHash?: string }> {
  const fits = password.length >= PASSWORD_LENGTH.min && password.length <= PASSWORD_LENGTH.max;
  return fits ? { passwordHash: await hashPassword(password) } : {};
}

function isRefusal(error: unknown): boolean {
  return isAPIError(error) && error.statusCode < 500;
}

function codeOf(error: unknown): string | undefined {
  return isAPIError(error) ? error.body?.code : undefined;
}

/** Converts the library's refusals to AppErrors, with its text; other errors unchanged. */
function refusalOf(error: unknown): unknown {
  if (!isAPIError(error)) return error;
  if (error.statusCode < 500 && error.body?.message) return new AppError("invalid", error.body.message);
  return new AppError("internal", "Something went wrong on our side. Nothing was lost. Please try again.", {
    cause: error,
  });
}
