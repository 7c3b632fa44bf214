import { expect, it } from "vitest";
import { acting, mailsTo } from "#ground/businesses/testing/people.ts";
import { applyCommands, findStoredRecord } from "#ground/sync/public.server.ts";
import { CARD } from "#tools/safety/cards/card.ts";
import { newId } from "#platform/db/ids.ts";
import type { Person } from "#platform/db/scope.server.ts";
import { clock, openJob, sweepAt, withSchedules } from "../testing/schedules.ts";

// Cards that expire: who is reminded, when, and how often.

withSchedules();

async function withCards() {
  clock.set("2026-09-01T12:00:00Z");
  const shop = await openJob();
  const save = (id: string, sets: Record<string, unknown>) =>
    acting(shop.owner, shop.account, async (ctx) => {
      const known = (await findStoredRecord(ctx, id))?.fields ?? {};
      const replaces = Object.fromEntries(
        Object.keys(sets).map((name) => [name, (known[name]?.values ?? []).map(({ by }) => by)]),
      );
      const at = { capturedAt: clock.now().epochMilliseconds, skew: 0, zone: "UTC", media: [] };
      const command = {
        id: newId(),
        kind: CARD,
        record: id,
        job: null,
        sets: sets as never,
        replaces,
        ...at,
      };
      const { outcomes } = await applyCommands(ctx, newId(), [command]);
      expect(outcomes[0]).toMatchObject({ is: "held" });
    });
  const add = async (name: string, user: string | null, expires: string) => {
    const id = newId();
    await save(id, { holder: { name, user }, type: "forklift", dates: { issued: "2024-01-01", expires } });
    return id;
  };
  const mails = async ({ email }: Person) =>
    (await mailsTo(email)).filter(({ text }) => text.includes("/cards/")).map(({ subject }) => subject);
  return { ...shop, save, add, mails };
}

it("reminds owners and the person 60, 30 and 7 days before, and on the day, once each", async () => {
  const { add, owner, foreman, mails, due } = await withCards();
  await add("Luis Ortega", foreman.id, "2026-12-01");
  await sweepAt("2026-10-01T18:00:00Z");
  expect(await due(owner)).toEqual([]);
  // 60 days before, and again later that day.
  await sweepAt("2026-10-02T18:00:00Z");
  await sweepAt("2026-10-02T19:00:00Z");
  expect(await mails(owner)).toEqual(["Luis Ortega: Forklift operator expires in 60 days, Dec 1, 2026"]);
  expect(await mails(foreman)).toHaveLength(1);
  await sweepAt("2026-10-20T18:00:00Z");
  expect(await mails(owner)).toHaveLength(1);
  await sweepAt("2026-11-01T18:00:00Z");
  await sweepAt("2026-11-24T18:00:00Z");
  expect(await due(owner)).toMatchObject([
    { title: "Luis Ortega: Forklift operator. Expires in 7 days, Dec 1, 2026", isLate: false },
  ]);
  await sweepAt("2026-12-01T18:00:00Z");
  await sweepAt("2026-12-05T18:00:00Z");
  expect(await mails(owner)).toEqual([
    "Luis Ortega: Forklift operator expires in 60 days, Dec 1, 2026",
    "Luis Ortega: Forklift operator expires in 30 days, Dec 1, 2026",
    "Luis Ortega: Forklift operator expires in 7 days, Dec 1, 2026",
    "Luis Ortega: Forklift operator expires today, Dec 1, 2026",
  ]);
  expect(await due(owner)).toMatchObject([
    { title: "Luis Ortega: Forklift operator. Expired Dec 1, 2026", isLate: true },
  ]);
});

it("sends one email about several cards, at 8 in the morning, and none to people it isn’t about", async () => {
  const { add, owner, foreman, mails } = await withCards();
  for (const name of ["Ana Paz", "José Peña", "Luis Ortega"]) await add(name, null, "2026-12-01");
  await sweepAt("2026-10-02T07:50:00Z");
  expect(await mails(owner)).toEqual([]);
  await sweepAt("2026-10-02T08:05:00Z");
  expect(await mails(owner)).toHaveLength(1);
  expect((await mails(owner))[0]).toMatch(/^3 items are due/);
  expect(await mails(foreman)).toEqual([]);
});

it("is quiet once a card is renewed or removed", async () => {
  const { add, save, owner, mails, due } = await withCards();
  const [renewed, removed] = [
    await add("Ana Paz", null, "2026-12-01"),
    await add("Luis Ortega", null, "2026-12-01"),
  ];
  await sweepAt("2026-10-02T18:00:00Z");
  expect(await due(owner)).toHaveLength(2);
  await save(renewed, { dates: { issued: "2026-10-02", expires: "2029-10-02" } });
  await save(removed, { removed: true });
  expect(await due(owner)).toEqual([]);
  await sweepAt("2026-12-01T18:00:00Z");
  expect(await mails(owner)).toHaveLength(1);
});
