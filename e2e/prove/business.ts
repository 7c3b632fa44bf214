import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";

/**
 * A step of the proof's sequence. Each has its own text, so that the witnesses' logs identify steps without
 * asking the product.
 */
export interface ProofStep {
  readonly by: "mail" | "text";
  /** An email's subject, or words that only this text contains. */
  readonly says: string;
}

/** What a proof knows about the business. */
export interface Business {
  readonly accountId: string;
  readonly slug: string;
  readonly steps: readonly ProofStep[];
  /** Its clients' area code. */
  readonly area: string;
}

/** The first is the gift; those after the first note are spread out (see `watch`). */
export const STEPS: readonly ProofStep[] = [
  { by: "mail", says: "Your guide is here" },
  { by: "text", says: "Did the guide help?" },
  { by: "mail", says: "A first note" },
  { by: "text", says: "Shall we look at the roof?" },
  { by: "mail", says: "A later note" },
];
export const [GIFT, , NOTE] = STEPS as [ProofStep, ProofStep, ProofStep];

/** The business's own address. Emails to it are about its leads and aren't steps. */
const OWNER = "owner@proof.example";
/** Whether an address is of the proof's businesses, not of a client. */
export const isOwn = (address: string): boolean => address.endsWith("@proof.example");

/**
 * Larger than the part that the sender withholds until a message may leave, so that kills also find messages
 * half sent.
 */
const GIFT_BYTES = 80_000;

/**
 * Opens a connection as the database's owner. If the database is killed, the error only shows at the next
 * query.
 */
export async function connectAs(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...connection });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/** Texts must stay legal for at least this long, so that a run doesn't end at night. */
const ENOUGH_DAY_MINUTES = 40;
/**
 * Ordered from where the day begins: except for about an hour and a half, it is daytime in one of them. Only
 * federal law applies there, without closed days.
 */
const PLACES = [
  { zone: "America/Puerto_Rico", town: "San Juan, PR 00901", area: "787" },
  { zone: "America/Denver", town: "Denver, CO 80202", area: "303" },
  { zone: "Pacific/Honolulu", town: "Honolulu, HI 96813", area: "808" },
  { zone: "Pacific/Guam", town: "Hagåtña, GU 96910", area: "671" },
] as const;

/**
 * A place with daytime (8 to 21 local time), so that a proof of texts runs at any hour. Undefined for an hour
 * and a half around 11:30 UTC.
 */
function placeByDay(minutes: number): (typeof PLACES)[number] | undefined {
  const now = Temporal.Now.instant();
  return PLACES.find(({ zone }) => {
    const [here, later] = [now, now.add({ minutes })].map((at) => at.toZonedDateTimeISO(zone));
    return here!.hour >= 8 && later!.hour < 21 && later!.hour >= 8;
  });
}

/**
 * Sets up a business that may send emails and texts: verified owner, name, postal address, a page with an
 * offer whose form asks for a phone number, and a sequence with the gift right away and texts and notes after
 * it. After the first note, two thirds of the steps are due within seconds and the others in two days: a
 * trigger of the proof sets their due times in the enrolling transaction. This puts later follow-ups under
 * fire too, while the others show that nothing leaves early. (Steps planned days after the previous note
 * would keep that distance regardless of their due time.) At hours when no one in America may be texted, the
 * sequence has no texts.
 * @param minutes how long texts must be allowed
 */
