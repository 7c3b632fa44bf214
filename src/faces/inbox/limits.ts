/** Maximum length of an answer, in characters. */
export const ANSWER_LIMITS = { subject: 150, mail: 10_000, text: 640 } as const;

/** How many seconds an answer can be undone before it is sent. */
export const HELD_SECONDS = 20;

/** Formats a size: `820 bytes`, `34 KB`, `1.2 MB`. */
export const formatSize = (bytes: number): string =>
  bytes < 1_000
    ? `${bytes} bytes`
    : bytes < 1_000_000
      ? `${Math.round(bytes / 1_000)} KB`
      : `${(bytes / 1_000_000).toFixed(1)} MB`;
