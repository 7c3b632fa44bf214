/**
 * Accounts with log reminders, except suspended ones. Runs as the table owner to see all accounts, so it
 * returns only ids.
 */
export const logsReminderAccountsFunction = `
create or replace function logs_reminder_accounts(after uuid, at_most int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct r.account_id from logs_reminders r
   where r.account_id > after
     and not exists (select from businesses_accounts a where a.account_id = r.account_id and a.suspended_at is not null)
   order by 1 limit at_most
$$`;
