import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { randomBytes } from "node:crypto";
import { tmpdir } from "node:os";
import path from "node:path";
import { readMigrationFiles } from "drizzle-orm/migrator";
import pg from "pg";
import { afterAll, expect, inject, it } from "vitest";
import { newId } from "#platform/db/ids.ts";
import { dayId } from "#tools/logs/ids.ts";

// The upgrade that moves reminders of logs into the table of what is due.

const folder = mkdtempSync(path.join(tmpdir(), "plumbline-due-"));
const name = `test_${randomBytes(6).toString("hex")}`;
const server = inject("databaseServer");
const owner = { ...server, database: name };

async function connected<T>(settings: pg.ClientConfig, task: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(settings);
  await client.connect();
  try {
    return await task(client);
  } finally {
    await client.end();
  }
}
const admin = (statement: string) =>
  connected({ ...server, database: "plumbline" }, (client) => client.query(statement));

afterAll(async () => {
  await admin(`drop database if exists ${name} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

/** The migrations before this one, as an installation has that is upgraded. */
function earlierMigrations(): string {
  cpSync("migrations", folder, { recursive: true });
  const file = path.join(folder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8")) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex(({ tag }) => tag === "0011_due");
  expect(at).toBeGreaterThan(0);
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  return folder;
}

it("leaves who was reminded of a log reminded, under the id of the day that devices derive", async () => {
  await admin(`create database ${name}`);
  await connected(owner, async (client) => {
    for (const { sql } of readMigrationFiles({ migrationsFolder: earlierMigrations() }))
      for (const statement of sql) await client.query(statement);
  });
  const [account, job] = [newId(), newId()];
  const people = Array.from({ length: 20 }, () => newId());
  const dates = people.map((_, at) => `2026-11-${String(at + 1).padStart(2, "0")}`);
  await connected(owner, async (client) => {
    for (const [at, user] of people.entries())
      await client.query(
        "insert into logs_reminded (account_id, job_id, date, user_id, at) values ($1, $2, $3, $4, $5)",
        [account, job, dates[at], user, `${dates[at]}T23:00:00Z`],
      );
    await client.query("create schema pgboss");
    await client.query("create table pgboss.schedule (name text)");
    await client.query("insert into pgboss.schedule values ('logs.remind'), ('reports.take-turns')");
    const statements = readFileSync("migrations/0011_due.sql", "utf8").split("--> statement-breakpoint");
    for (const statement of statements) await client.query(statement);
    const { rows } = await client.query(
      "select kind, record, user_id, job_id, done_at is not null as done, reminded_at is not null as reminded from due_items order by due_at",
    );
    expect(rows).toEqual(
      people.map((user, at) => ({
        ...{ kind: "logs.missing", record: dayId(job, dates[at]!, account), user_id: user, job_id: job },
        ...{ done: true, reminded: true },
      })),
    );
    expect((await client.query("select name from pgboss.schedule")).rows).toEqual([
      { name: "reports.take-turns" },
    ]);
    expect((await client.query("select to_regclass('logs_reminded') as gone")).rows).toEqual([
      { gone: null },
    ]);
    await client.query("drop schema pgboss cascade");
  });
});
