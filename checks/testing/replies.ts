import { sql } from "drizzle-orm";
import { defineNotificationKinds } from "#app/notification-kinds.ts";
import { subscribe } from "#app/subscriptions.ts";
import { acceptInboundMail } from "#trade/leads/mail/inbound-mail.server.ts";
import { readInboundMail } from "#trade/leads/mail/read-mail.server.ts";
import { installation, useInstallation } from "#platform/config/installation.server.ts";
import { newId } from "#platform/db/ids.ts";
import { SYSTEM_ACCOUNT, withAccount, withSystem } from "#platform/db/scope.server.ts";
import { createTestInstallation, type TestClock } from "#platform/db/testing/installation.ts";
import { createLog } from "#platform/log/log.server.ts";
import type { Attachment } from "#platform/mail/message.ts";
import { startTaskQueue } from "#platform/queue/queue.server.ts";

/**
 * An installation with a domain for replies.
 * @returns what ends it
 */
export async function openReplies(clock: TestClock): Promise<() => Promise<void>> {
  const test = await createTestInstallation(clock);
  useInstallation({
    ...installation(),
    replies: { domain: "reply.test", local: null },
    setup: { dataDir: "", mailServer: "mail.test", mailbox: null },
  });
  const queue = await startTaskQueue({ tasks: [], work: false, log: createLog("error") });
  subscribe();
  defineNotificationKinds();
  return async () => {
    await queue.stop();
    await test.drop();
  };
}

export interface SentMail extends Record<string, unknown> {
  readonly id: string;
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string | null;
  readonly from_name: string;
  readonly from_address: string;
  readonly reply_to: string | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly Attachment[];
  readonly message_id_header: string;
  readonly state: string;
}

/** An email in wire form. */
export function rawMail(
  headers: Readonly<Record<string, string | undefined>>,
  body: string,
  type = "text/plain; charset=utf-8",
): string {
  const all: Readonly<Record<string, string | undefined>> = {
    "Message-ID": `<${newId()}@mail.example>`,
    Date: "Fri, 20 Nov 2026 17:00:00 +0000",
    "MIME-Version": "1.0",
    "Content-Type": type,
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${value}`],
  );
  return `${lines.join("\r\n")}\r\n\r\n${body.replace(/\r?\n/g, "\r\n")}`;
}

/** A message with attachments, as a `multipart/mixed`. */
export function rawWithFiles(
  headers: Readonly<Record<string, string>>,
  body: string,
  files: readonly { name: string; type: string; content: Buffer }[],
): string {
  const parts = files.map(
    ({ name, type, content }) =>
      `--edge\r\nContent-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content.toString("base64").replace(/.{76}/g, "$&\r\n")}\r\n`,
  );
  return rawMail(
    headers,
    `--edge\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}\r\n${parts.join("")}--edge--\r\n`,
    'multipart/mixed; boundary="edge"',
  );
}

/** Delivers email as the webhook does, and reads it as the worker does. */
export async function receive(...raws: readonly string[]): Promise<void> {
  for (const raw of raws) await acceptInboundMail(Buffer.from(raw));
  const { rows } = await withSystem((ctx) =>
    ctx.db.execute<{ id: string }>(
      sql`select id from leads_inbound_mails where read_at is null order by received_at, id`,
    ),
  );
  for (const { id } of rows) await readInboundMail(id);
}

/** Emails that the installation sent to an address, oldest first: forwards and refusals. */
export const toOwner = (address: string): Promise<SentMail[]> =>
  withSystem(
    async (ctx) =>
      (
        await ctx.db.execute<SentMail>(
          sql`select * from mail_messages where account_id = ${SYSTEM_ACCOUNT} and recipient = ${address} order by created_at, id`,
        )
      ).rows,
  );

/** Emails of a business about a lead, oldest first. */
export const toLead = (account: string, leadId: string): Promise<SentMail[]> =>
  withAccount(
    account,
    async (ctx) =>
      (
        await ctx.db.execute<SentMail>(
          sql`select * from mail_messages where about_id = ${leadId} order by created_at, id`,
        )
      ).rows,
  );
