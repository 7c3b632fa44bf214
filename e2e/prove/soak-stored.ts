import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { photoId } from "../../src/tools/photos/rules/ids.ts";
import { photoOf, sendPhoto } from "../harness/photos.ts";
import type { SmtpSink } from "../harness/smtp-sink.ts";
import { openShop } from "../harness/visitor.ts";
import { newJob } from "../../bench/device.ts";
import { connectAs } from "./business.ts";
import { type LoadAccount, shareGallery } from "./scale-load.ts";
import type { Site } from "./site.ts";
import type { StoredWrites } from "./soak-judge.ts";

/** Opens businesses with a job, a photo and a gallery each, through the product's own forms. */
export async function openAccounts(site: Site, sink: SmtpSink, count: number): Promise<LoadAccount[]> {
  const outbox = async () => (await sink.accepted()).map(({ raw }) => raw);
  const product = { url: site.url, outbox };
  const client = await connectAs(site.connection());
  try {
    await client.query(
      "insert into businesses_open_tools (tool, since) select unnest(array['logs', 'photos', 'estimates']), now() on conflict do nothing",
    );
    const accounts: LoadAccount[] = [];
    for (let at = 0; at < count; at++) {
      const { visitor, slug } = await openShop(product, `soak${at}@proof.example`, `Ridgeline Decks ${at}`);
      const me = await visitor.get("/account/field/me");
      const { account } = (await me.json()) as { account: string };
      const { job, send } = await newJob(visitor);
      const bytes = new Uint8Array(await photoOf(at, 1024, 768));
      const photo = await sendPhoto(product, visitor, { account, bytes, job });
      const sets = { sha256: photo, [`photos.${photo}`]: { type: "image/jpeg", at: Date.now() } };
      await send([{ kind: "photos.photo", record: photoId(job, photo), media: [photo], sets }]);
      await until(client, "select count(*) from media_originals where state = 'waiting'");
      const gallery = await shareGallery(visitor, job);
      accounts.push({ visitor, account, slug, jobs: [], upTo: 0, photo, gallery });
    }
    return accounts;
  } finally {
    await client.end();
  }
}

const FIELD = (name: string) => `fields #>> '{${name},values,0,value}'`;

/**
 * What should have ended. A task counts while it may run, is tried again, or failed for good; one that is
 * planned for later doesn't.
 */
const STUCK = `
  select 'task' as what, name || ' ' || state as which from pgboss.job
   where state in ('created', 'retry', 'active') and start_after < now() and name not like '\\_\\_pgboss%'
  union all select 'dead task', coalesce(source_name, name) from pgboss.job where name = 'dead-letters' and state in ('created', 'failed')
  union all select 'photo', sha256 from media_originals where state = 'waiting'
  union all select 'capture', email from leads_captures
  union all select 'email ' || kind, state from mail_messages where state in ('queued', 'claimed', 'committing')`;
const SETTLE_MS = 180_000;

/** Waits until a count is zero, within a limit: whatever is left is judged. */
async function until(client: pg.Client, text: string): Promise<void> {
  const end = performance.now() + SETTLE_MS;
  while (performance.now() < end) {
    if (Number((await client.query<{ count: string }>(text)).rows[0]?.count) === 0) return;
    await sleep(500);
  }
}

/**
 * Lets everything settle, and reads what accounts have of devices and clients.
 * @param since in milliseconds; what their owners did before doesn't count
 */
export async function readWrites(
  site: Site,
  accounts: readonly LoadAccount[],
  since: number,
): Promise<StoredWrites> {
  const client = await connectAs(site.connection());
  const ids = accounts.map(({ account }) => account);
  const rows = async <Row extends pg.QueryResultRow>(text: string, values: unknown[] = [ids]) =>
    (await client.query<Row>(text, values)).rows;
  try {
    await until(client, `select count(*) from (${STUCK}) s where what not like 'dead%'`);
    const from = [ids, new Date(since)];
    const photos = await rows<{ sha256: string; state: string; file: string; derivatives: number }>(
      `select sha256, state, file, (select count(*) from media_derivatives d where d.account_id = o.account_id and d.sha256 = o.sha256)::int as derivatives
         from media_originals o where account_id = any ($1) and received_at >= $2`,
      from,
    );
    return {
      commands: await rows(
        "select id, record_id as record from sync_commands where account_id = any ($1) and device_id is not null and received_at >= $2",
        from,
      ),
      records: await rows(
        `select id, case kind when 'jobs.job' then ${FIELD("name")} when 'photos.photo' then ${FIELD("sha256")}
                  when 'estimates.estimate' then ${FIELD("title")} else ${FIELD("text")} end as content
           from sync_records where account_id = any ($1) and not removed`,
      ),
      listed: await rows(
        `select job_id as record, name as content from jobs where account_id = any ($1)
         union all select id, text from logs_entries where account_id = any ($1)
         union all select id, case kind when 'photos.photo' then photos[1] else title end from worklist_items
                    where account_id = any ($1) and kind in ('photos.photo', 'estimates.estimate')`,
      ),
      photos: await Promise.all(
        photos.map(async ({ file, ...photo }) => ({ ...photo, bytes: await hashOf(site.dataDir, file) })),
      ),
      answers: await rows(
        `select p.thing_id as record, a.answer || ' ' || a.words as content
           from papers_answers a join papers p on p.account_id = a.account_id and p.id = a.paper_id where a.account_id = any ($1)`,
      ),
      history: await rows(
        "select coalesce(payload ->> 'command', payload ->> 'words', '') as of from evidence_entries where account_id = any ($1)",
      ),
      stuck: await rows(STUCK, []),
    };
  } finally {
    await client.end();
  }
}

async function hashOf(dataDir: string, file: string): Promise<string | null> {
  try {
    return createHash("sha256")
      .update(await readFile(path.join(dataDir, "files", file)))
      .digest("hex");
  } catch {
    return null;
  }
}