export async function setUpBusiness(
  connection: pg.ClientConfig,
  dataDir: string,
  minutes = ENOUGH_DAY_MINUTES,
): Promise<Business> {
  const place = placeByDay(minutes);
  const { zone, town, area } = place ?? PLACES[0];
  const planned = STEPS.filter(({ by }) => place || by === "mail");
  const [accountId, userId, pageId] = [randomUUID(), randomUUID(), randomUUID()];
  const slug = "kill-proof-roofing";
  const offer = {
    kind: "magnet",
    magnetId: randomUUID(),
    title: "What a sound roof costs",
    promise: "Five pages, no jargon.",
    file: await storeGift(dataDir, accountId),
    fileName: "What a sound roof costs.pdf",
  };
  const body = "Hi {{first_name}},\n\nas promised.\n\n{{business}}";
  const delay = { amount: 0, unit: "minutes" };
  const steps = planned.map(({ by, says }, at) => {
    if (at === 0) return { kind: "gift", subject: says, body };
    return by === "mail"
      ? { kind: "mail", delay, subject: says, body }
      : { kind: "text", delay, body: `Hi {{first_name}}! ${says}` };
  });
  const form = { phone: "optional", address: "off", need: "off", when: "off", texts: true };
  const client = await connectAs(connection);
  try {
    await client.query("begin");
    await client.query(
      `insert into identity_users (id, name, email, email_verified, created_at, updated_at) values ($1, 'Owner', '${OWNER}', true, now(), now())`,
      [userId],
    );
    await client.query(
      `insert into businesses_accounts (account_id, name, postal_address, zone, reply_address, created_at)
       values ($1, 'Kill Proof Roofing', $2, $3, '${OWNER}', now())`,
      [accountId, `1 Plug Lane, ${town}`, zone],
    );
    await client.query(
      `insert into businesses_members (account_id, user_id, role, created_at) values ($1, $2, 'owner', now())`,
      [accountId, userId],
    );
    await client.query(`insert into leads_slugs (slug, account_id, page_id) values ($1, $2, $3)`, [
      slug,
      accountId,
      pageId,
    ]);
    await client.query(
      `insert into leads_pages (account_id, id, slug, offer, form, created_at) values ($1, $2, $3, $4, $5, now())`,
      [accountId, pageId, slug, JSON.stringify(offer), JSON.stringify(form)],
    );
    await client.query(
      `insert into sequences (account_id, id, name, page_id, steps, created_at) values ($1, $2, 'Proof', $3, $4, now())`,
      [accountId, randomUUID(), pageId, JSON.stringify(steps)],
    );
    await client.query(watch(planned.indexOf(NOTE) + 1));
    await client.query("commit");
  } finally {
    await client.end();
  }
  return { accountId, slug, steps: planned, area };
}

async function storeGift(dataDir: string, accountId: string): Promise<string> {
  const bytes = Buffer.concat([Buffer.from("%PDF-1.7\n"), randomBytes(GIFT_BYTES)]);
  const hash = createHash("sha256").update(bytes).digest("hex");
  const key = `${accountId}/${hash.slice(0, 2)}/${hash}.pdf`;
  const file = path.join(dataDir, "files", key);
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, bytes, { flush: true });
  return key;
}

// The database records every state change of a message in the same transaction, which later shows what a kill
// hit. `freed`: recovered from a dead sender. Recovery leaves the attempt count alone, while giving back
// decrements it and a retry sets a reason. If a text was tried before, its earlier answer remains.
const watch = (apart: number) => `
create table proof_moves (n bigserial primary key, message uuid not null, was text, now text not null, freed boolean not null, at timestamptz not null);
create function proof_note_move() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into proof_moves (message, was, now, freed, at)
  values (new.id, case tg_op when 'UPDATE' then old.state end, new.state,
          tg_op = 'UPDATE' and old.state in ('claimed', 'committing') and new.state in ('queued', 'unknown') and new.attempts = old.attempts
            and (old.state = 'claimed' and (new.failure is null or new.failure is not distinct from old.failure) or new.failure like 'The program stopped%'),
          clock_timestamp());
  return null;
end $$;
create trigger proof_note_move after insert or update of state on mail_messages for each row execute function proof_note_move();
create trigger proof_note_move after insert or update of state on sms_messages for each row execute function proof_note_move();
create function proof_set_apart() returns trigger language plpgsql as $$
begin
  if new.step >= ${apart} then
    new.due_at := date_trunc('milliseconds', clock_timestamp()) + case
      when abs(hashtext(new.enrolment_id::text)) % 3 > 0 then make_interval(secs => 1 + abs(hashtext(new.enrolment_id::text)) % 5)
      else interval '2 days' end;
  end if;
  return new;
end $$;
create trigger proof_set_apart before insert on sequences_steps for each row execute function proof_set_apart();
`;
