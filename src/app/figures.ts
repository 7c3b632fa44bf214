import { readFileSync } from "node:fs";
import { statfs } from "node:fs/promises";
import path from "node:path";
import type { Settings } from "#platform/config/settings.server.ts";
import { database, now } from "#platform/db/scope.server.ts";
import { type Readings, readGauges } from "#platform/metrics/metrics.server.ts";

/** No count looks at more rows than this: the metrics page must not burden a database in trouble. */
const COUNTED_AT_MOST = 100_000;

/**
 * Counts and ages of waiting work across accounts, and nothing else. It runs with the owner's rights so
 * that it can look across accounts. Every part reads an index of waiting rows only, or a table that is
 * empty when all is well. Suspended accounts are left out, because their work waits on purpose.
 */
export const figuresFunction = `
create or replace function figures(moment timestamptz, most int) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  with due as (
    select s.due_at from sequences_steps s
     where s.state = 'waiting' and s.due_at <= moment
       and not exists (select from businesses_accounts a where a.account_id = s.account_id and a.suspended_at is not null)
     order by s.due_at limit most),
  captures as (select c.at from leads_captures c limit most),
  queued as (select m.next_attempt_at from mail_messages m where m.state = 'queued' order by m.next_attempt_at limit most),
  texts as (select t.next_attempt_at from sms_messages t where t.state = 'queued' order by t.next_attempt_at limit most),
  flying as (select m.state, m.claimed_at from mail_messages m where m.state in ('claimed', 'committing') limit most)
  select jsonb_build_object(
    'steps', (select count(*) from due),
    'step_age', (select coalesce(extract(epoch from moment - min(due_at)), 0) from due),
    'captures', (select count(*) from captures),
    'capture_age', (select coalesce(greatest(extract(epoch from moment - min(captures.at)), 0), 0) from captures),
    'queued', (select count(*) from queued where next_attempt_at > moment),
    'queued_due', (select count(*) from queued where next_attempt_at <= moment),
    'queued_age', (select coalesce(greatest(extract(epoch from moment - min(next_attempt_at)), 0), 0) from queued),
    'texts', (select count(*) from texts where next_attempt_at > moment),
    'texts_due', (select count(*) from texts where next_attempt_at <= moment),
    'texts_age', (select coalesce(greatest(extract(epoch from moment - min(next_attempt_at)), 0), 0) from texts),
    'claimed', (select count(*) from flying where state = 'claimed'),
    'committing', (select count(*) from flying where state = 'committing'))
$$`;

/**
 * Publishes the installation's own figures for /metrics. docs/alerts.yml says what each means for an
 * operator.
 */
export function publishFigures(settings: Pick<Settings, "DATA_DIR" | "ROLE">, root: string): void {
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as {
    version: string;
  };
  readGauges(
    { plumbline_build_info: { help: "Always 1; the label says which version runs", label: "version" } },
    () => ({
      plumbline_build_info: { [version]: 1 },
    }),
  );
  readGauges(
    {
      plumbline_data_disk_free_bytes: "Space left for DATA_DIR, in bytes",
      plumbline_data_disk_free_ratio: "Free share of the disk that holds DATA_DIR, from 0 to 1",
    },
    async () => {
      const disk = await statfs(settings.DATA_DIR);
      return {
        plumbline_data_disk_free_bytes: disk.bavail * disk.bsize,
        plumbline_data_disk_free_ratio: disk.blocks ? disk.bavail / disk.blocks : undefined,
      };
    },
  );
  readGauges(
    {
      plumbline_database_up: "1 if the database responds to this process, otherwise 0",
      plumbline_database_size_bytes: "Size of the database, in bytes",
    },
    async () => {
      // Waits for a connection no longer than the page does. An exhausted pool doesn't mean that the
      // database is down, so no answer counts as unknown.
      const size = sizeOfDatabase().catch(() => null);
      const soon = await Promise.race([
        size,
        new Promise<null>((resolve) => setTimeout(resolve, 1_000, null).unref()),
      ]);
      return {
        plumbline_database_up: soon === null ? 0 : 1,
        plumbline_database_size_bytes: soon ?? undefined,
      };
    },
  );
  readGauges(
    {
      plumbline_database_connections: {
        help: "This process’s connections to the database, by state",
        label: "state",
      },
      plumbline_database_waiting: "Requests in this process waiting for a database connection",
    },
    () => {
      const { totalCount, idleCount, waitingCount } = database().app;
      return {
        plumbline_database_connections: { in_use: totalCount - idleCount, idle: idleCount },
        plumbline_database_waiting: waitingCount,
      };
    },
    { keptMs: 0 },
  );
  readGauges(WAITING, readWaiting);
}

const WAITING = {
  plumbline_followup_due_steps: "Follow-up steps that are due but not handled yet",
  plumbline_followup_due_age_seconds: "How long the oldest of these is overdue, in seconds",
  plumbline_captures_waiting: "Form submissions that were accepted but aren’t leads yet",
  plumbline_captures_age_seconds: "How long the oldest of these has waited, in seconds",
  plumbline_mail_queue: {
    help: "Messages waiting to go out: scheduled, due now, claimed, or being sent",
    label: "state",
  },
  plumbline_sms_queue: { help: "Texts waiting to go out: scheduled, or due now", label: "state" },
  plumbline_sms_queue_due_age_seconds: "How long the longest waiting text is overdue, in seconds",
  plumbline_mail_queue_due_age_seconds: "How long the longest waiting message is overdue, in seconds",
};

async function readWaiting(): Promise<Readings> {
  const { rows } = await database().app.query<{ figures: Record<string, number> }>(
    "select figures($1, $2) as figures",
    [now().toString(), COUNTED_AT_MOST],
  );
  const found = rows[0]!.figures;
  return {
    plumbline_followup_due_steps: found["steps"],
    plumbline_followup_due_age_seconds: found["step_age"],
    plumbline_captures_waiting: found["captures"],
    plumbline_captures_age_seconds: found["capture_age"],
    plumbline_mail_queue: {
      scheduled: found["queued"] ?? 0,
      due: found["queued_due"] ?? 0,
      claimed: found["claimed"] ?? 0,
      committing: found["committing"] ?? 0,
    },
    plumbline_mail_queue_due_age_seconds: found["queued_age"],
    plumbline_sms_queue: { scheduled: found["texts"] ?? 0, due: found["texts_due"] ?? 0 },
    plumbline_sms_queue_due_age_seconds: found["texts_age"],
  };
}

const SIZE_KEPT_MS = 60_000;
let measured: { readonly bytes: number; readonly at: number } | undefined;

/**
 * The server has to look at every file for this, so it is measured once a minute; in between, only a ping
 * is sent.
 */
async function sizeOfDatabase(): Promise<number> {
  const stale = !measured || performance.now() - measured.at > SIZE_KEPT_MS;
  const { rows } = await database().app.query<{ bytes: string | null }>(
    `select ${stale ? "pg_database_size(current_database())" : "null"}::text as bytes`,
  );
  if (rows[0]?.bytes) measured = { bytes: Number(rows[0].bytes), at: performance.now() };
  return measured?.bytes ?? 0;
}
