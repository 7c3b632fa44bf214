import type pg from "pg";
import type { Accepted, SinkEvent } from "../harness/smtp-sink.ts";
import type { Person } from "./captures.ts";
import type { OptOut } from "./opt-outs.ts";

/** One kill as it happened. */
export interface Kill {
  /** From when on nobody answered to when all was dead; what is frozen first takes a moment. */
  readonly from: number;
  readonly to: number;
  readonly kind: string;
  /** Senders that died of it. */
  readonly senders: number;
}

/** What the product's database says in the end. Times in milliseconds. */
export interface Stored {
  readonly at: number;
  readonly leads: readonly { id: string; email: string; at: number }[];
  readonly touches: readonly { id: string; lead: string }[];
  readonly consents: readonly { id: string; lead: string }[];
  readonly enrolments: readonly { id: string; lead: string }[];
  readonly steps: readonly StoredStep[];
  readonly messages: readonly StoredMessage[];
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
  readonly id: string;
  readonly state: string;
  readonly messageId: string;
  readonly recipient: string;
  readonly subject: string;
  readonly reason: string | null;
  readonly failure: string | null;
}

/** A change of a message's state, as the database noted it. */
export interface Move {
  readonly message: string;
  readonly was: string | null;
  readonly now: string;
  readonly freed: boolean;
  readonly at: number;
}

/** Everything there is to judge by: what people were told, what the database says, what the mail server took. */
export interface World {
  readonly people: readonly Person[];
  readonly optOuts: readonly OptOut[];
  readonly surprises: readonly { readonly email: string; readonly what: string }[];
  readonly stored: Stored;
  readonly accepted: readonly Accepted[];
  readonly events: readonly SinkEvent[];
  readonly kills: readonly Kill[];
  /** Messages that one sender can have on the wire at once. */
  readonly concurrency: number;
}

const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

/** Reads what the product has stored, as the database's owner and in one snapshot. */
export async function readStored(client: pg.Client): Promise<Stored> {
  const rows = async <Row>(text: string) => (await client.query(text)).rows as Row[];
  await client.query("begin isolation level repeatable read read only");
  try {
    return {
      at: Date.now(),
      leads: await rows(`select id, email, ${ms("created_at")} as at from leads`),
      touches: await rows("select id, lead_id as lead from leads_touches"),
      consents: await rows("select id, lead_id as lead from leads_consents"),
      enrolments: await rows("select id, lead_id as lead from sequences_enrolments"),
      steps: await rows(
        `select enrolment_id as enrolment, step, state, ${ms("due_at")} as due, ${ms("decided_at")} as decided, message_id as message, reason
           from sequences_steps order by enrolment_id, step`,
      ),
      messages: await rows(
        `select id, state, message_id_header as "messageId", recipient, subject, reason, failure from mail_messages where kind = 'followup'`,
      ),
      optedOut: (await rows<{ email: string }>("select email from leads where unsubscribed_at is not null")).map(({ email }) => email),
      moves: await rows(`select message, was, now, freed, ${ms("at")} as at from proof_moves order by n`),
    };
  } finally {
    await client.query("rollback");
  }
}

/** What still has to happen before the end can be judged: captures to be kept, steps that are due and messages on their way. */
export async function countUnsettled(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    `select (select count(*) from leads_captures)::int
          + (select count(*) from sequences_steps where state = 'waiting' and due_at < now() + interval '1 hour')::int
          + (select count(*) from mail_messages where state in ('queued', 'claimed', 'committing'))::int as count`,
  );
  return rows[0]!.count;
}

/** Spares the run the waits between tries, which are minutes after many kills. */
export async function hurryRetries(client: pg.Client): Promise<void> {
  await client.query("update mail_messages set next_attempt_at = now() where state = 'queued' and next_attempt_at > now()");
}
