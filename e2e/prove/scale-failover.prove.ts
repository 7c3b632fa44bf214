import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import { newId } from "../../src/platform/db/ids.ts";
import { type Cluster, clusterMissing, type Replica, startCluster } from "../harness/cluster.ts";
import { openShop, type Shop } from "../harness/visitor.ts";
import { newJob } from "../../bench/device.ts";
import { type ClusterSite, startClusterSite } from "./cluster-site.ts";
import { saveSection } from "./measured.ts";

// The primary of a PostgreSQL cluster is killed under load and its replica promoted. The network to the
// replica is cut shortly before, as when the primary's machine dies: with synchronous commit nothing that the
// product confirmed is lost, and without, whatever the replica had not received.

/** Each person writes, waits for the answer, and writes again. */
const WRITERS = 6;
/** Before the network is cut, from there to the kill, and on the promoted server. */
const [BEFORE_MS, CUT_MS, AFTER_MS] = [8_000, 700, 8_000] as const;
/** For one write; what is answered later counts as not confirmed. */
const ANSWER_WITHIN_MS = 20_000;
const REPLICA = "second";

const cleanup: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const clean of cleanup.reverse()) await clean();
}, 120_000);

interface Outcome {
  readonly captures: { readonly confirmed: number; readonly lost: number };
  readonly records: { readonly confirmed: number; readonly lost: number };
  /** Of the confirmed ones, how many after the kill. */
  readonly after: number;
  /** From the kill to the first confirmed write, in milliseconds. */
  readonly awayMs: number;
  readonly emails: number;
}

interface Written {
  readonly what: "capture" | "record";
  /** Of a request for a guide, the address. */
  readonly id: string;
  readonly beganAt: number;
  readonly confirmedAt: number;
}

test.skipIf(clusterMissing).each([
  ["synchronous", true],
  ["asynchronous", false],
] as const)("a primary killed under load, %s", { timeout: 600_000 }, async (mode, isSynchronous) => {
  const cluster = await startCluster({ wal_level: "replica", max_wal_senders: "4", fsync: "on" });
  cleanup.push(() => cluster.remove());
  const replica = await cluster.addReplica(REPLICA);
  if (isSynchronous) {
    await cluster.primary.sql(`alter system set synchronous_standby_names = 'FIRST 1 (${REPLICA})'`);
    await cluster.primary.sql("select pg_reload_conf()");
    await expect
      .poll(() => cluster.primary.sql("select sync_state from pg_stat_replication"))
      .toEqual([{ sync_state: "sync" }]);
  }
  const site = await startClusterSite(cluster);
  cleanup.push(async () => {
    await site.stop();
    await site.remove();
  });
  const outcome = await failOver(cluster, replica, site);
  console.log(mode, outcome);
  expect(outcome.captures.confirmed).toBeGreaterThan(WRITERS);
  expect(outcome.records.confirmed).toBeGreaterThan(WRITERS);
  // It goes on by itself on the promoted server, and emails go out again.
  expect(outcome.after).toBeGreaterThan(WRITERS);
  expect(outcome.emails).toBeGreaterThan(0);
  // Nothing confirmed is lost, or what was confirmed after the line was cut: the second shows that the first
  // isn't luck.
  const lost = outcome.captures.lost + outcome.records.lost;
  if (isSynchronous) expect(lost).toBe(0);
  else expect(lost).toBeGreaterThan(0);
  await saveSection(
    { name: "scale", title: "Scale" },
    `A primary killed, ${mode} replication`,
    "e2e/prove/scale-failover.prove.ts",
    [
      `${WRITERS} people wrote at once over two web processes and PgBouncer; the line to the replica was cut ${CUT_MS} ms before every process of the primary got SIGKILL. The replica was then promoted and PgBouncer pointed at it; no process of the product was restarted.`,
      [
        "| Written | Confirmed | Confirmed and lost |",
        "| --- | ---: | ---: |",
        `| Requests for a guide | ${outcome.captures.confirmed} | ${outcome.captures.lost} |`,
        `| Notes on a job | ${outcome.records.confirmed} | ${outcome.records.lost} |`,
      ].join("\n"),
      `The first write was confirmed again ${(outcome.awayMs / 1000).toFixed(1)} s after the kill, ${outcome.after} until the end.`,
    ],
  );
});

