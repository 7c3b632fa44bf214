/** Formats a size in bytes: `840 KB`, `12.5 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1000))}\u00a0KB`;
  return `${(bytes / 1_000_000).toLocaleString("en-US", { maximumFractionDigits: 1 })}\u00a0MB`;
}
