const MB = 1024 * 1024;

/** Largest file, in bytes. */
export const MOST_FILE_BYTES = 25 * MB;
/** Most files sent at once. */
export const MOST_AT_ONCE = 10;
