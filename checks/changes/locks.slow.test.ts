import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { CHANGE } from "#tools/changes/rules/change.ts";
import { ESTIMATE } from "#tools/estimates/rules/estimate.ts";
import { act, changed, handedOver, reply, standingNow } from "../testing/change-orders.ts";
import { approve, db, fetched, send, shared, shop, withShop, written } from "../testing/estimates.ts";

// Devices write to what clients answer at the same moment. Both lock the account's count first, so neither
// waits for the other in a circle.

withShop();

const ROUNDS = 12;

/** Deadlocks (40P01) that PostgreSQL has broken in this database so far. */
async function deadlocks(): Promise<number> {
  // A connection reports what it counted within a second.
  await sleep(1_500);
  const { rows } = await db.query<{ deadlocks: string }>(
    "select deadlocks from pg_stat_database where datname = current_database()",
  );
  return Number(rows[0]!.deadlocks);
}

/** What a device sends, one after the other, while somebody answers. */
async function edits(kind: string, record: string): Promise<void> {
  for (let at = 0; at < 4; at++)
    await send(shop, record, { title: `Move the opening ${at}` }, kind, await fetched(shop, record));
}

it("are approved and edited at once without a deadlock", async () => {
  const before = await deadlocks();
  for (let round = 0; round < ROUNDS; round++) {
    const [change, estimate] = [await changed(), await written()];
    const [{ token }, sent] = [await handedOver(change.record), await shared(estimate.record)];
    const [yes, other] = await Promise.all([
      reply(token, "approve"),
      approve(sent.token),
      edits(CHANGE, change.record),
      edits(ESTIMATE, estimate.record),
    ]);
    expect([yes.status, other.status], `round ${round}`).toEqual([303, 303]);
    expect(await standingNow(change.record)).toMatchObject({ state: "approved" });
    const [voided] = await Promise.all([
      act(change.record, { intent: "void", reason: "Not built" }),
      edits(CHANGE, (await changed()).record),
    ]);
    expect(voided.status).toBe(303);
  }
  expect((await deadlocks()) - before).toBe(0);
}, 180_000);
