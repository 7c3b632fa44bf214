import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pg from "pg";
import type { Db } from "../../db/database.server.ts";
import { newId } from "../../db/ids.ts";
import { inTransaction } from "../../db/scope.server.ts";
import type { TestDatabase } from "../../db/testing/test-database.ts";
import { testClock } from "../../db/testing/installation.ts";
import { quietLog } from "../../mail/testing/mailer.ts";
import { outside, useOutside } from "../../outside/outside.server.ts";
import { queueTexts } from "../queue.server.ts";
import { smsMessages } from "../tables.server.ts";
import type { NewText, TextOutcome } from "../text.ts";
import { createTexter } from "../sending/texter.server.ts";
import type { TextAccounts, Texter, TexterOptions } from "../sending/texter.ts";
import { type StandIn, type StandInOptions, startTwilio, TWILIO } from "./twilio.ts";

type Row = typeof smsMessages.$inferSelect;

/** Sets up a test that sends texts and inspects the results. */
export class TextBench {
  readonly test: TestDatabase;
  readonly clock = testClock("2026-11-20T17:00:00.250Z");
  readonly outcomes: TextOutcome[] = [];
  readonly troubles: (string | null)[] = [];
  readonly dataDir = mkdtempSync(path.join(tmpdir(), "plumbline-texts-"));
  readonly #texters: Texter[] = [];
  readonly #standIns: StandIn[] = [];
  readonly #strict = outside();

  constructor(test: TestDatabase) {
    this.test = test;
  }

  /** A Twilio stand-in that this process uses from now on. */
  async twilio(options?: StandInOptions): Promise<StandIn> {
    const started = await startTwilio(options);
    this.#standIns.push(started);
    this.reach(started.url);
    return started;
  }

  reach(twilioUrl: string): void {
    useOutside({ ...this.#strict, twilioUrl });
  }

  texter(
    options: Partial<TexterOptions> = {},
    found: Awaited<ReturnType<TextAccounts["find"]>> = TWILIO,
  ): Texter {
    const texter = createTexter({
      database: this.test.database,
      settings: { DATA_DIR: this.dataDir },
      accounts: {
        find: () => Promise.resolve(found),
        recordOutcome: async (_id, _account, trouble) => void this.troubles.push(trouble),
      },
      clock: this.clock,
      log: quietLog,
      random: () => 0.5,
      onOutcome: (outcome) => void this.outcomes.push(outcome),
      ...options,
    });
    this.#texters.push(texter);
    return texter;
  }

  inAccount<T>(accountId: string, work: (db: Db) => Promise<T>): Promise<T> {
    return inTransaction(this.test.database.app, { accountId }, work);
  }

  async queue(accountId: string, count = 1, change: Partial<NewText> = {}): Promise<NewText[]> {
    const texts = Array.from({ length: count }, () => newText(accountId, change));
    await this.inAccount(accountId, (db) => queueTexts(db, texts, { now: this.clock.now() }));
    return texts;
  }

  rows(accountId: string): Promise<Row[]> {
    return this.inAccount(accountId, (db) => db.select().from(smsMessages).orderBy(smsMessages.id));
  }

  async row(accountId: string): Promise<Row> {
    return (await this.rows(accountId))[0]!;
  }

  async states(accountId: string): Promise<Record<string, number>> {
    return Object.fromEntries(
      Map.groupBy(await this.rows(accountId), ({ state }) => state)
        .entries()
        .map(([state, rows]) => [state, rows.length]),
    );
  }

  async cutSessions(): Promise<void> {
    await this.asOwner(
      `select pg_terminate_backend(pid) from pg_locks
        where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())`,
    );
  }

  /** Stops the test's texters and deletes all texts and files. */
  async clear(): Promise<void> {
    await Promise.all(this.#texters.splice(0).map((texter) => texter.stop(0)));
    await Promise.all(this.#standIns.splice(0).map((one) => one.close()));
    useOutside(this.#strict);
    await this.asOwner("truncate sms_messages");
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async asOwner(statement: string): Promise<void> {
    const owner = new pg.Client(this.test.owner);
    await owner.connect();
    try {
      await owner.query(statement);
    } finally {
      await owner.end();
    }
  }
}

export function newText(accountId: string, change: Partial<NewText> = {}): NewText {
  return {
    id: newId(),
    accountId,
    to: "+13035550100",
    body: "Hi Dana, did the guide help?",
    aboutId: newId(),
    ...change,
  };
}
