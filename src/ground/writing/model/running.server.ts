import { ModelFailure } from "#platform/model/model.server.ts";

export interface Progress {
  /** `waiting` behind other texts; `ended` with or without success. */
  readonly state: "waiting" | "writing" | "ended";
  /** Finished parts, and the total. */
  readonly done: number;
  readonly parts: number;
}

export interface Job {
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
  /** Whether it waited too long; then report busy instead of writing. */
  readonly late: boolean;
  /** Reports finished parts. A lower number, as in a second try, is not shown. */
  progress(done: number): void;
}

interface Entry {
  progress: Progress;
  readonly parts: number;
  readonly since: number;
  readonly run: (job: Job) => Promise<void>;
  readonly listeners: Set<(progress: Progress) => void>;
}

const MOST_AT_ONCE = 4;
/**
 * Most texts waiting, and for how long in milliseconds. Together with the writing itself it is less than a
 * minute.
 */
const MOST_WAITING = 8;
const LONGEST_WAIT = 25_000;

const entries = new Map<string, Entry>();
const waiting: string[] = [];
let writing = 0;
let stopping = new AbortController();
let idle: (() => void) | undefined;

/**
 * Writes a text in the background: four in parallel, the rest in order.
 * @param key identifies it for watchers; one already running is not started again
 * @param run settles once the text or its failure is stored; must not throw
 * @throws ModelFailure busy when too many wait, stopped when the process stops
 */
export function startWriting(key: string, parts: number, run: (job: Job) => Promise<void>): void {
  if (stopping.signal.aborted) throw new ModelFailure("stopped");
  if (entries.has(key)) return;
  if (waiting.length >= MOST_WAITING) throw new ModelFailure("busy");
  entries.set(key, {
    progress: { state: "waiting", done: 0, parts },
    parts,
    since: performance.now(),
    run,
    listeners: new Set(),
  });
  waiting.push(key);
  next();
}

function next(): void {
  while (writing < MOST_AT_ONCE && waiting.length > 0) {
    const key = waiting.shift()!;
    const entry = entries.get(key)!;
    writing += 1;
    updateProgress(entry, { state: "writing", done: 0, parts: entry.parts });
    const progress = (done: number) => {
      const whole = Math.min(entry.parts, Math.floor(done));
      if (whole > entry.progress.done)
        updateProgress(entry, { state: "writing", done: whole, parts: entry.parts });
    };
    const late = performance.now() - entry.since > LONGEST_WAIT;
    void entry.run({ signal: stopping.signal, late, progress }).finally(() => {
      writing -= 1;
      entries.delete(key);
      updateProgress(entry, { ...entry.progress, state: "ended" });
      next();
      if (entries.size === 0) idle?.();
    });
  }
}

function updateProgress(entry: Entry, progress: Progress): void {
  entry.progress = progress;
  for (const listener of entry.listeners) listener(progress);
}

/**
 * Watches a text this process is writing: reports the current progress immediately and then every change.
 * @returns the function that stops watching; undefined if this process isn't writing it
 */
export function watchWriting(key: string, listener: (progress: Progress) => void): (() => void) | undefined {
  const entry = entries.get(key);
  if (!entry) return undefined;
  entry.listeners.add(listener);
  listener(entry.progress);
  return () => entry.listeners.delete(listener);
}

/** Aborts all running texts, accepts no more, and waits until each has stored its result. */
export async function stopWriting(): Promise<void> {
  stopping.abort();
  if (entries.size > 0) await new Promise<void>((resolve) => (idle = resolve));
  idle = undefined;
}

/** Accepts texts again. Called at startup. */
export function resumeWriting(): void {
  stopping = new AbortController();
}

/** Whether the process is shutting down. */
export const isStopping = (): boolean => stopping.signal.aborted;
