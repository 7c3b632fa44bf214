import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { photoOf, sendPhoto } from "../e2e/harness/photos.ts";
import { startServerPostgres } from "../e2e/harness/postgres.ts";
import { processTree } from "../e2e/harness/processes.ts";
import { removeData, startProduct } from "../e2e/harness/product.ts";
import { openShop } from "../e2e/harness/visitor.ts";
import { newId } from "../src/platform/db/ids.ts";
import type { Figure } from "./run.ts";
import { loopDelay, median } from "./tools.ts";

const PHOTOS = 200;
const ROUNDS = 5;
const IDLE_SECONDS = 3;
const LIMITS = { seconds: 2, megabytes: 700, loopMs: 20 } as const;

/**
 * A report of 200 photos, from the press of the button: how long its making takes, what all processes that make it hold meanwhile, and how
 * late the event loop of the process that serves is. Photos are of 1600 by 1200 pixels, as full as real ones, drawn as the product draws them.
 */
export async function benchReport(): Promise<Figure[]> {
  const postgres = await startServerPostgres();
  const product = await startProduct({ DATABASE_URL: postgres.ownerUrl, SECRET: "r".repeat(40), LOG_LEVEL: "error" });
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
      hashes.push(await sendPhoto(product, visitor, { account, job, bytes: new Uint8Array(await photoOf(seed, 1600, 1200)) }));
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
      const made = await visitor.post("/account/reports/new", { report: newId(), job, from: "2020-01-01", to: "2190-01-01", photos: "4" });
      const id = /[0-9a-f-]{36}$/.exec(made.headers.get("location") ?? "")?.[0];
      if (!id) throw new Error(`asking for a report answered ${made.status}`);
      for (;;) {
        const [row] = await postgres.sql<{ state: string; problem: string | null; photos: number; bytes: number }>(
          "select state, problem, photos, bytes from reports where id = $1",
          [id],
        );
        if (row!.state === "failed") throw new Error(`a report could not be made: ${row!.problem}`);
        if (row!.state === "ready" && row!.photos !== PHOTOS) throw new Error(`a report has ${row!.photos} photos`);
        bytes = row!.bytes;
        if (row!.state === "ready") break;
        await sleep(20);
      }
      delays.push(await loopDelay(product));
      clearInterval(timer);
      peaks.push(peak);
      const [took] = await postgres.sql<{ seconds: number }>(
        `select extract(epoch from j.completed_on - j.started_on)::float as seconds from pgboss.job j
          where j.name = 'reports.make-report' and j.data->>'reportId' = $1 and j.state = 'completed'`,
        [id],
      );
      // It is put on record a moment after the report is.
      seconds.push(took?.seconds ?? (await tookOf(postgres.sql, id)));
    }
    const [took, delay, peak] = [median(seconds), median(delays), Math.max(...peaks)];
    return [
      {
        what: `A report of ${PHOTOS} photos, ${Math.round(bytes / 1_048_576)} MB: made from what devices wrote, stored and on record, beside ${LIMITS.seconds} s`,
        ours: `${took.toFixed(2)} s`,
        limit: `${LIMITS.seconds} s`,
        ratio: LIMITS.seconds / took,
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

type Sql = <Row extends Record<string, unknown>>(text: string, values?: unknown[]) => Promise<Row[]>;

async function tookOf(sql: Sql, id: string): Promise<number> {
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

/** A note for every four photos, as a device's commands leave them. */
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

/** Resident memory of the process that serves and of those it started to draw, in MB. */
function memoryOf(web: number): number {
  const status = (pid: number) => {
    try {
      return readFileSync(`/proc/${pid}/status`, "utf8");
    } catch {
      // It ended between two looks.
      return "";
    }
  };
  return processTree(web).reduce((sum, pid) => sum + Number(/VmRSS:\s+(\d+)/.exec(status(pid))?.[1] ?? 0) / 1024, 0);
}
