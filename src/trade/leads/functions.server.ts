/**
 * Stores an account's captures in one round trip under its row security: the scope is set for the statement's
 * transaction. Captures for closed pages or a suspended account are not stored; those with a spam verdict go
 * to the quarantine table. Returns the ids of the open pages. Idempotent.
 */
export const acceptCapturesFunction = `
create or replace function leads_accept_captures(
  account uuid, pages uuid[], captures uuid[], persons text[], addresses text[], visits jsonb[], answered jsonb[],
  moments timestamptz[], verdicts jsonb[]) returns uuid[]
language plpgsql as $$
declare
  -- An assignment is worked out in place, where a statement would be planned and run.
  scope text := set_config('app.account_id', account::text, true);
  stored int;
  held int := 0;
begin
  insert into leads_captures (account_id, id, page_id, name, email, source, answers, at)
  select account, one.id, one.page_id, one.name, one.email, one.source, one.answers, one.at
    from unnest(pages, captures, persons, addresses, visits, answered, moments, verdicts)
         as one (page_id, id, name, email, source, answers, at, verdict)
    join leads_pages p on p.account_id = account and p.id = one.page_id and p.closed_at is null
   where one.verdict is null
     and not exists (select from businesses_accounts a where a.account_id = account and a.suspended_at is not null)
  on conflict do nothing;
  get diagnostics stored = row_count;
  -- Nearly always nobody is held back, and this costs one comparison.
  if cardinality(array_remove(verdicts, null)) > 0 then
    insert into leads_held_back (account_id, id, page_id, name, email, source, answers, reasons, at)
    select account, one.id, one.page_id, one.name, one.email, one.source, one.answers, one.verdict, one.at
      from unnest(pages, captures, persons, addresses, visits, answered, moments, verdicts)
           as one (page_id, id, name, email, source, answers, at, verdict)
      join leads_pages p on p.account_id = account and p.id = one.page_id and p.closed_at is null
     where one.verdict is not null
       and not exists (select from businesses_accounts a where a.account_id = account and a.suspended_at is not null)
    on conflict do nothing;
    get diagnostics held = row_count;
  end if;
  -- Nearly always all were new, so all their pages are open.
  if stored + held = cardinality(pages) then return pages; end if;
  return array(
    select id from leads_pages where account_id = account and id = any(pages) and closed_at is null
       and not exists (select from businesses_accounts a where a.account_id = account and a.suspended_at is not null));
end $$`;

/**
 * Stores one capture without a spam verdict, as nearly all are. 10 % cheaper than the function above. Returns
 * whether it was stored; if not, the function above says why.
 */
export const acceptCaptureFunction = `
create or replace function leads_accept_capture(
  account uuid, page uuid, capture uuid, person text, address text, visit jsonb, answered jsonb, moment timestamptz) returns boolean
language plpgsql as $$
declare
  scope text := set_config('app.account_id', account::text, true);
begin
  insert into leads_captures (account_id, id, page_id, name, email, source, answers, at)
  select account, capture, page, person, address, visit, answered, moment
    from leads_pages p
   where p.account_id = account and p.id = page and p.closed_at is null
     and not exists (select from businesses_accounts a where a.account_id = account and a.suspended_at is not null)
  on conflict do nothing;
  return found;
end $$`;

/**
 * Accounts with unconverted captures, in random order so that one failing account can't block the others.
 * Security definer: reads across accounts, exposes ids only.
 */
export const waitingCapturesFunction = `
create or replace function leads_accounts_with_captures(at_most int) returns setof uuid
language sql volatile security definer set search_path = public, pg_temp as $$
  select account_id from leads_captures group by account_id order by random() limit at_most
$$`;

/**
 * Deletes quarantined captures older than `moment` in all accounts. Security definer; returns only a count.
 */
export const purgeQuarantinedFunction = `
create or replace function leads_forget_held_back(moment timestamptz) returns int
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  gone int;
begin
  delete from leads_held_back where at <= moment;
  get diagnostics gone = row_count;
  return gone;
end $$`;

/**
 * Deletes what merges before `moment` saved for their undo, in all accounts. Security definer; returns only a
 * count.
 */
export const purgeMergesFunction = `
create or replace function leads_forget_merges(moment timestamptz) returns int
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  gone int;
begin
  update leads_merges set before = null where at <= moment and before is not null;
  get diagnostics gone = row_count;
  return gone;
end $$`;

/**
 * Accounts that text from the installation's number, or did, and have a lead or a sub with this number; those
 * that texted it last come first. Security definer: reads across accounts, exposes ids and times only.
 */
export const phoneAccountsFunction = `
create or replace function leads_accounts_of_phone(sought text, house_number text) returns table (account_id uuid, texted_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select one.account_id, one.texted_at
    from (select l.account_id,
                 (select max(coalesce(m.sent_at, m.claimed_at)) from sms_messages m
                   where m.account_id = l.account_id and m.recipient = sought and m.from_number = house_number) as texted_at
            from (select account_id from leads where phone = sought
                   union select account_id from leads_addresses where channel = 'text' and address = sought
                   union select account_id from sms_messages where recipient = sought and kind = 'job') l) one
   where one.texted_at is not null
      or not exists (select from businesses_channels c where c.account_id = one.account_id and c.kind = 'twilio')
   order by one.texted_at desc nulls last, one.account_id
$$`;

/**
 * The account of a lead, or of the lead that it became part of. Security definer: reads across accounts,
 * returns ids only.
 */
export const leadAccountFunction = `
create or replace function leads_account_of(sought uuid) returns uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce((select account_id from leads where id = sought limit 1),
                  (select account_id from leads_merges where gone_id = sought and undone_at is null limit 1))
$$`;

/**
 * Accounts with copies of job photos for their page. Security definer: reads across accounts, exposes ids
 * only.
 */
export const jobCopiesFunction = `
create or replace function leads_job_copies() returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select distinct account_id from leads_work_photos where sha256 is not null and thumb_file <> ''
$$`;

/**
 * Accounts with people who came after `since` and still have to be asked to confirm their address, in random
 * order. Security definer: reads across accounts, exposes ids only.
 */
export const accountsToAskFunction = `
create or replace function leads_accounts_to_ask(since timestamptz, at_most int) returns setof uuid
language sql stable security definer set search_path = public, pg_temp as $$
  select u.account_id from leads_unconfirmed u
   where u.asked_at is null and u.at > since
     and not exists (select from businesses_accounts a where a.account_id = u.account_id and a.suspended_at is not null)
   group by u.account_id order by random() limit at_most
$$`;

/**
 * Fills `waiting` for replies stored before that column existed: those of the thirty days before the upgrade
 * that nobody answered or closed since. Runs as the owner, during an upgrade only, so it may use the
 * database's clock.
 */
export const rereadOldReplies = `
update leads_replies r
   set waiting = r.via <> 'owner' and r.at > transaction_timestamp() - interval '30 days'
         and not exists (select from leads l
                          where l.account_id = r.account_id and l.id = r.lead_id
                            and (l.unsubscribed_at is not null or l.booked_at >= r.at or l.outcome_at >= r.at))
         and not exists (select from mail_messages m
                          where m.account_id = r.account_id and m.about_id = r.lead_id and m.via = 'hand' and m.sent_at >= r.at)
 where r.waiting is null`;
