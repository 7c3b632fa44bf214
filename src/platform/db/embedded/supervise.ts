import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { noSpace, noSpaceMeanwhile } from "./error.ts";
import { trimLog } from "./log.ts";
import { type Postmaster, type Setup, haltPostmaster, obtainPostmaster } from "./postmaster.ts";
import { isAlive } from "./processes.ts";

/**
 * Waits (ms) before each restart after an unexpected end. The last one repeats forever: a full disk may be
 * freed at 3 a.m.
 */
const WAITS = [0, 200, 500, 1_000, 2_000, 5_000, 10_000, 30_000];
/** After running this long (ms), the next unexpected end counts as the first again. */
const STEADY = 60_000;
/** On a full disk an attempt costs next to nothing, and someone who just freed space is waiting (ms). */
const MAX_WAIT_WHEN_FULL = 5_000;
const POLL = 500;
const TRIM_EVERY = 60_000;

/**
 * Restarts the postmaster whenever it ends, until `stop`. A child reports its end; an adopted postmaster
 * can't and is checked twice a second. The timers don't keep the process alive.
 */
export function supervise(
  setup: Setup,
  first: Postmaster,
  onUnexpectedExit: (why: string) => void,
): { stop(): Promise<void> } {
  const { place, announce } = setup;
  const stopping = new AbortController();
  const { signal } = stopping;
  const trimming = setInterval(() => trim(setup), TRIM_EVERY).unref();

  async function run(): Promise<void> {
    let current = first;
    let failures = 0;
    while (!signal.aborted) {
      const steady = setTimeout(() => (failures = 0), STEADY).unref();
      const why = await ended(current, signal);
      clearTimeout(steady);
      if (why === undefined) return;
      onUnexpectedExit(why);
      const next = await restart();
      if (!next) return;
      current = next;
    }

    async function restart(): Promise<Postmaster | undefined> {
      let isFull = false;
      let lastMessage = "";
      while (!signal.aborted) {
        const wait = WAITS[Math.min(failures++, WAITS.length - 1)]!;
        try {
          await sleep(isFull ? Math.min(wait, MAX_WAIT_WHEN_FULL) : wait, undefined, { signal, ref: false });
          const next = await obtainPostmaster(setup, signal);
          announce(`The embedded database in ${place.home} is running again (process ${next.pid}).`);
          return next;
        } catch (error) {
          const { message } = error as Error;
          isFull = message === noSpace(place.home);
          // Once, not with every attempt of a long night.
          if (!signal.aborted && message !== lastMessage)
            announce(isFull ? noSpaceMeanwhile(place.home) : message);
          lastMessage = message;
        }
      }
      return undefined;
    }
  }

  const running = run();
  return {
    async stop() {
      clearInterval(trimming);
      stopping.abort();
      await running;
      await haltPostmaster(place);
    },
  };
}

/** Resolves with why the postmaster ended, or with undefined as soon as `signal` fires. */
async function ended({ pid, child }: Postmaster, signal: AbortSignal): Promise<string | undefined> {
  if (child) {
    try {
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit", { signal });
    } catch {
      return undefined;
    }
    return `The embedded database stopped unexpectedly (${child.signalCode ?? `code ${child.exitCode}`}).`;
  }
  while (isAlive(pid)) {
    await sleep(POLL, undefined, { signal, ref: false }).catch(() => {});
    if (signal.aborted) return undefined;
  }
  return "The embedded database stopped unexpectedly.";
}

function trim({ place, announce }: Setup): void {
  try {
    trimLog(place.log);
  } catch (error) {
    announce(`The log of the embedded database could not be trimmed: ${(error as Error).message}`);
  }
}
