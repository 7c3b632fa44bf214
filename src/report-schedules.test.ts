import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getReport, listReports } from "#features/reports/data.server.ts";
import { makeReport } from "#features/reports/make.server.ts";
import { addSchedule, endSchedule, getSchedule, lastRuns, pauseSchedule, takeTurns } from "#features/reports/schedules.server.ts";
import { scheduleSchema } from "#features/reports/schema.ts";
import { forgetRecipient, sendingsOf } from "#features/reports/send.server.ts";
import { newId } from "#platform/db/ids.ts";
import { openReportingShop, type ReportingShop } from "./testing/reported.ts";

// Reports that make themselves: once a turn, of all that came in, by the clocks of the job.

let shop: ReportingShop;
beforeAll(async () => {
  shop = await openReportingShop();
});
afterAll(() => shop?.close());

describe("a schedule", () => {
  const daily = (job: string, over: object = {}) =>
    scheduleSchema.parse({ job, every: "day", weekday: "1", hour: "17", zone: "America/Denver", photos: "0", to: "", ...over });

  it("makes one report per turn whatever number of workers take it, of what came in since, and none when nothing did", async () => {
    shop.clock.set("2026-12-01T20:00:00Z");
    const job = await shop.newJob();
    const id = await shop.in((ctx) => addSchedule(ctx, newId(), daily(job)));
    await shop.note(job, "first day");
    await takeTurns();
    expect(await shop.in((ctx) => listReports(ctx, job))).toHaveLength(0);

    shop.clock.set("2026-12-02T00:00:00Z");
    await Promise.all(Array.from({ length: 5 }, () => takeTurns()));
    const [first, ...others] = await shop.in((ctx) => listReports(ctx, job));
    expect(others).toEqual([]);
    await makeReport(shop.account, first!.id);
    expect((await shop.in((ctx) => getReport(ctx, first!.id))).entries).toBe(1);

    shop.clock.set("2026-12-03T00:00:00Z");
    await Promise.all([takeTurns(), takeTurns()]);
    expect(await shop.in((ctx) => listReports(ctx, job))).toHaveLength(1);
    expect((await shop.in((ctx) => lastRuns(ctx, [id]))).get(id)).toMatchObject({ outcome: "nothing", reportId: null });

    // Written offline on the first day, arrived on the third: it is in the next one, once.
    await shop.note(job, "was without a signal", { capturedAt: Date.parse("2026-12-01T21:00:00Z") });
    shop.clock.set("2026-12-04T00:05:00Z");
    await takeTurns();
    await takeTurns();
    const all = await shop.in((ctx) => listReports(ctx, job));
    expect(all).toHaveLength(2);
    await makeReport(shop.account, all[0]!.id);
    expect((await shop.in((ctx) => getReport(ctx, all[0]!.id))).entries).toBe(1);
  });

  it("mails what it made to whom it goes, and to nobody who was taken off", async () => {
    shop.clock.set("2026-12-10T20:00:00Z");
    const job = await shop.newJob("Porch", { clientName: "Dana", clientEmail: "dana@porch.test" });
    const id = await shop.in((ctx) => addSchedule(ctx, newId(), daily(job, { client: "yes", to: "lee@porch.test, gone@porch.test" })));
    await shop.in((ctx) => forgetRecipient(ctx, { leadId: newId(), email: "gone@porch.test" }));
    expect((await shop.in((ctx) => getSchedule(ctx, id))).recipients).toEqual(["lee@porch.test"]);
    await shop.note(job, "Rail is up.");
    shop.clock.set("2026-12-11T00:00:00Z");
    await takeTurns();
    const [report] = await shop.in((ctx) => listReports(ctx, job));
    await makeReport(shop.account, report!.id);
    await makeReport(shop.account, report!.id);
    const sent = await shop.in((ctx) => sendingsOf(ctx, [report!.id]));
    expect(sent.map(({ recipient }) => recipient).toSorted()).toEqual(["dana@porch.test", "lee@porch.test"]);
  });

  it("rests while it is paused, makes up for it afterwards, and ends until that is taken back", async () => {
    shop.clock.set("2026-12-15T20:00:00Z");
    const job = await shop.newJob();
    const id = await shop.in((ctx) => addSchedule(ctx, newId(), daily(job)));
    await shop.note(job, "while it rests");
    await shop.in((ctx) => pauseSchedule(ctx, id, true));
    shop.clock.set("2026-12-17T00:00:00Z");
    await takeTurns();
    expect(await shop.in((ctx) => listReports(ctx, job))).toHaveLength(0);
    await shop.in((ctx) => pauseSchedule(ctx, id, false));
    shop.clock.set("2026-12-18T00:00:00Z");
    await takeTurns();
    expect(await shop.in((ctx) => listReports(ctx, job))).toHaveLength(1);
    await shop.in((ctx) => endSchedule(ctx, id, true));
    await shop.note(job, "after the end");
    shop.clock.set("2026-12-19T00:00:00Z");
    await takeTurns();
    expect(await shop.in((ctx) => listReports(ctx, job))).toHaveLength(1);
    await shop.in((ctx) => endSchedule(ctx, id, false));
    shop.clock.set("2026-12-20T00:00:00Z");
    await takeTurns();
    expect(await shop.in((ctx) => listReports(ctx, job))).toHaveLength(2);
  });
});
