/**
 * Accounts in which something has to be sent. Runs as the table owner to see all accounts, so it returns only
 * ids.
 */
const accountsFunction = `
create or replace function notifications_accounts(at timestamptz, at_most int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id from (
    select account_id from notifications_events where spread_at is null
    union
    select account_id from notifications_waiting where due_at <= at) one
   limit at_most
$$`;

/**
 * In every account, deletes what happened before a time, and what belongs to people who aren't in the
 * business anymore.
 */
const forgetFunction = `
create or replace function notifications_forget(before timestamptz) returns void
language sql volatile security definer set search_path = public, pg_temp as $$
  delete from notifications_events where at < before;
  delete from notifications_waiting where due_at < before;
  delete from notifications_devices d
   where not exists (select from businesses_members m where m.account_id = d.account_id and m.user_id = d.user_id)
      or not exists (select from identity_sessions s where s.id = d.session_id);
  delete from notifications_phones p
   where not exists (select from businesses_members m where m.account_id = p.account_id and m.user_id = p.user_id)
      or p.proven_at is null and p.code_at < before;
  delete from sms_messages where kind = 'notice' and created_at < before and state not in ('claimed', 'committing');
  delete from notifications_choices c
   where not exists (select from businesses_members m where m.account_id = c.account_id and m.user_id = c.user_id);
$$`;

/** Accounts whose people have this number and that text from the installation's own; only ids. */
const phoneAccountsFunction = `
create or replace function notifications_accounts_of_phone(sought text) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct p.account_id from notifications_phones p
   where p.phone = sought
     and not exists (select from businesses_channels c where c.account_id = p.account_id and c.kind = 'twilio')
$$`;

export const notificationsFunctions: readonly string[] = [
  accountsFunction,
  forgetFunction,
  phoneAccountsFunction,
];
