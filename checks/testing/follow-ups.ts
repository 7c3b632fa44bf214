import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { subscribe } from "#app/subscriptions.ts";
import { sendDueSteps } from "#trade/sequences/sending/send-due.server.ts";
import { newId } from "#platform/db/ids.ts";
import { type Person, withSystem } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { deliver } from "#platform/mail/testing/deliver.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { openBusiness } from "./business.ts";

export const OPERATOR: Person = { id: newId(), email: "boss@operator.test", emailVerified: true };

/** A business with follow-up, whose owner can be emailed. */
export async function business(options: Parameters<typeof openBusiness>[0] = {}) {
  const { account, owner, page, captured, ledger, messages } = await openBusiness(options);
  return {
    account,
    ownerId: owner.id,
    email: owner.email,
    pageId: page.id,
    come: captured,
    ledger,
    /** Sends what is due now, and delivers it. */
    send: async () => {
      await sendDueSteps(account);
      await deliver(account);
    },
    followUps: async () => (await messages()).filter(({ state }) => state !== "suppressed").length,
    /** The daily emails that its owner got. */
    told: () =>
      withSystem(
        async (ctx) =>
          (
            await ctx.db.execute<{ id: string; subject: string; text: string; html: string }>(
              sql`select * from mail_messages where recipient = ${owner.email} order by id`,
            )
          ).rows,
      ),
  };
}

export type Business = Awaited<ReturnType<typeof business>>;

/** 10:00 in Denver. */
export const FRIDAY = "2026-11-20T17:00:00Z";
const quiet = { debug() {}, info() {}, warn() {}, error() {}, child: () => quiet };

/**
 * Registers an installation for the tests of a file, with a queue that does nothing by itself. Each test
 * begins on FRIDAY.
 * @param opened gets a business of its own before each test
 * @returns the installation's clock
 */
export function withBusiness(opened: (business: Business) => void) {
  const clock = testClock(FRIDAY);
  let test: TestDatabase;
  let queue: TaskQueue;
  beforeAll(async () => {
    test = await createTestInstallation(clock);
    queue = await startTaskQueue({ tasks: [], work: false, log: quiet });
    subscribe();
  });
  afterAll(async () => {
    await queue?.stop();
    await test?.drop();
  });
  beforeEach(async () => {
    clock.set(FRIDAY);
    opened(await business());
  });
  return clock;
}

/** A lead whose gift was sent on Friday and whose follow-up is due on Monday at 9:00. */
export async function waiting(shop: Business, email = "dana@client.test", name?: string): Promise<string> {
  const lead = await shop.come(email, name);
  await shop.send();
  return lead;
}

/** The ledger's state of each step. */
export const states = async (shop: Business, lead: string) =>
  (await shop.ledger(lead)).map(({ state, reason }) => (reason ? `${state} ${reason}` : state));
