/** How long an answer may be, in characters. */
export const ANSWER_LIMITS = { subject: 150, mail: 10_000, text: 640 } as const;

/** For how long an answer can be taken back before it leaves, in seconds. */
export const HELD_SECONDS = 20;

/** A size in words: `820 bytes`, `34 KB`, `1.2 MB`. */
export const formatSize = (bytes: number): string =>
  bytes < 1_000
    ? `${bytes} bytes`
    : bytes < 1_000_000
      ? `${Math.round(bytes / 1_000)} KB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`;
