/**
 * `AbortSignal.any` for browsers without it (Safari before 17.4, Chrome before 116, Firefox before 124): a
 * signal that aborts with the first of `signals`, for the same reason.
 */
export function anySignal(signals: Iterable<AbortSignal>): AbortSignal {
  const all = [...signals];
  const controller = new AbortController();
  const aborted = all.find((signal) => signal.aborted);
  if (aborted) {
    controller.abort(aborted.reason);
    return controller.signal;
  }
  for (const signal of all)
    signal.addEventListener("abort", () => controller.abort(signal.reason), {
      once: true,
      signal: controller.signal,
    });
  return controller.signal;
}
