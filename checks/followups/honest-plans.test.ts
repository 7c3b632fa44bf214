import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { pauseSequence } from "#trade/sequences/enrollment/pause-sequence.server.ts";
import { withAccount } from "#platform/db/scope.server.ts";
import { leadPages } from "../testing/lead-pages.ts";

// A person's page says why a step is planned later than its delay, and that a paused follow-up is paused.

const shop = leadPages();
const aheadOf = async (leadId: string) => (await shop.look(leadId)).story.ahead;

it("says which closed days moved a step", async () => {
  const lead = await shop.come();
  await shop.send();
  const [first] = await aheadOf(lead);
  expect([first!.words, first!.body]).toEqual([
    "Mon, Nov 23, 9:00 AM MST",
    ["Moved from Sunday, November 22, 10:00 AM. Sunday: nothing goes out."],
  ]);
  // Planned by hand to another time, the calendar isn't the reason.
  await withAccount(shop.account, (ctx) =>
    ctx.db.execute(
      sql`update sequences_steps set due_at = due_at + interval '1 hour' where state = 'waiting'`,
    ),
  );
  expect((await aheadOf(lead))[0]!.body.join()).not.toContain("Moved");
});

it("says nothing where nothing moved", async () => {
  shop.clock.set("2026-12-01T17:00:00Z");
  const lead = await shop.come();
  await shop.send();
  const [first] = await aheadOf(lead);
  expect([first!.words, first!.body]).toEqual(["Thu, Dec 3, 10:00 AM MST", []]);
});

it("says paused where the follow-up is paused", async () => {
  const lead = await shop.come();
  await shop.send();
  const { rows } = await withAccount(shop.account, (ctx) =>
    ctx.db.execute<{ id: string }>(
      sql`select sequence_id as id from sequences_enrolments where lead_id = ${lead}`,
    ),
  );
  await withAccount(shop.account, (ctx) => pauseSequence(ctx, rows[0]!.id));
  const ahead = await aheadOf(lead);
  expect(ahead.length).toBeGreaterThan(0);
  for (const { label, body } of ahead)
    expect([label, body]).toEqual([
      "paused",
      ["The whole follow-up is paused. Nothing from it goes out until you resume it."],
    ]);
  expect((await shop.look(lead)).paused).toHaveLength(1);
});
