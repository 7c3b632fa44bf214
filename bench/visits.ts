import pg from "pg";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { openShop } from "../e2e/harness/visitor.ts";
import type { Figure } from "./figure.ts";
import { median, p95, words } from "./tools.ts";

/** Visits of a year: five on every day, more than one person drives to. */
const PER_DAY = 5;
const DAYS = 365;
/** Busy times of other calendars. */
const BUSY = 2_000;
const ROUNDS = 60;
const WARM = 10;
const LIMIT_MS = 100;

/**
 * The page of free times of a business with a year of visits, ninety days ahead and full calendars beside it:
 * time from the request to the last byte, one request after another.
 */
export async function benchVisits(): Promise<Figure[]> {
  const postgres = await startServerPostgres();
  const settings = { DATABASE_URL: postgres.ownerUrl, SECRET: "v".repeat(40), LOG_LEVEL: "error" };
  const product = await startProduct(settings);
  const client = new pg.Client({ connectionString: postgres.ownerUrl });
  try {
    const shop = await openShop(product, "bench@owner.test", "Bench Baths");
    await client.connect();
    await fillYear(client);
    const took: number[] = [];
    for (let round = -WARM; round < ROUNDS; round++) {
      const began = performance.now();
      const answer = await fetch(`${product.url}/visits/${shop.slug}`);
      const text = await answer.text();
      if (answer.status !== 200 || !text.includes("visit-time"))
        throw new Error(`the page answered ${answer.status}`);
      if (round >= 0) took.push(performance.now() - began);
    }
    return (
      [
        ["median", median(took)],
        ["p95", p95(took)],
      ] as const
    ).map(([which, ours]) => ({
      what: `Free times beside ${words(PER_DAY * DAYS)} visits and ${words(BUSY)} other appointments, ${which}, beside ${LIMIT_MS} ms`,
      ours: `${ours.toFixed(1)} ms`,
      limit: `${LIMIT_MS} ms`,
      ratio: LIMIT_MS / ours,
      aim: 1,
    }));
  } finally {
    await client.end();
    await product.stop();
    await removeData(product.dataDir);
    await postgres.remove();
  }
}

async function fillYear(client: pg.Client): Promise<void> {
  const day = JSON.stringify({ from: "07:00", to: "19:00" });
  await client.query(
    `insert into visits_settings (account_id, is_open, name, week, exceptions, length_minutes, travel_minutes,
            notice_hours, ahead_days, places, remind_hours, feed_id)
     select account_id, true, 'Estimate visit', $1, '[]', 60, 30, 1, 90, '["theirs"]', 24, gen_random_uuid() from leads_pages`,
    [`[${Array.from({ length: 7 }, () => day).join()}]`],
  );
  // From half a year ago on, at 8, 10, 12, 2 and 4 o'clock in Denver.
  await client.query(
    `insert into visits_visits (account_id, id, lead_id, state, starts_at, ends_at, free_at, title, place, name, zone, created_at, changed_at)
     select p.account_id, gen_random_uuid(), gen_random_uuid(), 'booked', at, at + interval '1 hour', at + interval '90 minutes',
            'Estimate visit', 'theirs', 'Dana Ruiz', 'America/Denver', now(), now()
       from leads_pages p, generate_series(0, $1::int - 1) d, generate_series(0, $2::int - 1) n,
            lateral (select (date_trunc('day', now()) - interval '182 days' + d * interval '1 day' + interval '15 hours' + n * interval '2 hours') as at) t`,
    [DAYS, PER_DAY],
  );
  const from = Date.now();
  const busy = Array.from({ length: BUSY }, (_, at) => [
    from + at * 3_600_000,
    from + at * 3_600_000 + 900_000,
  ]);
  await client.query(
    `insert into visits_calendars (account_id, id, name, sealed, busy, events, checked_at, read_at, next_at)
     select account_id, gen_random_uuid(), 'Family', 'x', $1, $2, now(), now(), now() + interval '1 day' from leads_pages`,
    [JSON.stringify(busy.filter((_, at) => at % 3 > 0)), BUSY],
  );
}
