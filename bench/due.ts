import type pg from "pg";

/**
 * Removes the sending limits of a new business (pacing.ts), so that only the speed of sending is measured.
 */
export async function removePace(client: pg.Client): Promise<void> {
  await client.query(
    `insert into sequences_senders (account_id, address, first_day, day, sent)
     select distinct account_id, address, date '2020-01-01', date '2999-01-01', -1000000
       from sequences, unnest(array['mail@localhost', 'mail@bench.example']) as address
     on conflict (account_id, address) do update set first_day = excluded.first_day, day = excluded.day, sent = excluded.sent`,
  );
}

/**
 * Inserts leads whose one follow-up is due now into the tables of a running product, which finds and sends
 * them.
 * @param mark makes their addresses `due{n}-{mark}@client.test`
 */
export async function queueDue(client: pg.Client, count: number, mark: string): Promise<void> {
  // A follow-up after days waits for a working day; one after minutes is the same email at any hour.
  await client.query(
    `update sequences set steps = jsonb_set(steps, '{1,delay}', '{"amount": 0, "unit": "minutes"}')`,
  );
  await removePace(client);
  await client.query(
    `with made as (
       insert into leads (account_id, id, name, email, created_at)
       select s.account_id, gen_random_uuid(), 'Dana Ruiz', 'due' || n || '-' || $2 || '@client.test', s.created_at
         from sequences s, generate_series(1, $3::int) n
       returning account_id, id
     ), enrolled as (
       insert into sequences_enrolments (account_id, id, sequence_id, lead_id, started_at)
       select made.account_id, gen_random_uuid(), s.id, made.id, s.created_at from made join sequences s using (account_id)
       returning account_id, id
     )
     insert into sequences_steps (account_id, enrolment_id, step, state, due_at)
     select account_id, id, 1, 'waiting', $1 from enrolled`,
    [new Date().toISOString(), mark, count],
  );
}
