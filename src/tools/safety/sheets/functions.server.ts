/**
 * Ids of the acting account's sheets that have every word. Row security would prevent use of the full-text
 * index, so this runs as the table owner, within the acting account, and returns only ids; sheets are then
 * read under row security.
 * @param asked words that begin the words of a sheet, each only letters and digits
 */
export const safetySheetsFoundFunction = `
create or replace function safety_sheets_found(asked text[]) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  acting text := nullif(current_setting('app.role', true), '');
  acting_account uuid := nullif(current_setting('app.account_id', true), '')::uuid;
begin
  if acting is not null and acting not in ('owner', 'manager', 'member') then
    return;
  end if;
  return query execute format(
    'select id from safety_sheets where account_id = %L and removed_at is null and search @@ to_tsquery(''simple'', %L)',
    acting_account, (select string_agg(quote_literal(word) || ':*', ' & ') from unnest(asked) word));
end $$`;
