import { fork } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { createTransport } from "nodemailer";
import type { Database } from "../../db/database.server.ts";
import { newId } from "../../db/ids.ts";
import { inTransaction } from "../../db/scope.server.ts";
import { systemClock } from "../../time/clock.ts";
import { layOutMail } from "../layout.ts";
import { createMailer } from "../mailer.server.ts";
import { queueMails } from "../queue.server.ts";
import { quietLog } from "./mailer.ts";
import { POSTAL_ADDRESS, SENDER, UNSUBSCRIBE_URL } from "./message.ts";

export interface ThroughputOptions {
  /** Messages per round; rounds of both kinds take turns, so that what else the machine does hits both. */
  readonly messages: number;
  readonly rounds: number;
  /** Over how many accounts the messages are spread. */
  readonly accounts: number;
  readonly encrypted: boolean;
  readonly signed: boolean;
}

/** Messages per second, one figure per round. */
export interface Throughput {
  readonly ours: number[];
  /** nodemailer's own pool as it comes, to the same mail server, keeping no record of anything. */
  readonly bare: number[];
}

/** Sends the same mail with everything this folder does for safety, and with nodemailer's pool alone. */
export async function measureThroughput(database: Database, options: ThroughputOptions): Promise<Throughput> {
  const sink = fork(path.join(import.meta.dirname, "sink-process.ts"), [options.encrypted ? "tls" : "plain"]);
  const [url] = (await once(sink, "message")) as [string];
  const privateKey = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const result: Throughput = { ours: [], bare: [] };
  try {
    // The first round of each warms up.
    for (let round = 0; round <= options.rounds; round++) {
      const bare = await sendBare(url, privateKey, options);
      const ours = await sendOurs(database, url, privateKey, options);
      if (round === 0) continue;
      result.bare.push(bare);
      result.ours.push(ours);
    }
  } finally {
    sink.disconnect();
  }
  return result;
}

async function sendBare(url: string, privateKey: string, { messages, signed }: ThroughputOptions): Promise<number> {
  const dkim = { domainName: SENDER.host, keySelector: "mail2026", privateKey };
  const transport = createTransport({ url, pool: true, ...(signed ? { dkim } : {}) });
  const headers = { "List-Unsubscribe": `<${UNSUBSCRIBE_URL}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" };
  const started = performance.now();
  let next = 0;
  const sendSome = async () => {
    for (let at = next++; at < messages; at = next++)
      await transport.sendMail({ from: SENDER.mailbox, to: `dana${at}@example.org`, subject: "Your deck", ...words(at), headers });
  };
  await Promise.all(Array.from({ length: 10 }, sendSome));
  transport.close();
  return messages / ((performance.now() - started) / 1000);
}

async function sendOurs(database: Database, url: string, privateKey: string, options: ThroughputOptions): Promise<number> {
  const { messages, accounts, signed } = options;
  const now = systemClock.now();
  for (let account = 0; account < accounts; account++) {
    const accountId = newId();
    const mails = Array.from({ length: Math.ceil(messages / accounts) }, (_, at) => ({
      accountId,
      kind: "followup" as const,
      to: { address: `dana${at}@example.org` },
      subject: "Your deck",
      ...words(at),
      aboutId: newId(),
      unsubscribeUrl: UNSUBSCRIBE_URL,
      postalAddress: POSTAL_ADDRESS,
    }));
    await inTransaction(database.app, { accountId }, (db) => queueMails(db, mails, { now, sender: SENDER }));
  }
  const mailer = createMailer({
    database,
    settings: { SMTP_URL: url, DATA_DIR: "/nonexistent", DKIM_KEY: signed ? privateKey : undefined, DKIM_SELECTOR: "mail2026" },
    sender: SENDER,
    files: { get: () => Promise.reject(new Error("no files here")) },
    log: quietLog,
  });
  const started = performance.now();
  await mailer.sendDue();
  const seconds = (performance.now() - started) / 1000;
  await mailer.stop();
  return (Math.ceil(messages / accounts) * accounts) / seconds;
}

function words(at: number): { text: string; html: string } {
  return layOutMail({
    paragraphs: [
      `Hi Dana ${at},`,
      "You asked about a price for the deck on Elm Street. I can come by Thursday at 10 or Friday at 2; measuring takes twenty minutes.",
    ],
    action: { label: "Pick a time", url: "https://plumbline.example/s/abc" },
    closing: ["If neither works, just answer this mail."],
    signature: ["Sam O’Neill", "Ridge & Beam"],
    footer: { postalAddress: POSTAL_ADDRESS, unsubscribe: { label: "Unsubscribe", url: UNSUBSCRIBE_URL } },
  });
}
