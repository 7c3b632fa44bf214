-- The texter's SQL functions; the counterpart of platform/mail/functions.sql, which has the reasons. Two functions read across
-- accounts, as the owner, and return ids and keys only. The others run as their caller and enter one account after another.
-- Time is always an argument.

-- Accounts with due texts, longest waiting first.
create or replace function sms_due_accounts(p_now timestamptz, p_limit int) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with recursive hops as (
    (select account_id, next_attempt_at from public.sms_messages where state = 'queued' order by account_id, next_attempt_at limit 1)
    union all
    select next.*
      from hops
     cross join lateral (
       select account_id, next_attempt_at from public.sms_messages
        where state = 'queued' and account_id > hops.account_id
        order by account_id, next_attempt_at
        limit 1) next
  )
  select account_id from (
    (select account_id, next_attempt_at from public.sms_messages
      where state = 'queued' and next_attempt_at <= p_now
      order by next_attempt_at
      limit p_limit * 4)
    union all
    (select account_id, next_attempt_at from hops limit p_limit * 4)
  ) seen
  where next_attempt_at <= p_now
  group by account_id
  order by min(next_attempt_at)
  limit p_limit
$$;

-- Claimers with texts in flight, and their accounts.
create or replace function sms_in_flight() returns table (account_id uuid, claimed_by bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select distinct m.account_id, m.claimed_by from public.sms_messages m where m.state in ('claimed', 'committing')
$$;

-- Claims up to p_limit due texts, shared fairly among accounts, and returns an account's texts in due order, which an update alone
-- would not. The caller's session elsewhere holds the lock p_claimer.
create or replace function sms_claim(p_claimer bigint, p_now timestamptz, p_limit int) returns setof jsonb
language plpgsql volatile security invoker
as $$
declare
  accounts uuid[] := array(select sms_due_accounts(p_now, p_limit));
  share int := ceil(p_limit::numeric / greatest(cardinality(accounts), 1));
  remaining int := p_limit;
  taken int;
  account uuid;
begin
  foreach account in array accounts loop
    exit when remaining <= 0;
    perform set_config('app.account_id', account::text, true);
    return query
      with due as (
        select id from sms_messages
         where account_id = account and state = 'queued' and next_attempt_at <= p_now
         order by next_attempt_at, id
         limit least(share, remaining)
           for update skip locked),
      moved as (
        update sms_messages m
           set state = 'claimed', claimed_by = p_claimer, claimed_at = p_now,
               attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, p_now)
          from due
         where m.account_id = account and m.id = due.id
        returning m.*)
      select to_jsonb(moved) from moved order by next_attempt_at, id;
    get diagnostics taken = row_count;
    remaining := remaining - taken;
  end loop;
end
$$;

-- Stores outcomes of texts, each only if p_claimer still owns it; returns the ids of those that changed. Also accepts a late
-- outcome of a text that another process, thinking its sender dead, marked `unknown`.
create or replace function sms_mark(p_claimer bigint, p_marks jsonb) returns setof uuid
language plpgsql volatile security invoker
as $$
declare
  mark record;
  account uuid;
begin
  for mark in
    select * from jsonb_to_recordset(p_marks) as marks(
      account_id uuid, id uuid, state text, at timestamptz, next_attempt_at timestamptz, unused boolean,
      via text, failure text, reason text, sid text, from_number text)
  loop
    if account is distinct from mark.account_id then
      account := mark.account_id;
      perform set_config('app.account_id', account::text, true);
    end if;
    if mark.state = 'committing' then
      update sms_messages set state = 'committing', claimed_at = mark.at, from_number = mark.from_number
       where account_id = mark.account_id and id = mark.id and claimed_by = p_claimer and state = 'claimed';
    else
      update sms_messages
         set state = mark.state,
             via = coalesce(mark.via, via),
             sid = coalesce(mark.sid, sid),
             sent_at = case mark.state when 'sent' then mark.at end,
             failure = mark.failure, reason = mark.reason,
             next_attempt_at = coalesce(mark.next_attempt_at, next_attempt_at),
             attempts = attempts - case when mark.unused then 1 else 0 end,
             claimed_by = case mark.state when 'unknown' then claimed_by end
       where account_id = mark.account_id and id = mark.id and claimed_by = p_claimer
         and (state in ('claimed', 'committing') or state = 'unknown' and mark.state in ('sent', 'failed', 'suppressed'));
    end if;
    if found then return next mark.id; end if;
  end loop;
end
$$;

-- Frees the texts of a dead sender, whose lock is free. Returns each in its new state. `claimed` was not sent: queued again.
-- `committing` may have been accepted, and a text is never sent twice: it becomes `unknown`. One that keeps killing its sender
-- waits longer each time.
create or replace function sms_recover(p_claimer bigint, p_accounts uuid[], p_now timestamptz) returns setof jsonb
language plpgsql volatile security invoker
as $$
declare
  account uuid;
begin
  if not pg_try_advisory_xact_lock(p_claimer) then return; end if;
  foreach account in array p_accounts loop
    perform set_config('app.account_id', account::text, true);
    return query
      update sms_messages m
         set state = case m.state when 'committing' then 'unknown' else 'queued' end,
             claimed_by = case m.state when 'committing' then m.claimed_by end,
             failure = case m.state when 'committing' then 'The program stopped while the text was being handed over.' else m.failure end,
             next_attempt_at = p_now + make_interval(secs => 10 * greatest(m.attempts - 2, 0))
       where m.account_id = account and m.claimed_by = p_claimer and m.state in ('claimed', 'committing')
      returning to_jsonb(m);
  end loop;
end
$$;
