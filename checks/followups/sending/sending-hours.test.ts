import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { saveBusiness } from "#ground/businesses/settings/save-business.server.ts";
import type { OpeningHours } from "#ground/businesses/schema.ts";
import { listenForLeads } from "#trade/sequences/listeners.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { business, type Business, states, waiting } from "../../testing/follow-ups.ts";

// Follow-up goes out in the hours its owner chose, for steps planned before and after that choice.

const FRIDAY = "2026-11-20T17:00:00Z"; // 10:00 in Denver
const clock = testClock(FRIDAY);
let test: TestDatabase;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  listenForLeads();
});
afterAll(() => test.drop());
beforeEach(() => clock.set(FRIDAY));

const SUNDAY = { from: "13:00", to: "16:00" };
const sundays: OpeningHours = [null, null, null, null, null, null, SUNDAY];
const choose = (shop: Business, sendWindow: OpeningHours | null) =>
  withAccount(shop.account, (ctx) => saveBusiness(ctx, { sendWindow }));
const dueOf = (shop: Business) =>
  withAccount(shop.account, async (ctx) => {
    const { rows } = await ctx.db.execute<{ due: string }>(
      sql`select due_at::text as due from sequences_steps where step = 1`,
    );
    const at = Temporal.Instant.from(rows[0]!.due.replace(" ", "T"));
    return at.toZonedDateTimeISO("America/Denver").toPlainDateTime().toString();
  });

it("plans in the working week, and in the owner's own hours once they have some", async () => {
  const usual = await business();
  await waiting(usual);
  expect(await dueOf(usual)).toBe("2026-11-23T09:00:00");
  const own = await business();
  await choose(own, sundays);
  await waiting(own);
  // Two days after Friday at ten is Sunday at ten, three hours before the window opens.
  expect(await dueOf(own)).toBe("2026-11-22T13:00:00");
});

it("holds what was planned before the hours changed until the new ones open, and no longer", async () => {
  const shop = await business();
  const lead = await waiting(shop);
  await choose(shop, sundays);
  clock.set("2026-11-23T16:00:00Z"); // Monday, 9:00, when it was due
  await shop.send();
  expect((await states(shop, lead))[1]).toBe("waiting");
  expect(await dueOf(shop)).toBe("2026-11-29T13:00:00");
  clock.set("2026-11-29T20:00:05Z"); // the next Sunday, 13:00
  await shop.send();
  expect((await states(shop, lead))[1]).not.toMatch(/^waiting/);
  expect(await shop.followUps()).toBe(2);
});
