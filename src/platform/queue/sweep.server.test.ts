import { afterEach, expect, it } from "vitest";
import { startSweep, type Sweep } from "./sweep.server.ts";

const LONG = 60_000;
let sweep: Sweep | undefined;
afterEach(() => sweep?.stop());

it("continues right away while there is work, rests without any, and polls again when woken", async () => {
  const left = [2, 1, 0, 3, 0];
  let rounds = 0;
  sweep = startSweep(
    async () => left[rounds++] ?? 0,
    () => {},
    LONG,
  );
  await expect.poll(() => rounds).toBe(3);
  sweep.wake();
  await expect.poll(() => rounds).toBe(5);
});

it("does not lose a wake during a round, and tells the round", async () => {
  const stops: boolean[] = [];
  let rounds = 0;
  sweep = startSweep(
    async (interrupted) => {
      rounds++;
      // The first round begins before there is anything to wake.
      await Promise.resolve();
      if (rounds === 1) sweep!.wake();
      stops.push(interrupted());
      return 0;
    },
    () => {},
    LONG,
  );
  await expect.poll(() => stops).toEqual([true, false]);
});

it("continues at its next turn after a failed round", async () => {
  const causes: unknown[] = [];
  let rounds = 0;
  sweep = startSweep(
    async () => {
      if (rounds++ === 0) throw new Error("planned");
      return 0;
    },
    (cause) => causes.push(cause),
    10,
  );
  await expect.poll(() => rounds).toBeGreaterThan(2);
  expect(causes).toEqual([new Error("planned")]);
});

it("stops after the current round", async () => {
  let ended = false;
  const mine = startSweep(
    async () => {
      await new Promise((resolve) => setTimeout(resolve, 30));
      ended = true;
      return 1;
    },
    () => {},
    LONG,
  );
  await new Promise((resolve) => setTimeout(resolve, 5));
  await mine.stop();
  expect(ended).toBe(true);
});
