import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { applyCommand, type Fields } from "#ground/sync/rules.ts";
import { rebuildItems, searchItems } from "#ground/worklist/public.server.ts";
import { APP_ROLE, type Database, openDatabase } from "#platform/db/database.server.ts";
import { newId } from "#platform/db/ids.ts";
import { migrateDatabase } from "#platform/db/migrate.server.ts";
import { useDatabase, withAccount } from "#platform/db/scope.server.ts";
import { schemaParts } from "#app/schema.ts";
import { defineKinds } from "#app/record-kinds.ts";
import { weatherId } from "#trade/weather/public.server.ts";
import { photoId } from "#tools/photos/rules/ids.ts";
import { ENTRY_SEARCH } from "#tools/logs/office/find.server.ts";

// Logs written before lists over all jobs had a table of their own are listed and found after the upgrade, as
// if they had been written after it.

const server = inject("databaseServer");
const owner = { ...server, database: `worklist_${randomBytes(5).toString("hex")}` };
const folder = mkdtempSync(path.join(tmpdir(), "plumbline-migrations-"));
const [account, job, author] = [newId(), newId(), newId()];
const DATE = "2026-11-20";
const AT = Date.parse("2026-11-20T16:00:00Z");
let client: pg.Client;
let database: Database | undefined;

beforeAll(async () => {
  await asAdmin(`create database ${owner.database}`);
  client = new pg.Client(owner);
  await client.connect();
  defineKinds();
});
afterAll(async () => {
  await client?.end();
  await database?.close();
  await asAdmin(`drop database if exists ${owner.database} with (force)`);
  rmSync(folder, { recursive: true });
});

async function asAdmin(statement: string): Promise<void> {
  const admin = new pg.Client({ ...server, database: "plumbline" });
  await admin.connect();
  await admin.query(statement);
  await admin.end();
}

/** Migrates to just before `tag`. */
async function migrateBefore(tag: string): Promise<void> {
  cpSync("migrations", folder, { recursive: true });
  const file = path.join(folder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8")) as { entries: { tag: string }[] };
  journal.entries.splice(journal.entries.findIndex((one) => one.tag === tag));
  writeFileSync(file, JSON.stringify(journal));
  await migrate(drizzle(client), { migrationsFolder: folder });
}

async function addRecord(kind: string, id: string, sets: Record<string, never> | object): Promise<void> {
  const command = {
    ...{ id: newId(), kind, record: id, job, replaces: {}, capturedAt: AT, skew: 0, zone: "UTC", media: [] },
    sets: sets as never,
  };
  const fields: Fields = applyCommand({}, command, AT, kind === "logs.weather" ? null : author);
  await client.query(
    `insert into sync_records (account_id, id, kind, job_id, revision, fields, removed) values ($1, $2, $3, $4, $5, $6, false)`,
    [account, id, kind, job, Math.ceil(Math.random() * 1e9), fields],
  );
}

async function addEntry({
  text,
  words,
  photos = [],
  approved = null,
}: {
  text: string;
  words: string;
  photos?: readonly string[];
  approved?: boolean | null;
}): Promise<string> {
  const id = newId();
  await addRecord("logs.entry", id, {
    ...{ date: DATE, company: account, type: "work", text, "tags.gable": true, approved },
    ...Object.fromEntries(photos.map((sha256) => [`photos.${sha256}`, { type: "image/jpeg", at: AT }])),
  });
  await client.query(
    `insert into logs_entries (account_id, id, job_id, date, company, weather, type, text, title, tags, photos, approved, author, written_at, words)
     values ($1, $2, $3, $4, $1, $5, 'work', $6, 'Work', '{gable}', $7, $8, $9, now(), $10)`,
    [account, id, job, DATE, weatherId(job, DATE), text, photos, approved, author, words],
  );
  return id;
}

const items = async () =>
  (await client.query("select * from worklist_items where account_id = $1 order by id", [account])).rows;
const found = async (words: string) =>
  (
    await withAccount(account, (ctx) =>
      searchItems(ctx, ENTRY_SEARCH, { words, job: null, from: null, to: null, type: null }, 10),
    )
  ).map(({ id }) => id);

it("lists and finds what was written before", { timeout: 60_000 }, async () => {
  await migrateBefore("0009_log_search");
  const framed = await addEntry({
    text: "Framed the wall",
    words: "work framed the wall gable",
    photos: ["ab".repeat(32)],
    approved: false,
  });
  // As it was before words were folded.
  const told = await addEntry({
    text: "Muñoz told O'Brien where the valve is",
    words: "work muñoz told o brien where the valve is gable",
  });
  // Photos of a client's request stay with it, and a photo with a record of its own is listed by that.
  const [hidden, own] = ["cd".repeat(32), "ef".repeat(32)];
  const shot = (sha256: string) => ({ [`photos.${sha256}`]: { type: "image/jpeg", at: AT } });
  await addRecord("changes.request", newId(), shot(hidden));
  await addRecord("photos.photo", photoId(job, own), { sha256: own });
  await addRecord("changes.change", newId(), { ...shot("ab".repeat(32)), ...shot(own) });
  await client.query(
    "insert into businesses_accounts (account_id, zone, created_at) values ($1, 'Pacific/Auckland', now())",
    [account],
  );
  const hash = "a".repeat(64);
  const reading = { source: "nws", basis: "observed", words: "Rain", fetchedAt: "2026-11-20T16:00:00Z" };
  await addRecord("logs.weather", weatherId(job, DATE), { date: DATE, [`readings.${hash}`]: reading });
  await client.query(
    "insert into logs_weathers (account_id, id, job_id, date, said, words) values ($1, $2, $3, $4, $5, 'rain')",
    [account, weatherId(job, DATE), job, DATE, { date: DATE, [`readings.${hash}`]: reading }],
  );

  await migrateDatabase(owner, schemaParts(path.resolve()), {
    name: APP_ROLE,
    password: undefined,
    create: true,
  });
  database = openDatabase(owner, { ...owner, user: APP_ROLE });
  useDatabase(database);
  expect(await found("wall framing gable")).toEqual([framed]);
  expect(await found("obrien munoz valve")).toEqual([told]);
  expect(await found("brien")).toEqual([told]);
  expect((await found("rain")).toSorted()).toEqual([framed, told].toSorted());

  const photos = (await items()).filter(({ kind }) => kind === "photos.photo");
  expect(photos).toMatchObject([
    {
      id: photoId(job, "ab".repeat(32)),
      title: "Photo",
      person: author,
      photos: ["ab".repeat(32)],
      words: "photo",
    },
  ]);
  // Friday at four in the afternoon in London is Saturday in Auckland.
  expect(`${photos[0]?.["date"]}`).toMatch(/Nov 21/);

  const moved = await items();
  await withAccount(account, async (ctx) => {
    for (const kind of ["logs.entry", "logs.weather"]) await rebuildItems(ctx, kind);
  });
  const rebuilt = await items();
  // The order of words is that of the old rows; what they are found by is the same.
  const unordered = (rows: Record<string, unknown>[]) =>
    rows.map((row) => ({ ...row, search: null, words: new Set(String(row["words"]).split(" ")) }));
  expect(unordered(rebuilt)).toEqual(unordered(moved));
});
