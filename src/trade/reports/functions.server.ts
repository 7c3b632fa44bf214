/**
 * Accounts with a due schedule, except suspended ones. Runs as the table owner to see all accounts, so it
 * returns only ids.
 */
export const reportAccountsFunction = `
create or replace function reports_due_accounts(moment timestamptz, after uuid, at_most int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct s.account_id from reports_schedules s
   where s.next_at <= moment and s.account_id > after and s.paused_at is null and s.ended_at is null
     and not exists (select from businesses_accounts a where a.account_id = s.account_id and a.suspended_at is not null)
   order by 1 limit at_most
$$`;
