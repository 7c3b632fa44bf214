import { AsyncLocalStorage } from "node:async_hooks";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Db } from "../db/database.server.ts";
import { database, withSystem } from "../db/scope.server.ts";

/** One transaction that the identity library's statements and ours share. */
export interface Together {
  readonly db: Db;
  readonly now: Temporal.Instant;
  /** Hashed before the transaction began, so that no connection waits for a slow hash. */
  readonly passwordHash: string | undefined;
  /** Whether a reset comes from a browser that is signed in as the same person. */
  readonly isSignedIn?: boolean;
  /** What `afterReset` returned. */
  afterReset?: string;
  /** What went wrong in a callback whose errors the library swallows. */
  problem?: unknown;
  /** The library pretends to have created a person whose address is taken, and says so only in a callback. */
  addressTaken?: true;
}

const current = new AsyncLocalStorage<Together>();

/** The shared transaction that is open around the caller, if any. */
export function openTransaction(): Together | undefined {
  return current.getStore();
}

/**
 * Runs library calls so that all their statements, and what our callbacks add, are one transaction.
 * @throws what `work` threw, or what a callback threw although the library kept silent about it
 */
export function together<T>(
  options: { passwordHash?: string; isSignedIn?: boolean },
  work: (shared: Together) => Promise<T>,
): Promise<T> {
  return withSystem(async ({ db, now }) => {
    const shared: Together = {
      db,
      now,
      passwordHash: options.passwordHash,
      isSignedIn: options.isSignedIn ?? false,
    };
    const result = await current.run(shared, () => work(shared));
    // Committing after a failed statement would roll back without a word.
    if (shared.problem !== undefined) throw shared.problem;
    return result;
  });
}

/** What the library takes for its database: the shared transaction where one is open, else the pool. */
export function databaseForLibrary(): Db {
  return new Proxy({} as Db, {
    get(_, property) {
      const db = current.getStore()?.db ?? drizzle(database().app);
      const value: unknown = Reflect.get(db, property);
      return typeof value === "function" ? (value.bind(db) as unknown) : value;
    },
  });
}
