/**
 * Lists accounts with due steps. Owned by the owner, so it may look across accounts; it gives away ids and
 * nothing else. A suspended account is left out, or those that wait for months would stand in the way of
 * others.
 *
 * What sleeps must cost nothing (bench/claim.ts), but the planner takes a third of all rows for due: it plans
 * a function of SQL without knowing the moment, and to its statistics a step that was sent last year is as
 * due as one that waits. It then read the whole table each time, with helpers and compiled code. The order
 * and the settings leave it the index of due steps, which is read up to `at`.
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
 * Lists accounts with follow-ups due within a day that have no working mailbox of their own, each with its
 * zone and the last day of which it was told. Owned by the owner, so it may look across accounts; it gives
 * away nothing else. What of it is mail, and no gift, is looked at inside the account.
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
 * Lists accounts with a sequence that a day starts, where that day has come and it has not begun. Owned by
 * the owner, so it may look across accounts; it gives away ids and nothing else.
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
