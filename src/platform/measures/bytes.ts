const UNITS = ["bytes", "KB", "MB", "GB", "TB"] as const;

/**
 * Formats a size with a no-break space: `820 bytes`, `34 KB`, `1.2 MB`, `50 GB`. A KB is 1024 bytes, as in
 * every limit we state.
 * @param bytes 0 or more
 */
export function formatBytes(bytes: number): string {
  let size = bytes;
  let unit = 0;
  // A size that would round to 1024 is shown in the next unit.
  while (size >= 1023.5 && unit < UNITS.length - 1) {
    size /= 1024;
    unit++;
  }
  const maximumFractionDigits = unit >= 2 && size < 9.95 ? 1 : 0;
  const name = bytes === 1 ? "byte" : UNITS[unit]!;
  return `${size.toLocaleString("en-US", { maximumFractionDigits })}\u00a0${name}`;
}
