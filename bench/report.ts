import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { photoOf, sendPhoto } from "../e2e/harness/photos.ts";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { processTree } from "../e2e/harness/processes.ts";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { openShop, type Visitor } from "../e2e/harness/visitor.ts";
import { newId } from "../src/platform/db/ids.ts";
import type { Figure } from "./figure.ts";
import { loopDelay, median } from "./tools.ts";

const PHOTOS = 200;
const ROUNDS = 5;
const IDLE_SECONDS = 3;
const DAY = "2026-05-20";
const DAY_PHOTOS = 40;
const LIMITS = { seconds: 2, megabytes: 700, loopMs: 20, dayMs: 500 } as const;

/**
 * A report with 200 photos, from the press of the button: how long it takes, the memory of all processes
 * involved, and how late the event loop of the web process is; and one day's log with 40 photos. Photos are
 * 1600 by 1200 pixels, as detailed as real ones, drawn as the product draws them.
 */
export async function benchReport(): Promise<Figure[]> {
  const postgres = await startServerPostgres();
  const product = await startProduct({
    DATABASE_URL: postgres.ownerUrl,
    SECRET: "r".repeat(40),
    LOG_LEVEL: "error",
  });
  try {
    const { visitor } = await openShop(product, "owner@bench.test", "Summit Deck");
    const { account } = (await (await visitor.get("/account/field/me")).json()) as { account: string };
    const job = newId();
    await postgres.sql(
      "insert into jobs (account_id, job_id, name, status, team, changed_at) values ($1, $2, 'Roof', 'active', '{}', now())",
      [account, job],
    );
    const hashes: string[] = [];
    for (let seed = 0; seed < PHOTOS; seed++)
      hashes.push(
        await sendPhoto(product, visitor, {
          account,
          job,
          bytes: new Uint8Array(await photoOf(seed, 1600, 1200)),
        }),
      );
    await write(postgres.sql, account, job, hashes);
    const drawn = "select count(*)::int as drawn from media_originals where state = 'ready'";
    while ((await postgres.sql<{ drawn: number }>(drawn))[0]!.drawn < PHOTOS) await sleep(500);

    await loopDelay(product);
    await sleep(IDLE_SECONDS * 1000);
    const idle = await loopDelay(product);
    const base = memoryOf(product.process.pid!);
    const seconds: number[] = [];
    const delays: number[] = [];
    const peaks: number[] = [];
    let bytes = 0;
    for (let round = 0; round < ROUNDS; round++) {
      let peak = 0;
      const timer = setInterval(() => {
        peak = Math.max(peak, memoryOf(product.process.pid!));
      }, 50);
      await loopDelay(product);
      const made = await madeOf(postgres.sql, visitor, PHOTOS, {
        job,
        from: "2020-01-01",
        to: "2190-01-01",
        photos: "4",
      });
      delays.push(await loopDelay(product));
      clearInterval(timer);
      peaks.push(peak);
      bytes = made.bytes;
      seconds.push(made.seconds);
    }
    await postgres.sql("insert into businesses_open_tools (tool, since) values ('logs', now())");
    await writeDay(postgres.sql, account, job, hashes.slice(0, DAY_PHOTOS));
    const days: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const wish = { job, shape: "log", company: "", from: DAY, to: DAY, photos: "4" };
      days.push((await madeOf(postgres.sql, visitor, DAY_PHOTOS, wish)).seconds * 1000);
    }
    const [took, delay, peak, day] = [median(seconds), median(delays), Math.max(...peaks), median(days)];
    return [
      {
        what: `A report of ${PHOTOS} photos, ${Math.round(bytes / 1_048_576)} MB: made from what devices wrote, stored and on record, beside ${LIMITS.seconds} s`,
        ours: `${took.toFixed(2)} s`,
        limit: `${LIMITS.seconds} s`,
        ratio: LIMITS.seconds / took,
        aim: 1,
      },
      {
        what: `A day's log of ${DAY_PHOTOS} photos and 20 entries besides, likewise, beside ${LIMITS.dayMs} ms`,
        ours: `${day.toFixed(0)} ms`,
        limit: `${LIMITS.dayMs} ms`,
        ratio: LIMITS.dayMs / day,
        aim: 1,
      },
      {
        what: `Memory of the product and its renderer meanwhile, peak of ${ROUNDS} (before: ${base.toFixed(0)} MB), beside ${LIMITS.megabytes} MB`,
        ours: `${peak.toFixed(0)} MB`,
        limit: `${LIMITS.megabytes} MB`,
        ratio: LIMITS.megabytes / peak,
        aim: 1,
      },
      {
        what: `Event loop of the web process meanwhile, p99 (idle ${idle.toFixed(1)} ms), beside ${LIMITS.loopMs} ms`,
        ours: `${delay.toFixed(1)} ms`,
        limit: `${LIMITS.loopMs} ms`,
        ratio: LIMITS.loopMs / delay,
        aim: 1,
      },
    ];
  } finally {
    await product.stop();
    await postgres.remove();
    await removeData(product.dataDir);
  }
}

