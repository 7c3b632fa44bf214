import { ModelFailure } from "#platform/model/model.server.ts";

/** How far a text is. */
export interface Progress {
  /** `waiting` while others are written before it; `ended` says nothing about how. */
  readonly state: "waiting" | "writing" | "ended";
  /** Finished parts, and how many there will be. */
  readonly done: number;
  readonly parts: number;
}

/** What a job works with. */
export interface Job {
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
  /** It has waited so long that whoever asked should hear so instead. */
  readonly late: boolean;
  /** Says how many parts are finished. Going back, as a second try does, is not shown. */
  progress(done: number): void;
}

interface Entry {
  progress: Progress;
  readonly parts: number;
  readonly since: number;
  readonly run: (job: Job) => Promise<void>;
  readonly listeners: Set<(progress: Progress) => void>;
}

/** Texts written at once by one process. */
const MOST_AT_ONCE = 4;
/**
 * Texts that may wait, and for how long, in milliseconds: with the time for writing itself that is less than
 * a minute.
 */
const MOST_WAITING = 8;
const LONGEST_WAIT = 25_000;

const entries = new Map<string, Entry>();
const waiting: string[] = [];
let writing = 0;
let stopping = new AbortController();
let idle: (() => void) | undefined;

/**
 * Has a text written in the background: four at once, the next ones in order.
 * @param key names it for those who watch; one that is under way already is not begun again
 * @param run settles when the text or its failure is stored; it must not throw
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
    tell(entry, { state: "writing", done: 0, parts: entry.parts });
    const progress = (done: number) => {
      const whole = Math.min(entry.parts, Math.floor(done));
      if (whole > entry.progress.done) tell(entry, { state: "writing", done: whole, parts: entry.parts });
    };
    const late = performance.now() - entry.since > LONGEST_WAIT;
    void entry.run({ signal: stopping.signal, late, progress }).finally(() => {
      writing -= 1;
      entries.delete(key);
      tell(entry, { ...entry.progress, state: "ended" });
      next();
      if (entries.size === 0) idle?.();
    });
  }
}

function tell(entry: Entry, progress: Progress): void {
  entry.progress = progress;
  for (const listener of entry.listeners) listener(progress);
}

/**
 * Watches a text that this process writes: the listener hears at once how far it is, and then every change.
 * @returns what ends the watching; undefined when this process is not writing it
 */
export function watchWriting(key: string, listener: (progress: Progress) => void): (() => void) | undefined {
  const entry = entries.get(key);
  if (!entry) return undefined;
  entry.listeners.add(listener);
  listener(entry.progress);
  return () => entry.listeners.delete(listener);
}

/** Tells everything under way to stop, takes no more, and waits until each has stored how it ended. */
export async function stopWriting(): Promise<void> {
  stopping.abort();
  if (entries.size > 0) await new Promise<void>((resolve) => (idle = resolve));
  idle = undefined;
}

/** Takes texts again; called by the start. */
export function openDesk(): void {
  stopping = new AbortController();
}

/** Whether the process is on its way down: nobody should wait for anything here any more. */
export const isStopping = (): boolean => stopping.signal.aborted;
