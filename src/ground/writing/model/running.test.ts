import { afterEach, expect, test, vi } from "vitest";
import {
  startWriting,
  type Job,
  openDesk,
  type Progress,
  stopWriting,
  watchWriting,
} from "./running.server.ts";

afterEach(async () => {
  await stopWriting();
  openDesk();
});

/** A job that ends on request or when aborted. */
function held() {
  let end = () => {};
  let job: Job | undefined;
  const run = (given: Job) => {
    job = given;
    return new Promise<void>((resolve) => {
      end = resolve;
      if (given.signal.aborted) resolve();
      given.signal.addEventListener("abort", () => resolve());
    });
  };
  return { run, end: () => end(), begun: () => job !== undefined, job: () => job! };
}

test("writes four at a time, queues the next and refuses one too many", async () => {
  const jobs = Array.from({ length: 12 }, held);
  jobs.forEach(({ run }, at) => startWriting(`k${at}`, 3, run));
  expect(jobs.map(({ begun }) => begun())).toEqual([
    ...Array<boolean>(4).fill(true),
    ...Array<boolean>(8).fill(false),
  ]);
  expect(() => startWriting("one more", 3, held().run)).toThrow(expect.objectContaining({ trouble: "busy" }));
  const states: string[] = [];
  watchWriting("k4", ({ state }) => states.push(state));
  jobs[2]!.end();
  await vi.waitFor(() => expect(jobs[4]!.begun()).toBe(true));
  expect(jobs[5]!.begun()).toBe(false);
  expect(states).toEqual(["waiting", "writing"]);
  expect(jobs[4]!.job().late).toBe(false);
});

test("doesn't write the same draft twice at once", () => {
  const [one, two] = [held(), held()];
  startWriting("k", 3, one.run);
  startWriting("k", 3, two.run);
  expect([one.begun(), two.begun()]).toEqual([true, false]);
});

test("reports progress to watchers, only forward, until the end", async () => {
  const one = held();
  startWriting("k", 3, one.run);
  const heard: Progress[] = [];
  watchWriting("k", (progress) => heard.push(progress));
  for (const done of [1, 1, 0, 2.7, 9]) one.job().progress(done);
  one.end();
  await vi.waitFor(() => expect(heard.at(-1)!.state).toBe("ended"));
  expect(heard.map(({ done }) => done)).toEqual([0, 1, 2, 3, 3]);
  expect(watchWriting("k", () => {})).toBeUndefined();
});

test("aborts all jobs on stop, waits for them and accepts no more", async () => {
  const jobs = Array.from({ length: 6 }, held);
  jobs.forEach(({ run }, at) => startWriting(`k${at}`, 3, run));
  await stopWriting();
  expect(jobs.every(({ begun }) => begun())).toBe(true);
  expect(jobs.every(({ job }) => job().signal.aborted)).toBe(true);
  expect(() => startWriting("k", 3, held().run)).toThrow(expect.objectContaining({ trouble: "stopped" }));
});