export type Sql = <Row extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>;

/** Makes a report, from the form to its record. */
async function madeOf(
  sql: Sql,
  visitor: Visitor,
  photos: number,
  wish: Record<string, string>,
): Promise<{ readonly seconds: number; readonly bytes: number }> {
  const asked = await visitor.post("/account/reports/new", { report: newId(), ...wish });
  const id = /[0-9a-f-]{36}$/.exec(asked.headers.get("location") ?? "")?.[0];
  if (!id) throw new Error(`asking for a report answered ${asked.status}`);
  for (;;) {
    const [row] = await sql<{ state: string; problem: string | null; photos: number; bytes: number }>(
      "select state, problem, photos, bytes from reports where id = $1",
      [id],
    );
    if (row!.state === "failed") throw new Error(`a report could not be made: ${row!.problem}`);
    if (row!.state === "ready" && row!.photos !== photos)
      throw new Error(`a report has ${row!.photos} photos`);
    if (row!.state === "ready") return { seconds: await tookOf(sql, id), bytes: row!.bytes };
    await sleep(20);
  }
}

/** The task is marked as completed a moment after its report. */
export async function tookOf(sql: Sql, id: string): Promise<number> {
  for (;;) {
    const [took] = await sql<{ seconds: number }>(
      `select extract(epoch from completed_on - started_on)::float as seconds from pgboss.job
        where name = 'reports.make-report' and data->>'reportId' = $1 and state = 'completed'`,
      [id],
    );
    if (took) return took.seconds;
    await sleep(50);
  }
}

/** Inserts a record as a device's commands would leave it. */
export async function leave(
  sql: Sql,
  said: {
    account: string;
    job: string;
    kind: string;
    number: number;
    sets: Record<string, unknown>;
    media?: readonly string[];
    record?: string;
  },
): Promise<void> {
  const [command, at] = [newId(), Date.now()];
  const { account, job, kind, number, sets, media = [], record = newId() } = said;
  const fields = Object.entries(sets).map(([name, value]) => [
    name,
    { values: [{ value, by: command, at, author: null }], gone: [] },
  ]);
  await sql(
    `insert into sync_records (account_id, id, kind, job_id, revision, fields, removed) values ($1, $2, $3, $4, $5, $6, false)`,
    [account, record, kind, job, number, JSON.stringify(Object.fromEntries(fields))],
  );
  await sql(
    `insert into sync_commands (account_id, id, kind, record_id, job_id, number, captured_at, skew, zone, received_at, sets, replaces, media, hash)
     values ($1, $2, $3, $4, $5, $6, now(), 0, 'UTC', now(), '{}', '{}', $7, '')`,
    [account, command, kind, record, job, number, media],
  );
}

