import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { Db } from "../../db/database.server.ts";
import { newId } from "../../db/ids.ts";
import { inTransaction } from "../../db/scope.server.ts";
import { createDiskStore } from "../../files/disk.server.ts";
import type { Log } from "../../log/log.server.ts";
import type { Mailer, MailerOptions } from "../sending/mailer.ts";
import { createMailer } from "../sending/mailer.server.ts";
import type { MailMessage, MailOutcome, NewMail } from "../message.ts";
import { queueMails } from "../queue.server.ts";
import { mailMessages } from "../tables.server.ts";
import type { TestDatabase } from "../../db/testing/test-database.ts";
import { newMail, SENDER } from "./message.ts";
import { type RawScript, type RawServer, startRawServer } from "./raw-server.ts";
import { type Sink, type SinkOptions, startSink } from "./sink.ts";

/** A clock that moves only when set. */
export interface HandClock {
  now(): Temporal.Instant;
  move(by: Temporal.DurationLike): void;
}

function handClock(at = "2026-11-20T09:47:13.250Z"): HandClock {
  let time = Temporal.Instant.from(at);
  return { now: () => time, move: (by) => (time = time.add(by)) };
}

export const quietLog: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => quietLog };

/** Sets up a test that sends mail and inspects the results. */
export class MailBench {
  readonly test: TestDatabase;
  readonly clock = handClock();
  readonly outcomes: MailOutcome[] = [];
  readonly dataDir = mkdtempSync(path.join(tmpdir(), "plumbline-mail-"));
  readonly #mailers: Mailer[] = [];
  readonly #servers: (Sink | RawServer)[] = [];

  constructor(test: TestDatabase) {
    this.test = test;
  }

  mailer(smtpUrl: string | undefined, options: Partial<MailerOptions> = {}): Mailer {
    const mailer = createMailer({
      database: this.test.database,
      settings: { SMTP_URL: smtpUrl, DATA_DIR: this.dataDir, DKIM_KEY: undefined, DKIM_SELECTOR: undefined },
      sender: SENDER,
      files: createDiskStore(path.join(this.dataDir, "files")),
      clock: this.clock,
      log: quietLog,
      random: () => 0.5,
      onOutcome: (outcome) => void this.outcomes.push(outcome),
      ...options,
    });
    this.#mailers.push(mailer);
    return mailer;
  }

  /** A mail server that accepts mail; closed with the test. */
  async sink(options?: SinkOptions): Promise<Sink> {
    const sink = await startSink(options);
    this.#servers.push(sink);
    return sink;
  }

  /** A mail server that follows a script; closed with the test. */
  async rawServer(script: RawScript | ((connection: number) => RawScript)): Promise<RawServer> {
    const server = await startRawServer(script);
    this.#servers.push(server);
    return server;
  }

  inAccount<T>(accountId: string, work: (db: Db) => Promise<T>): Promise<T> {
    return inTransaction(this.test.database.app, { accountId }, work);
  }

  queue(accountId: string, count = 1, change: Partial<NewMail> = {}): Promise<MailMessage[]> {
    const messages = Array.from({ length: count }, () => newMail(accountId, change));
    return this.inAccount(accountId, (db) =>
      queueMails(db, messages, { now: this.clock.now(), sender: SENDER }),
    );
  }

  rows(accountId: string): Promise<(typeof mailMessages.$inferSelect)[]> {
    return this.inAccount(accountId, (db) => db.select().from(mailMessages).orderBy(mailMessages.id));
  }

  async row(accountId: string): Promise<typeof mailMessages.$inferSelect> {
    return (await this.rows(accountId))[0]!;
  }

  async states(accountId: string): Promise<Record<string, number>> {
    return Object.fromEntries(
      Map.groupBy(await this.rows(accountId), ({ state }) => state)
        .entries()
        .map(([state, rows]) => [state, rows.length]),
    );
  }

  async asOwner<T>(work: (owner: pg.Client) => Promise<T>): Promise<T> {
    const owner = new pg.Client(this.test.owner);
    await owner.connect();
    try {
      return await work(owner);
    } finally {
      await owner.end();
    }
  }

  async cutSessions(): Promise<void> {
    await this.asOwner((owner) =>
      owner.query(
        `select pg_terminate_backend(pid) from pg_locks
          where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`,
      ),
    );
  }

  /** Stops the test's mailers and servers and deletes all messages and files. */
  async clear(): Promise<void> {
    await Promise.all(this.#mailers.splice(0).map((mailer) => mailer.stop(0)));
    await this.asOwner((owner) => owner.query("truncate mail_messages"));
    rmSync(this.dataDir, { recursive: true, force: true });
    await Promise.all(this.#servers.splice(0).map((server) => server.close()));
  }
}

export const anAccount = (): string => newId();
