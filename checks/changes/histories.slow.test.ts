import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CHANGE } from "#tools/changes/rules/change.ts";
import { loader as log } from "#tools/changes/log/log.ts";
import { loader as office } from "#tools/changes/office/csv.ts";
import { argsOf } from "../testing/changes.ts";
import { times } from "#platform/testing/long-form.ts";
import { cutChange } from "../testing/change-cuts.ts";
import { act, changed, costLine, handedOver, reply } from "../testing/change-orders.ts";
import { db, fetched, job, nextJob, send, shop, startShop, stopShop } from "../testing/estimates.ts";
import { pagesOf } from "../testing/pdf-text.ts";

// Whatever happens to the changes of a job, its contract sum is the original one with what was approved and
// without what was voided: by what people did, as the change log that leaves the business says it.

beforeAll(startShop, 120_000);
afterAll(stopShop);

const HISTORIES = times(300, 40);
const ORIGINAL = 5_000_000;
const FINISH = Temporal.PlainDate.from("2026-12-18");

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
  /** As it was sent last, whoever has it now; null until then. */
  last: { readonly cents: number; readonly days: number } | null;
  /** As it was sent; null while nobody has it. */
  sent: { readonly token: string; readonly cents: number; readonly days: number } | null;
  counts: { readonly cents: number; readonly days: number } | null;
  /** Voided or deleted. */
  isOver: boolean;
  isDeleted: boolean;
}

/** The lines of a spreadsheet, as cells; without commas in cells. */
async function sheetOf(path: string, loader: typeof log, params: Record<string, string> = {}) {
  const answer = await loader(argsOf(shop.visitor.request(path), params));
  return (await answer.text())
    .trim()
    .split("\r\n")
    .map((line) => line.replaceAll(/"[^"]*"/g, (cell) => cell.replaceAll(/[",]/g, "")).split(","));
}

/** The numbers in a column of a spreadsheet, in order of their size; none for empty cells. */
const numbersIn = (sheet: readonly string[][], column: string): number[] => {
  const at = sheet[0]!.indexOf(column);
  expect(at, column).toBeGreaterThanOrEqual(0);
  return inOrder(sheet.slice(1).flatMap((cells) => (cells[at] === "" ? [] : [Number(cells[at])])));
};
/** The contract sum of the last line that has one; undefined without one. */
const lastSum = (sheet: readonly string[][]) =>
  sheet
    .slice(1)
    .flatMap((cells) => (cells.at(-1) ? [Number(cells.at(-1))] : []))
    .at(-1);
const inOrder = (numbers: readonly number[]) => numbers.toSorted((one, other) => one - other);

/** The change log as a PDF, which is what says when the work is complete. */
async function paperOfLog(): Promise<string> {
  const answer = await log(argsOf(shop.visitor.request(`/account/changes/log/${job}`), { logJobId: job }));
  return (await pagesOf(new Uint8Array(await answer.arrayBuffer()))).join("\n");
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
      last: null,
      isOver: false,
      isDeleted: false,
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
    if (!token) return;
    one.sent = { token, cents: one.cents, days: one.days };
    one.last = one.sent;
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
    if (is === "held") one.isOver = one.isDeleted = true;
  }
}

it(`rolls the contract forward as people remember it, in ${HISTORIES} random histories`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async (steps) => {
      await nextJob();
      const sets = { contractCents: ORIGINAL, finishesOn: FINISH.toString() };
      expect(await send(shop, job, sets, "jobs.job", await fetched(shop, job))).toMatchObject({ is: "held" });
      const all: Remembered[] = [];
      await play({ did: "found", at: 0, cents: 0, days: 1 }, all);
      for (const one of steps) await play(one, all);
      const expected = all.reduce((sum, { counts }) => sum + (counts?.cents ?? 0), ORIGINAL);
      const moved = all.reduce((sum, { counts }) => sum + (counts?.days ?? 0), 0);
      const sheet = await sheetOf(`/account/changes/log/${job}?as=csv`, log, { logJobId: job });
      const sums = numbersIn(sheet, "Contract sum USD");
      expect(Math.round((lastSum(sheet) ?? ORIGINAL / 100) * 100)).toBe(expected);
      expect(sums).toHaveLength(all.filter(({ counts }) => counts).length);
      // Added up again by the amounts and days of the lines that say they are approved.
      const granted = (of: string[][]) => of.filter((cells, at) => at === 0 || cells.includes("Approved"));
      const sum = (of: string[][], column: string) =>
        numbersIn(of, column).reduce((whole, one) => whole + one, 0);
      expect(Math.round(sum(granted(sheet), "Amount USD") * 100)).toBe(expected - ORIGINAL);
      expect(sum(granted(sheet), "Days")).toBe(moved);
      // Days of every line, as sent last or else as written, here and in the office's list; and where those
      // that were granted lead.
      const left = all.filter(({ isDeleted }) => !isDeleted);
      expect(numbersIn(sheet, "Days")).toEqual(
        inOrder(left.map(({ last, days }) => (last ?? { days }).days)),
      );
      const listed = await sheetOf(`/account/changes/changes.csv?job=${job}`, office);
      expect(numbersIn(listed, "Days")).toEqual(inOrder(left.flatMap(({ last }) => last?.days ?? [])));
      expect(sum(granted(listed), "Days")).toBe(moved);
      expect(await paperOfLog()).toContain(
        FINISH.add({ days: moved }).toLocaleString("en-US", { dateStyle: "medium" }),
      );
      const { rows } = await db.query<{ co: string }>(
        "select co from changes_changes where job_id = $1 and co is not null order by co",
        [job],
      );
      expect(rows.map(({ co }) => co)).toEqual(rows.map((_, at) => `CO-${String(at + 1).padStart(3, "0")}`));
    }),
    { numRuns: HISTORIES, endOnFailure: true },
  );
}, 900_000);

it.each(["approved", "voided"] as const)(
  "is whole wherever the database's connection ends while it is %s",
  async (what) => {
    // Every statement of it: npm run prove.
    expect(await cutChange(what, 40)).toBeGreaterThan(3);
  },
);
