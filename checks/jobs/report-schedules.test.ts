import { sql } from "drizzle-orm";
import { defineNotificationKinds } from "#app/notification-kinds.ts";
import { deliverDue } from "#ground/notifications/deliver.server.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { restoreAccount, suspendAccount } from "#ground/businesses/public.server.ts";
import { getReport, listReports, remakeReport } from "#trade/reports/data.server.ts";
import { makeReport } from "#trade/reports/paper/make.server.ts";
import { sendLaterTask, watchTask } from "#trade/reports/schedule/send.server.ts";
import {
  addSchedule,
  endSchedule,
  getSchedule,
  lastRuns,
  pauseSchedule,
  claimTurns,
} from "#trade/reports/schedule/schedules.server.ts";
import { scheduleSchema } from "#trade/reports/schema.ts";
import { forgetScheduled } from "#trade/reports/mail/send.server.ts";
import { mailedTo, MOST_MAILS_A_DAY } from "#ground/papers/public.server.ts";
import { viewOfReport } from "#trade/reports/report-page.server.ts";
import { newId } from "#platform/db/ids.ts";
import { SYSTEM_ACCOUNT, withAccount } from "#platform/db/scope.server.ts";
import { openReportingShop, type ReportingShop } from "../testing/reports.ts";

// Scheduled reports: one per turn, covering everything that came in, in the job's time zone.

let shop: ReportingShop;
beforeAll(async () => {
  defineNotificationKinds();
  shop = await openReportingShop();
});
afterAll(() => shop?.close());

