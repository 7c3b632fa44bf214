import fc from "fast-check";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { onEvent } from "#ground/events/public.server.ts";
import { newId } from "#platform/db/ids.ts";
import { SYSTEM_ACCOUNT, withAccount, withSystem } from "#platform/db/scope.server.ts";
import { createTestInstallation, testClock } from "#platform/db/testing/installation.ts";
import type { TestDatabase } from "#platform/db/testing/test-database.ts";
import { messageIdHeader } from "#platform/mail/sender.server.ts";
import { returnedMail } from "#platform/mail/testing/returned.ts";
import { startTaskQueue, type TaskQueue } from "#platform/queue/queue.server.ts";
import { contactStates, leadHistory } from "../data.server.ts";
import { noteBadAddress, noteComplaint, unsubscribeLead } from "../opt-outs.server.ts";
import { acceptInboundMail } from "./inbound-mail.server.ts";
import { noteMailInMailbox, readInboundMail } from "./read-mail.server.ts";
import type { Suppression } from "../tables.server.ts";

const clock = testClock("2026-11-20T17:00:00Z");
const quiet = { debug() {}, info() {}, warn() {}, error() {}, child: () => quiet };
const DANA = "dana@client.test";
const heard: string[] = [];
let test: TestDatabase;
let queue: TaskQueue;

beforeAll(async () => {
  test = await createTestInstallation(clock);
  queue = await startTaskQueue({ tasks: [], work: false, log: quiet });
  for (const type of ["lead.replied", "lead.unsubscribed", "lead.bounced", "lead.complained"] as const)
    onEvent(type, async (_, { leadId }) => void heard.push(`${type} ${leadId}`));
});
afterAll(async () => {
  await queue.stop();
  await test.drop();
});
beforeEach(() => void (heard.length = 0));

/** An account with a lead and a message sent to them. */
async function account(recipient = DANA) {
  const [accountId, lead, message] = [newId(), newId(), newId()];
  await withAccount(accountId, async ({ db, now }) => {
    await db.execute(sql`insert into leads (account_id, id, name, email, created_at)
      values (${accountId}, ${lead}, 'Dana Ruiz', ${DANA}, ${now.toString()})`);
    await sent(db, { accountId, message, recipient, aboutId: lead });
  });
  const suppressed = () =>
    withAccount(accountId, async (ctx) => (await contactStates(ctx, [lead])).get(lead)?.suppressed);
  const replies = () => withAccount(accountId, async (ctx) => (await leadHistory(ctx, lead)).replies);
  return {
    accountId,
    lead,
    messageId: messageIdHeader(accountId, message, "plumbline.test"),
    suppressed,
    replies,
  };
}

function sent(
  db: { execute(query: ReturnType<typeof sql>): Promise<unknown> },
  {
    accountId,
    message,
    recipient,
    aboutId,
  }: { accountId: string; message: string; recipient: string; aboutId: string },
) {
  const now = clock.now().toString();
  return db.execute(sql`insert into mail_messages (account_id, id, kind, state, from_name, from_address, recipient_name, recipient, subject,
      text, headers, attachments, message_id_header, about_id, created_at, attempts, next_attempt_at)
    values (${accountId}, ${message}, 'transactional', 'sent', '', 'mail@plumbline.test', '', ${recipient}, 's', 't', '{}', '[]',
      ${messageIdHeader(accountId, message, "plumbline.test")}, ${aboutId}, ${now}, 1, ${now})`);
}

async function throughWebhook(raw: Buffer): Promise<void> {
  await acceptInboundMail(raw);
  const { rows } = await withSystem((ctx) =>
    ctx.db.execute<{ id: string }>(sql`select id from leads_inbound_mails where read_at is null`),
  );
  for (const { id } of rows) await readInboundMail(id);
}

describe.each([
  ["the webhook", (_: string, raw: Buffer) => throughWebhook(raw)],
  [
    "the business's mailbox",
    (accountId: string, raw: Buffer) => withAccount(accountId, (ctx) => noteMailInMailbox(ctx, raw)),
  ],
])("read from %s", (_, read) => {
  it("suppresses the address and publishes the event for a bounce and a complaint", async () => {
    const one = await account();
    await read(one.accountId, returnedMail("exim-unknown", one));
    expect([await one.suppressed(), heard.splice(0)]).toEqual(["bad_address", [`lead.bounced ${one.lead}`]]);
    await read(one.accountId, returnedMail("yahoo-complaint", one));
    expect([await one.suppressed(), heard.splice(0)]).toEqual([
      "complained",
      [`lead.complained ${one.lead}`],
    ]);
    expect(await one.replies()).toEqual([]);
  });

  it("publishes an opt-out before the reply for a reply that says stop", async () => {
    const one = await account();
    await read(one.accountId, returnedMail("reply-outlook-stop", one));
    expect(heard).toEqual([`lead.unsubscribed ${one.lead}`, `lead.replied ${one.lead}`]);
    expect(await one.suppressed()).toBe("unsubscribed");
    expect((await one.replies())[0]?.body).toContain("UNSUBSCRIBE");
  });

  it("matches the message's recipient only, ignoring case", async () => {
    const [mixed, other] = [await account("Dana@client.test"), await account("elsewhere@client.test")];
    await read(mixed.accountId, returnedMail("mailbox-disabled", mixed));
    expect(heard.splice(0)).toEqual([`lead.bounced ${mixed.lead}`]);
    await read(other.accountId, returnedMail("mailbox-disabled", other));
    expect(heard).toEqual([]);
  });
});

it("rolls back a read that fails halfway, and completes it on retry", async () => {
  const one = await account();
  let failing = true;
  onEvent("lead.bounced", async (ctx) => {
    if (failing && ctx.account.id === one.accountId) throw new Error("planned");
  });
  await expect(throughWebhook(returnedMail("postfix-unknown", one))).rejects.toThrow("planned");
  expect(await one.suppressed()).toBeNull();
  failing = false;
  await throughWebhook(returnedMail("postfix-unknown", one));
  expect(await one.suppressed()).toBe("bad_address");
});

it("ignores a bounce of an email that is not about a lead", async () => {
  const message = newId();
  await withSystem(({ db }) =>
    sent(db, { accountId: SYSTEM_ACCOUNT, message, recipient: DANA, aboutId: newId() }),
  );
  const about = { messageId: messageIdHeader(SYSTEM_ACCOUNT, message, "plumbline.test") };
  for (const name of ["postfix-unknown", "yahoo-complaint", "reply-apple-stop", "reply-stop-by"])
    await throughWebhook(returnedMail(name, about));
  expect(heard).toEqual([]);
});

it("stores the strongest suppression reason in any order", async () => {
  const strength: readonly Suppression[] = ["bad_address", "unsubscribed", "complained"];
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...strength), { minLength: 1, maxLength: 5 }),
      async (reasons) => {
        const one = await account();
        for (const reason of reasons)
          await withAccount(one.accountId, async (ctx) => {
            if (reason === "unsubscribed") await unsubscribeLead(ctx, one.lead);
            else if (reason === "complained") await noteComplaint(ctx, one.lead);
            else await noteBadAddress(ctx, one.lead, DANA);
          });
        expect(await one.suppressed()).toBe(strength.findLast((reason) => reasons.includes(reason)));
      },
    ),
    { numRuns: 25 },
  );
});
