/** A repeated event that can be awaited. */
export interface Signal {
  give(): void;
  /** Resolves at the next event, or after so many milliseconds. */
  wait(withinMs?: number): Promise<void>;
}

export function createSignal(): Signal {
  let next = Promise.withResolvers<void>();
  return {
    give() {
      next.resolve();
      next = Promise.withResolvers();
    },
    async wait(withinMs) {
      const { promise } = next;
      if (withinMs === undefined) return await promise;
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, withinMs);
      await Promise.race([promise, late.promise]);
      clearTimeout(timer);
    },
  };
}
