import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";

/** What a proof knows of the business whose page is asked. */
export interface Business {
  readonly accountId: string;
  readonly slug: string;
}

/** Each step has a subject of its own: the sink's log tells steps apart by recipient and subject, without asking the product. */
export const SUBJECTS = ["Your guide is here", "A first note", "A later note"] as const;

/** Larger than what the sender keeps back until a message may leave, so that a kill also finds some half on its way. */
const GIFT_BYTES = 80_000;

/** Opens a connection as the database's owner. A database that is killed under it is no error until the next query. */
export async function connectAs(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ connectionTimeoutMillis: 5_000, ...connection });
  client.on("error", () => {});
  await client.connect();
  return client;
}

/**
 * Sets up a business that may mail: owner verified, name, postal address, a page with an offer, and a sequence of three steps: the gift
 * at once and two notes after it. Of the last, two in three are due within seconds and the others in two days: a trigger of the proof
 * writes their due time in the transaction that enrols, so follow-ups that come due later are under fire as well, and the others show
 * that nothing leaves early. (Planned days after the note before, they would keep that distance, whatever their due time says.)
 */
export async function setUpBusiness(connection: pg.ClientConfig, dataDir: string): Promise<Business> {
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
  const steps = [
    { kind: "gift", subject: SUBJECTS[0], body },
    { kind: "mail", delay: { amount: 0, unit: "minutes" }, subject: SUBJECTS[1], body },
    { kind: "mail", delay: { amount: 0, unit: "minutes" }, subject: SUBJECTS[2], body },
  ];
  const client = await connectAs(connection);
  try {
    await client.query("begin");
    await client.query(
      `insert into identity_users (id, name, email, email_verified, created_at, updated_at) values ($1, 'Owner', 'owner@proof.example', true, now(), now())`,
      [userId],
    );
    await client.query(
      `insert into businesses_accounts (account_id, name, postal_address, zone, reply_address, created_at)
       values ($1, 'Kill Proof Roofing', '1 Plug Lane, Denver, CO 80202', 'America/Denver', 'owner@proof.example', now())`,
      [accountId],
    );
    await client.query(`insert into businesses_members (account_id, user_id, role, created_at) values ($1, $2, 'owner', now())`, [
      accountId,
      userId,
    ]);
    await client.query(`insert into leads_slugs (slug, account_id, page_id) values ($1, $2, $3)`, [slug, accountId, pageId]);
    await client.query(`insert into leads_pages (account_id, id, slug, offer, created_at) values ($1, $2, $3, $4, now())`, [
      accountId,
      pageId,
      slug,
      JSON.stringify(offer),
    ]);
    await client.query(`insert into sequences (account_id, id, name, page_id, steps, created_at) values ($1, $2, 'Proof', $3, $4, now())`, [
      accountId,
      randomUUID(),
      pageId,
      JSON.stringify(steps),
    ]);
    await client.query(WATCH);
    await client.query("commit");
  } finally {
    await client.end();
  }
  return { accountId, slug };
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

// Every move of a message, written by the database in the transaction that makes it: tells afterwards what a kill found. `freed`:
// taken from a sender that died, which leaves the number of attempts alone where giving back takes one off and a retry says why.
const WATCH = `
create table proof_moves (n bigserial primary key, message uuid not null, was text, now text not null, freed boolean not null, at timestamptz not null);
create function proof_note_move() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into proof_moves (message, was, now, freed, at)
  values (new.id, case tg_op when 'UPDATE' then old.state end, new.state,
          tg_op = 'UPDATE' and old.state in ('claimed', 'committing') and new.state in ('queued', 'unknown') and new.attempts = old.attempts
            and (old.state = 'claimed' and new.failure is null or new.failure like 'The program stopped%'),
          clock_timestamp());
  return null;
end $$;
create trigger proof_note_move after insert or update of state on mail_messages for each row execute function proof_note_move();
create function proof_set_apart() returns trigger language plpgsql as $$
begin
  if new.step = 2 then
    new.due_at := date_trunc('milliseconds', clock_timestamp()) + case
      when abs(hashtext(new.enrolment_id::text)) % 3 > 0 then make_interval(secs => 1 + abs(hashtext(new.enrolment_id::text)) % 5)
      else interval '2 days' end;
  end if;
  return new;
end $$;
create trigger proof_set_apart before insert on sequences_steps for each row execute function proof_set_apart();
`;
