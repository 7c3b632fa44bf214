/**
 * Bytes at or below which the next photos may not fit. Browsers round what is left up to whole gigabytes, so
 * that nobody is known by it.
 */
const NEARLY_FULL = 1024 ** 3;

let asked: Promise<boolean> | undefined;

/**
 * Asks the browser not to clear this site's data when the device runs out of space. Asked after the first
 * write, when a person knows why.
 */
export function requestPersistence(): Promise<boolean> {
  asked ??= (async () => {
    try {
      return (await navigator.storage.persisted()) || (await navigator.storage.persist());
    } catch {
      // A browser without it, or a private window: it stays as it is, and `SyncState` says that it is not
      // safe.
      return false;
    }
  })();
  return asked;
}

/** What the browser says about room for this site, in bytes; null where it doesn't say. */
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
