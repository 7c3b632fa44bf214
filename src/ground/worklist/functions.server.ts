const MOST_CONTEXTS = 2_000;
/** The newest items are looked through before the index: they have a page of any word that is in many. */
const NEWEST = 2_000;
/** More than a page are for a download. */
const MOST_OF_PAGE = 200;

/**
 * Finds the acting account's items of a kind that match every word, newest first, in their words, their
 * person, or an item of the kind `context_kind` that they name. Row security would prevent use of the
 * full-text index, so this runs as the table owner, within the acting account, and returns only ids; items
 * are then read under row security.
 */
export const worklistFoundFunction = `
create or replace function worklist_found(asked jsonb, wanted_kind text, context_kind text, wanted_job uuid, first_day date, last_day date, wanted_type text, at_most int) returns setof uuid
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  acting text := nullif(current_setting('app.role', true), '');
  acting_account uuid := nullif(current_setting('app.account_id', true), '')::uuid;
  one jsonb;
  matching text := '';
  narrowing text := '';
  newest uuid[];
begin
  if acting is not null and acting not in ('owner', 'manager', 'member') then
    return;
  end if;
  for one in select value from jsonb_array_elements(asked) loop
    matching := matching || format(' and (search @@ (to_tsquery(''english'', %1$L) || to_tsquery(''simple'', %1$L))', one ->> 'word');
    if one -> 'people' <> '[]' then
      matching := matching || format(' or person = any (%L::uuid[])', translate(one ->> 'people', '[]" ', '{}'));
    end if;
    if context_kind is not null then
      -- Looked up once, not for each item.
      matching := matching || format(
        ' or context = any (array(select w.id from worklist_items w where w.account_id = %2$L and w.kind = %3$L and w.search @@ (to_tsquery(''english'', %1$L) || to_tsquery(''simple'', %1$L)) %4$s order by w.date desc limit %5$s))',
        one ->> 'word', acting_account, context_kind,
        case when wanted_job is not null then format('and w.job_id = %L', wanted_job) else '' end, ${MOST_CONTEXTS});
    end if;
    matching := matching || ')';
  end loop;
  if wanted_job is not null then narrowing := narrowing || format(' and job_id = %L', wanted_job); end if;
  if first_day is not null then narrowing := narrowing || format(' and date >= %L', first_day); end if;
  if last_day is not null then narrowing := narrowing || format(' and date <= %L', last_day); end if;
  if wanted_type is not null then matching := matching || format(' and type = %L', wanted_type); end if;
  if at_most <= ${MOST_OF_PAGE} then
    execute format(
      'with newest as materialized (select id, date, search, person, context, type from worklist_items where account_id = %L and kind = %L %s order by date desc, id desc limit ${NEWEST}) select array_agg(id) from (select id from newest where true %s order by date desc, id desc limit %s) found',
      acting_account, wanted_kind, narrowing, matching, at_most) into newest;
    if cardinality(newest) >= at_most then
      return query select unnest(newest);
      return;
    end if;
  end if;
  -- Found first, then put in order: walking the newest would read every item of an account for a word that is in none.
  return query execute format(
    'with found as materialized (select i.id, i.date from worklist_items i where i.account_id = %L and i.kind = %L %s) select id from found order by date desc, id desc limit %s',
    acting_account, wanted_kind, narrowing || matching, at_most);
end $$`;
