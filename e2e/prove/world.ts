import type pg from "pg";
import type { Accepted } from "../harness/smtp-sink.ts";
import { type AcceptedText, textId } from "../harness/text-sink.ts";
import type { WitnessEvent } from "../harness/witness.ts";
import type { ProofStep } from "./business.ts";
import type { Person } from "./captures.ts";
import type { OptOut } from "./opt-outs.ts";

/** One kill as it happened. */
export interface Kill {
  /** From the last answer until everything was dead; freezing first takes a moment. */
  readonly from: number;
  readonly to: number;
  readonly kind: string;
  readonly senders: number;
}

/** The product's final data. Times in milliseconds. */
export interface Stored {
  readonly at: number;
  readonly leads: readonly { id: string; email: string; at: number }[];
  readonly touches: readonly { id: string; lead: string }[];
  readonly consents: readonly { id: string; lead: string; channel: string }[];
  readonly enrolments: readonly { id: string; lead: string }[];
  readonly steps: readonly StoredStep[];
  readonly messages: readonly StoredMessage[];
  /** Addresses that opted out of email, and numbers that opted out of texts. */
  readonly optedOut: readonly string[];
  readonly moves: readonly Move[];
}

/** A row of the ledger. */
export interface StoredStep {
  readonly enrolment: string;
  readonly step: number;
  readonly state: string;
  readonly due: number;
  readonly decided: number | null;
  readonly message: string | null;
  readonly reason: string | null;
}

export interface StoredMessage {
  readonly by: "mail" | "text";
  readonly id: string;
  readonly state: string;
  /** The witness's id of it. */
  readonly messageId: string;
  readonly recipient: string;
  /** Twilio's id of a text, which the product only learns from the answer. */
  readonly sid: string | null;
  readonly reason: string | null;
  readonly failure: string | null;
}

/** A change of a message's state, recorded by the database. */
export interface Move {
  readonly message: string;
  readonly was: string | null;
  readonly now: string;
  readonly freed: boolean;
  readonly at: number;
}

/** What a witness accepted: an email at the mail server, or a text at Twilio's stand-in. */
export interface Took {
  readonly by: "mail" | "text";
  readonly messageId: string;
  readonly to: string;
  /** Identifies the step, by its text. */
  readonly says: string;
  readonly at: string;
  readonly sid: string | null;
}

/** An email as its server accepted it. */
export function tookMail({ messageId, to, subject, at }: Accepted): Took {
  return { by: "mail", messageId, to: to.join(), says: subject, at, sid: null };
}

/** A text as the stand-in accepted it. */
export function tookText(steps: readonly ProofStep[], { to, body, at, sid }: AcceptedText): Took {
  const step = steps.find(({ by, says }) => by === "text" && body.includes(says));
  return { by: "text", messageId: textId(to, body), to, says: step?.says ?? body, at, sid };
}

/** Everything to judge: what people were told, what the database has, what the witnesses accepted. */
export interface World {
  readonly steps: readonly ProofStep[];
  readonly people: readonly Person[];
  readonly optOuts: readonly OptOut[];
  readonly surprises: readonly { readonly who: string; readonly what: string }[];
  readonly stored: Stored;
  readonly took: readonly Took[];
  readonly events: readonly WitnessEvent[];
  readonly kills: readonly Kill[];
  /** The most messages that one sender can have on the wire. */
  readonly concurrency: Readonly<Record<ProofStep["by"], number>>;
}

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

/** Reads the product's stored data as the database's owner, in one snapshot. */
export async function readStored(client: pg.Client): Promise<Stored> {
  const rows = async <Row>(text: string) => (await client.query(text)).rows as Row[];
  await client.query("begin isolation level repeatable read read only");
  try {
    return {
      at: Date.now(),
      leads: await rows(`select id, email, ${ms("created_at")} as at from leads`),
      touches: await rows("select id, lead_id as lead from leads_touches"),
      consents: await rows("select id, lead_id as lead, channel from leads_consents"),
      enrolments: await rows("select id, lead_id as lead from sequences_enrolments"),
      steps: await rows(
        `select enrolment_id as enrolment, step, state, ${ms("due_at")} as due, ${ms("decided_at")} as decided, message_id as message, reason
           from sequences_steps order by enrolment_id, step`,
      ),
      messages: [
        ...(await rows<StoredMessage>(
          `select 'mail' as by, id, state, message_id_header as "messageId", recipient, null as sid, reason, failure
             from mail_messages where kind = 'followup'`,
        )),
        ...(
          await rows<Omit<StoredMessage, "messageId"> & { body: string }>(
            "select 'text' as by, id, state, recipient, body, sid, reason, failure from sms_messages",
          )
        ).map(({ body, ...text }) => ({ ...text, messageId: textId(text.recipient, body) })),
      ],
      optedOut: (
        await rows<{ who: string }>(
          "select email as who from leads where unsubscribed_at is not null union all select phone from leads where texts_stopped_at is not null",
        )
      ).map(({ who }) => who),
      moves: await rows(`select message, was, now, freed, ${ms("at")} as at from proof_moves order by n`),
    };
  } finally {
    await client.query("rollback");
  }
}

/** Work left before the end can be judged: captures to process, due steps, and messages in progress. */
export async function countUnsettled(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select (select count(*) from leads_captures)::int
          + (select count(*) from sequences_steps where state = 'waiting' and due_at < now() + interval '1 hour')::int
          + (select count(*) from mail_messages where state in ('queued', 'claimed', 'committing'))::int
          + (select count(*) from sms_messages where state in ('queued', 'claimed', 'committing'))::int as count`,
  );
  return rows[0]!.count;
}

/** Skips the waits between retries, which are minutes after many kills. */
export async function hurryRetries(client: pg.Client): Promise<void> {
  for (const table of ["mail_messages", "sms_messages"])
    await client.query(
      `update ${table} set next_attempt_at = now() where state = 'queued' and next_attempt_at > now()`,
    );
}