/** A day's log: crews, deliveries, delays, hourly weather, and an entry of work for every four photos. */
async function writeDay(sql: Sql, account: string, job: string, hashes: readonly string[]): Promise<void> {
  let number = 2_000_000;
  const entry = (type: string, sets: Record<string, unknown>, media: readonly string[] = []) =>
    leave(sql, {
      account,
      job,
      kind: "logs.entry",
      number: number++,
      sets: { date: DAY, company: account, type, ...sets },
      media,
    });
  for (let at = 0; at < 8; at++)
    await entry("crew", { crew: { company: `Company ${at}`, trade: "Framing", count: at + 1, hours: 8 } });
  for (let at = 0; at < 6; at++)
    await entry("delivery", {
      item: { what: `Load ${at}`, from: "Mountain Supply", count: at + 1, unit: "t" },
      text: "Two pieces short.",
    });
  for (let at = 0; at < 6; at++)
    await entry("delay", { delay: { cause: "weather", hours: 0.5, critical: at % 2 === 0 }, text: "Rain." });
  for (let from = 0; from < hashes.length; from += 4) {
    const media = hashes.slice(from, from + 4);
    const shots = media.flatMap((sha256) => [
      [`photos.${sha256}`, { type: "image/jpeg", at: Date.now() }],
      [`captions.${sha256}`, `Course ${from} of the flashing`],
    ]);
    await entry(
      "work",
      { text: `Course ${from} of the flashing at the north wall.`, ...Object.fromEntries(shots) },
      media,
    );
  }
  const hours = Array.from({ length: 24 }, (_, hour) => ({
    at: `${DAY}T${String(hour).padStart(2, "0")}:00-06:00`,
    tempC: hour / 2,
    rainMm: 0.4,
    windMs: 4,
  }));
  const reading = {
    source: "nws",
    basis: "observed",
    place: "Boise Air Terminal",
    distanceM: 6200,
    fetchedAt: `${DAY}T23:00:00Z`,
    hours,
    highC: 12,
    lowC: 3,
    words: "Rain",
  };
  const sets = { date: DAY, [`readings.${"a".repeat(64)}`]: reading };
  await leave(sql, { account, job, kind: "logs.weather", number: number++, sets });
}

/** A note for every four photos, as a device's commands would leave it. */
async function write(sql: Sql, account: string, job: string, hashes: readonly string[]): Promise<void> {
  const at = Date.now();
  for (let from = 0, number = 1_000_000; from < hashes.length; from += 4, number++) {
    const [record, command, media] = [newId(), newId(), hashes.slice(from, from + 4)];
    const value = (said: unknown) => ({ values: [{ value: said, by: command, at, author: null }], gone: [] });
    const fields = {
      text: value(`Course ${number} of the flashing at the north wall.`),
      ...Object.fromEntries(media.map((sha256) => [`photos.${sha256}`, value({ type: "image/jpeg", at })])),
    };
    await sql(
      `insert into sync_records (account_id, id, kind, job_id, revision, fields, removed) values ($1, $2, 'jobs.note', $3, $4, $5, false)`,
      [account, record, job, number, JSON.stringify(fields)],
    );
    await sql(
      `insert into sync_commands (account_id, id, kind, record_id, job_id, number, captured_at, skew, zone, received_at, sets, replaces, media, hash)
       values ($1, $2, 'jobs.note', $3, $4, $5, now(), 0, 'UTC', now(), '{}', '{}', $6, '')`,
      [account, command, record, job, number, media],
    );
  }
}

/** Resident memory of the web process and of its renderers, in MB. */
export function memoryOf(web: number): number {
  const status = (pid: number) => {
    try {
      return readFileSync(`/proc/${pid}/status`, "utf8");
    } catch {
      // The process ended between two samples.
      return "";
    }
  };
  return processTree(web).reduce(
    (sum, pid) => sum + Number(/VmRSS:\s+(\d+)/.exec(status(pid))?.[1] ?? 0) / 1024,
    0,
  );
}
