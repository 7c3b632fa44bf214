import { foldedSource } from "#platform/db/search-text.ts";

/**
 * The facts of accounts that the console may see: names, owners' addresses, counts and times. Runs with
 * the owner's rights so that it can look across accounts; it never returns content of a lead, message or
 * job.
 */
const accountFunction = `
create or replace function operator_account_numbers(account uuid, since timestamptz)
returns table (name text, created_at timestamptz, suspended_at timestamptz, owners text[], people int, leads int, sent int, last_activity timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.name, a.created_at, a.suspended_at,
         array(select u.email from businesses_members m join identity_users u on u.id = m.user_id
                where m.account_id = a.account_id and m.role = 'owner' order by m.created_at),
         (select count(*)::int from businesses_members m where m.account_id = a.account_id),
         (select count(*)::int from leads l where l.account_id = a.account_id),
         (select count(*)::int from mail_messages m where m.account_id = a.account_id and m.state = 'sent' and m.sent_at >= since),
         greatest(
           (select max(s.updated_at) from businesses_members m join identity_sessions s on s.user_id = m.user_id where m.account_id = a.account_id),
           (select max(s.last_used_at) from businesses_members m join identity_sessions s on s.user_id = m.user_id where m.account_id = a.account_id),
           (select max(d.at) from businesses_audit d where d.account_id = a.account_id and d.user_id is not null),
           (select max(l.created_at) from leads l where l.account_id = a.account_id))
    from businesses_accounts a where a.account_id = account
$$`;

/**
 * Storage of photos and videos by account in bytes, fullest first: for one account, or for all with any.
 */
const storageFunction = `
create or replace function operator_storage(wanted uuid)
returns table (account_id uuid, name text, photos int, bytes bigint, verified boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.account_id, a.name, s.photos, s.bytes,
         exists (select from businesses_members m join identity_users u on u.id = m.user_id
                  where m.account_id = a.account_id and m.role = 'owner' and u.email_verified)
    from (select o.account_id, count(*)::int as photos, sum(o.bytes)::bigint as bytes
            from media_originals o where wanted is null or o.account_id = wanted group by o.account_id) s
    join businesses_accounts a on a.account_id = s.account_id
   order by s.bytes desc, a.account_id
$$`;

/**
 * A page of the accounts whose business or owner contains every word of `sought` (folded, one space
 * between), newest first. Numbers are computed only for that page.
 */
const accountsFunction = `
create or replace function operator_accounts(sought text, at_most int, skipped int) returns table (account_id uuid, matches int)
language sql stable security definer set search_path = public, pg_temp as $$
  select a.account_id, (count(*) over ())::int
    from businesses_accounts a
   where not exists (
     select from unnest(string_to_array(sought, ' ')) word
      where strpos(${foldedSource("coalesce(a.name, '')")}, word) = 0
        and not exists (select from businesses_members m join identity_users u on u.id = m.user_id
                         where m.account_id = a.account_id and m.role = 'owner' and strpos(${foldedSource("u.email")}, word) > 0))
   order by a.created_at desc, a.account_id limit at_most offset skipped
$$`;

const toolsFunction = `
create or replace function operator_tools() returns table (tool text, accounts int)
language sql stable security definer set search_path = public, pg_temp as $$
  select tool, count(*)::int from businesses_tools group by tool
$$`;

/** Overdue follow-up steps of accounts that may send. */
const overdueFunction = `
create or replace function operator_overdue_steps(due_before timestamptz) returns int
language sql stable security definer set search_path = public, pg_temp as $$
  select count(*)::int from sequences_steps s
   where s.state = 'waiting' and s.due_at < due_before
     and not exists (select from businesses_accounts a where a.account_id = s.account_id and a.suspended_at is not null)
$$`;

/** The log of operator actions is append-only, even for the database owner. */
const auditStays = `
create or replace function operator_audit_stays() returns trigger language plpgsql as $$
begin
  raise exception 'operator_audit is only added to' using errcode = 'insufficient_privilege';
end $$;
create or replace trigger operator_audit_stays before update or delete on operator_audit
  for each row execute function operator_audit_stays()`;

export const operatorFunctions: readonly string[] = [
  accountFunction,
  accountsFunction,
  storageFunction,
  toolsFunction,
  overdueFunction,
  auditStays,
];
