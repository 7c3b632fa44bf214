/** Why work was not done: newer work for the same person came while it waited. */
export class Superseded extends Error {
  override name = "Superseded";
}

/**
 * Lets one piece of work run at a time for each key; of what waits only the newest is done, so that somebody
 * who types fast never has more than two pieces under way.
 */
export function createNewestFirst() {
  const newest = new Map<string, symbol>();
  const last = new Map<string, Promise<unknown>>();
  return function inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = Symbol(key);
    newest.set(key, mine);
    const run = (last.get(key) ?? Promise.resolve()).then(() => {
      if (newest.get(key) !== mine) throw new Superseded();
      return work();
    });
    const settled = run.then(
      () => {},
      () => {},
    );
    last.set(key, settled);
    void settled.then(() => {
      if (last.get(key) !== settled) return;
      last.delete(key);
      newest.delete(key);
    });
    return run;
  };
}
