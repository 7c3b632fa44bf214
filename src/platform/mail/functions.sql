-- The mailer's SQL functions. Applied by the migrations, as the role that owns the tables.
--
-- Only two functions read across accounts, and they return only ids and keys. They run as the owner, whom the policy `owner_rows`
-- lets see all rows although row security is forced.
--
-- The others run as their caller and enter one account after another by setting its scope, like a scoped transaction. So row
-- security applies to them like to any other statement, and one round trip (and one commit) serves many accounts: sending to a
-- thousand accounts with one message each costs the same as a thousand messages of one account. For marking, a function with the
-- owner's rights that checks the claimer's key would be a little cheaper, but needs rights that nothing else needs.
--
-- Time is always an argument.

-- A message's row is written four times before it is settled. Its text is stored out of line and written once: half the log volume.
alter table mail_messages set (toast_tuple_target = 256);

-- Accounts with due messages, longest waiting first; the installation's own (identity mail) before all others. Looks at the oldest
-- due rows, so that no account starves, and skips from account to account through the index, so that one with many due rows hides
-- no other. Both are bounded: the cost doesn't depend on how many rows wait.
create or replace function mail_due_accounts(p_now timestamptz, p_limit int) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  with recursive hops as (
    (select account_id, next_attempt_at from public.mail_messages where state = 'queued' order by account_id, next_attempt_at limit 1)
    union all
    select next.*
      from hops
     cross join lateral (
       select account_id, next_attempt_at from public.mail_messages
        where state = 'queued' and account_id > hops.account_id
        order by account_id, next_attempt_at
        limit 1) next
  )
  select account_id from (
    (select account_id, next_attempt_at from public.mail_messages
      where state = 'queued' and next_attempt_at <= p_now
      order by next_attempt_at
      limit p_limit * 4)
    union all
    (select account_id, next_attempt_at from hops limit p_limit * 4)
  ) seen
  where next_attempt_at <= p_now
  group by account_id
  order by account_id = '00000000-0000-0000-0000-000000000000' desc, min(next_attempt_at)
  limit p_limit
$$;

