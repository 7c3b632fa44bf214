/**
 * Lists accounts with their zone and the last Monday reported; a Monday in the future, written by a fast
 * clock, doesn't count. Runs with the owner's rights so that it can look across accounts; it returns
 * nothing else.
 */
export const weeklyAccountsFunction = `
create or replace function pipeline_weekly_accounts(moment timestamptz, after uuid, at_most int)
returns table (account_id uuid, zone text, told date)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.account_id, a.zone, (select max(w.week) from pipeline_weeklies w where w.account_id = a.account_id and w.at <= moment)
    from businesses_accounts a
   where a.account_id > after and a.suspended_at is null
   order by a.account_id limit at_most
$$`;
