import { describe, expect, it } from "vitest";
import { sweepDue } from "#ground/due/sweep.server.ts";
import { RUN } from "#trade/inspections/rules/run.ts";
import { SCHEDULE } from "#trade/inspections/schedules/rules.ts";
import { clock, DENVER, openJob, reminders, withSchedules } from "../testing/schedules.ts";

// When people are reminded of scheduled checklists, with the clock moved through days and nights.

const ZONES = [DENVER, "America/New_York", "Pacific/Honolulu", "Australia/Lord_Howe", "Pacific/Auckland"];

withSchedules();

describe("reminders of scheduled checklists", () => {
  // The clock goes back in Denver on November 1, and ahead by half an hour in Lord Howe on October 4.
  it.each(["2026-10-03", "2026-10-31"])(
    "from %s come once a day, at the hour, in each zone",
    async (first) => {
      const start = Temporal.PlainDate.from(first).toZonedDateTime("UTC").toInstant();
      clock.set(start.toString());
      const begins = Temporal.PlainDate.from(first).add({ days: 1 });
      const from = begins.toString();
      const shops = await Promise.all(
        ZONES.map(async (zone) => ({ zone, ...(await openJob(zone, { from })) })),
      );
      const sent = new Map<string, string[]>(ZONES.map((zone) => [zone, []]));
      for (let minutes = 0; minutes < 3 * 24 * 60; minutes += 30) {
        clock.set(start.add({ minutes }).toString());
        await sweepDue();
        for (const { zone, foreman } of shops)
          for (const { text } of (await reminders(foreman)).slice(sent.get(zone)!.length)) {
            const { hour, minute } = clock.now().toZonedDateTimeISO(zone);
            sent.get(zone)!.push(`${/\?on=([\d-]+)/.exec(text)![1]} ${hour}:${minute}`);
          }
      }
      for (const { zone, owner } of shops) {
        expect(await reminders(owner)).toEqual([]);
        const days = sent.get(zone)!.map((one) => one.slice(0, 10));
        expect(sent.get(zone)).toEqual(days.map((day) => `${day} 10:0`));
        expect(days.length).toBeGreaterThan(1);
        expect(days).toEqual(days.map((__, plus) => begins.add({ days: plus }).toString()));
      }
    },
    240_000,
  );

  it("never come at night or twice, whatever people change and however long nothing runs", async () => {
    let seed = 20261129;
    const random = (below: number) => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) % below;
    let count = 0;
    for (let round = 0; round < 4; round++) {
      let zone = ZONES[random(ZONES.length)]!;
      const start = Temporal.Instant.from(["2026-10-31T04:00:00Z", "2026-10-03T04:00:00Z"][round % 2]!);
      clock.set(start.toString());
      const { owner, foreman, job, plan, send, walk } = await openJob(zone, { by: 6 + random(14) });
      const runs: string[] = [];
      const sent = new Set<string>();
      let isOff = false;
      for (let hours = 0; hours < 96; hours++) {
        const now = start.add({ hours, minutes: random(60) });
        clock.set(now.toString());
        const on = now.toZonedDateTimeISO(zone).toPlainDate().toString();
        const change = random(16);
        if (change === 0) runs.push(await walk(foreman, on));
        if (change === 1 && runs.length > 0) await send(owner, RUN, runs.at(-1)!, { state: "open" });
        if (change === 2) await send(owner, SCHEDULE, plan, { paused: (isOff = !isOff) });
        if (change === 3)
          await send(owner, SCHEDULE, plan, { who: [owner.id, foreman.id, null][random(3)]! });
        if (change === 4) await send(owner, "jobs.job", job, { zone: (zone = ZONES[random(ZONES.length)]!) });
        if (change === 5) await send(owner, SCHEDULE, plan, { by: 6 + random(14) });
        // Nothing runs for some hours.
        if (change > 11) continue;
        const known = new Map([owner, foreman].map((one) => [one, 0]));
        for (const one of known.keys()) known.set(one, (await reminders(one)).length);
        await sweepDue();
        for (const [one, before] of known)
          for (const { text } of (await reminders(one)).slice(before)) {
            const { hour } = now.toZonedDateTimeISO(zone);
            expect(hour, `${zone} ${now.toString()}`).toBeGreaterThanOrEqual(6);
            expect(hour, `${zone} ${now.toString()}`).toBeLessThan(20);
            expect(isOff).toBe(false);
            for (const [, day] of text.matchAll(/checklists\/due\/[\da-f-]+\?on=([\d-]+)/g)) {
              expect(sent).not.toContain(`${one.id} ${day}`);
              sent.add(`${one.id} ${day}`);
              count++;
            }
          }
      }
    }
    expect(count).toBeGreaterThan(6);
  }, 240_000);
});
