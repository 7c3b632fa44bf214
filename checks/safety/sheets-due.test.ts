import { expect, it } from "vitest";
import { acting, mailsTo } from "#ground/businesses/testing/people.ts";
import { safetySheets, safetySheetVersions } from "#tools/safety/tables.server.ts";
import { editSheet, removeSheet } from "#tools/safety/sheets/save.server.ts";
import { newId } from "#platform/db/ids.ts";
import type { Person } from "#platform/db/scope.server.ts";
import { clock, openJob, sweepAt, withSchedules } from "../testing/schedules.ts";

// Sheets of the library to review: who is reminded, when, and how often.

withSchedules();

async function withSheets() {
  clock.set("2026-09-01T12:00:00Z");
  const shop = await openJob();
  const add = (name: string, reviewOn: string) =>
    acting(shop.owner, shop.account, async (ctx) => {
      const [id, version] = [newId(), 1];
      const of = { accountId: shop.account, version, addedAt: ctx.now, words: "" };
      await ctx.db.insert(safetySheets).values({
        ...{ ...of, id, name, type: "sds", maker: "Kirkland", language: "en", reviewOn },
      });
      await ctx.db.insert(safetySheetVersions).values({
        ...{ ...of, sheetId: id, file: "x", sha256: "a".repeat(64), fileName: "x.pdf", pages: 1 },
        ...{ bytes: 1, hasText: true, revisedOn: null },
      });
      return id;
    });
  const mails = async ({ email }: Person) =>
    (await mailsTo(email))
      .filter(({ text }) => text.includes("/safety/library"))
      .map(({ subject }) => subject);
  const titles = async (who: Person) => (await shop.due(who)).map(({ title }) => title);
  return { ...shop, add, mails, titles };
}

it("reminds owners 30 days before a review, on the day, and 30 days after it, once each", async () => {
  const { add, owner, foreman, mails, titles, due } = await withSheets();
  await add("Acetone", "2026-12-01");
  await sweepAt("2026-10-31T18:00:00Z");
  expect(await titles(owner)).toEqual([]);
  await sweepAt("2026-11-01T07:50:00Z");
  expect(await mails(owner)).toEqual([]);
  // At 8 in the morning, and again later that day.
  await sweepAt("2026-11-01T08:05:00Z");
  await sweepAt("2026-11-01T19:00:00Z");
  expect(await mails(owner)).toEqual(["Review Acetone: due in 30 days, Dec 1, 2026"]);
  await sweepAt("2026-11-20T18:00:00Z");
  expect(await due(owner)).toMatchObject([
    { title: "Review Acetone: due in 11 days, Dec 1, 2026", isLate: false },
  ]);
  await sweepAt("2026-12-01T18:00:00Z");
  await sweepAt("2026-12-20T18:00:00Z");
  expect(await due(owner)).toMatchObject([{ title: "Review Acetone: was due Dec 1, 2026", isLate: true }]);
  await sweepAt("2026-12-31T18:00:00Z");
  await sweepAt("2027-02-20T18:00:00Z");
  expect(await mails(owner)).toEqual([
    "Review Acetone: due in 30 days, Dec 1, 2026",
    "Review Acetone: due today, Dec 1, 2026",
    "Review Acetone: was due Dec 1, 2026",
  ]);
  expect(await mails(foreman)).toEqual([]);
  // For longer than a reminder is shown of most things.
  await sweepAt("2027-08-20T18:00:00Z");
  expect((await due(owner)).map(({ title, path }) => [title, path])).toEqual([
    ["Review Acetone: was due Dec 1, 2026", expect.stringMatching(/\/safety\/library\/[\da-f-]{36}$/)],
  ]);
});

it("is one thing to do for all sheets of a day, and opens the list of them", async () => {
  const { add, owner, mails, due } = await withSheets();
  for (const name of ["Bleach", "Acetone", "Diesel", "Fall protection plan"]) await add(name, "2026-12-01");
  await add("Xylene", "2026-12-02");
  await sweepAt("2026-12-02T18:00:00Z");
  expect((await due(owner)).map(({ title, path }) => [title, path])).toEqual([
    ["Review Acetone, Bleach, and 2 more: was due Dec 1, 2026", "/account/safety/library?type=due"],
    ["Review Xylene: due today, Dec 2, 2026", expect.stringMatching(/\/safety\/library\/[\da-f-]{36}$/)],
  ]);
  expect(await mails(owner)).toHaveLength(1);
});

it("is quiet once a sheet has another review date or is removed", async () => {
  const { add, owner, account, titles, mails } = await withSheets();
  const [reviewed, removed] = [await add("Acetone", "2026-12-01"), await add("Bleach", "2026-12-02")];
  await sweepAt("2026-11-05T18:00:00Z");
  expect(await titles(owner)).toHaveLength(2);
  await acting(owner, account, async (ctx) => {
    await editSheet(ctx, reviewed, {
      ...{ name: "Acetone", type: "sds", maker: "Kirkland", language: "en", reviewOn: "2027-12-01" },
    });
    await removeSheet(ctx, removed);
  });
  expect(await titles(owner)).toEqual([]);
  await sweepAt("2026-12-02T18:00:00Z");
  expect(await mails(owner)).toHaveLength(1);
});
