/**
 * Lists accounts with due steps. The owner role owns it, so it sees all accounts; it returns only ids.
 * Suspended accounts are left out: they would fill the list for months.
 *
 * Sleeping steps must cost nothing (bench/claim.ts), but the planner estimates that a third of all rows is
 * due: it plans an SQL function without knowing the time, and its statistics count steps sent last year. It
 * then scanned the whole table, with parallel workers and JIT. The ordering and the settings leave it only
 * the index of due steps, read up to `at`.
 */
export const dueAccountsFunction = `
create or replace function sequences_due_accounts(at timestamptz, at_most int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_bitmapscan = off set max_parallel_workers_per_gather = 0 set jit = off as $$
  with due as materialized (
    select s.account_id, s.due_at from sequences_steps s where s.state = 'waiting' and s.due_at <= at order by s.due_at),
  first as materialized (
    select account_id, min(due_at) as due_at from due group by account_id)
  select account_id from first
   where not exists (select from businesses_accounts a where a.account_id = first.account_id and a.suspended_at is not null)
   order by due_at limit at_most
$$`;

/**
 * Lists accounts with follow-ups due within a day and no working mailbox, with their zone and the last date
 * announced. The owner role owns it, so it sees all accounts; it returns nothing else. The account's own code
 * checks which steps are emails and not gifts.
 */
export const headsUpAccountsFunction = `
create or replace function sequences_heads_up_accounts(at timestamptz, after uuid, at_most int)
returns table (account_id uuid, zone text, told date)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.account_id, a.zone, (select max(h.day) from sequences_heads_ups h where h.account_id = a.account_id)
    from businesses_accounts a
   where a.account_id > after and a.suspended_at is null
     and exists (select from sequences_steps s
                  where s.account_id = a.account_id and s.state = 'waiting' and s.due_at < at + interval '1 day')
     and not exists (select from businesses_channels c where c.account_id = a.account_id and c.kind = 'imap' and c.problem is null)
   order by a.account_id limit at_most
$$`;

/**
 * Lists accounts with a date-triggered sequence that is due and hasn't started. The owner role owns it, so it
 * sees all accounts; it returns only ids.
 */
export const dateAccountsFunction = `
create or replace function sequences_date_accounts(day text, after uuid, at_most int) returns table (account_id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct q.account_id from sequences q
   where q.trigger ->> 'kind' = 'date' and q.begun_at is null and q.retired_at is null and q.trigger ->> 'on' <= day
     and q.account_id > after
     and not exists (select from businesses_accounts a where a.account_id = q.account_id and a.suspended_at is not null)
   order by q.account_id limit at_most
$$`;
