import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CHANGE } from "#tools/changes/rules.ts";
import { loader as log } from "#tools/changes/office/log.ts";
import { argsOf } from "../testing/changes.ts";
import { times } from "#platform/testing/long-form.ts";
import { act, changed, costLine, handedOver, reply } from "../testing/change-orders.ts";
import { db, fetched, job, nextJob, send, shop, startShop, stopShop } from "../testing/estimates.ts";

// Whatever happens to the changes of a job, its contract sum is the original one with what was approved and
// without what was voided: by what people did, as the change log that leaves the business says it.

beforeAll(startShop, 120_000);
afterAll(stopShop);

const HISTORIES = times(300, 40);
const ORIGINAL = 5_000_000;

const step = fc.record({
  did: fc.constantFrom("found", "sent", "repriced", "approved", "declined", "withdrawn", "voided", "deleted"),
  at: fc.nat(3),
  cents: fc.integer({ min: -400_000, max: 900_000 }),
  days: fc.integer({ min: -9, max: 9 }),
});
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

/** What a person remembers of a change: they know no state of ours. */
interface Remembered {
  readonly record: string;
  readonly lineId: string;
  /** As it is written. */
  cents: number;
  days: number;
  /** As it was sent; null while nobody has it. */
  sent: { readonly token: string; readonly cents: number; readonly days: number } | null;
  counts: { readonly cents: number; readonly days: number } | null;
  isOver: boolean;
}

async function play({ did, at, cents, days }: Step, all: Remembered[]): Promise<void> {
  if (did === "found") {
    const { record, lineId } = await changed({ days });
    const change: Remembered = {
      record,
      lineId,
      cents: 90_000,
      days,
      sent: null,
      counts: null,
      isOver: false,
    };
    all.push(change);
    return;
  }
  const one = all[at % Math.max(1, all.length)];
  if (!one || one.isOver) return;
  const { record } = one;
  if (did === "repriced") {
    const sets = { [`lines.${one.lineId}`]: costLine({ cents }), days };
    const { is } = await send(shop, record, sets, CHANGE, await fetched(shop, record));
    expect(is).toBe(one.counts ? "refused" : "held");
    if (!one.counts) [one.cents, one.days] = [cents, days];
  } else if (did === "sent") {
    const { token } = await handedOver(record);
    expect(token === "").toBe(one.counts !== null);
    if (token) one.sent = { token, cents: one.cents, days: one.days };
  } else if (did === "approved" || did === "declined") {
    if (!one.sent) return;
    const { status } = await reply(one.sent.token, did === "approved" ? "approve" : "decline");
    if (did === "approved" && status === 303) one.counts = one.sent;
  } else if (did === "withdrawn") {
    const { status } = await act(record, { intent: "withdraw" });
    if (status === 303) one.sent = null;
  } else if (did === "voided") {
    const { status } = await act(record, { intent: "void", reason: "Not built" });
    expect(status === 303).toBe(one.counts !== null);
    if (status === 303) [one.counts, one.isOver] = [null, true];
  } else {
    const { is } = await send(shop, record, { removed: true }, CHANGE, await fetched(shop, record));
    if (is === "held") one.isOver = true;
  }
}

it(`rolls the contract forward as people remember it, in ${HISTORIES} random histories`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      await nextJob();
      const sets = { contractCents: ORIGINAL, finishesOn: "2026-12-18" };
      expect(await send(shop, job, sets, "jobs.job", await fetched(shop, job))).toMatchObject({ is: "held" });
      const all: Remembered[] = [];
      await play({ did: "found", at: 0, cents: 0, days: 1 }, all);
      for (const one of steps) await play(one, all);
      const expected = all.reduce((sum, { counts }) => sum + (counts?.cents ?? 0), ORIGINAL);
      const request = shop.visitor.request(`/account/changes/log/${job}?as=csv`);
      const lines = (await (await log(argsOf(request, { logJobId: job }))).text()).split("\r\n").slice(1);
      const sums = lines.flatMap((line) => line.split(",").at(-1) || []);
      expect(sums.at(-1) ?? (ORIGINAL / 100).toFixed(2)).toBe((expected / 100).toFixed(2));
      expect(sums).toHaveLength(all.filter(({ counts }) => counts).length);
      const { rows } = await db.query<{ co: string }>(
        "select co from changes_changes where job_id = $1 and co is not null order by co",
        [job],
      );
      expect(rows.map(({ co }) => co)).toEqual(rows.map((_, at) => `CO-${String(at + 1).padStart(3, "0")}`));
    }),
    { numRuns: HISTORIES, endOnFailure: true },
  );
}, 900_000);
