/** Thrown for work that was skipped because newer work for the same person came while it waited. */
export class Superseded extends Error {
  override name = "Superseded";
}

/**
 * Runs one piece of work at a time per key; only the newest waiting one is run, so that someone who types
 * fast never has more than two.
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
