/**
 * Accounts with something due that nobody was reminded of, except suspended ones. Runs as the table owner to
 * see all accounts, so it returns only ids.
 */
export const accountsWithDueFunction = `
create or replace function due_accounts(at timestamptz, after uuid, at_most int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct d.account_id from due_items d
   where d.done_at is null and d.reminded_at is null and d.due_at <= at and d.ends_at > at and d.account_id > after
     and not exists (select from businesses_accounts a where a.account_id = d.account_id and a.suspended_at is not null)
   order by 1 limit at_most
$$`;
