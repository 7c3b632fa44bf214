import { useLiveQuery } from "dexie-react-hooks";

/**
 * The result of `ask` on local databases, updated after each change of what it read, in any tab.
 *
 * @param depends variables that `ask` uses
 * @returns undefined before the first result
 */
export function useLive<T>(ask: () => Promise<T>, depends: readonly unknown[]): T | undefined {
  return useLiveQuery(ask, [...depends]);
}
