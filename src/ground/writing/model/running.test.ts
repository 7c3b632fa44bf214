import { afterEach, expect, test, vi } from "vitest";
import {
  startWriting,
  type Job,
  resumeWriting,
  type Progress,
  stopWriting,
  watchWriting,
} from "./running.server.ts";

afterEach(async () => {
  await stopWriting();
  resumeWriting();
});

/** A job that ends on request or when aborted. */
function controllableJob() {
  let end = () => {};
  let job: Job | undefined;
  const run = (started: Job) => {
    job = started;
    return new Promise<void>((resolve) => {
      end = resolve;
      if (started.signal.aborted) resolve();
      started.signal.addEventListener("abort", () => resolve());
    });
  };
  return { run, end: () => end(), begun: () => job !== undefined, job: () => job! };
}

test("writes four at a time, queues the next and refuses one too many", async () => {
  const jobs = Array.from({ length: 12 }, controllableJob);
  jobs.forEach(({ run }, at) => startWriting(`k${at}`, 3, run));
  expect(jobs.map(({ begun }) => begun())).toEqual([
    ...Array<boolean>(4).fill(true),
    ...Array<boolean>(8).fill(false),
  ]);
  expect(() => startWriting("one more", 3, controllableJob().run)).toThrow(
    expect.objectContaining({ trouble: "busy" }),
  );
  const states: string[] = [];
  watchWriting("k4", ({ state }) => states.push(state));
  jobs[2]!.end();
  await vi.waitFor(() => expect(jobs[4]!.begun()).toBe(true));
  expect(jobs[5]!.begun()).toBe(false);
  expect(states).toEqual(["waiting", "writing"]);
  expect(jobs[4]!.job().late).toBe(false);
});

test("doesn't write the same draft twice at once", () => {
  const [one, two] = [controllableJob(), controllableJob()];
  startWriting("k", 3, one.run);
  startWriting("k", 3, two.run);
  expect([one.begun(), two.begun()]).toEqual([true, false]);
});

test("reports progress to watchers, only forward, until the end", async () => {
  const one = controllableJob();
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
  const jobs = Array.from({ length: 6 }, controllableJob);
  jobs.forEach(({ run }, at) => startWriting(`k${at}`, 3, run));
  await stopWriting();
  expect(jobs.every(({ begun }) => begun())).toBe(true);
  expect(jobs.every(({ job }) => job().signal.aborted)).toBe(true);
  expect(() => startWriting("k", 3, controllableJob().run)).toThrow(
    expect.objectContaining({ trouble: "stopped" }),
  );
});