async function failOver(cluster: Cluster, replica: Replica, site: ClusterSite): Promise<Outcome> {
  const shop = await openShop(site.product, "owner@failover.example", "Ridgeline Decks");
  const { job } = await newJob(shop.visitor);
  const written: Written[] = [];
  let isOver = false;
  const writing = Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let at = 0; !isOver; at++) {
        const one = await (writer % 2 ? capture(shop, `${writer}-${at}`) : note(shop, job)).catch(
          () => undefined,
        );
        if (one) written.push(one);
        else await sleep(100);
      }
    }),
  );
  await sleep(BEFORE_MS);
  replica.cutOff();
  await sleep(CUT_MS);
  await cluster.primary.kill();
  const killedAt = performance.now();
  await replica.sql("select pg_promote(true, 60)");
  await cluster.pointAt(replica);
  await expect.poll(() => written.some(({ beganAt }) => beganAt > killedAt), { timeout: 60_000 }).toBe(true);
  await sleep(AFTER_MS);
  isOver = true;
  await writing;
  const emailsBefore = site.sink.count();
  const last = await capture(shop, "last");
  expect(last).toBeDefined();
  await expect.poll(() => site.sink.count(), { timeout: 60_000 }).toBeGreaterThan(emailsBefore);
  // Requests for a guide become leads in the background; either place counts.
  const stored = async (statement: string, ids: readonly string[]) =>
    new Set((await replica.sql<{ id: string }>(statement, [ids])).map(({ id }) => id));
  const idsOf = (what: Written["what"]) => written.filter((one) => one.what === what).map(({ id }) => id);
  const captures = await stored(CAPTURES, idsOf("capture"));
  const records = await stored("select id from sync_commands where id = any ($1)", idsOf("record"));
  const after = written.filter(({ beganAt }) => beganAt > killedAt);
  return {
    captures: count(idsOf("capture"), captures),
    records: count(idsOf("record"), records),
    after: after.length,
    awayMs: Math.min(...after.map(({ confirmedAt }) => confirmedAt)) - killedAt,
    emails: site.sink.count() - emailsBefore,
  };
}

const CAPTURES = ["leads", "leads_captures", "leads_held_back"]
  .map((table) => `select email as id from ${table} where email = any ($1)`)
  .join(" union ");

const count = (confirmed: readonly string[], stored: ReadonlySet<string>) => ({
  confirmed: confirmed.length,
  lost: confirmed.filter((id) => !stored.has(id)).length,
});

async function capture({ visitor, slug }: Shop, name: string): Promise<Written | undefined> {
  const beganAt = performance.now();
  const email = `client-${name}@clients.example`;
  const answer = await visitor.send(`/p/${slug}`, {
    method: "POST",
    headers: { "Sec-Fetch-Site": "same-origin" },
    body: new URLSearchParams({
      ...{ name: `Client ${name}`, email, consent: "yes", submission: randomUUID(), source: "{}" },
    }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  await answer.text();
  return answer.status === 303
    ? { what: "capture", id: email, beganAt, confirmedAt: performance.now() }
    : undefined;
}

async function note({ visitor }: Shop, job: string): Promise<Written | undefined> {
  const beganAt = performance.now();
  const id = newId();
  const command = {
    ...{ id, kind: "jobs.note", record: newId(), job, replaces: {}, media: [] },
    ...{
      capturedAt: Date.now(),
      skew: 0,
      zone: "UTC",
      sets: { text: "Ledger flashed", occurredAt: new Date().toISOString() },
    },
  };
  const answer = await visitor.send("/account/sync/commands", {
    method: "POST",
    headers: { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin" },
    body: JSON.stringify({ version: 1, device: newId(), commands: [command] }),
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  const text = await answer.text();
  return answer.status === 200 && text.includes('"held"')
    ? { what: "record", id, beganAt, confirmedAt: performance.now() }
    : undefined;
}
