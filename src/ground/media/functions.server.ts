/**
 * Accounts that received an original, those that had it first in front. Security definer: looks across
 * accounts, returns ids only.
 */
export const originalAccountsFunction = `
create or replace function media_accounts_of_original(sought text) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select account_id from media_originals where sha256 = sought order by received_at, account_id limit 5
$$`;
