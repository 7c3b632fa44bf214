import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { useInstallation } from "../../config/installation.server.ts";
import { useSecret } from "../../config/signing.server.ts";
import { createDiskStore } from "../../files/disk.server.ts";
import type { Clock } from "../../time/clock.ts";
import { useDatabase } from "../scope.server.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

/** A clock that a test sets. */
export interface TestClock extends Clock {
  set(at: string): void;
  advance(by: Temporal.DurationLike): void;
}

/** A clock standing at `at`, an ISO instant. */
export function testClock(at: string): TestClock {
  let current = Temporal.Instant.from(at);
  return {
    now: () => current,
    set: (moment) => void (current = Temporal.Instant.from(moment)),
    advance: (by) => void (current = current.add(by)),
  };
}

/**
 * A whole installation for a test file: a database of its own, files in a folder of its own, a secret, and
 * this process set to use them.
 */
export async function createTestInstallation(clock?: Clock): Promise<TestDatabase> {
  const test = await createTestDatabase();
  useDatabase(test.database, clock);
  useSecret("a secret for tests that is long enough");
  useInstallation({
    publicUrl: "http://localhost:3000",
    brand: "Plumbline",
    files: createDiskStore(mkdtempSync(path.join(tmpdir(), "plumbline-files-"))),
    sender: { mailbox: { name: "Plumbline", address: "mail@plumbline.test" }, host: "plumbline.test" },
    operatorEmails: [],
    // Replies are heard, so that no follow-up waits for its owner to be told of it first: heads-up.test.ts
    // takes the mailbox away.
    setup: { dataDir: "", mailServer: null, mailbox: "imap.plumbline.test", mailboxTakes: () => true },
  });
  return test;
}
