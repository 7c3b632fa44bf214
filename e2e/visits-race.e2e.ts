import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ServerPostgres, startServerPostgres } from "./harness/postgres.ts";
import { removeData, type RunningProduct, startProduct } from "./harness/product.ts";
import { bookVisit, openShop, openVisits, type Shop } from "./harness/visitor.ts";

// Two processes serve one business. At each of many times several clients book in the same moment, at both.

const SECRET = "v".repeat(40);
/** Clients at each process, per time. */
const CLIENTS = 4;
const TIMES = 10;

let postgres: ServerPostgres;
let products: RunningProduct[] = [];
let shop: Shop;

beforeAll(async () => {
  postgres = await startServerPostgres();
  const settings = { DATABASE_URL: postgres.ownerUrl, SECRET };
  products = [await startProduct(settings)];
  // Email leaves by the first one alone, where the test reads it.
  products.push(await startProduct({ ...settings, ROLE: "web" }));
  shop = await openShop(products[0]!, "owner@race.test", "Larkspur Baths");
  await openVisits(shop);
}, 180_000);
afterAll(async () => {
  for (const product of products) {
    await product.stop();
    await removeData(product.dataDir);
  }
  await postgres?.remove();
});

const book = (product: RunningProduct, at: string) =>
  bookVisit(product, shop.slug, { at, email: `${randomUUID()}@client.test`, submission: randomUUID() });

it("never has two visits at once, however many want one time in the same moment", async () => {
  // Half an hour apart, so that each time also competes with the one before it.
  const first = Temporal.Now.zonedDateTimeISO("America/Denver")
    .add({ days: 3 })
    .with({ hour: 9, minute: 0, second: 0, millisecond: 0, microsecond: 0, nanosecond: 0 });
  const taken: number[] = [];
  for (let round = 0; round < TIMES; round++) {
    const at = first
      .add({ days: Math.floor(round / 5), minutes: 30 * (round % 5) })
      .toInstant()
      .toString({ smallestUnit: "minute" });
    const answers = await Promise.all(
      Array.from({ length: CLIENTS }, () => products.map((product) => book(product, at))).flat(),
    );
    const booked = answers.filter(({ status }) => status === 303).length;
    expect(answers.map(({ status }) => status).filter((status) => status !== 303 && status !== 409)).toEqual(
      [],
    );
    taken.push(booked);
  }
  // 9:00, 10:30, and what lies between is taken with them.
  expect(taken).toEqual([1, 0, 0, 1, 0, 1, 0, 0, 1, 0]);
  const overlapping = await postgres.sql<{ id: string }>(
    `select a.id from visits_visits a join visits_visits b on b.account_id = a.account_id and b.id > a.id
        and a.state = 'booked' and b.state = 'booked' and a.starts_at < b.free_at and b.starts_at < a.free_at`,
  );
  expect(overlapping).toEqual([]);
  const [stored] = await postgres.sql<{ visits: string; mails: string }>(
    `select (select count(*) from visits_visits) as visits,
            (select count(*) from mail_messages where subject like 'Your visit%') as mails`,
  );
  // One confirmation for each, and none for those who came second.
  expect(stored).toEqual({ visits: "4", mails: "4" });
}, 120_000);

it("holds without the turn that bookings wait for: the constraint of the database alone", async () => {
  const [visit] = await postgres.sql<{ id: string }>(
    "select id from visits_visits where state = 'booked' limit 1",
  );
  const copy = (id: string) =>
    postgres.sql(
      `insert into visits_visits select account_id, $2, lead_id, state, starts_at + interval '10 days', ends_at + interval '10 days',
              free_at + interval '10 days', title, place, name, email, phone, address, note, zone, sequence, created_at, changed_at
         from visits_visits where id = $1`,
      [visit!.id, id],
    );
  const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => copy(randomUUID())));
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});
