import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../src/platform/db/ids.ts";
import { photoId } from "../../src/tools/photos/rules/ids.ts";
import { type Cluster, clusterMissing, startCluster } from "../harness/cluster.ts";
import { photoOf, sendPhoto } from "../harness/photos.ts";
import { askForGuide, openShop, Visitor } from "../harness/visitor.ts";
import { newJob } from "../../bench/device.ts";
import { type ClusterSite, startClusterSite } from "./cluster-site.ts";
import { saveSection } from "./measured.ts";
import { load, type LoadAccount, shareGallery } from "./scale-load.ts";
import { grownWithAll, type Measured, report, type StatementCost } from "./scale-report.ts";
import { copyAccounts, multiplyJob, type Pattern } from "./scale-seed.ts";

// Many accounts on one PostgreSQL server with PgBouncer in front, two web processes and two workers: how long
// each kind of request takes, and how that grows with the number of accounts. Each account has 50 jobs with
// 2,000 records and 300 photos each. SCALE_ACCOUNTS=20,200 runs the tenth and the whole (20 million records,
// about 75 GB of disk); the default is what a small machine does in half an hour.
const SIZES = (process.env["SCALE_ACCOUNTS"] ?? "2,10").split(",").map(Number);
const JOBS = Number(process.env["SCALE_JOBS"] ?? 50);
const SECONDS = Number(process.env["SCALE_SECONDS"] ?? 60);
/** Of one job in the pattern; each is copied this often. */
const [RECORDS, PHOTOS, COPIES] = [40, 6, 50] as const;
/** Accounts that people work in at once. */
const BUSY = 8;
const [PEOPLE, PAUSE_MS] = [6, 100] as const;
const PASSWORD = "correct plumb line 7";
const OWNER = "owner@scale.example";
const seed = Number(process.env["SCALE_SEED"] ?? 1);

let cluster: Cluster;
let site: ClusterSite;
let pattern: Pattern;
let photo: string;

beforeAll(async () => {
  if (clusterMissing) return;
  cluster = await startCluster({
    shared_preload_libraries: "pg_stat_statements",
    shared_buffers: "512MB",
    max_wal_size: "8GB",
    checkpoint_timeout: "15min",
    max_connections: "150",
    log_lock_waits: "on",
    deadlock_timeout: "200ms",
  });
  await cluster.primary.sql("create extension pg_stat_statements");
  site = await startClusterSite(cluster);
}, 600_000);

afterAll(async () => {
  await site?.stop();
  await site?.remove();
  await cluster?.remove();
}, 300_000);

/** An account with one job, everything in it made as people make it. */
async function makePattern(): Promise<{ pattern: Pattern; photo: string }> {
  const shop = await openShop(site.product, OWNER, "Ridgeline Decks");
  const { visitor } = shop;
  await cluster.primary.sql(
    "insert into businesses_open_tools (tool, since) select unnest(array['logs', 'photos']), now() on conflict do nothing",
  );
  const { account, user } = (await (await visitor.get("/account/field/me")).json()) as {
    account: string;
    user: string;
  };
  for (let at = 0; at < 5; at++)
    await askForGuide(site.product, shop.slug, {
      name: `Client ${at}`,
      email: `client${at}@clients.example`,
    });
  const { job, send } = await newJob(visitor);
  const day = new Date().toISOString().slice(0, 10);
  const says = [
    "Poured footings at grid",
    "Set trusses over bay",
    "Delivered lumber to lot",
    "Hung drywall in unit",
  ];
  await send(
    Array.from({ length: RECORDS }, (_, at) =>
      at % 2
        ? {
            kind: "jobs.note",
            record: newId(),
            media: [],
            sets: { text: `${says[at % 4]} ${at}`, occurredAt: new Date().toISOString() },
          }
        : {
            kind: "logs.entry",
            record: newId(),
            media: [],
            sets: { date: day, company: account, type: "work", text: `${says[at % 4]} ${at}` },
          },
    ),
  );
  const hashes: string[] = [];
  for (let at = 0; at < PHOTOS; at++) {
    const bytes = new Uint8Array(await photoOf(at, 800, 600));
    const sha256 = await sendPhoto(site.product, visitor, { account, bytes, job });
    hashes.push(sha256);
    await send([
      {
        ...{ kind: "photos.photo", record: photoId(job, sha256), media: [sha256] },
        sets: {
          sha256,
          caption: "Shutoff behind the tub wall",
          [`photos.${sha256}`]: { type: "image/jpeg", at: Date.now() },
        },
      },
    ]);
  }
  const { primary } = cluster;
  // Until the pictures are drawn and the emails are sent, copies would be unfinished work.
  await expect
    .poll(
      () =>
        primary.sql(
          "select (select count(*) from media_originals where state <> 'ready')::int as drawing, (select count(*) from mail_messages where state in ('queued', 'claimed', 'committing'))::int as sending",
        ),
      { timeout: 120_000 },
    )
    .toEqual([{ drawing: 0, sending: 0 }]);
  return { pattern: { account, user, job, day }, photo: hashes[0]! };
}

