import { useLiveQuery } from "dexie-react-hooks";

/**
 * What `ask` finds in local databases, now and again after each change of what it read, whichever tab made
 * it.
 *
 * @param depends what `ask` closes over
 * @returns undefined until it was first asked
 */
export function useLive<T>(ask: () => Promise<T>, depends: readonly unknown[]): T | undefined {
  return useLiveQuery(ask, [...depends]);
}
