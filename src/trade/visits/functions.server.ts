/**
 * Accounts with a visit to remind of or to note as over, except suspended ones. Runs as the table owner to
 * see all accounts, so it returns only ids.
 */
export const visitAccountsFunction = `
create or replace function visits_accounts(at timestamptz, after uuid, at_most int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select v.account_id from (
    select account_id from visits_visits where remind_at <= at and state = 'booked' and starts_at > at
     union
    select account_id from visits_visits where over_at is null and state = 'booked' and ends_at <= at - interval '2 hours') v
   where v.account_id > after
     and not exists (select from businesses_accounts a where a.account_id = v.account_id and a.suspended_at is not null)
   order by 1 limit at_most
$$`;

/** Calendars to read again, the longest waiting first. Runs as the table owner, so it returns only ids. */
export const dueCalendarsFunction = `
create or replace function visits_due_calendars(at timestamptz, at_most int) returns table (account_id uuid, id uuid)
language sql stable security definer set search_path = public, pg_temp as $$
  select c.account_id, c.id from visits_calendars c
   where c.next_at <= at
     and not exists (select from businesses_accounts a where a.account_id = c.account_id and a.suspended_at is not null)
   order by c.next_at limit at_most
$$`;
