import type pg from "pg";
import { z } from "zod";
import { newerRecords, applyCommands } from "#ground/sync/commands.server.ts";
import { defineKind } from "#ground/sync/kinds.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Person, useDatabase, withMember } from "#platform/db/scope.server.ts";
import { type BenchDatabase, startBenchDatabases } from "./database.ts";
import type { Figure } from "./figure.ts";
import { median, p95, words } from "./tools.ts";

const ENTRIES = 10_000;
const OPEN_LIMIT_MS = 300;
const SECONDS = Number(process.env["SECONDS"] ?? 6);
/** Businesses writing at the same time, each a device with one command per request. */
const WRITERS = 8;
const ROUNDS = 3;
const JOB = newId();

const person: Person = { id: newId(), email: "bench@owner.test", emailVerified: true };
const member = { role: "member", jobId: null };

const command = (job: string, record = newId()) => ({
  id: newId(),
  kind: "bench.note",
  record,
  job,
  sets: {
    text: "Flashing around the chimney is loose on the north side. Took three photos, told the owner.",
  },
  replaces: {},
  capturedAt: Date.now(),
  skew: 0,
  zone: "America/Denver",
  media: [],
});

/**
 * The server's share of a field tool's waiting: one-command transactions per second, compared with bare
 * inserts of the same row by as many connections, measured in turns; and how long a job with 10,000 entries
 * takes to its first screen and to the last entry.
 */
export async function benchSync(): Promise<Figure[]> {
  const server = await startBenchDatabases();
  try {
    const bench = server.databases[0]!;
    useDatabase(bench.database);
    defineKind({ kind: "bench.note", scope: "job", fields: { text: z.string().max(2_000) } });
    const taken: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      taken.push(await perSecond((account) => takeOne(account)));
      bare.push(await perSecond((account) => insertBare(bench, account)));
    }
    const account = newId();
    await fill(bench.owner, account);
    const { first, all } = await openings(account);
    return [
      {
        what: `Commands taken, one a request, by ${WRITERS} businesses at once, beside bare inserts of the same row (${server.version})`,
        ours: `${words(median(taken))}/s`,
        limit: `${words(median(bare))}/s`,
        ratio: median(taken) / median(bare),
        aim: undefined,
      },
      ...(
        [
          ["to its first screen, median", median(first)],
          ["to its first screen, p95", p95(first)],
          ["to the last entry, median", median(all)],
        ] as const
      ).map(([what, ours]) => ({
        what: `A job with ${words(ENTRIES)} entries, time of the server ${what}, beside ${OPEN_LIMIT_MS} ms`,
        ours: `${ours.toFixed(1)} ms`,
        limit: `${OPEN_LIMIT_MS} ms`,
        ratio: OPEN_LIMIT_MS / ours,
        aim: what.includes("first") ? 1 : undefined,
      })),
    ];
  } finally {
    await server.remove();
  }
}

async function perSecond(work: (account: string) => Promise<void>): Promise<number> {
  const until = performance.now() + SECONDS * 1_000;
  let done = 0;
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      const account = newId();
      while (performance.now() < until) {
        await work(account);
        done++;
      }
    }),
  );
  return done / SECONDS;
}

async function takeOne(account: string): Promise<void> {
  const { outcomes } = await withMember(account, person, member, (ctx) =>
    applyCommands(ctx, newId(), [command(JOB)]),
  );
  if (outcomes[0]?.is !== "held") throw new Error(`not held: ${JSON.stringify(outcomes)}`);
}

async function insertBare({ database }: BenchDatabase, account: string): Promise<void> {
  const { id, kind, record, job, sets, capturedAt } = command(JOB);
  const client = await database.app.connect();
  try {
    void client.query(`begin; set local app.account_id = '${account}'`);
    await client.query(
      `insert into sync_commands (account_id, id, kind, record_id, job_id, number, captured_at, skew, zone, received_at, sets, replaces, media, hash)
       values ($1, $2, $3, $4, $5, 0, $6, 0, 'UTC', $6, $7, '{}', '{}', '')`,
      [account, id, kind, record, job, new Date(capturedAt).toISOString(), JSON.stringify(sets)],
    );
    await client.query("commit");
  } finally {
    client.release();
  }
}

/** Inserts a job's entries among as many of another job, as applied commands would have left them. */
async function fill(owner: pg.Client, account: string): Promise<void> {
  const { sets } = command(JOB);
  for (const [at, job] of [JOB, newId()].entries())
    await owner.query(
      `insert into sync_records (account_id, id, kind, job_id, revision, fields, removed)
       select $1, gen_random_uuid(), 'bench.note', $2, n * 2 + $3,
              jsonb_build_object('text', jsonb_build_object('values', jsonb_build_array(jsonb_build_object('value', $4::text, 'by', gen_random_uuid(), 'at', 1795000000000 + n, 'author', gen_random_uuid())), 'gone', '[]'::jsonb)), false
         from generate_series(1, ${ENTRIES}) n`,
      [account, job, at, sets.text],
    );
  await owner.query("insert into sync_heads values ($1, $2)", [account, ENTRIES * 2 + 1]);
  await owner.query("analyze sync_records");
}

async function openings(account: string): Promise<{ first: number[]; all: number[] }> {
  const first: number[] = [];
  const all: number[] = [];
  for (let round = -5; round < 30; round++) {
    const began = performance.now();
    let [since, more, entries] = [0, true, 0];
    for (let page = 0; more; page++) {
      const asked = since;
      const answer = await withMember(account, person, member, (ctx) =>
        newerRecords(ctx, { since: asked, job: JOB }),
      );
      JSON.stringify(answer);
      if (page === 0 && round >= 0) first.push(performance.now() - began);
      ({ upTo: since, more } = answer);
      entries += answer.records.length;
    }
    if (entries !== ENTRIES) throw new Error(`${entries} entries came of ${ENTRIES}`);
    if (round >= 0) all.push(performance.now() - began);
  }
  return { first, all };
}