describe("a schedule", () => {
  const daily = (job: string, over: object = {}) =>
    scheduleSchema.parse({
      job,
      every: "day",
      weekday: "1",
      hour: "17",
      zone: "America/Denver",
      photos: "0",
      to: "",
      ...over,
    });

  it("makes one report per turn whatever number of workers take it, of what came in since, and none when nothing did", async () => {
    shop.clock.set("2026-12-01T20:00:00Z");
    const job = await shop.newJob();
    const id = await shop.in((ctx) => addSchedule(ctx, newId(), daily(job)));
    await shop.note(job, "first day");
    await claimTurns();
    expect(await shop.in((ctx) => listReports(ctx, job))).toHaveLength(0);

    shop.clock.set("2026-12-02T00:00:00Z");
    await Promise.all(Array.from({ length: 5 }, () => claimTurns()));
    const [first, ...others] = await shop.in((ctx) => listReports(ctx, job));
    expect(others).toEqual([]);
    await makeReport(shop.account, first!.id);
    expect((await shop.in((ctx) => getReport(ctx, first!.id))).entries).toBe(1);

    shop.clock.set("2026-12-03T00:00:00Z");
    await Promise.all([claimTurns(), claimTurns()]);
    expect(await shop.in((ctx) => listReports(ctx, job))).toHaveLength(1);
    expect((await shop.in((ctx) => lastRuns(ctx, [id]))).get(id)).toMatchObject({
      outcome: "nothing",
      reportId: null,
    });

    // Written offline on the first day and received on the third: it is in the next report, once.
    await shop.note(job, "was without a signal", { capturedAt: Date.parse("2026-12-01T21:00:00Z") });
    shop.clock.set("2026-12-04T00:05:00Z");
    await claimTurns();
    await claimTurns();
    const all = await shop.in((ctx) => listReports(ctx, job));
    expect(all).toHaveLength(2);
    await makeReport(shop.account, all[0]!.id);
    expect((await shop.in((ctx) => getReport(ctx, all[0]!.id))).entries).toBe(1);
  });

  it("mails what it made to whom it goes, and to nobody who was taken off", async () => {
    shop.clock.set("2026-12-10T20:00:00Z");
    const job = await shop.newJob("Porch", { clientName: "Dana", clientEmail: "dana@porch.test" });
    const id = await shop.in((ctx) =>
      addSchedule(ctx, newId(), daily(job, { client: "yes", to: "lee@porch.test, gone@porch.test" })),
    );
    await shop.in((ctx) => forgetScheduled(ctx, "gone@porch.test"));
    expect((await shop.in((ctx) => getSchedule(ctx, id))).recipients).toEqual(["lee@porch.test"]);
    await shop.note(job, "Rail is up.");
    shop.clock.set("2026-12-11T00:00:00Z");
    await claimTurns();
    const [report] = await shop.in((ctx) => listReports(ctx, job));
    await makeReport(shop.account, report!.id);
    await makeReport(shop.account, report!.id);
    const sent = await shop.in((ctx) => mailedTo(ctx, [report!.id]));
    expect(sent.map(({ address }) => address).toSorted()).toEqual(["dana@porch.test", "lee@porch.test"]);
  });

  it("rests while it is paused, makes up for it afterwards, and ends until that is taken back", async () => {
    shop.clock.set("2026-12-15T20:00:00Z");
    const job = await shop.newJob();
    const id = await shop.in((ctx) => addSchedule(ctx, newId(), daily(job)));
    await shop.note(job, "while it rests");
    await shop.in((ctx) => pauseSchedule(ctx, id, true));
    shop.clock.set("2026-12-17T00:00:00Z");
    await claimTurns();
    expect(await shop.in((ctx) => listReports(ctx, job))).toHaveLength(0);
    await shop.in((ctx) => pauseSchedule(ctx, id, false));
    shop.clock.set("2026-12-18T00:00:00Z");
    await claimTurns();
    expect(await shop.in((ctx) => listReports(ctx, job))).toHaveLength(1);
    await shop.in((ctx) => endSchedule(ctx, id, true));
    await shop.note(job, "after the end");
    shop.clock.set("2026-12-19T00:00:00Z");
    await claimTurns();
    expect(await shop.in((ctx) => listReports(ctx, job))).toHaveLength(1);
    await shop.in((ctx) => endSchedule(ctx, id, false));
    shop.clock.set("2026-12-20T00:00:00Z");
    await claimTurns();
    expect(await shop.in((ctx) => listReports(ctx, job))).toHaveLength(2);
  });

  describe("whose report can't go out", () => {
    const tasksOf = async (name: string, reportId: string) => {
      const { rows } = await shop.in((ctx) =>
        ctx.db.execute<{ at: string }>(
          sql`select start_after::text as at from pgboss.job where name = ${name} and data->>'reportId' = ${reportId} order by start_after`,
        ),
      );
      return rows.map(({ at }) => Temporal.Instant.from(at.replace(" ", "T")));
    };
    const told = async () => {
      await deliverDue(shop.account);
      const { rows } = await withAccount(SYSTEM_ACCOUNT, (ctx) =>
        ctx.db.execute<{ subject: string; text: string }>(
          sql`select subject, text from mail_messages where recipient = ${shop.owner.email} and subject like '%scheduled report%' order by created_at`,
        ),
      );
      return rows;
    };
    /** A scheduled report, created at that moment. */
    async function due(at: string, job: string, over: object = {}) {
      const before = Temporal.Instant.from(at).subtract({ hours: 24 });
      shop.clock.set(before.toString());
      await shop.in((ctx) =>
        addSchedule(ctx, newId(), daily(job, { to: "lee@porch.test, ann@porch.test", ...over })),
      );
      await shop.note(job, "Rail is up.");
      shop.clock.set(at);
      await claimTurns();
      return (await shop.in((ctx) => listReports(ctx, job)))[0]!.id;
    }
    const run = (reportId: string) =>
      sendLaterTask.run({ accountId: shop.account, reportId }, shop.clock.now());
    const recipients = async (id: string) =>
      (await shop.in((ctx) => mailedTo(ctx, [id]))).map(({ address }) => address).toSorted();

    it("after the most of a day, is made, says that it waits, and goes by itself as soon as the day allows, once", async () => {
      const job = await shop.newJob();
      const id = await due("2027-01-05T00:00:00Z", job);
      const used = (count: number, hoursAgo: number) =>
        shop.in((ctx) =>
          ctx.db
            .execute(sql`insert into papers_recipients (account_id, id, paper_id, way, asks, address, link_id, at)
            select ${ctx.account.id}::uuid, gen_random_uuid(), gen_random_uuid(), 'email', 'nothing', 'x@x.test', gen_random_uuid(),
              ${ctx.now.subtract({ hours: hoursAgo }).toString()}::timestamptz from generate_series(1, ${count}::int)`),
        );
      await used(5, 20);
      await used(MOST_MAILS_A_DAY - 6, 1);
      await makeReport(shop.account, id);
      expect(await shop.in((ctx) => getReport(ctx, id))).toMatchObject({ state: "ready", problem: null });
      expect(await recipients(id)).toEqual([]);
      // One of the two could be sent now; both can once the five from twenty hours ago are a day old.
      const later = Temporal.Instant.from("2027-01-05T04:00:00Z");
      expect(await tasksOf("reports.send-later", id)).toEqual([later]);
      expect((await shop.in((ctx) => viewOfReport(ctx, id))).waits).toMatchObject({
        people: 2,
        until: { iso: later.toString() },
      });
      shop.clock.set("2027-01-05T04:00:00Z");
      await Promise.all([run(id), run(id)]);
      await run(id);
      expect(await recipients(id)).toEqual(["ann@porch.test", "lee@porch.test"]);
      expect((await shop.in((ctx) => viewOfReport(ctx, id))).waits).toBeNull();
      expect(await told()).toEqual([]);
    });

    it("for three days, is told to whoever set it up, and goes no more", async () => {
      const job = await shop.newJob("Lang porch");
      const id = await due("2027-02-05T00:00:00Z", job);
      await withAccount(shop.account, (ctx) => suspendAccount(ctx, "Unpaid"));
      await makeReport(shop.account, id);
      expect(await tasksOf("reports.send-later", id)).toEqual([
        Temporal.Instant.from("2027-02-05T01:00:00Z"),
      ]);
      shop.clock.set("2027-02-07T23:00:00Z");
      await run(id);
      expect(await told()).toEqual([]);
      expect(await tasksOf("reports.send-later", id)).toHaveLength(2);
      shop.clock.set("2027-02-08T00:00:00Z");
      await run(id);
      await withAccount(shop.account, restoreAccount);
      expect(await told()).toMatchObject([
        {
          subject: "Lang porch: a scheduled report wasn’t emailed",
          text: expect.stringContaining(`/account/reports/${id}`) as string,
        },
      ]);
      expect(await tasksOf("reports.send-later", id)).toHaveLength(2);
      expect(await recipients(id)).toEqual([]);
    });

    it("because it could not be made, is told to whoever set it up once all was tried, and not where it was made", async () => {
      const before = (await told()).length;
      const watch = (reportId: string) =>
        watchTask.run({ accountId: shop.account, reportId }, shop.clock.now());
      const made = await due("2027-03-05T00:00:00Z", await shop.newJob("Good"), { to: "" });
      await makeReport(shop.account, made);
      const stuck = await due("2027-03-07T00:00:00Z", await shop.newJob("Stuck"), { to: "" });
      expect(await tasksOf("reports.watch-report", stuck)).toEqual([
        Temporal.Instant.from("2027-03-07T01:00:00Z"),
      ]);
      shop.clock.set("2027-03-07T00:59:00Z");
      await watch(stuck);
      expect((await shop.in((ctx) => getReport(ctx, stuck))).state).toBe("waiting");
      shop.clock.set("2027-03-07T01:00:00Z");
      await watch(made);
      await watch(stuck);
      expect(await shop.in((ctx) => getReport(ctx, stuck))).toMatchObject({
        state: "failed",
        problem: "It took too long. If it happens again, write to us.",
      });
      expect((await told()).slice(before).map(({ subject }) => subject)).toEqual([
        "Stuck: a scheduled report wasn’t created",
      ]);
      // Making it again by hand restarts its time limit.
      await shop.in((ctx) => remakeReport(ctx, stuck));
      await watch(stuck);
      expect((await told()).slice(before)).toHaveLength(1);
    });
  });
});
