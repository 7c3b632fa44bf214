import { randomBytes, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, it } from "vitest";

// Reports that were sent before there were papers: migrations/0012_papers.sql makes papers of them, and of
// whoever got them, with the links that they have.

const MIGRATION = "0012_papers.sql";
const server = inject("databaseServer");
const database = `papers_${randomBytes(5).toString("hex")}`;
let client: pg.Client;

const [account, lead, sender] = [randomUUID(), randomUUID(), randomUUID()];
const AT = "2026-11-20T17:00:00.000Z";
const OPENED = "2026-11-20T18:00:00.000Z";

const run = (file: string) => client.query(readFileSync(path.resolve("migrations", file), "utf8"));

beforeAll(async () => {
  const admin = new pg.Client({ ...server, database: "plumbline" });
  await admin.connect();
  await admin.query(`create database ${database}`);
  await admin.end();
  client = new pg.Client({ ...server, database });
  await client.connect();
  await client.query("set timezone to 'UTC'");
  const earlier = readdirSync("migrations").filter((name) => name.endsWith(".sql") && name < MIGRATION);
  for (const file of earlier.toSorted()) await run(file);
});
afterAll(() => client?.end());

async function report(over: { file: string | null; shape?: string }) {
  const id = randomUUID();
  await client.query(
    `insert into reports (account_id, id, job_id, job_name, from_day, to_day, shape, photos_per_page, places, zone, state,
       file, file_name, sha256, ready_at, made_by, created_at)
     values ($1, $2, $3, 'Miller roof', '2026-11-20', '2026-11-20', $4, 4, false, 'UTC', 'ready', $5, 'r.pdf', 'abc', $6, $7, $6)`,
    [account, id, randomUUID(), over.shape ?? "all", over.file, AT, sender],
  );
  return id;
}

async function sent(reportId: string, recipient: string, { title = "", asks = false } = {}) {
  const [id, link] = [randomUUID(), randomUUID()];
  await client.query(
    `insert into reports_sendings (account_id, id, report_id, recipient, lead_id, link_id, sent_by, at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [account, id, reportId, recipient, lead, link, sender, AT],
  );
  if (title)
    await client.query(
      `insert into shares_links (account_id, id, token_hash, kind, title, file, file_name, ask_signature, created_at, expires_at)
       values ($1, $2, $3, 'report', $4, 'f', 'r.pdf', $5, $6, $6)`,
      [account, link, randomUUID(), title, asks, AT],
    );
  return { id, link };
}

async function visited(link: string, who: string, did: string, at: string) {
  await client.query(
    `insert into shares_visits (account_id, id, link_id, at, did, who, device) values ($1, $2, $3, $4, $5, $6, 'iPhone')`,
    [account, randomUUID(), link, at, did, who],
  );
}

const rowsOf = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows;

it("has papers, recipients with their links, views by people, and answers by signature", async () => {
  const made = await report({ file: "f" });
  const unsent = await report({ file: "g" });
  const first = await sent(made, "dana@client.test", { title: "Report: Miller roof", asks: true });
  const second = await sent(made, "lee@client.test", { title: "Report: Miller roof" });
  // Erased: its link is gone. Of a report that is gone, too.
  const erased = await sent(made, "");
  const orphan = await sent(randomUUID(), "x@client.test");
  await visited(first.link, "program", "looked", AT);
  await visited(first.link, "person", "mistyped", AT);
  await visited(first.link, "person", "opened", OPENED);
  const signature = randomUUID();
  await client.query(
    `insert into signatures (account_id, id, link_id, state, title, file, file_name, sha256, name, reason, address, user_agent, at)
     values ($1, $2, $3, 'signed', 't', 'f', 'r.pdf', 'abc', 'Dana Ruiz', '', '', '', $4)`,
    [account, signature, first.link, OPENED],
  );

  await run(MIGRATION);

  expect(await rowsOf("select id, kind, thing_id, version, title, account_path, state from papers")).toEqual([
    {
      id: made,
      kind: "report",
      thing_id: made,
      version: 1,
      title: "Report: Miller roof",
      account_path: `/account/reports/${made}`,
      state: "open",
    },
  ]);
  const recipients = await rowsOf("select *, viewed_at::text as viewed from papers_recipients");
  const of = (id: string) => recipients.find((row) => row["id"] === id);
  expect(recipients).toHaveLength(4);
  expect(of(first.id)).toMatchObject({
    paper_id: made,
    way: "email",
    address: "dana@client.test",
    lead_id: lead,
    link_id: first.link,
    asks: "signature",
    sent_by: sender,
    viewed: "2026-11-20 18:00:00+00",
  });
  expect(of(second.id)).toMatchObject({ asks: "nothing", viewed: null });
  expect([of(erased.id)?.["address"], of(orphan.id)?.["address"]]).toEqual(["", "x@client.test"]);
  expect(await rowsOf("select recipient_id, answer, name, signature_id from papers_answers")).toEqual([
    { recipient_id: first.id, answer: "approved", name: "Dana Ruiz", signature_id: signature },
  ]);
  expect((await rowsOf("select page from shares_links")).map(({ page }) => page)).toEqual([
    "report",
    "report",
  ]);
  expect(await rowsOf("select to_regclass('reports_sendings') as gone")).toEqual([{ gone: null }]);
  expect(await rowsOf(`select 1 from papers where id = '${unsent}'`)).toEqual([]);
});
