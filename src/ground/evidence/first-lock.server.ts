import type { AccountContext } from "#platform/db/scope.server.ts";

let lock: (ctx: AccountContext) => Promise<unknown> = () => Promise.resolve();

/** Registers what `lockFirst` locks, which lives in another room. Called once per process. */
export const setFirstLock = (first: typeof lock): void => void (lock = first);

/**
 * Locks what devices' commands lock first, until this transaction ends. Whatever changes a paper, a history,
 * or rows that commands change too, calls it before its own locks: in another order, two of them would each
 * wait for the other.
 */
export const lockFirst = (ctx: AccountContext): Promise<unknown> => lock(ctx);
