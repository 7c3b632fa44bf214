/** Longest wait before the line is opened anew after it was refused, in milliseconds. */
const LONGEST_MS = 60_000;

/**
 * Listens to what the server says while somebody else changes something. One line per browser: only the tab
 * that sends opens it, for a browser gives a site six connections.
 *
 * @param heard called for each change, and when the line is open again, for what was missed meanwhile
 */
export function listen(heard: () => void, signal: AbortSignal): void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refusals = 0;
  const open = () => {
    source?.close();
    if (signal.aborted) return;
    source = new EventSource("/account/sync/live");
    source.addEventListener("open", () => {
      refusals = 0;
      heard();
    });
    source.addEventListener("message", heard);
    source.addEventListener("error", () => {
      // By itself it comes back from a line that broke, not from an answer that was no line: signed out, a
      // portal, a server that restarts.
      if (source?.readyState !== EventSource.CLOSED) return;
      clearTimeout(timer);
      timer = setTimeout(open, Math.min(LONGEST_MS, 2_000 * 2 ** refusals++) * (0.5 + Math.random() / 2));
    });
  };
  signal.addEventListener("abort", () => {
    clearTimeout(timer);
    source?.close();
  });
  addEventListener("online", open, { signal });
  open();
}
