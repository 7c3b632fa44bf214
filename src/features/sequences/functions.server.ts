/** Lists accounts with due steps. Owned by the owner, so it may look across accounts; it gives away ids and nothing else. */
export const dueAccountsFunction = `
create or replace function sequences_due_accounts(at timestamptz, at_most int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id from sequences_steps where state = 'waiting' and due_at <= at
  group by account_id order by min(due_at) limit at_most
$$`;
