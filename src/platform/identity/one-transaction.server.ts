import { AsyncLocalStorage } from "node:async_hooks";
import { drizzle } from "drizzle-orm/node-postgres";
import type { Db } from "../db/database.server.ts";
import { database, withSystem } from "../db/scope.server.ts";

/** A transaction shared by the identity library's statements and ours. */
export interface Together {
  readonly db: Db;
  readonly now: Temporal.Instant;
  /** Hashed before the transaction began, so that no connection waits for a slow hash. */
  readonly passwordHash: string | undefined;
  /** Whether a reset comes from a browser that is signed in as the same person. */
  readonly isSignedIn?: boolean;
  afterReset?: string;
  /** An error of a callback, which the library swallows. */
  problem?: unknown;
  /**
   * The library pretends to have created a person whose address is taken, and reports that only in a
   * callback.
   */
  addressTaken?: true;
}

const current = new AsyncLocalStorage<Together>();

/** The shared transaction around the caller, if any. */
export function openTransaction(): Together | undefined {
  return current.getStore();
}

/**
 * Runs library calls so that all their statements, and those of our callbacks, are one transaction.
 * @throws errors of `work`, and those of callbacks that the library swallowed
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
    // Committing after a failed statement would silently roll back.
    if (shared.problem !== undefined) throw shared.problem;
    return result;
  });
}

/** The library's database: the shared transaction if one is open, else the pool. */
export function databaseForLibrary(): Db {
  return new Proxy({} as Db, {
    get(_, property) {
      const db = current.getStore()?.db ?? drizzle(database().app);
      const value: unknown = Reflect.get(db, property);
      return typeof value === "function" ? (value.bind(db) as unknown) : value;
    },
  });
}
