/** Runs `work` so that Ctrl-C, a stop by the system and the exit of the bootstrap end it cleanly. */
export async function untilInterrupted(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stopping = new AbortController();
  const stop = () => stopping.abort();
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const name of signals) process.on(name, stop);
  process.on("disconnect", stop);
  try {
    await work(stopping.signal);
  } finally {
    for (const name of signals) process.off(name, stop);
    process.off("disconnect", stop);
  }
}
