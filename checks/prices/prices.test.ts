import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { enterOwnAccount } from "#ground/businesses/queries.server.ts";
import { openIdentity } from "#ground/identity/testing/visits.ts";
import type { StoredRecord, Outcome } from "#ground/sync/device/protocol.ts";
import { loader as records } from "#ground/sync/device/records.ts";
import { shownFields } from "#ground/sync/public.server.ts";
import { newLocalId } from "#ground/sync/store/ids.ts";
import { loader as csv } from "#trade/prices/csv/download.ts";
import * as importing from "#trade/prices/csv/import.tsx";
import { itemsOf, KIT, MOST_ITEMS, RAISE, SHELF, SHELF_SIZE } from "#trade/prices/rules.ts";
import { withPerson } from "#platform/db/scope.server.ts";
import { subscribe } from "#app/subscriptions.ts";
import { defineKinds } from "#app/record-kinds.ts";
import { argsOf, sendChange, somebody, type Somebody } from "../testing/changes.ts";

// The price book against the real database: from devices, and from files.

let identity: Awaited<ReturnType<typeof openIdentity>>;
let db: pg.Client;
let owner: Somebody;
let member: Somebody;
let guest: Somebody;
let account: string;

beforeAll(async () => {
  subscribe();
  defineKinds();
  identity = await openIdentity();
  db = new pg.Client(identity.owner);
  await db.connect();
  owner = await somebody(db, "owner@prices.test");
  account = (await withPerson(owner.who.id, (ctx) => enterOwnAccount(ctx, owner.who))).accountId;
  member = await somebody(db, "member@prices.test");
  guest = await somebody(db, "guest@prices.test");
  for (const [{ who }, role, job] of [
    [member, "member", null],
    [guest, "guest", newLocalId()],
  ] as const)
    await db.query(
      "insert into businesses_members (account_id, user_id, role, job_id, created_at) values ($1, $2, $3, $4, now())",
      [account, who.id, role, job],
    );
});
afterAll(async () => {
  await db?.end();
  await identity?.drop();
});
beforeEach(async () => {
  await db.query("delete from sync_records where account_id = $1", [account]);
});

/** Sends one change as a device that has seen everything, or nothing. */
const send = (
  { visitor }: Somebody,
  kind: string,
  record: string,
  sets: Record<string, unknown>,
  before?: StoredRecord,
): Promise<Outcome> => sendChange(visitor, { kind, record, job: null, sets }, before);

async function fetched({ visitor }: Somebody): Promise<StoredRecord[]> {
  const found: StoredRecord[] = [];
  for (let since = 0; ;) {
    const answer = await records(argsOf(visitor.request(`/account/sync/records?since=${since}`)));
    const page = (await answer.json()) as { records?: StoredRecord[]; upTo: number; more: boolean };
    found.push(...(page.records ?? []));
    if (!page.more) return found;
    since = page.upTo;
  }
}

const shelves = async (by: Somebody) =>
  (await fetched(by))
    .filter(({ kind }) => kind === SHELF)
    .map(({ id, fields }) => ({ id, values: shownFields(fields) }));
const book = async (by: Somebody = owner) => itemsOf(await shelves(by));

const item = (over: Record<string, unknown> = {}) => ({
  ...{ text: "Haul away", unit: "", cents: 12_000, cost: 8_000, isTaxable: false, category: "Labor" },
  ...{ pricedOn: "2026-11-20", pricedAt: 1_790_000_000_000 },
  ...over,
});

interface Answered {
  readonly data: {
    readonly errors: Readonly<Record<string, string>>;
    readonly restored: number | null;
    readonly done: {
      readonly added: number;
      readonly changed: number;
      readonly same: number;
      readonly repeated: number;
      readonly refused: number;
      readonly bad: readonly { readonly line: number; readonly why: string }[];
      readonly commands: readonly string[];
    } | null;
  };
}

async function post(by: Somebody, body: FormData | URLSearchParams) {
  const request = by.visitor.request("/account/import-prices", { method: "POST", body });
  return ((await importing.action(argsOf(request))) as unknown as Answered).data;
}

function uploaded(text: string, by = owner) {
  const form = new FormData();
  form.append("file", new Blob([text]), "prices.csv");
  return post(by, form);
}

async function downloaded(): Promise<string> {
  const answer = await csv(argsOf(owner.visitor.request("/account/prices.csv")));
  return (await answer.text()).replace("\ufeff", "");
}

