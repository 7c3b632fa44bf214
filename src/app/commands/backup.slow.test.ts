// Long because every command that copies a system is shown on the same two systems.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { chmodSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { listTables } from "#platform/backup/database/catalog.server.ts";
import {
  type ServerPostgres,
  serverMissing,
  startServerPostgres,
} from "#platform/backup/testing/server-postgres.ts";
import { everyFile, everyRow, fillFolder, SECRET } from "#platform/backup/testing/small-product.ts";
import { fillTable } from "#platform/backup/testing/weird-rows.ts";
import { readSettings, type Settings } from "#platform/config/settings.server.ts";
import { connectServer, type Server } from "#platform/db/connect.server.ts";
import { checkAppRole, migrateDatabase } from "#platform/db/migrate.server.ts";
import { newId } from "#platform/db/ids.ts";
import { backupTo, restoreFrom } from "./backup.ts";
import { schemaParts } from "../schema.ts";

// Creates databases and syncs files, which is slow on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

type Told = Settings & { SECRET: string };

const root = path.resolve();
const servers: Server[] = [];
let folder: string;
let postgres: ServerPostgres | undefined;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "plumbline-backup-"));
  // As root, the database runs as another user, who needs access to the folder.
  chmodSync(folder, 0o711);
  if (!serverMissing) postgres = await startServerPostgres();
});
afterAll(async () => {
  for (const server of servers) await server.stop();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

async function settingsFor(name: string, more: Record<string, string> = {}): Promise<Told> {
  const DATA_DIR = path.join(folder, name);
  await mkdir(DATA_DIR, { recursive: true });
  return { ...readSettings({ DATA_DIR, SECRET, ...more }, root), SECRET };
}

/** Starts as the product does, up to the point where it would serve. */
async function start(settings: Told): Promise<Server> {
  const server = await connectServer(settings, () => {});
  servers.push(server);
  await migrateDatabase(server.owner, schemaParts(root), server.appRole);
  await checkAppRole(server.app);
  return server;
}

async function connect(server: Server): Promise<pg.Client> {
  const client = new pg.Client(server.owner);
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Fills every column of every table. */
async function fillEveryTable(client: pg.Client, rows = 40): Promise<void> {
  for (const table of await listTables(client)) {
    if (table.schema === "public") await fillTable(client, table, rows);
  }
  // Null only in rows from before the column existed; the start of a restored product would revisit those,
  // as an upgrade does.
  await client.query("update leads_replies set waiting = false where waiting is null");
  await client.query(
    `insert into pgboss.job (name, data, state, output) select q.name, jsonb_build_object('n', n, 'words', E'tab\\t\\\\ "x"'), s::pgboss.job_state, '{"a": [1]}'
       from pgboss.queue q, generate_series(1, 5) n, unnest('{created,retry,active,completed,failed}'::text[]) s`,
  );
  await client.query(
    "update pgboss.queue set singletons_active = array['a,b', null, '\"'], ready_history = '{1,2}'; insert into pgboss.subscription (event, name) select 'e', name from pgboss.queue",
  );
}

async function printed(work: () => Promise<void>): Promise<string[]> {
  const out = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  try {
    await work();
    return out.mock.calls.map(([text]) => String(text).trimEnd());
  } finally {
    out.mockRestore();
  }
}

test("everything comes back while the product goes on writing: every row of every table, every file", async () => {
  const old = await settingsFor("old");
  const server = await start(old);
  const live = await connect(server);
  await fillEveryTable(live);
  await fillFolder(old.DATA_DIR);
  const tables = await listTables(live);
  for (const table of tables.filter(({ name }) => !/schedule|job_dependency/.test(name)))
    expect(
      (await live.query(`select 1 from "${table.schema}"."${table.name}" limit 1`)).rowCount,
      table.name,
    ).toBe(1);

  // Registers and asks for a guide over and over during the backup, so that related rows are written in one
  // transaction.
  const file = path.join(folder, "nightly");
  let writing = true;
  const writer = await connect(server);
  const writes = (async () => {
    for (let n = 0; writing; n++) {
      await writer.query("begin");
      const account = newId();
      await writer.query(
        "insert into leads (account_id, id, name, email, created_at) values ($1, $2, 'N', $3, now())",
        [account, newId(), `${n}@x.test`],
      );
      await writer.query(
        "insert into leads_touches (account_id, id, lead_id, page_id, at, source) values ($1, $2, $3, $3, now(), '{}')",
        [account, newId(), newId()],
      );
      await writer.query("commit");
    }
  })();
  const said = await printed(() => backupTo(old, file, root));
  writing = false;
  await writes;
  expect(said).toEqual([
    expect.stringMatching(/^Backed up [\d,]+ rows in \d+ tables and 42 files to .*nightly \([\d.]+ MB\)\.$/),
  ]);

  const fresh = await settingsFor("fresh");
  await writeFile(path.join(fresh.DATA_DIR, "secret"), `${"made by the first start".padEnd(40, "-")}\n`);
  const come = await printed(() =>
    restoreFrom({ ...fresh, SECRET: "made by the first start".padEnd(40, "-") }, file, root),
  );
  expect(come[0]).toBe(`Restored ${/Backed up (.*) to/.exec(said[0]!)![1]}.`);
  expect(come.slice(1)).toEqual([]);
  expect(await everyFile(fresh.DATA_DIR)).toEqual(await everyFile(old.DATA_DIR));

  const copy = await connect(await start(fresh));
  const [before, after] = [await everyRow(live), await everyRow(copy)];
  // The backup contains nothing written after the snapshot, and no partial transaction.
  const touches = after["public.leads_touches"]!.length;
  expect(after["public.leads"]!.length).toBe(touches);
  expect(before["public.leads_touches"]!.length).toBeGreaterThan(touches);
  for (const [name, rows] of Object.entries(before)) {
    if (name === "public.leads" || name === "public.leads_touches")
      expect(rows).toEqual(expect.arrayContaining(after[name]!));
    else expect(after[name], name).toEqual(rows);
  }
  const { rows: open } = await copy.query(
    "select relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not (relrowsecurity and relforcerowsecurity)",
  );
  expect(open).toEqual([]);

  // Neither of two running products accepts a restore.
  await expect(restoreFrom(fresh, file, root)).rejects.toThrow(
    `The data folder ${fresh.DATA_DIR} is in use by another running Plumbline (process ${process.pid}).`,
  );
  for (const client of [live, writer, copy]) await client.end();
});

test("a stopped product is backed up as well, and restored onto a server PostgreSQL whose owner is no superuser", async ({
  skip,
}) => {
  skip(!postgres, serverMissing);
  const old = await settingsFor("stopped");
  const server = await start(old);
  const live = await connect(server);
  await fillEveryTable(live, 10);
  const before = await everyRow(live);
  await live.end();
  await server.stop();
  const file = path.join(folder, "cold");
  await expect(backupTo(await settingsFor("never started"), file, root)).rejects.toThrow(
    "There is nothing to back up",
  );
  expect(await printed(() => backupTo(old, file, root))).toEqual([
    expect.stringMatching(/^Backed up /),
    "SECRET comes from the environment and isn’t in the backup. Save it. A restored system needs the same one.",
  ]);

  const { url } = await postgres!.createDatabase("moved");
  const there = await settingsFor("moved", { DATABASE_URL: url });
  expect(await printed(() => restoreFrom(there, file, root))).toEqual([expect.stringMatching(/^Restored /)]);
  const moved = await connect(await start(there));
  expect(await everyRow(moved)).toEqual(before);
  await expect(restoreFrom(there, file, root)).rejects.toThrow("The database holds rows already");
  await moved.end();

  const again = path.join(folder, "back");
  await printed(() => backupTo(there, again, root));
  const home = await settingsFor("home");
  await printed(() => restoreFrom(home, again, root));
  const copy = await connect(await start(home));
  expect(await everyRow(copy)).toEqual(before);
  await copy.end();
});

test("what may have been sent since the backup is not sent again", async () => {
  const old = await settingsFor("in flight");
  const server = await start(old);
  const live = await connect(server);
  const account = newId();
  const mail = async (kind: string, state: string, due: string) => {
    const id = newId();
    await live.query(
      `insert into mail_messages (account_id, id, kind, state, from_name, from_address, recipient_name, recipient, subject, text, headers, attachments,
                                  message_id_header, unsubscribe_url, created_at, attempts, next_attempt_at, claimed_by)
       values ($1, $2, $3, $4, '', 'a@x.test', '', 'b@x.test', 's', 't', '{}', '[]', $5, 'https://x.test/u', now(), 1, now() + $6::interval, $7)`,
      [account, id, kind, state, `<${id}@x.test>`, due, state === "queued" ? null : 77],
    );
    return id;
  };
  const step = async (state: string, due: string) => {
    const enrolment = newId();
    await live.query(
      "insert into sequences_steps (account_id, enrolment_id, step, state, due_at) values ($1, $2, 1, $3, now() + $4::interval)",
      [account, enrolment, state, due],
    );
    return enrolment;
  };
  const mails = {
    "queued, due": await mail("followup", "queued", "-1 minute"),
    "queued for later": await mail("followup", "queued", "1 day"),
    claimed: await mail("followup", "claimed", "0"),
    committing: await mail("followup", "committing", "0"),
    sent: await mail("followup", "sent", "0"),
    "transactional, queued": await mail("transactional", "queued", "0"),
    "transactional, claimed": await mail("transactional", "claimed", "0"),
    "transactional, committing": await mail("transactional", "committing", "0"),
  };
  const sequence = async (trigger: object) => {
    const id = newId();
    await live.query(
      `insert into sequences (account_id, id, name, trigger, steps, created_at)
       values ($1, $2, 's', $3, '[{"kind": "gift"}, {"kind": "condition"}]', now())`,
      [account, id, JSON.stringify(trigger)],
    );
    return id;
  };
  const steps = {
    due: await step("waiting", "-1 hour"),
    later: await step("waiting", "2 days"),
    handed: await step("handed", "-1 hour"),
    fork: await step("waiting", "-1 hour"),
  };
  await live.query(
    "insert into sequences_enrolments (account_id, id, sequence_id, lead_id, started_at) values ($1, $2, $3, $4, now())",
    [account, steps.fork, await sequence({ kind: "manual" }), newId()],
  );
  await live.query(
    "insert into businesses_accounts (account_id, zone, created_at) values ($1, 'America/Denver', now())",
    [account],
  );
  const day = Temporal.Now.plainDateISO("America/Denver");
  const seasons = [
    await sequence({ kind: "date", on: day.toString() }),
    await sequence({ kind: "date", on: day.add({ days: 2 }).toString() }),
  ];
  const text = async (state: string, due: string) => {
    const id = newId();
    await live.query(
      `insert into sms_messages (account_id, id, state, recipient, body, segments, about_id, created_at, attempts, next_attempt_at, claimed_by)
       values ($1, $2, $3, '+13035550100', 'Hi', 1, $2, now(), 1, now() + $4::interval, $5)`,
      [account, id, state, due, state === "claimed" || state === "committing" ? 77 : null],
    );
    return id;
  };
  const texts = {
    "queued, due": await text("queued", "-1 minute"),
    "queued for later": await text("queued", "1 day"),
    claimed: await text("claimed", "0"),
    committing: await text("committing", "0"),
    sent: await text("sent", "0"),
  };
  await live.end();
  const file = path.join(folder, "flight");
  await printed(() => backupTo(old, file, root));
  const fresh = await settingsFor("landed");
  const [, ...notes] = await printed(() => restoreFrom(fresh, file, root));
  expect(notes).toEqual([
    "3 follow-up messages that were being sent are marked unknown, because they may have gone out since the backup.",
    "3 texts that were being sent are marked unknown, because they may have gone out since the backup.",
    "1 follow-up step that was due by now won’t be sent, because the original system may have sent it. 1 follow-up due by now won’t start, because it may have started on the original system.",
  ]);
  const copy = await connect(await start(fresh));
  const { rows } = await copy.query<{ id: string; state: string; claimed: boolean; failure: string | null }>(
    "select id, state, claimed_by is not null as claimed, failure from mail_messages",
  );
  const state = (id: string) => rows.find((row) => row.id === id)!.state;
  expect(Object.fromEntries(Object.entries(mails).map(([name, id]) => [name, state(id)]))).toEqual({
    "queued, due": "unknown",
    "queued for later": "queued",
    claimed: "unknown",
    committing: "unknown",
    sent: "sent",
    "transactional, queued": "queued",
    "transactional, claimed": "queued",
    "transactional, committing": "queued",
  });
  expect(rows.filter(({ claimed, state }) => claimed && state !== "sent")).toEqual([]);
  const { rows: phoned } = await copy.query<{ id: string; state: string }>(
    "select id, state from sms_messages",
  );
  expect(
    Object.fromEntries(
      Object.entries(texts).map(([name, id]) => [name, phoned.find((row) => row.id === id)!.state]),
    ),
  ).toEqual({
    "queued, due": "unknown",
    "queued for later": "queued",
    claimed: "unknown",
    committing: "unknown",
    sent: "sent",
  });
  const { rows: ledger } = await copy.query<{ id: string; state: string; reason: string | null }>(
    "select enrolment_id as id, state, reason from sequences_steps",
  );
  const line = (id: string) => ledger.find((row) => row.id === id);
  expect(line(steps.due)).toMatchObject({
    state: "not_sent",
    reason: "it may have gone out before this system was restored from a backup",
  });
  expect(line(steps.later)?.state).toBe("waiting");
  expect(line(steps.handed)?.state).toBe("handed");
  // It was never sent, and later steps depend on it.
  expect(line(steps.fork)?.state).toBe("waiting");
  const { rows: ended } = await copy.query<{ id: string }>(
    "select id from sequences where retired_at is not null",
  );
  expect(ended.map(({ id }) => id)).toEqual(seasons.slice(0, 1));
  await copy.end();
});