-- Claimers with messages in flight, and their accounts.
create or replace function mail_in_flight() returns table (account_id uuid, claimed_by bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp
as $$
  select distinct m.account_id, m.claimed_by from public.mail_messages m where m.state in ('claimed', 'committing')
$$;

-- Claims up to p_limit due messages, shared fairly among accounts, and returns an account's messages in due order, which an update
-- alone would not. Among more messages due at the very same time than one claim takes, the order is arbitrary: sorting all of them
-- each time would cost more with every waiting message. The caller's session elsewhere holds the lock p_claimer.
create or replace function mail_claim(p_claimer bigint, p_now timestamptz, p_limit int) returns setof jsonb
language plpgsql volatile security invoker
as $$
declare
  accounts uuid[] := array(select mail_due_accounts(p_now, p_limit));
  share int := ceil(p_limit::numeric / greatest(cardinality(accounts), 1));
  remaining int := p_limit;
  taken int;
  account uuid;
begin
  -- A claim lost in a server crash leaves the message queued; `committing`, stored later, is synced with everything before it.
  perform set_config('synchronous_commit', 'off', true);
  foreach account in array accounts loop
    exit when remaining <= 0;
    perform set_config('app.account_id', account::text, true);
    return query
      with due as (
        select id from mail_messages
         where account_id = account and state = 'queued' and next_attempt_at <= p_now
         order by next_attempt_at
         limit least(share, remaining)
           for update skip locked),
      moved as (
        update mail_messages m
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

-- Stores outcomes of messages, each only if p_claimer still owns it; returns the ids of those that changed. Also accepts a late
-- outcome of a message that another process, thinking its sender dead, marked `unknown`. Row by row, by key: for a join the planner
-- sometimes chose the index of messages in flight, which is small and yet contains every message of the last minutes, so that
-- each mail cost more than the one before.
create or replace function mail_mark(p_claimer bigint, p_marks jsonb) returns setof uuid
language plpgsql volatile security invoker
as $$
declare
  mark record;
  account uuid;
begin
  for mark in
    select * from jsonb_to_recordset(p_marks) as marks(
      account_id uuid, id uuid, state text, at timestamptz, next_attempt_at timestamptz, unused boolean,
      via text, failure text, permanent boolean, reason text)
  loop
    if account is distinct from mark.account_id then
      account := mark.account_id;
      perform set_config('app.account_id', account::text, true);
    end if;
    if mark.state = 'committing' then
      update mail_messages set state = 'committing', claimed_at = mark.at
       where account_id = mark.account_id and id = mark.id and claimed_by = p_claimer and state = 'claimed';
    else
      update mail_messages
         set state = mark.state,
             via = coalesce(mark.via, via),
             sent_at = case mark.state when 'sent' then mark.at end,
             failure = mark.failure, permanent = mark.permanent, reason = mark.reason,
             next_attempt_at = coalesce(mark.next_attempt_at, next_attempt_at),
             attempts = attempts - case when mark.unused then 1 else 0 end,
             -- Time during which sending was not allowed does not count toward giving up.
             first_attempt_at = first_attempt_at + case when mark.unused and mark.next_attempt_at > mark.at
               then mark.next_attempt_at - mark.at else interval '0' end,
             claimed_by = case mark.state when 'unknown' then claimed_by end
       where account_id = mark.account_id and id = mark.id and claimed_by = p_claimer
         and (state in ('claimed', 'committing') or state = 'unknown' and mark.state in ('sent', 'failed'));
    end if;
    if found then return next mark.id; end if;
  end loop;
end
$$;

-- Frees the messages of a dead sender, whose lock is free. Returns each in its new state. `claimed` was not sent: queued again.
-- `committing` may have been accepted: a follow-up or an answer is never sent twice, so it becomes `unknown`; a transactional
-- message is never lost, so it is queued again with the same Message-ID. One that keeps killing its sender waits longer each time;
-- the others keep their time, which shows how long they waited.
create or replace function mail_recover(p_claimer bigint, p_accounts uuid[], p_now timestamptz) returns setof jsonb
language plpgsql volatile security invoker
as $$
declare
  account uuid;
begin
  if not pg_try_advisory_xact_lock(p_claimer) then return; end if;
  foreach account in array p_accounts loop
    perform set_config('app.account_id', account::text, true);
    return query
      update mail_messages m
         set state = case when m.state = 'committing' and m.kind <> 'transactional' then 'unknown' else 'queued' end,
             claimed_by = case when m.state = 'committing' and m.kind <> 'transactional' then m.claimed_by end,
             failure = case when m.state = 'committing' then 'The program stopped while the mail server was taking the message.' end,
             next_attempt_at = case when m.attempts > 2 then p_now + make_interval(secs => 10 * (m.attempts - 2)) else m.next_attempt_at end
       where m.account_id = account and m.claimed_by = p_claimer and m.state in ('claimed', 'committing')
      returning to_jsonb(m);
  end loop;
end
$$;

-- Releases messages that were claimed by p_claimer before p_before and that it does not know: inserted as claimed in a transaction
-- whose outcome the sender never learned.
create or replace function mail_release_strays(p_claimer bigint, p_accounts uuid[], p_known uuid[], p_before timestamptz) returns int
language plpgsql volatile security invoker
as $$
declare
  account uuid;
  freed int := 0;
  taken int;
begin
  foreach account in array p_accounts loop
    perform set_config('app.account_id', account::text, true);
    update mail_messages
       set state = 'queued', claimed_by = null, attempts = attempts - 1
     where account_id = account and claimed_by = p_claimer and state = 'claimed' and claimed_at < p_before and id <> all (p_known);
    get diagnostics taken = row_count;
    freed := freed + taken;
  end loop;
  return freed;
end
$$;
