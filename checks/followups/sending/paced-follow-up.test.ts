import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { saveChannel } from "#ground/businesses/sending/channels.server.ts";
import { accountsWithDueSteps, sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { firstDaysNotice } from "#trade/sequences/plan/pacing.server.ts";
import { dailyLimit, describeFirstDays, describeDailyLimit, PACES } from "#trade/sequences/plan/pacing.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";
import { openBusiness } from "../../testing/business.ts";

const FRIDAY = "2026-11-20T17:00:00Z"; // 10:00 in Denver
const MONDAY = "2026-11-23T16:30:00Z"; // 9:30
const clock = testClock(FRIDAY);
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  listenForLeads();
});
afterAll(() => test.drop());
beforeEach(() => clock.set(FRIDAY));

it("grows by half a day, from a new sender's first to a limit", () => {
  expect([0, 1, 2, 5, 9, 10, 400].map((day) => dailyLimit(day))).toEqual([40, 60, 90, 303, 1537, 2000, 2000]);
});

it("says ahead what its first days allow, until they are over", () => {
  expect(describeFirstDays(0, PACES.own)).toContain("up to 40 follow-up emails go out today, 60 tomorrow");
  expect(describeFirstDays(9, PACES.own)).toContain(
    "up to 1,537 follow-up emails go out today, 2,000 tomorrow",
  );
  expect(describeFirstDays(10, PACES.own)).toBeNull();
  expect(describeFirstDays(8, PACES.house)).toBeNull();
});

it("lets a business's own new address begin slowly: gifts at once, follow-ups over the limit on the next working day", async () => {
  const { account, captured, messages } = await openBusiness();
  const server = { host: "smtp.example", port: 465, security: "tls", user: "u", password: "p" } as const;
  await withAccount(account, (ctx) =>
    saveChannel(
      ctx,
      "smtp",
      { ...server, fromAddress: "pat@summitdeck.example" },
      { fromName: "Pat", fromAddress: "pat@summitdeck.example" },
    ),
  );
  for (let at = 0; at < 160; at++) await captured(`c${at}@client.test`);
  const work = async () => {
    await Promise.all([sendDueSteps(account), sendDueSteps(account)]);
    while ((await sendDueSteps(account)) > 0);
    await deliver(account);
    return (await messages()).length;
  };
  // Someone is waiting for each of these, so the limit doesn't apply.
  expect(await work()).toBe(160);
  // The fourth day since its first email.
  clock.set(MONDAY);
  expect(await work()).toBe(160 + dailyLimit(3));
  const { rows: moved } = await withAccount(account, (ctx) =>
    ctx.db.execute<{ reason: string | null }>(
      sql`select reason from sequences_steps where account_id = ${account} and state = 'waiting' and step = 1`,
    ),
  );
  // In the plan that its owner reads, each says why it goes out later.
  expect(moved).toHaveLength(160 - dailyLimit(3));
  for (const { reason } of moved)
    expect(reason).toBe(describeDailyLimit({ limit: dailyLimit(3), isNew: true }));
  expect(await withAccount(account, firstDaysNotice)).toMatch(
    /^A new sending address starts slowly .*: up to 135 follow-up emails go out today, 202 tomorrow, /,
  );
  clock.advance({ hours: 24 });
  // Spread over the day, not all at nine.
  expect(await work()).toBeLessThan(320);
  for (let hour = 0; hour < 7; hour++) {
    clock.advance({ hours: 1 });
    await work();
  }
  expect(await work()).toBe(320);
});

it("lets a step wait behind the one before it, however they came apart, and looks at the account again only then", async () => {
  const { account, captured, messages } = await openBusiness();
  await captured("apart@client.test");
  const due = (step: number, hours: number) =>
    withAccount(account, (ctx) =>
      ctx.db.execute(sql`
        update sequences_steps set due_at = ${ctx.now.add({ hours }).toString()} where account_id = ${account} and step = ${step}`),
    );
  await due(0, 24);
  await due(1, -1);
  expect(await accountsWithDueSteps(1000)).toContain(account);
  expect(await sendDueSteps(account)).toBe(0);
  expect(await accountsWithDueSteps(1000)).not.toContain(account);
  expect(await messages()).toEqual([]);
  clock.advance({ hours: 24 });
  expect(await accountsWithDueSteps(1000)).toContain(account);
  while ((await sendDueSteps(account)) > 0);
  expect(await messages()).toHaveLength(1);
});
