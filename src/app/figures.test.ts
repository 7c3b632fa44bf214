import { readFileSync } from "node:fs";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { newId } from "#platform/db/ids.ts";
import { database } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { metricsText } from "#platform/metrics/metrics.server.ts";
import { figuresFunction, publishFigures } from "./figures.ts";

const NOON = "2026-11-20T12:00:00Z";
const clock = testClock(NOON);
let test: TestDatabase;
let owner: pg.Client;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  owner = new pg.Client(test.owner);
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await test.drop();
});
beforeEach(async () => {
  await owner.query("truncate sequences_steps, leads_captures, mail_messages, sms_messages");
  // Figures are cached for a moment; publishing again starts with an empty cache.
  publishFigures({ DATA_DIR: "/tmp", ROLE: "all" }, ".");
});

const figure = async (name: string) => {
  const line = (await metricsText()).split("\n").find((one) => one.startsWith(`${name} `));
  return line && Number(line.split(" ").at(-1));
};
const step = (state: string, dueAt: string, account = newId()) =>
  owner.query(
    "insert into sequences_steps (account_id, enrolment_id, step, state, due_at) values ($1, $2, 1, $3, $4)",
    [account, newId(), state, dueAt],
  );
const mail = (state: string, due: string) =>
  owner.query(
    `insert into mail_messages (account_id, id, kind, state, from_name, from_address, recipient_name, recipient, subject, text, headers, attachments,
                                message_id_header, created_at, attempts, next_attempt_at)
     values ($1, $2, 'transactional', $3, '', 'a@x.test', '', 'b@x.test', 's', 't', '{}', '[]', 'm', $4, 0, $4)`,
    [newId(), newId(), state, due],
  );

it("is 0 where nothing waits", async () => {
  for (const name of [
    "plumbline_followup_due_age_seconds",
    "plumbline_followup_due_steps",
    "plumbline_captures_waiting",
    "plumbline_captures_age_seconds",
    'plumbline_mail_queue{state="due"}',
    "plumbline_mail_queue_due_age_seconds",
    'plumbline_sms_queue{state="due"}',
    "plumbline_sms_queue_due_age_seconds",
  ])
    expect(await figure(name), name).toBe(0);
  expect(await figure("plumbline_database_up")).toBe(1);
  expect(await figure("plumbline_database_size_bytes")).toBeGreaterThan(5e6);
  expect(await figure("plumbline_data_disk_free_bytes")).toBeGreaterThan(0);
  expect(await figure("plumbline_data_disk_free_ratio")).toBeGreaterThan(0);
  expect(await figure("plumbline_data_disk_free_ratio")).toBeLessThanOrEqual(1);
});

it("says what waits across all accounts, and for how long; what is settled, sleeps or is suspended counts for nothing", async () => {
  await step("waiting", "2026-11-20T11:50:00Z");
  await step("waiting", "2026-11-20T11:59:00Z");
  await step("waiting", "2026-11-21T09:00:00Z");
  await step("handed", "2026-11-19T09:00:00Z");
  const suspended = newId();
  await owner.query(
    "insert into businesses_accounts (account_id, created_at, suspended_at) values ($1, $2, $2)",
    [suspended, "2026-11-01T00:00:00Z"],
  );
  await step("waiting", "2026-11-02T09:00:00Z", suspended);
  await owner.query(
    "insert into leads_captures (account_id, id, page_id, name, email, source, at) values ($1, $1, $1, 'N', 'n@x.test', '{}', '2026-11-20T11:58:30Z')",
    [newId()],
  );
  for (const [state, due] of [
    ["queued", "2026-11-20T11:40:00Z"],
    ["queued", "2026-11-20T12:30:00Z"],
    ["claimed", "2026-11-20T11:00:00Z"],
    ["sent", "2026-11-01T11:00:00Z"],
  ] as const)
    await mail(state, due);
  expect(await figure("plumbline_followup_due_steps")).toBe(2);
  expect(await figure("plumbline_followup_due_age_seconds")).toBe(600);
  expect(await figure("plumbline_captures_waiting")).toBe(1);
  expect(await figure("plumbline_captures_age_seconds")).toBe(90);
  expect(await figure('plumbline_mail_queue{state="due"}')).toBe(1);
  expect(await figure('plumbline_mail_queue{state="scheduled"}')).toBe(1);
  expect(await figure('plumbline_mail_queue{state="claimed"}')).toBe(1);
  expect(await figure("plumbline_mail_queue_due_age_seconds")).toBe(1200);
});

it("says how long texts wait", async () => {
  for (const [state, due] of [
    ["queued", "2026-11-20T11:30:00Z"],
    ["queued", "2026-11-20T15:00:00Z"],
    ["sent", "2026-11-01T11:00:00Z"],
  ])
    await owner.query(
      `insert into sms_messages (account_id, id, state, recipient, body, segments, about_id, created_at, attempts, next_attempt_at)
       values ($1, $1, $2, '+13035550142', 't', 1, $1, $3, 0, $3)`,
      [newId(), state, due],
    );
  expect(await figure('plumbline_sms_queue{state="due"}')).toBe(1);
  expect(await figure('plumbline_sms_queue{state="scheduled"}')).toBe(1);
  expect(await figure("plumbline_sms_queue_due_age_seconds")).toBe(1800);
});

it("holds nothing of anybody", async () => {
  await mail("queued", "2026-11-20T11:40:00Z");
  const text = await metricsText();
  expect(text).not.toMatch(/@|[0-9a-f]{8}-[0-9a-f]{4}-/);
});

it("costs the same however many rows are settled or sleep", async () => {
  await owner.query(
    `insert into sequences_steps (account_id, enrolment_id, step, state, due_at)
       select gen_random_uuid(), gen_random_uuid(), 1, case when n % 2 = 0 then 'waiting' else 'handed' end, $1::timestamptz + n * interval '1 minute' from generate_series(1, 30000) n`,
    [NOON],
  );
  await owner.query("analyze sequences_steps");
  await step("waiting", "2026-11-20T11:50:00Z");
  const due = /with due as \(([^]*?)\),\s+captures/
    .exec(figuresFunction)![1]!
    .replace("<= moment", `<= '${NOON}'`)
    .replace("most", "100000");
  const { rows } = await owner.query<{ "QUERY PLAN": string }>(`explain ${due}`);
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(/Index.* using sequences_steps_due/);
});

it("leaves out what a database that is away can't tell, and says that it is away", async () => {
  const { app } = database();
  const query = app.query.bind(app);
  Object.assign(app, { query: () => Promise.reject(new Error("away")) });
  try {
    expect(await figure("plumbline_database_up")).toBe(0);
    for (const name of [
      "plumbline_followup_due_steps",
      "plumbline_captures_waiting",
      "plumbline_mail_queue_due_age_seconds",
    ])
      expect(await figure(name), name).toBeUndefined();
    expect(await figure("plumbline_data_disk_free_bytes")).toBeGreaterThan(0);
  } finally {
    Object.assign(app, { query });
  }
});

it("names its version", async () => {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(await figure(`plumbline_build_info{version="${version}"}`)).toBe(1);
});
