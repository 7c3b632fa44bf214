/**
 * Free bytes at or below which the next photos may not fit. Browsers round to whole gigabytes to prevent
 * fingerprinting.
 */
const NEARLY_FULL = 1024 ** 3;

let asked: Promise<boolean> | undefined;

/**
 * Asks the browser not to evict this site's data. Called after the first write, when the person can see why.
 */
export function requestPersistence(): Promise<boolean> {
  asked ??= (async () => {
    try {
      return (await navigator.storage.persisted()) || (await navigator.storage.persist());
    } catch {
      // Unsupported, or a private window: `SyncState` then shows the work as not safe.
      return false;
    }
  })();
  return asked;
}

/** The browser's storage estimate for this site, in bytes; null if unknown. */
export async function room(): Promise<{
  used: number;
  left: number;
  isNearlyFull: boolean;
  isPersistent: boolean;
} | null> {
  try {
    const [{ usage = 0, quota = 0 }, isPersistent] = await Promise.all([
      navigator.storage.estimate(),
      navigator.storage.persisted(),
    ]);
    if (!quota) return null;
    const left = Math.max(0, quota - usage);
    return { used: usage, left, isNearlyFull: left <= NEARLY_FULL, isPersistent };
  } catch {
    return null;
  }
}
