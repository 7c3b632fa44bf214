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

/** A clock that stays at `at`, an ISO instant. */
export function testClock(at: string): TestClock {
  let current = Temporal.Instant.from(at);
  return {
    now: () => current,
    set: (moment) => void (current = Temporal.Instant.from(moment)),
    advance: (by) => void (current = current.add(by)),
  };
}

/**
 * An installation for a test file: its own database, file folder and secret. Sets up this process to use
 * them.
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
    // A mailbox is set, so that follow-ups don't wait for the heads-up to their owner; heads-up.test.ts
    // removes it.
    setup: { dataDir: "", mailServer: null, mailbox: "imap.plumbline.test", mailboxTakes: () => true },
  });
  return test;
}