describe("the price book on devices", () => {
  it("is written by owners and managers, and read by everyone but guests", async () => {
    const shelf = newLocalId();
    expect(await send(owner, SHELF, shelf, { "items.a": item() })).toMatchObject({ is: "held" });
    expect(await book(member)).toMatchObject([{ text: "Haul away", cents: 12_000 }]);
    expect(await fetched(guest)).toEqual([]);
    for (const kind of [SHELF, KIT, RAISE])
      expect(await send(guest, kind, newLocalId(), { "items.a": item() })).toMatchObject({
        code: "not_found",
      });
    expect(await send(member, SHELF, shelf, { "items.b": item() })).toMatchObject({ code: "forbidden" });
    expect(await send(member, KIT, newLocalId(), { name: "Stairs" })).toMatchObject({ code: "forbidden" });
    // When an item was used last is noted by anyone who uses it.
    expect(await send(member, SHELF, shelf, { "used.a": "2026-11-28" })).toMatchObject({ is: "held" });
    expect(await book()).toMatchObject([{ usedOn: "2026-11-28" }]);
    // A manager may do what an owner may.
    await db.query("update businesses_members set role = 'manager' where user_id = $1", [member.who.id]);
    expect(await send(member, SHELF, shelf, { "items.b": item({ text: "Door" }) })).toMatchObject({
      is: "held",
    });
    await db.query("update businesses_members set role = 'member' where user_id = $1", [member.who.id]);
    expect((await book()).map(({ text }) => text)).toEqual(["Haul away", "Door"]);
  });

  it.each([
    ["a negative price", SHELF, { "items.a": item({ cents: -1 }) }],
    ["a huge price", SHELF, { "items.a": item({ cents: 100_000_000_001 }) }],
    ["half a cent", SHELF, { "items.a": item({ cents: 0.5 }) }],
    ["no text", SHELF, { "items.a": item({ text: " " }) }],
    ["an unknown value", SHELF, { "items.a": item({ color: "red" }) }],
    ["a shelf without its items", SHELF, { removed: true }],
    ["an empty kit", KIT, { name: "Kit", lines: [] }],
    ["a raise of nothing", RAISE, { raise: { category: null, rate: 0, from: "2026-12-01", at: 1 } }],
    [
      "a raise by more than double",
      RAISE,
      { raise: { category: null, rate: 100_001, from: "2026-12-01", at: 1 } },
    ],
    ["a raise from no day", RAISE, { raise: { category: null, rate: 1000, from: "2026-02-30", at: 1 } }],
  ])("refuses %s", async (_, kind, sets) => {
    expect(await send(owner, kind, newLocalId(), sets)).toMatchObject({ is: "refused", code: "invalid" });
    expect(await fetched(owner)).toEqual([]);
  });

  it("stores both prices that two people typed apart, and items that they added apart", async () => {
    const shelf = newLocalId();
    await send(owner, SHELF, shelf, { "items.a": item() });
    await send(owner, SHELF, shelf, { "items.a": item({ cents: 13_000 }) });
    const [record] = await fetched(owner);
    expect(record!.fields["items.a"]!.values.map(({ value }) => (value as { cents: number }).cents)).toEqual([
      13_000, 12_000,
    ]);
    expect(await send(owner, SHELF, shelf, { "items.a": item({ cents: 14_000 }) }, record)).toMatchObject({
      is: "held",
    });
    await send(owner, SHELF, newLocalId(), { "items.b": item({ text: "HAUL AWAY", cents: 1, pricedAt: 1 }) });
    expect(await book()).toMatchObject([{ cents: 14_000, older: [{ id: "b" }] }]);
  });
});

