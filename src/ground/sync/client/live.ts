/** Longest delay before reconnecting after a refusal, in milliseconds. */
const LONGEST_MS = 60_000;

/**
 * Listens for changes made by other people. Only the tab that sends opens this connection, because a browser
 * allows a site six.
 *
 * @param onChange called for each change, and after reconnecting, because changes may have been missed
 */
export function listen(onChange: () => void, signal: AbortSignal): void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refusals = 0;
  const open = () => {
    source?.close();
    if (signal.aborted) return;
    source = new EventSource("/account/sync/live");
    source.addEventListener("open", () => {
      refusals = 0;
      onChange();
    });
    source.addEventListener("message", onChange);
    source.addEventListener("error", () => {
      // EventSource reconnects by itself after a dropped connection, but not after an HTTP answer that is no
      // stream: signed out, a captive portal, a restarting server.
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
