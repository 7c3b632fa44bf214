/**
 * Takes an account's captures in one round trip: enters the account's scope, then works under its row
 * security like any other statement. The setting ends with the statement's transaction. Returns those of the
 * pages that are open: captures of the others are not stored, nor any of a suspended account. A submission
 * that is here already stays as it is. What has a verdict goes where the keeper never looks.
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
 * Takes one capture that nothing is held against, as nearly all come, at a tenth less than the function
 * above, which unpacks lists. Returns whether it was stored; where it was not, the function above says what
 * became of it.
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
 * Lists accounts with captures that wait, in any order, so that none stands in the way of others. Owned by
 * the owner, so it may look across accounts; it gives away ids and nothing else.
 */
export const waitingCapturesFunction = `
create or replace function leads_accounts_with_captures(at_most int) returns setof uuid
language sql volatile security definer set search_path = public, pg_temp as $$
  select account_id from leads_captures group by account_id order by random() limit at_most
$$`;

/**
 * Forgets what was held back before a moment and nobody looked at, in all accounts. Owned by the owner, so it
 * may look across them; it gives away a number and nothing else.
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
 * Lists accounts with a lead of this telephone number that text from the installation's number, or did, those
 * that texted them last first. Owned by the owner, so it may look across accounts; it gives away ids and
 * moments and nothing else.
 */
export const phoneAccountsFunction = `
create or replace function leads_accounts_of_phone(sought text, house_number text) returns table (account_id uuid, texted_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select one.account_id, one.texted_at
    from (select l.account_id,
                 (select max(coalesce(m.sent_at, m.claimed_at)) from sms_messages m
                   where m.account_id = l.account_id and m.recipient = sought and m.from_number = house_number) as texted_at
            from leads l where l.phone = sought group by l.account_id) one
   where one.texted_at is not null
      or not exists (select from businesses_channels c where c.account_id = one.account_id and c.kind = 'twilio')
   order by one.texted_at desc nulls last, one.account_id
$$`;

/**
 * Lists accounts with people who came since a moment and have yet to be asked to confirm their address, in
 * any order. Owned by the owner, so it may look across accounts; it gives away ids and nothing else.
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
 * Says once of replies from before it was kept whether they wait for an answer: those of the thirty days
 * before the upgrade, where nobody is known to have answered or ended it since. Part of the schema, so it is
 * run as the owner and by an upgrade alone; its month is the upgrade's, for which there is no other clock.
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