describe("a file of prices", () => {
  it("adds items, changes those with the same text, and leaves the rest as it is", async () => {
    await send(owner, SHELF, newLocalId(), { "items.a": item(), "items.b": item({ text: "Door" }) });
    const { done } = await uploaded(
      'Item,Price,Unit\nhaul away,"1,250.50",load\nTread,38.5,ft\n\nTread,39,ft\n',
    );
    expect(done).toMatchObject({ added: 1, changed: 1, same: 0, repeated: 1, refused: 0 });
    const items = new Map((await book()).map((one) => [one.key, one]));
    // The file has no cost and no category, so what was known stays.
    expect(items.get("haul away")).toMatchObject({
      cents: 125_050,
      unit: "load",
      cost: 8_000,
      category: "Labor",
    });
    expect(items.get("tread")).toMatchObject({ cents: 3_900, unit: "ft", cost: null, isTaxable: false });
    expect(items.get("door")).toMatchObject({ cents: 12_000 });
    expect(items.size).toBe(3);
    // And the import is undone.
    const { restored } = await post(owner, new URLSearchParams({ commands: done!.commands.join(" ") }));
    expect(restored).toBe(2);
    expect((await book()).map(({ text, cents }) => [text, cents])).toEqual([
      ["Door", 12_000],
      ["Haul away", 12_000],
    ]);
  });

  it("says why a row is bad, and saves the others", async () => {
    const long = "x".repeat(501);
    const { done } = await uploaded(
      [
        "Description;Rate;Cost;Taxable;Category;Units",
        "Good;10;;yes;;ft",
        ";10;;;;",
        "No price;;;;;",
        "Below zero;-5;;;;",
        "Words;ask me;;;;",
        "Huge;999999999999;;;;",
        "Cost;5;-1;;;",
        "Tax;5;;maybe;;",
        `${long};5;;;;`,
        `Category;5;;;${long};`,
        "Unit;5;;;;a unit that is long",
      ].join("\n"),
    );
    expect(done).toMatchObject({ added: 1, changed: 0, refused: 10 });
    expect(done!.bad.map(({ line, why }) => `${line}: ${why}`)).toEqual([
      "3: There is no item name.",
      "4: There is no price.",
      "5: The price “-5” is below zero.",
      "6: The price “ask me” isn’t an amount, such as 85 or 1,250.50.",
      "7: The price “999999999999” is more than 1,000,000,000.",
      "8: The cost “-1” is below zero.",
      "9: “maybe” in the tax column is neither yes nor no.",
      "10: The item name has more than 500 characters.",
      "11: The category has more than 60 characters.",
      "12: The unit “a unit that is long” has more than 12 characters.",
    ]);
    expect(await book()).toMatchObject([{ text: "Good", isTaxable: true, unit: "ft" }]);
  });

  it.each([
    ["", /empty/],
    ["Item,Price\n", /no items/],
    ["Haul away,120\n", /has to name the columns/],
    ["PK\u0003\u0004 a workbook", /Excel workbook/],
  ])("refuses %j whole", async (text, why) => {
    expect((await uploaded(text)).errors["file"]).toMatch(why);
    expect(await book()).toEqual([]);
  });

  it("is refused from members", async () => {
    await expect(uploaded("Item,Price\nA,1\n", member)).rejects.toMatchObject({ init: { status: 403 } });
    expect(await book()).toEqual([]);
  });

  it("comes out as it went in, at today's prices, and changes nothing when it comes in again", async () => {
    await uploaded(
      "Item,Unit,Price,Cost,Taxable,Category\n=Tread,ft,38.50,27,yes,Decking\nCarpenter,hr,85,,no,Labor\n",
    );
    const at = Date.now() + 1000;
    await send(owner, RAISE, newLocalId(), {
      raise: { category: "labor", rate: 6000, from: "2020-01-01", at },
    });
    const file = await downloaded();
    expect(file).toBe(
      "Item,Unit,Price,Cost,Taxable,Category\r\n'=Tread,ft,38.50,27.00,yes,Decking\r\nCarpenter,hr,90.10,,no,Labor\r\n",
    );
    expect((await uploaded(file)).done).toMatchObject({
      added: 0,
      changed: 0,
      same: 2,
      refused: 0,
      commands: [],
    });
  });

  it("may have 20,000 rows and no more", async () => {
    const rows = Array.from(
      { length: MOST_ITEMS },
      (_, at) => `Part ${at},ft,${at}.25,1,yes,Group ${at % 40}`,
    );
    const text = `Item,Unit,Price,Cost,Taxable,Category\n${rows.join("\n")}\n`;
    expect((await uploaded(`${text}One more,ft,1,1,yes,\n`)).errors["file"]).toMatch(/20,001 rows/);
    expect(await book()).toEqual([]);
    const { done } = await uploaded(text);
    expect(done).toMatchObject({ added: MOST_ITEMS, refused: 0 });
    const stored = await shelves(owner);
    expect(stored.length).toBe(MOST_ITEMS / SHELF_SIZE);
    expect(itemsOf(stored).length).toBe(MOST_ITEMS);
    // The book is full now, and says so.
    expect((await uploaded("Item,Price\nOne more,1\n")).errors["file"]).toMatch(/20,000 items at most/);
    expect((await uploaded("Item,Price\npart 7,1\n")).done).toMatchObject({ changed: 1 });
  }, 60_000);
});
