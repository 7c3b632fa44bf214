import { afterAll, beforeAll, beforeEach } from "vitest";
import { ensureSealingKey } from "#ground/evidence/seal/keys.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { createLog } from "#platform/log/log.server.ts";
import { closeRenderers } from "#platform/pdf/render.server.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { defineNotificationKinds } from "#app/notification-kinds.ts";
import { defineKinds } from "#app/record-kinds.ts";
import { defineReportLines } from "#app/report-lines.ts";
import { subscribe } from "#app/subscriptions.ts";
import { tasks } from "#app/worker.ts";
import { FRIDAY } from "./sequences.ts";

/**
 * Registers an installation with all tools for the tests of a file, each of which begins on FRIDAY.
 * @returns its clock
 */
export function withTools() {
  const clock = testClock(FRIDAY);
  let test: TestDatabase;
  let queue: TaskQueue;
  beforeAll(async () => {
    test = await createTestInstallation(clock);
    queue = await startTaskQueue({ tasks, work: false, log: createLog("error") });
    subscribe();
    defineNotificationKinds();
    defineKinds();
    defineReportLines();
    await ensureSealingKey();
  });
  afterAll(async () => {
    await closeRenderers();
    await queue?.stop();
    await test?.drop();
  });
  beforeEach(() => clock.set(FRIDAY));
  return clock;
}