/** Signs in to an account and shares a gallery from it. @param number of the copy; 0 is the pattern */
async function enter(number: number): Promise<LoadAccount> {
  const visitor = new Visitor(site.product.url);
  const email = number === 0 ? OWNER : `${number}-${OWNER}`;
  const signedIn = await visitor.post("/login", { email, password: PASSWORD });
  if (signedIn.status !== 303) throw new Error(`${email} got ${signedIn.status} at sign-in`);
  const { account } = (await (await visitor.get("/account/field/me")).json()) as { account: string };
  const { primary } = cluster;
  const jobs = await primary.sql<{ job_id: string }>(
    "select job_id from jobs where account_id = $1 order by 1",
    [account],
  );
  const [{ slug } = { slug: "" }] = await primary.sql<{ slug: string }>(
    "select slug from leads_slugs where account_id = $1",
    [account],
  );
  const [{ count } = { count: "0" }] = await primary.sql<{ count: string }>(
    "select count from sync_heads where account_id = $1",
    [account],
  );
  const gallery = await shareGallery(visitor, jobs[0]!.job_id);
  return {
    visitor,
    account,
    slug,
    jobs: jobs.map(({ job_id: id }) => id),
    upTo: Number(count),
    photo,
    gallery,
  };
}

async function measure(accounts: number, seedSeconds: number): Promise<Measured> {
  const { primary } = cluster;
  const busy: LoadAccount[] = [];
  for (let at = 0; at < Math.min(BUSY, accounts); at++)
    busy.push(await enter(Math.floor((at * accounts) / Math.min(BUSY, accounts))));
  const options = { people: PEOPLE, pauseMs: PAUSE_MS };
  await load(busy, { ...options, seed: seed + 1, seconds: SECONDS / 3 });
  await primary.sql("select pg_stat_statements_reset()");
  const waitsBefore = ((await primary.log()).match(/still waiting for/g) ?? []).length;
  const mailsBefore = site.sink.count();
  const latencies = await load(busy, { ...options, seed, seconds: SECONDS });
  const statements = await primary.sql<StatementCost & { id: string }>(
    `select queryid::text as id, left(regexp_replace(query, '\\s+', ' ', 'g'), 2000) as text, mean_exec_time as mean, calls::int,
            (shared_blks_hit + shared_blks_read)::float8 / calls as blocks
       from pg_stat_statements where calls >= 3 and userid = 'plumbline_app'::regrole`,
  );
  const [counts] = await primary.sql<Record<string, number>>(
    `select (select count(*) from sync_records)::int as records, (select count(*) from worklist_items where kind = 'photos.photo')::int as photos,
            (select sum(n_live_tup) from pg_stat_user_tables)::bigint::float8 as rows`,
  );
  const [{ bytes } = { bytes: "0" }] = await primary.sql<{ bytes: string }>(
    "select pg_database_size('shop') as bytes",
  );
  return {
    accounts,
    latencies,
    counts: counts!,
    gigabytes: Number(bytes) / 1e9,
    seedSeconds,
    lockWaits: ((await primary.log()).match(/still waiting for/g) ?? []).length - waitsBefore,
    mails: site.sink.count() - mailsBefore,
    statements: new Map(statements.map((one) => [one.id, one])),
  };
}

it.skipIf(clusterMissing)("works with many accounts as with few", async () => {
  ({ pattern, photo } = await makePattern());
  const measured: Measured[] = [];
  let [there, began] = [1, performance.now()];
  await multiplyJob(cluster, pattern, JOBS, COPIES);
  for (const accounts of SIZES) {
    await copyAccounts(cluster, pattern, there, accounts - 1);
    there = Math.max(there, accounts);
    await cluster.primary.sql("vacuum analyze");
    const seedSeconds = (performance.now() - began) / 1000;
    const one = await measure(accounts, seedSeconds);
    measured.push(one);
    console.log(accounts, one.counts, one.gigabytes, seedSeconds, one.lockWaits, one.mails);
    began = performance.now();
  }
  expect(await site.stop()).toEqual([0, 0, 0, 0]);
  const [first, last] = [measured[0]!, measured.at(-1)!];
  const paragraphs = report(first, last, {
    setting: `${JOBS} jobs in each account, with ${(RECORDS * COPIES).toLocaleString("en-US")} records and ${PHOTOS * COPIES} photos each, copied from rows that were made through the product. ${PEOPLE} people at once for ${SECONDS} s in up to ${BUSY} accounts, ${PAUSE_MS} ms between requests.`,
    folder: cluster.folder,
  });
  const whole = paragraphs.join("\n\n");
  console.log(whole);
  await saveSection(
    { name: "scale", title: "Scale" },
    "Many accounts",
    "e2e/prove/scale.prove.ts",
    paragraphs,
  );
  // Nobody's page gets slower because other businesses are here too. Blocks are counted, not milliseconds, so
  // that other work on the machine doesn't matter.
  expect(grownWithAll(first, last), whole).toEqual([]);
  expect(last.mails).toBeGreaterThan(0);
});
