import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import path from "node:path";
import type pg from "pg";
import { makeBackup } from "#platform/backup/make-backup.server.ts";
import { settleMail, settleTexts } from "#platform/backup/in-flight.server.ts";
import { checkBackup, restoreBackup, type Settle } from "#platform/backup/restore-backup.server.ts";
import type { Settings } from "#platform/config/settings.server.ts";
import { connectServer, type Server } from "#platform/db/connect.server.ts";
import { findRunning, hasDatabase } from "#platform/db/embedded/attach.ts";
import { type OpenStore, openFileStore } from "#platform/files/open-store.server.ts";
import { systemClock } from "#platform/time/clock.ts";
import { untilInterrupted } from "./until-interrupted.ts";

type Told = Settings & { readonly SECRET: string };

/**
 * Why a follow-up step whose time passed before the restore is not sent. The owner reads it after `not
 * sent:`.
 */
const NOT_SENT_AGAIN = "it may have gone out before this system was restored from a backup";

// One line per feature that schedules messages: what happens to those due since the backup (see
// in-flight.server.ts).
const settle: readonly Settle[] = [settleMail, settleTexts, settleSequences];

/**
 * Ends the follow-up steps whose time has passed: the system that was backed up may have sent them, and a
 * date that has come may have started its follow-up. Later steps still wait. Waits and conditions aren't
 * messages and stay, because steps after an undecided condition must not go to everyone.
 */
async function settleSequences(client: pg.Client, now: Temporal.Instant): Promise<string | undefined> {
  const { rowCount: steps } = await client.query(
    `update sequences_steps s set state = 'not_sent', reason = $2, decided_at = $1
      where s.state = 'waiting' and s.due_at <= $1
        and not exists (
          select from sequences_enrolments e join sequences q on q.account_id = e.account_id and q.id = e.sequence_id
           where e.account_id = s.account_id and e.id = s.enrolment_id and q.steps -> s.step ->> 'kind' in ('wait', 'condition'))`,
    [now.toString(), NOT_SENT_AGAIN],
  );
  const { rowCount: dates } = await client.query(
    `update sequences q set retired_at = $1 from businesses_accounts a
      where a.account_id = q.account_id and q.trigger ->> 'kind' = 'date' and q.begun_at is null and q.retired_at is null
        and (q.trigger ->> 'on')::timestamp at time zone coalesce(a.zone, 'UTC') <= $1`,
    [now.toString()],
  );
  const said: string[] = [];
  if (steps)
    said.push(
      `${steps === 1 ? "1 follow-up step that was" : `${steps} follow-up steps that were`} due by now won’t be sent, because the original system may have sent ${steps === 1 ? "it" : "them"}.`,
    );
  if (dates)
    said.push(
      `${dates === 1 ? "1 follow-up due by now won’t start, because it" : `${dates} follow-ups due by now won’t start, because they`} may have started on the original system.`,
    );
  return said.length ? said.join(" ") : undefined;
}

/**
 * Writes everything to one file, whether or not the product is running, and prints a summary.
 * @param file absolute path; must not exist yet
 * @throws Error with one sentence for the operator
 */
export async function backupTo(settings: Told, file: string, root: string): Promise<void> {
  if (!settings.DATABASE_URL && !hasDatabase(settings.DATA_DIR))
    throw new Error(
      `There is nothing to back up: the product has not been started on ${settings.DATA_DIR} yet.`,
    );
  await untilInterrupted(async (signal) => {
    const elsewhere = await storeElsewhere(settings);
    const server = await reachServer(settings, signal);
    try {
      const done = await makeBackup({
        owner: server.owner,
        dataDir: settings.DATA_DIR,
        elsewhere,
        secret: settings.SECRET,
        product: productVersion(root),
        file,
        now: systemClock.now(),
        signal,
      });
      say(`Backed up ${amount(done)} to ${file} (${size(done.bytes)}).`);
      if (done.damaged.length > 0)
        say(`These stored files are damaged on disk and can’t be restored: ${done.damaged.join(", ")}.`);
      if (!done.secret)
        say(
          "SECRET comes from the environment and isn’t in the backup. Save it. A restored system needs the same one.",
        );
    } finally {
      await server.stop();
    }
  });
}

/**
 * Restores a backup into an empty installation and prints a summary. The next start brings the schema up
 * to date.
 * @param file absolute path of the backup
 * @throws Error with one sentence for the operator
 */
export async function restoreFrom(settings: Told, file: string, root: string): Promise<void> {
  const migrationsFolder = path.join(root, "migrations");
  await untilInterrupted(async (signal) => {
    // Before anything is started or changed, so that a damaged backup does no harm.
    await checkBackup({ file, migrationsFolder, dataDir: settings.DATA_DIR, signal });
    const elsewhere = await storeElsewhere(settings);
    const server = await connectServer(settings, tell);
    try {
      const done = await restoreBackup({
        owner: server.owner,
        appRole: server.appRole.name,
        dataDir: settings.DATA_DIR,
        elsewhere,
        secret: settings.SECRET,
        migrationsFolder,
        file,
        settle,
        now: systemClock.now(),
        signal,
      });
      say(`Restored ${amount(done)}.`);
      for (const note of done.notes) say(note);
    } finally {
      await server.stop();
    }
  });
}

/** Opens the store at FILES_URL. @throws Error with one sentence when it can't be used now */
async function storeElsewhere(settings: Told): Promise<OpenStore["store"] | undefined> {
  const { store, elsewhere, check } = openFileStore(settings);
  if (!elsewhere) return undefined;
  if (!(await check()))
    throw new Error(
      "The file store at FILES_URL is not responding. Is it running, and can this machine reach it?",
    );
  return store;
}

/**
 * Connects to the product's database if it is running; otherwise starts it for the duration of the
 * command.
 */
async function reachServer(settings: Told, signal: AbortSignal): Promise<Pick<Server, "owner" | "stop">> {
  if (settings.DATABASE_URL) return await connectServer(settings, tell);
  for (let attempt = 0; ; attempt++) {
    const owner = await findRunning(settings.DATA_DIR);
    if (owner) return { owner, stop: async () => {} };
    try {
      return await connectServer(settings, tell);
    } catch (error) {
      // The product may be starting right now: it owns the folder before its database answers.
      if (attempt >= 6 || signal.aborted) throw error;
      await sleep(500);
    }
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`);
// Progress goes to standard error; standard output is for the result.
const tell = (line: string) => process.stderr.write(`${line}\n`);

const count = (number: number, one: string, many: string) =>
  `${number.toLocaleString("en-US")} ${number === 1 ? one : many}`;
const amount = ({ rows, tables, files }: { rows: number; tables: number; files: number }) =>
  `${count(rows, "row", "rows")} in ${count(tables, "table", "tables")} and ${count(files, "file", "files")}`;
const size = (bytes: number) =>
  bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;

function productVersion(root: string): string {
  return (JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string }).version;
}
