--
-- PostgreSQL database dump
--


-- Dumped from database version 15.20 (Debian 15.20-0+deb12u1)
-- Dumped by pg_dump version 15.20 (Debian 15.20-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: drizzle; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA drizzle;


--
-- Name: pgboss; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA pgboss;


--
-- Name: job_state; Type: TYPE; Schema: pgboss; Owner: -
--

CREATE TYPE pgboss.job_state AS ENUM (
    'created',
    'retry',
    'active',
    'completed',
    'cancelled',
    'failed'
);


--
-- Name: create_queue(text, jsonb); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.create_queue(queue_name text, options jsonb) RETURNS void
    LANGUAGE plpgsql
    AS $_$
    DECLARE
      tablename varchar := CASE WHEN options->>'partition' = 'true'
                            THEN 'j' || encode(sha224(queue_name::bytea), 'hex')
                            ELSE 'job_common'
                            END;
      queue_created_on timestamptz;
    BEGIN

      WITH q as (
        INSERT INTO pgboss.queue (
          name,
          policy,
          retry_limit,
          retry_delay,
          retry_backoff,
          retry_delay_max,
          expire_seconds,
          retention_seconds,
          deletion_seconds,
          warning_queued,
          dead_letter,
          partition,
          table_name,
          heartbeat_seconds,
          notify,
          created_on,
          updated_on
        )
        VALUES (
          queue_name,
          options->>'policy',
          COALESCE((options->>'retryLimit')::int, 2),
          COALESCE((options->>'retryDelay')::int, 0),
          COALESCE((options->>'retryBackoff')::bool, false),
          (options->>'retryDelayMax')::int,
          COALESCE((options->>'expireInSeconds')::int, 900),
          COALESCE((options->>'retentionSeconds')::int, 1209600),
          COALESCE((options->>'deleteAfterSeconds')::int, 604800),
          COALESCE((options->>'warningQueueSize')::int, 0),
          options->>'deadLetter',
          COALESCE((options->>'partition')::bool, false),
          tablename,
          (options->>'heartbeatSeconds')::int,
          COALESCE((options->>'notify')::bool, false),
          pgboss.job_now(),
          pgboss.job_now()
        )
        ON CONFLICT DO NOTHING
        RETURNING created_on
      )
      SELECT created_on into queue_created_on from q;

      IF queue_created_on IS NULL OR options->>'partition' IS DISTINCT FROM 'true' THEN
        RETURN;
      END IF;

      EXECUTE format('CREATE TABLE pgboss.%I (LIKE pgboss.job INCLUDING DEFAULTS)', tablename);

      EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD PRIMARY KEY (name, id)$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue (name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED$cmd$, tablename);

      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i11 ON pgboss.job (name, priority DESC, created_on, start_after) WHERE state < 'active' AND NOT blocked$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i4 ON pgboss.job (name, singleton_on, COALESCE(singleton_key, '')) WHERE state <> 'cancelled' AND singleton_on IS NOT NULL$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i7 ON pgboss.job (name, group_id) WHERE state = 'active' AND group_id IS NOT NULL$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i9 ON pgboss.job (name, id) WHERE blocking AND state = 'completed'$cmd$, tablename);
      EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i12 ON pgboss.job (source_root_id) WHERE source_root_id IS NOT NULL$cmd$, tablename);

      IF options->>'policy' = 'short' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i1 ON pgboss.job (name, COALESCE(singleton_key, '')) WHERE state = 'created' AND policy = 'short'$cmd$, tablename);
      ELSIF options->>'policy' = 'singleton' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i2 ON pgboss.job (name, COALESCE(singleton_key, '')) WHERE state = 'active' AND policy = 'singleton'$cmd$, tablename);
      ELSIF options->>'policy' = 'stately' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i3 ON pgboss.job (name, state, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'stately'$cmd$, tablename);
      ELSIF options->>'policy' = 'exclusive' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i6 ON pgboss.job (name, COALESCE(singleton_key, '')) WHERE state <= 'active' AND policy = 'exclusive'$cmd$, tablename);
      ELSIF options->>'policy' = 'key_strict_fifo' THEN
        EXECUTE pgboss.job_table_format($cmd$CREATE UNIQUE INDEX job_i8 ON pgboss.job (name, singleton_key) WHERE state IN ('active', 'retry', 'failed') AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE pgboss.job_table_format($cmd$CREATE INDEX job_i10 ON pgboss.job (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE state < 'active' AND NOT blocked AND policy = 'key_strict_fifo'$cmd$, tablename);
        EXECUTE pgboss.job_table_format($cmd$ALTER TABLE pgboss.job ADD CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK (NOT (policy = 'key_strict_fifo' AND singleton_key IS NULL))$cmd$, tablename);
      END IF;

      EXECUTE format('ALTER TABLE pgboss.%I ADD CONSTRAINT cjc CHECK (name=%L)', tablename, queue_name);
      EXECUTE format('ALTER TABLE pgboss.job ATTACH PARTITION pgboss.%I FOR VALUES IN (%L)', tablename, queue_name);
    END;
    $_$;


--
-- Name: delete_queue(text); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.delete_queue(queue_name text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      v_table varchar;
      v_partition bool;
    BEGIN
      
      SELECT table_name, partition
      FROM pgboss.queue
      WHERE name = queue_name
      INTO v_table, v_partition;

      IF v_partition THEN
        EXECUTE format('DROP TABLE IF EXISTS pgboss.%I', v_table);
      ELSE
        EXECUTE format('DELETE FROM pgboss.%I WHERE name = %L', v_table, queue_name);
      END IF;
    
      DELETE FROM pgboss.queue WHERE name = queue_name;
    END;
    $$;


--
-- Name: job_now(); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.job_now() RETURNS timestamp with time zone
    LANGUAGE sql STABLE
    AS $$
      SELECT pg_catalog.now();
    $$;


--
-- Name: job_table_format(text, text); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.job_table_format(command text, table_name text) RETURNS text
    LANGUAGE sql IMMUTABLE
    AS $_$
      SELECT format(
        regexp_replace(
          regexp_replace(command, '\.job\y', '.%1$I', 'g'),
          '\yjob_i(\d+)', '%1$s_i\1', 'g'
        ),
        table_name
      );
    $_$;


--
-- Name: job_table_run(text, text, text); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.job_table_run(command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    DECLARE
      tbl RECORD;
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM pgboss.queue WHERE name = queue_name;
      END IF;

      IF tbl_name IS NOT NULL THEN
        EXECUTE pgboss.job_table_format(command, tbl_name);
        RETURN;
      END IF;

      EXECUTE pgboss.job_table_format(command, 'job_common');

      FOR tbl IN SELECT table_name FROM pgboss.queue WHERE partition = true
      LOOP
        EXECUTE pgboss.job_table_format(command, tbl.table_name);
      END LOOP;
    END;
    $$;


--
-- Name: job_table_run_async(text, integer, text, text, text); Type: FUNCTION; Schema: pgboss; Owner: -
--

CREATE FUNCTION pgboss.job_table_run_async(command_name text, version integer, command text, tbl_name text DEFAULT NULL::text, queue_name text DEFAULT NULL::text) RETURNS void
    LANGUAGE plpgsql
    AS $$
    BEGIN
      IF queue_name IS NOT NULL THEN
        SELECT table_name INTO tbl_name FROM pgboss.queue WHERE name = queue_name;
      END IF;

      IF tbl_name IS NOT NULL THEN
        INSERT INTO pgboss.bam (name, version, status, queue, table_name, command)
        VALUES (
          command_name,
          version,
          'pending',
          queue_name,
          tbl_name,
          pgboss.job_table_format(command, tbl_name)
        );
        RETURN;
      END IF;

      INSERT INTO pgboss.bam (name, version, status, queue, table_name, command)
      SELECT
        command_name,
        version,
        'pending',
        NULL,
        'job_common',
        pgboss.job_table_format(command, 'job_common')
      UNION ALL
      SELECT
        command_name,
        version,
        'pending',
        queue.name,
        queue.table_name,
        pgboss.job_table_format(command, queue.table_name)
      FROM pgboss.queue
      WHERE partition = true;
    END;
    $$;


--
-- Name: api_due_webhooks(timestamp with time zone, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.api_due_webhooks(at timestamp with time zone, at_most integer) RETURNS TABLE(account_id uuid, webhook_id uuid)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select d.account_id, d.webhook_id from api_deliveries d
   where d.state = 'waiting' and d.due_at <= at
     and not exists (select from businesses_accounts a where a.account_id = d.account_id and a.suspended_at is not null)
   group by d.account_id, d.webhook_id order by min(d.due_at) limit at_most
$$;


--
-- Name: api_forget(timestamp with time zone, timestamp with time zone); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.api_forget(answers_before timestamp with time zone, log_before timestamp with time zone) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  delete from api_answers where at < answers_before;
  update api_keys k set made_by = null
   where made_by is not null
     and not exists (select from businesses_members m where m.account_id = k.account_id and m.user_id = k.made_by);
  delete from api_deliveries where created_at < log_before and state <> 'waiting';
  delete from api_events e where e.at < log_before
     and not exists (select from api_deliveries d where d.account_id = e.account_id and d.event_id = e.id and d.state = 'waiting');
$$;


--
-- Name: businesses_due_mailboxes(timestamp with time zone, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.businesses_due_mailboxes(at timestamp with time zone, at_most integer) RETURNS SETOF uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select account_id from businesses_channels
   where kind = 'imap' and account_id <> '00000000-0000-0000-0000-000000000000'
     and coalesce((shown->>'nextAt')::timestamptz, '-infinity') <= at
   order by coalesce((shown->>'nextAt')::timestamptz, '-infinity') limit at_most
$$;


--
-- Name: businesses_erase(uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.businesses_erase(account uuid) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'public', 'pg_temp'
    AS $_$
declare
  name text;
  gone bigint;
  found_now bigint;
  total bigint := 0;
begin
  if account is null or account = '00000000-0000-0000-0000-000000000000'
     or account is distinct from nullif(current_setting('app.account_id', true), '')::uuid then
    raise exception 'only the account that is entered can be erased' using errcode = 'insufficient_privilege';
  end if;
  for pass in 1..10 loop
    found_now := 0;
    for name in
      select c.relname from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
         and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped)
       order by c.relname desc
    loop
      execute format('delete from public.%I where account_id = $1', name) using account;
      get diagnostics gone = row_count;
      found_now := found_now + gone;
    end loop;
    total := total + found_now;
    exit when found_now = 0;
  end loop;
  return total;
end $_$;


--
-- Name: businesses_keep_an_owner(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.businesses_keep_an_owner() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
begin
  perform 1 from businesses_accounts where account_id = old.account_id for update;
  if not found then return null; end if;
  if not exists (select 1 from businesses_members where account_id = old.account_id and role = 'owner') then
    raise exception 'a business needs an owner' using errcode = 'check_violation', constraint = 'businesses_keep_an_owner';
  end if;
  return null;
end $$;


--
-- Name: businesses_of_addresses(text[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.businesses_of_addresses(sought text[]) RETURNS TABLE(account_id uuid, address text, proven boolean)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select one.account_id, one.address,
         exists (select from businesses_members m join identity_users u on u.id = m.user_id
                  where m.account_id = one.account_id and m.role in ('owner', 'manager') and u.email_verified and lower(u.email) = one.address)
    from (select a.account_id, lower(a.reply_address) as address from businesses_accounts a
           union
          select c.account_id, lower(c.shown->>'fromAddress') from businesses_channels c where c.kind = 'smtp') one
   where one.address = any(sought)
   order by one.account_id
$$;


--
-- Name: businesses_of_twilio(text, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.businesses_of_twilio(sid text, at_most integer) RETURNS SETOF uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select account_id from businesses_channels where kind = 'twilio' and shown->>'sid' = sid order by account_id limit at_most
$$;


--
-- Name: businesses_standing(uuid, uuid); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.businesses_standing(person uuid, wished uuid) RETURNS TABLE(account_id uuid, role text, job_id uuid, name text, suspended boolean, several boolean, tools text[])
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select m.account_id, m.role, m.job_id, a.name, a.suspended_at is not null,
         exists (select from businesses_members o where o.user_id = person and o.account_id <> m.account_id),
         array(select t.tool from businesses_tools t where t.account_id = m.account_id union select o.tool from businesses_open_tools o)
    from businesses_members m join businesses_accounts a on a.account_id = m.account_id
   where m.user_id = person
   order by m.account_id is not distinct from wished desc, m.created_at limit 1
$$;


--
-- Name: figures(timestamp with time zone, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.figures(moment timestamp with time zone, most integer) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  with due as (
    select s.due_at from sequences_steps s
     where s.state = 'waiting' and s.due_at <= moment
       and not exists (select from businesses_accounts a where a.account_id = s.account_id and a.suspended_at is not null)
     order by s.due_at limit most),
  captures as (select c.at from leads_captures c limit most),
  queued as (select m.next_attempt_at from mail_messages m where m.state = 'queued' order by m.next_attempt_at limit most),
  flying as (select m.state, m.claimed_at from mail_messages m where m.state in ('claimed', 'committing') limit most)
  select jsonb_build_object(
    'steps', (select count(*) from due),
    'step_age', (select coalesce(extract(epoch from moment - min(due_at)), 0) from due),
    'captures', (select count(*) from captures),
    'capture_age', (select coalesce(greatest(extract(epoch from moment - min(captures.at)), 0), 0) from captures),
    'queued', (select count(*) from queued where next_attempt_at > moment),
    'queued_due', (select count(*) from queued where next_attempt_at <= moment),
    'queued_age', (select coalesce(greatest(extract(epoch from moment - min(next_attempt_at)), 0), 0) from queued),
    'claimed', (select count(*) from flying where state = 'claimed'),
    'committing', (select count(*) from flying where state = 'committing'))
$$;


--
-- Name: leads_accept_captures(uuid, uuid[], uuid[], text[], text[], jsonb[], jsonb[], timestamp with time zone[], jsonb[]); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.leads_accept_captures(account uuid, pages uuid[], captures uuid[], persons text[], addresses text[], visits jsonb[], answered jsonb[], moments timestamp with time zone[], verdicts jsonb[]) RETURNS uuid[]
    LANGUAGE plpgsql
    AS $$
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
end $$;


--
-- Name: leads_accounts_of_phone(text, text); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.leads_accounts_of_phone(sought text, house_number text) RETURNS TABLE(account_id uuid, texted_at timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select one.account_id, one.texted_at
    from (select l.account_id,
                 (select max(coalesce(m.sent_at, m.claimed_at)) from sms_messages m
                   where m.account_id = l.account_id and m.recipient = sought and m.from_number = house_number) as texted_at
            from leads l where l.phone = sought group by l.account_id) one
   where one.texted_at is not null
      or not exists (select from businesses_channels c where c.account_id = one.account_id and c.kind = 'twilio')
   order by one.texted_at desc nulls last, one.account_id
$$;


--
-- Name: leads_accounts_to_ask(timestamp with time zone, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.leads_accounts_to_ask(since timestamp with time zone, at_most integer) RETURNS SETOF uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select u.account_id from leads_unconfirmed u
   where u.asked_at is null and u.at > since
     and not exists (select from businesses_accounts a where a.account_id = u.account_id and a.suspended_at is not null)
   group by u.account_id order by random() limit at_most
$$;


--
-- Name: leads_accounts_with_captures(integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.leads_accounts_with_captures(at_most integer) RETURNS SETOF uuid
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select account_id from leads_captures group by account_id order by random() limit at_most
$$;


--
-- Name: leads_forget_held_back(timestamp with time zone); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.leads_forget_held_back(moment timestamp with time zone) RETURNS integer
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
declare
  gone int;
begin
  delete from leads_held_back where at <= moment;
  get diagnostics gone = row_count;
  return gone;
end $$;


--
-- Name: mail_claim(bigint, timestamp with time zone, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.mail_claim(p_claimer bigint, p_now timestamp with time zone, p_limit integer) RETURNS SETOF jsonb
    LANGUAGE plpgsql
    AS $$
declare
  accounts uuid[] := array(select mail_due_accounts(p_now, p_limit));
  share int := ceil(p_limit::numeric / greatest(cardinality(accounts), 1));
  remaining int := p_limit;
  taken int;
  account uuid;
begin
  -- A claim that a crash of the server takes back is a message still queued; `committing`, stored later, is synced with all before it.
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
           for update skip locked)
      update mail_messages m
         set state = 'claimed', claimed_by = p_claimer, claimed_at = p_now,
             attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, p_now)
        from due
       where m.account_id = account and m.id = due.id
      returning to_jsonb(m);
    get diagnostics taken = row_count;
    remaining := remaining - taken;
  end loop;
end
$$;


--
-- Name: mail_due_accounts(timestamp with time zone, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.mail_due_accounts(p_now timestamp with time zone, p_limit integer) RETURNS SETOF uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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


--
-- Name: mail_health(timestamp with time zone, timestamp with time zone); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.mail_health(since timestamp with time zone, hours_since timestamp with time zone) RETURNS jsonb
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  with recent as materialized (
    select account_id, account_id = '00000000-0000-0000-0000-000000000000' as own, state, via, reason, created_at, sent_at, next_attempt_at, attempts
      from mail_messages where created_at >= since or state in ('queued', 'claimed', 'committing'))
  select jsonb_build_object(
    'states', (select coalesce(jsonb_agg(jsonb_build_object('own', own, 'state', state, 'count', n)), '[]')
                 from (select own, state, count(*)::int n from recent group by own, state) s),
    'oldest', (select min(next_attempt_at) from recent where state = 'queued'),
    'retried', (select count(*)::int from recent where state = 'queued' and attempts > 0),
    'vias', (select coalesce(jsonb_agg(distinct via), '[]') from recent where via is not null),
    'hours', (select coalesce(jsonb_agg(jsonb_build_object('hour', hour, 'count', n)), '[]')
                from (select date_trunc('hour', sent_at at time zone 'UTC')::text as hour, count(*)::int n
                        from recent where state = 'sent' and sent_at >= hours_since group by 1) h),
    'failures', (select coalesce(jsonb_agg(jsonb_build_object('reason', reason, 'count', n)), '[]')
                   from (select coalesce(reason, 'unknown') reason, count(*)::int n from recent where state = 'failed' group by 1) f),
    'bounces', (select coalesce(jsonb_agg(jsonb_build_object('account', account_id, 'count', n) order by n desc), '[]')
                  from (select account_id, count(*)::int n from recent
                         where state = 'failed' and reason = 'bad_address' and not own
                         group by account_id order by n desc, account_id limit 10) b))
$$;


--
-- Name: mail_in_flight(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.mail_in_flight() RETURNS TABLE(account_id uuid, claimed_by bigint)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select distinct m.account_id, m.claimed_by from public.mail_messages m where m.state in ('claimed', 'committing')
$$;


--
-- Name: mail_mark(bigint, jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.mail_mark(p_claimer bigint, p_marks jsonb) RETURNS SETOF uuid
    LANGUAGE plpgsql
    AS $$
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
             -- A time in which it was not to be tried is none of the days after which it is given up.
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


--
-- Name: mail_recover(bigint, uuid[], timestamp with time zone); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.mail_recover(p_claimer bigint, p_accounts uuid[], p_now timestamp with time zone) RETURNS SETOF jsonb
    LANGUAGE plpgsql
    AS $$
declare
  account uuid;
begin
  if not pg_try_advisory_xact_lock(p_claimer) then return; end if;
  foreach account in array p_accounts loop
    perform set_config('app.account_id', account::text, true);
    return query
      update mail_messages m
         set state = case when m.state = 'committing' and m.kind = 'followup' then 'unknown' else 'queued' end,
             claimed_by = case when m.state = 'committing' and m.kind = 'followup' then m.claimed_by end,
             failure = case when m.state = 'committing' then 'The program stopped while the mail server was taking the message.' end,
             next_attempt_at = case when m.attempts > 2 then p_now + make_interval(secs => 10 * (m.attempts - 2)) else m.next_attempt_at end
       where m.account_id = account and m.claimed_by = p_claimer and m.state in ('claimed', 'committing')
      returning to_jsonb(m);
  end loop;
end
$$;


--
-- Name: mail_release_strays(bigint, uuid[], uuid[], timestamp with time zone); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.mail_release_strays(p_claimer bigint, p_accounts uuid[], p_known uuid[], p_before timestamp with time zone) RETURNS integer
    LANGUAGE plpgsql
    AS $$
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


--
-- Name: operator_account_numbers(uuid, timestamp with time zone); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.operator_account_numbers(account uuid, since timestamp with time zone) RETURNS TABLE(name text, created_at timestamp with time zone, suspended_at timestamp with time zone, owners text[], people integer, leads integer, sent integer, last_activity timestamp with time zone)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
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
$$;


--
-- Name: operator_accounts(text, integer, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.operator_accounts(sought text, at_most integer, skipped integer) RETURNS TABLE(account_id uuid, matches integer)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select a.account_id, (count(*) over ())::int
    from businesses_accounts a
   where sought = '' or strpos(lower(coalesce(a.name, '')), lower(sought)) > 0
      or exists (select from businesses_members m join identity_users u on u.id = m.user_id
                  where m.account_id = a.account_id and m.role = 'owner' and strpos(lower(u.email), lower(sought)) > 0)
   order by a.created_at desc, a.account_id limit at_most offset skipped
$$;


--
-- Name: operator_audit_stays(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.operator_audit_stays() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  raise exception 'operator_audit is only added to' using errcode = 'insufficient_privilege';
end $$;


--
-- Name: operator_overdue_steps(timestamp with time zone); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.operator_overdue_steps(due_before timestamp with time zone) RETURNS integer
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select count(*)::int from sequences_steps s
   where s.state = 'waiting' and s.due_at < due_before
     and not exists (select from businesses_accounts a where a.account_id = s.account_id and a.suspended_at is not null)
$$;


--
-- Name: operator_tools(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.operator_tools() RETURNS TABLE(tool text, accounts integer)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select tool, count(*)::int from businesses_tools group by tool
$$;


--
-- Name: sequences_date_accounts(text, uuid, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.sequences_date_accounts(day text, after uuid, at_most integer) RETURNS TABLE(account_id uuid)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select distinct q.account_id from sequences q
   where q.trigger ->> 'kind' = 'date' and q.begun_at is null and q.retired_at is null and q.trigger ->> 'on' <= day
     and q.account_id > after
     and not exists (select from businesses_accounts a where a.account_id = q.account_id and a.suspended_at is not null)
   order by q.account_id limit at_most
$$;


--
-- Name: sequences_due_accounts(timestamp with time zone, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.sequences_due_accounts(at timestamp with time zone, at_most integer) RETURNS SETOF uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET max_parallel_workers_per_gather TO '0'
    SET jit TO 'off'
    AS $$
  with due as materialized (
    select s.account_id, s.due_at from sequences_steps s where s.state = 'waiting' and s.due_at <= at order by s.due_at),
  first as materialized (
    select account_id, min(due_at) as due_at from due group by account_id)
  select account_id from first
   where not exists (select from businesses_accounts a where a.account_id = first.account_id and a.suspended_at is not null)
   order by due_at limit at_most
$$;


--
-- Name: sequences_heads_up_accounts(timestamp with time zone, uuid, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.sequences_heads_up_accounts(at timestamp with time zone, after uuid, at_most integer) RETURNS TABLE(account_id uuid, zone text, told date)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select a.account_id, a.zone, (select max(h.day) from sequences_heads_ups h where h.account_id = a.account_id)
    from businesses_accounts a
   where a.account_id > after and a.suspended_at is null
     and exists (select from sequences_steps s
                  where s.account_id = a.account_id and s.state = 'waiting' and s.due_at < at + interval '1 day')
     and not exists (select from businesses_channels c where c.account_id = a.account_id and c.kind = 'imap' and c.problem is null)
   order by a.account_id limit at_most
$$;


--
-- Name: sms_claim(bigint, timestamp with time zone, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.sms_claim(p_claimer bigint, p_now timestamp with time zone, p_limit integer) RETURNS SETOF jsonb
    LANGUAGE plpgsql
    AS $$
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
           for update skip locked)
      update sms_messages m
         set state = 'claimed', claimed_by = p_claimer, claimed_at = p_now,
             attempts = attempts + 1, first_attempt_at = coalesce(first_attempt_at, p_now)
        from due
       where m.account_id = account and m.id = due.id
      returning to_jsonb(m);
    get diagnostics taken = row_count;
    remaining := remaining - taken;
  end loop;
end
$$;


--
-- Name: sms_due_accounts(timestamp with time zone, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.sms_due_accounts(p_now timestamp with time zone, p_limit integer) RETURNS SETOF uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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


--
-- Name: sms_in_flight(); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.sms_in_flight() RETURNS TABLE(account_id uuid, claimed_by bigint)
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select distinct m.account_id, m.claimed_by from public.sms_messages m where m.state in ('claimed', 'committing')
$$;


--
-- Name: sms_mark(bigint, jsonb); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.sms_mark(p_claimer bigint, p_marks jsonb) RETURNS SETOF uuid
    LANGUAGE plpgsql
    AS $$
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


--
-- Name: sms_recover(bigint, uuid[], timestamp with time zone); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.sms_recover(p_claimer bigint, p_accounts uuid[], p_now timestamp with time zone) RETURNS SETOF jsonb
    LANGUAGE plpgsql
    AS $$
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


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: __drizzle_migrations; Type: TABLE; Schema: drizzle; Owner: -
--

CREATE TABLE drizzle.__drizzle_migrations (
    id integer NOT NULL,
    hash text NOT NULL,
    created_at bigint
);


--
-- Name: __drizzle_migrations_id_seq; Type: SEQUENCE; Schema: drizzle; Owner: -
--

CREATE SEQUENCE drizzle.__drizzle_migrations_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: __drizzle_migrations_id_seq; Type: SEQUENCE OWNED BY; Schema: drizzle; Owner: -
--

ALTER SEQUENCE drizzle.__drizzle_migrations_id_seq OWNED BY drizzle.__drizzle_migrations.id;


--
-- Name: bam; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.bam (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    version integer NOT NULL,
    status text DEFAULT 'pending'::text NOT NULL,
    queue text,
    table_name text NOT NULL,
    command text NOT NULL,
    error text,
    created_on timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone
);


--
-- Name: job; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.job (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid
)
PARTITION BY LIST (name);


--
-- Name: job_common; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.job_common (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    priority integer DEFAULT 0 NOT NULL,
    data jsonb,
    state pgboss.job_state DEFAULT 'created'::pgboss.job_state NOT NULL,
    retry_limit integer DEFAULT 2 NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    retry_delay integer DEFAULT 0 NOT NULL,
    retry_backoff boolean DEFAULT false NOT NULL,
    retry_delay_max integer,
    expire_seconds integer DEFAULT 900 NOT NULL,
    deletion_seconds integer DEFAULT 604800 NOT NULL,
    singleton_key text,
    singleton_on timestamp without time zone,
    group_id text,
    group_tier text,
    start_after timestamp with time zone DEFAULT now() NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    started_on timestamp with time zone,
    completed_on timestamp with time zone,
    keep_until timestamp with time zone DEFAULT (now() + '336:00:00'::interval) NOT NULL,
    output jsonb,
    dead_letter text,
    policy text,
    heartbeat_on timestamp with time zone,
    heartbeat_seconds integer,
    blocked boolean DEFAULT false NOT NULL,
    blocking boolean DEFAULT false NOT NULL,
    pending_dependencies integer DEFAULT 0 NOT NULL,
    source_name text,
    source_id uuid,
    source_created_on timestamp with time zone,
    source_retry_count integer,
    source_output jsonb,
    source_root_id uuid,
    CONSTRAINT job_key_strict_fifo_singleton_key_check CHECK ((NOT ((policy = 'key_strict_fifo'::text) AND (singleton_key IS NULL))))
);


--
-- Name: job_dependency; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.job_dependency (
    child_name text NOT NULL,
    child_id uuid NOT NULL,
    parent_name text NOT NULL,
    parent_id uuid NOT NULL
);


--
-- Name: queue; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.queue (
    name text NOT NULL,
    policy text NOT NULL,
    retry_limit integer NOT NULL,
    retry_delay integer NOT NULL,
    retry_backoff boolean NOT NULL,
    retry_delay_max integer,
    expire_seconds integer NOT NULL,
    retention_seconds integer NOT NULL,
    deletion_seconds integer NOT NULL,
    dead_letter text,
    partition boolean NOT NULL,
    table_name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    warning_queued integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer DEFAULT 0 NOT NULL,
    completed_delta integer DEFAULT 0 NOT NULL,
    failed_delta integer DEFAULT 0 NOT NULL,
    delta_on timestamp with time zone,
    delta_seconds integer,
    ready_history integer[] DEFAULT '{}'::integer[] NOT NULL,
    heartbeat_seconds integer,
    notify boolean DEFAULT false NOT NULL,
    singletons_active text[],
    monitor_claim_on timestamp with time zone,
    monitor_on timestamp with time zone,
    maintain_on timestamp with time zone,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    CONSTRAINT queue_check CHECK ((dead_letter IS DISTINCT FROM name))
);


--
-- Name: queue_stats; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.queue_stats (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
)
PARTITION BY RANGE (captured_on);


--
-- Name: queue_stats_20261122; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.queue_stats_20261122 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: queue_stats_20261123; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.queue_stats_20261123 (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    name text NOT NULL,
    deferred_count integer DEFAULT 0 NOT NULL,
    queued_count integer DEFAULT 0 NOT NULL,
    ready_count integer DEFAULT 0 NOT NULL,
    active_count integer DEFAULT 0 NOT NULL,
    failed_count integer DEFAULT 0 NOT NULL,
    total_count integer DEFAULT 0 NOT NULL,
    created_delta integer,
    completed_delta integer,
    failed_delta integer,
    delta_seconds integer,
    delta_on timestamp with time zone,
    captured_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: schedule; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.schedule (
    name text NOT NULL,
    key text DEFAULT ''::text NOT NULL,
    kind text DEFAULT 'cron'::text NOT NULL,
    cron text NOT NULL,
    timezone text DEFAULT 'UTC'::text,
    data jsonb,
    options jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL,
    last_job_id uuid,
    CONSTRAINT schedule_kind_check CHECK ((kind = ANY (ARRAY['cron'::text, 'rrule'::text])))
);


--
-- Name: subscription; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.subscription (
    event text NOT NULL,
    name text NOT NULL,
    created_on timestamp with time zone DEFAULT now() NOT NULL,
    updated_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: version; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.version (
    version integer NOT NULL,
    cron_on timestamp with time zone,
    bam_on timestamp with time zone,
    flow_on timestamp with time zone,
    reindex_on timestamp with time zone,
    monitor_backoff_on timestamp with time zone
);


--
-- Name: warning; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.warning (
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    type text NOT NULL,
    message text NOT NULL,
    data jsonb,
    created_on timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: api_answers; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.api_answers (
    account_id uuid NOT NULL,
    key_id uuid NOT NULL,
    idempotency_hash text NOT NULL,
    request_hash text NOT NULL,
    answer text NOT NULL,
    at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.api_answers FORCE ROW LEVEL SECURITY;


--
-- Name: api_deliveries; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.api_deliveries (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    event_id uuid NOT NULL,
    state text NOT NULL,
    attempts integer NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    first_tried_at timestamp(3) with time zone,
    last_tried_at timestamp(3) with time zone,
    status integer,
    answer text,
    problem text
);

ALTER TABLE ONLY public.api_deliveries FORCE ROW LEVEL SECURITY;


--
-- Name: api_events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.api_events (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    number bigint,
    type text NOT NULL,
    lead_id uuid,
    details jsonb NOT NULL,
    at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.api_events FORCE ROW LEVEL SECURITY;


--
-- Name: api_keys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.api_keys (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    token_hash text NOT NULL,
    hint text NOT NULL,
    scopes jsonb NOT NULL,
    made_by uuid,
    created_at timestamp(3) with time zone NOT NULL,
    last_used date,
    revoked_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.api_keys FORCE ROW LEVEL SECURITY;


--
-- Name: api_webhooks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.api_webhooks (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    url text NOT NULL,
    events jsonb NOT NULL,
    secret text NOT NULL,
    old_secret text,
    old_secret_until timestamp(3) with time zone,
    created_at timestamp(3) with time zone NOT NULL,
    disabled_at timestamp(3) with time zone,
    disabled_why text
);

ALTER TABLE ONLY public.api_webhooks FORCE ROW LEVEL SECURITY;


--
-- Name: businesses_accounts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.businesses_accounts (
    account_id uuid NOT NULL,
    name text,
    postal_address text,
    zone text,
    reply_address text,
    created_at timestamp(3) with time zone NOT NULL,
    phone text,
    licence_number text,
    hours jsonb,
    currency text DEFAULT 'USD'::text NOT NULL,
    tax_rates jsonb DEFAULT '[]'::jsonb NOT NULL,
    signature text,
    logo_file text,
    color text,
    suspended_at timestamp(3) with time zone,
    send_window jsonb
);

ALTER TABLE ONLY public.businesses_accounts FORCE ROW LEVEL SECURITY;


--
-- Name: businesses_audit; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.businesses_audit (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    user_id uuid,
    who text NOT NULL,
    action text NOT NULL,
    details jsonb NOT NULL
);

ALTER TABLE ONLY public.businesses_audit FORCE ROW LEVEL SECURITY;


--
-- Name: businesses_channels; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.businesses_channels (
    account_id uuid NOT NULL,
    kind text NOT NULL,
    sealed text NOT NULL,
    shown jsonb NOT NULL,
    changed_at timestamp(3) with time zone NOT NULL,
    checked_at timestamp(3) with time zone,
    problem text
);

ALTER TABLE ONLY public.businesses_channels FORCE ROW LEVEL SECURITY;


--
-- Name: businesses_domain_checks; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.businesses_domain_checks (
    account_id uuid NOT NULL,
    domain text NOT NULL,
    host text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    parts jsonb NOT NULL,
    dns_host text
);

ALTER TABLE ONLY public.businesses_domain_checks FORCE ROW LEVEL SECURITY;


--
-- Name: businesses_invites; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.businesses_invites (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    email text NOT NULL,
    role text NOT NULL,
    job_id uuid,
    token_hash text NOT NULL,
    invited_by uuid NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    accepted_at timestamp(3) with time zone,
    accepted_by uuid,
    revoked_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.businesses_invites FORCE ROW LEVEL SECURITY;


--
-- Name: businesses_members; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.businesses_members (
    account_id uuid NOT NULL,
    user_id uuid NOT NULL,
    role text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    job_id uuid,
    CONSTRAINT businesses_members_guest_job CHECK (((role <> 'guest'::text) OR (job_id IS NOT NULL)))
);

ALTER TABLE ONLY public.businesses_members FORCE ROW LEVEL SECURITY;


--
-- Name: businesses_open_tools; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.businesses_open_tools (
    tool text NOT NULL,
    since timestamp(3) with time zone NOT NULL
);


--
-- Name: businesses_tools; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.businesses_tools (
    account_id uuid NOT NULL,
    tool text NOT NULL,
    since timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.businesses_tools FORCE ROW LEVEL SECURITY;


--
-- Name: drips; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.drips (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    title text NOT NULL,
    brief jsonb NOT NULL,
    text jsonb NOT NULL,
    draft_hash text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone,
    deleted_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.drips FORCE ROW LEVEL SECURITY;


--
-- Name: drips_drafts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.drips_drafts (
    token_hash text NOT NULL,
    brief jsonb NOT NULL,
    text jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    kept_at timestamp(3) with time zone,
    kept_as uuid,
    version integer DEFAULT 1 NOT NULL,
    model_state text,
    model_text jsonb,
    model_note text
);


--
-- Name: drips_versions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.drips_versions (
    account_id uuid NOT NULL,
    drip_id uuid NOT NULL,
    number integer NOT NULL,
    text jsonb NOT NULL,
    made text NOT NULL,
    by_user uuid,
    at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.drips_versions FORCE ROW LEVEL SECURITY;


--
-- Name: events_deeds; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.events_deeds (
    account_id uuid NOT NULL,
    lead_id uuid NOT NULL,
    what text NOT NULL,
    about text DEFAULT ''::text NOT NULL,
    first_at timestamp(3) with time zone NOT NULL,
    last_at timestamp(3) with time zone NOT NULL,
    times integer NOT NULL
);

ALTER TABLE ONLY public.events_deeds FORCE ROW LEVEL SECURITY;


--
-- Name: identity_challenges; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.identity_challenges (
    token_hash text NOT NULL,
    kind text NOT NULL,
    user_id uuid,
    data jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL
);


--
-- Name: identity_credentials; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.identity_credentials (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    provider_id text NOT NULL,
    provider_account_id text NOT NULL,
    password text,
    access_token text,
    refresh_token text,
    id_token text,
    access_token_expires_at timestamp(3) with time zone,
    refresh_token_expires_at timestamp(3) with time zone,
    scope text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);


--
-- Name: identity_devices; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.identity_devices (
    user_id uuid NOT NULL,
    device_hash text NOT NULL,
    first_seen_at timestamp(3) with time zone NOT NULL,
    last_seen_at timestamp(3) with time zone NOT NULL
);


--
-- Name: identity_events; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.identity_events (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    kind text NOT NULL,
    address text,
    user_agent text,
    details jsonb NOT NULL
);


--
-- Name: identity_exports; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.identity_exports (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    asked_at timestamp(3) with time zone NOT NULL,
    ready_at timestamp(3) with time zone,
    failed_at timestamp(3) with time zone,
    file text,
    bytes integer,
    expires_at timestamp(3) with time zone
);


--
-- Name: identity_passkeys; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.identity_passkeys (
    id text NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    public_key text NOT NULL,
    counter bigint NOT NULL,
    transports jsonb NOT NULL,
    backed_up boolean NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone
);


--
-- Name: identity_recovery_codes; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.identity_recovery_codes (
    user_id uuid NOT NULL,
    code_hash text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    used_at timestamp(3) with time zone
);


--
-- Name: identity_sessions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.identity_sessions (
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    token text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    ip_address text,
    user_agent text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL,
    last_used_at timestamp(3) with time zone,
    last_address text,
    confirmed_at timestamp(3) with time zone
);


--
-- Name: identity_totp; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.identity_totp (
    user_id uuid NOT NULL,
    sealed text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    confirmed_at timestamp(3) with time zone,
    last_step bigint
);


--
-- Name: identity_users; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.identity_users (
    id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    email_verified boolean DEFAULT false NOT NULL,
    image text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);


--
-- Name: identity_verifications; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.identity_verifications (
    id uuid NOT NULL,
    identifier text NOT NULL,
    value text NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone NOT NULL
);


--
-- Name: leads; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.leads (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    replied_at timestamp(3) with time zone,
    unsubscribed_at timestamp(3) with time zone,
    bounced_at timestamp(3) with time zone,
    phone text,
    texts_stopped_at timestamp(3) with time zone,
    paused_until date,
    mail_spacing text,
    unconfirmed_since timestamp(3) with time zone,
    confirm_asked_at timestamp(3) with time zone,
    confirmed_at timestamp(3) with time zone,
    booked_at timestamp(3) with time zone,
    outcome text,
    outcome_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.leads FORCE ROW LEVEL SECURITY;


--
-- Name: leads_captures; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.leads_captures (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    page_id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    source jsonb NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    answers jsonb
);

ALTER TABLE ONLY public.leads_captures FORCE ROW LEVEL SECURITY;


--
-- Name: leads_consents; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.leads_consents (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    lead_id uuid NOT NULL,
    wording_version text NOT NULL,
    wording text NOT NULL,
    source text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    channel text DEFAULT 'mail'::text NOT NULL,
    confirmed_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.leads_consents FORCE ROW LEVEL SECURITY;


--
-- Name: leads_held_back; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.leads_held_back (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    page_id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    source jsonb NOT NULL,
    answers jsonb,
    reasons jsonb NOT NULL,
    at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.leads_held_back FORCE ROW LEVEL SECURITY;


--
-- Name: leads_imports; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.leads_imports (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    file_name text NOT NULL,
    file text,
    hash text NOT NULL,
    bytes integer NOT NULL,
    encoding text NOT NULL,
    delimiter text NOT NULL,
    has_header boolean NOT NULL,
    headers jsonb NOT NULL,
    sample jsonb NOT NULL,
    mapping jsonb NOT NULL,
    day_first boolean NOT NULL,
    counts jsonb,
    state text NOT NULL,
    origin text,
    wording text,
    page_id uuid,
    created_at timestamp(3) with time zone NOT NULL,
    started_at timestamp(3) with time zone,
    finished_at timestamp(3) with time zone,
    undone_at timestamp(3) with time zone,
    "position" integer NOT NULL,
    added integer NOT NULL,
    known integer NOT NULL,
    suppressed integer NOT NULL,
    repeated integer NOT NULL,
    errors integer NOT NULL,
    partly integer NOT NULL,
    starts_after timestamp(3) with time zone,
    starts_until timestamp(3) with time zone,
    removed integer NOT NULL,
    kept jsonb NOT NULL
);

ALTER TABLE ONLY public.leads_imports FORCE ROW LEVEL SECURITY;


--
-- Name: leads_imports_errors; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.leads_imports_errors (
    account_id uuid NOT NULL,
    import_id uuid NOT NULL,
    "row" integer NOT NULL,
    line integer NOT NULL,
    field text NOT NULL,
    problem text NOT NULL,
    is_taken boolean NOT NULL,
    cells jsonb NOT NULL
);

ALTER TABLE ONLY public.leads_imports_errors FORCE ROW LEVEL SECURITY;


--
-- Name: leads_imports_people; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.leads_imports_people (
    account_id uuid NOT NULL,
    import_id uuid NOT NULL,
    lead_id uuid NOT NULL,
    is_new boolean NOT NULL,
    touched boolean NOT NULL,
    phone text
);

ALTER TABLE ONLY public.leads_imports_people FORCE ROW LEVEL SECURITY;


--
-- Name: leads_inbound_mails; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.leads_inbound_mails (
    id uuid NOT NULL,
    hash text NOT NULL,
    raw text NOT NULL,
    received_at timestamp(3) with time zone NOT NULL,
    read_at timestamp(3) with time zone,
    recipients text[] DEFAULT '{}'::text[] NOT NULL
);


--
-- Name: leads_inbound_texts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.leads_inbound_texts (
    account_id uuid NOT NULL,
    sid text NOT NULL,
    at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.leads_inbound_texts FORCE ROW LEVEL SECURITY;


--
-- Name: leads_links; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.leads_links (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    lead_id uuid NOT NULL,
    token_hash text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    opened_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.leads_links FORCE ROW LEVEL SECURITY;


--
-- Name: leads_pages; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.leads_pages (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    slug text NOT NULL,
    offer jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    closed_at timestamp(3) with time zone,
    form jsonb
);

ALTER TABLE ONLY public.leads_pages FORCE ROW LEVEL SECURITY;


--
-- Name: leads_replies; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.leads_replies (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    lead_id uuid NOT NULL,
    via text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    message_id text,
    subject text,
    body text
);

ALTER TABLE ONLY public.leads_replies FORCE ROW LEVEL SECURITY;


--
-- Name: leads_slugs; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.leads_slugs (
    slug text NOT NULL,
    account_id uuid NOT NULL,
    page_id uuid NOT NULL
);

ALTER TABLE ONLY public.leads_slugs FORCE ROW LEVEL SECURITY;


--
-- Name: leads_suppressions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.leads_suppressions (
    account_id uuid NOT NULL,
    address_hash text NOT NULL,
    reason text NOT NULL,
    at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.leads_suppressions FORCE ROW LEVEL SECURITY;


--
-- Name: leads_touches; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.leads_touches (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    lead_id uuid NOT NULL,
    page_id uuid,
    at timestamp(3) with time zone NOT NULL,
    source jsonb NOT NULL,
    answers jsonb
);

ALTER TABLE ONLY public.leads_touches FORCE ROW LEVEL SECURITY;


--
-- Name: leads_unconfirmed; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.leads_unconfirmed (
    account_id uuid NOT NULL,
    lead_id uuid NOT NULL,
    id uuid NOT NULL,
    page_id uuid NOT NULL,
    name text NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    source jsonb NOT NULL,
    answers jsonb,
    wording_version text NOT NULL,
    wording text NOT NULL,
    text_wording text NOT NULL,
    shown_at text NOT NULL,
    asked_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.leads_unconfirmed FORCE ROW LEVEL SECURITY;


--
-- Name: magnets; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.magnets (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    title text NOT NULL,
    brief jsonb NOT NULL,
    text jsonb NOT NULL,
    pdf_file text,
    draft_hash text,
    created_at timestamp(3) with time zone NOT NULL,
    updated_at timestamp(3) with time zone,
    deleted_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.magnets FORCE ROW LEVEL SECURITY;


--
-- Name: magnets_drafts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.magnets_drafts (
    token_hash text NOT NULL,
    brief jsonb NOT NULL,
    text jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    kept_at timestamp(3) with time zone,
    kept_as uuid,
    version integer DEFAULT 1 NOT NULL,
    model_state text,
    model_text jsonb,
    model_note text
);


--
-- Name: magnets_versions; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.magnets_versions (
    account_id uuid NOT NULL,
    magnet_id uuid NOT NULL,
    number integer NOT NULL,
    text jsonb NOT NULL,
    made text NOT NULL,
    by_user uuid,
    at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.magnets_versions FORCE ROW LEVEL SECURITY;


--
-- Name: mail_messages; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.mail_messages (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    via text,
    from_name text NOT NULL,
    from_address text NOT NULL,
    reply_to text,
    recipient_name text NOT NULL,
    recipient text NOT NULL,
    subject text NOT NULL,
    text text NOT NULL,
    html text,
    headers jsonb NOT NULL,
    attachments jsonb NOT NULL,
    message_id_header text NOT NULL,
    unsubscribe_url text,
    about_id uuid,
    created_at timestamp(3) with time zone NOT NULL,
    attempts integer NOT NULL,
    next_attempt_at timestamp(3) with time zone NOT NULL,
    first_attempt_at timestamp(3) with time zone,
    claimed_by bigint,
    claimed_at timestamp(3) with time zone,
    sent_at timestamp(3) with time zone,
    failure text,
    permanent boolean,
    reason text,
    CONSTRAINT mail_messages_opt_out CHECK (((kind <> 'followup'::text) OR (unsubscribe_url IS NOT NULL)))
)
WITH (toast_tuple_target='256');

ALTER TABLE ONLY public.mail_messages FORCE ROW LEVEL SECURITY;


--
-- Name: operator_audit; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.operator_audit (
    id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    user_id uuid NOT NULL,
    who text NOT NULL,
    action text NOT NULL,
    details jsonb NOT NULL
);


--
-- Name: operator_invitations; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.operator_invitations (
    id uuid NOT NULL,
    email text NOT NULL,
    tool text NOT NULL,
    token_hash text NOT NULL,
    invited_at timestamp(3) with time zone NOT NULL,
    accepted_at timestamp(3) with time zone,
    business uuid
);


--
-- Name: schema_security; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.schema_security (
    id integer NOT NULL,
    hash text NOT NULL,
    CONSTRAINT schema_security_id_check CHECK ((id = 1))
);


--
-- Name: sequences; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sequences (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    page_id uuid,
    steps jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    trigger jsonb DEFAULT '{"kind": "new lead"}'::jsonb NOT NULL,
    drip_id uuid,
    retired_at timestamp(3) with time zone,
    begun_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.sequences FORCE ROW LEVEL SECURITY;


--
-- Name: sequences_enrolments; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sequences_enrolments (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    sequence_id uuid NOT NULL,
    lead_id uuid NOT NULL,
    started_at timestamp(3) with time zone NOT NULL,
    stopped_at timestamp(3) with time zone,
    stop_reason text,
    run integer DEFAULT 1 NOT NULL,
    held_at timestamp(3) with time zone,
    asked boolean DEFAULT true NOT NULL
);

ALTER TABLE ONLY public.sequences_enrolments FORCE ROW LEVEL SECURITY;


--
-- Name: sequences_heads_ups; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sequences_heads_ups (
    account_id uuid NOT NULL,
    day date NOT NULL,
    at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.sequences_heads_ups FORCE ROW LEVEL SECURITY;


--
-- Name: sequences_senders; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sequences_senders (
    account_id uuid NOT NULL,
    address text NOT NULL,
    first_day date NOT NULL,
    day date NOT NULL,
    sent integer NOT NULL,
    made_up_until timestamp(3) with time zone
);

ALTER TABLE ONLY public.sequences_senders FORCE ROW LEVEL SECURITY;


--
-- Name: sequences_steps; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sequences_steps (
    account_id uuid NOT NULL,
    enrolment_id uuid NOT NULL,
    step integer NOT NULL,
    state text NOT NULL,
    due_at timestamp(3) with time zone NOT NULL,
    message_id uuid,
    reason text,
    decided_at timestamp(3) with time zone,
    done_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.sequences_steps FORCE ROW LEVEL SECURITY;


--
-- Name: shares_links; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.shares_links (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    token_hash text NOT NULL,
    kind text NOT NULL,
    title text NOT NULL,
    file text NOT NULL,
    file_name text NOT NULL,
    about_id uuid,
    created_at timestamp(3) with time zone NOT NULL,
    expires_at timestamp(3) with time zone NOT NULL,
    revoked_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.shares_links FORCE ROW LEVEL SECURITY;


--
-- Name: site_contact_messages; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.site_contact_messages (
    id uuid NOT NULL,
    name text NOT NULL,
    email text NOT NULL,
    message text NOT NULL,
    received_at timestamp(3) with time zone NOT NULL,
    held_because text,
    done_at timestamp(3) with time zone
);


--
-- Name: site_page_views; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.site_page_views (
    id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    path text NOT NULL,
    title text NOT NULL,
    location text NOT NULL,
    referrer text NOT NULL
);


--
-- Name: site_waitlist_entries; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.site_waitlist_entries (
    email text NOT NULL,
    source text NOT NULL,
    joined_at timestamp(3) with time zone NOT NULL,
    held_because text
);


--
-- Name: sms_messages; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.sms_messages (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    state text NOT NULL,
    via text,
    recipient text NOT NULL,
    from_number text,
    body text NOT NULL,
    segments integer NOT NULL,
    about_id uuid NOT NULL,
    sid text,
    created_at timestamp(3) with time zone NOT NULL,
    attempts integer NOT NULL,
    next_attempt_at timestamp(3) with time zone NOT NULL,
    first_attempt_at timestamp(3) with time zone,
    claimed_by bigint,
    claimed_at timestamp(3) with time zone,
    sent_at timestamp(3) with time zone,
    delivered_at timestamp(3) with time zone,
    failure text,
    reason text
);

ALTER TABLE ONLY public.sms_messages FORCE ROW LEVEL SECURITY;


--
-- Name: job_common; Type: TABLE ATTACH; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.job_common DEFAULT;


--
-- Name: queue_stats_20261122; Type: TABLE ATTACH; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats ATTACH PARTITION pgboss.queue_stats_20261122 FOR VALUES FROM ('2026-11-22 00:00:00+00') TO ('2026-11-23 00:00:00+00');


--
-- Name: queue_stats_20261123; Type: TABLE ATTACH; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats ATTACH PARTITION pgboss.queue_stats_20261123 FOR VALUES FROM ('2026-11-23 00:00:00+00') TO ('2026-11-24 00:00:00+00');


--
-- Name: __drizzle_migrations id; Type: DEFAULT; Schema: drizzle; Owner: -
--

ALTER TABLE ONLY drizzle.__drizzle_migrations ALTER COLUMN id SET DEFAULT nextval('drizzle.__drizzle_migrations_id_seq'::regclass);


--
-- Data for Name: __drizzle_migrations; Type: TABLE DATA; Schema: drizzle; Owner: -
--

INSERT INTO drizzle.__drizzle_migrations VALUES
	(1, '16024bd022f4dd06a40c42da627f80525ed9ce878d05b2f7407cf66af4ee68f4', 1795170135932),
	(2, 'a6151c450256a1355cf9c1e1554a82fb531188d9422466e3d68c0dd9967e5a5d', 1795184405505),
	(3, '569143bccdfb4766e6905444e8accbbb151d83130d00d3bd772b90c9f1426742', 1795191603078),
	(4, '00d148df819b80dc376d31ba61845077f23d4ef8c8ff1840d43054b9ea0e8080', 1795204297530),
	(5, 'a1cd9863f01199e8af5298ce9d8813c70b0764e81016474b26050a3882f381a2', 1795364172479);


--
-- Data for Name: bam; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: job_common; Type: TABLE DATA; Schema: pgboss; Owner: -
--

INSERT INTO pgboss.job_common VALUES
	('c445af0b-3300-4b71-a677-ed27f70e8668', 'dead-letters', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-22 18:31:27.67792+00', '2026-11-22 18:31:27.67792+00', NULL, NULL, '2026-12-06 18:31:27.67792+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('ee6a914d-4c4c-45e3-bc5a-61493fdb2f65', 'api.forget', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-22 18:31:27.67792+00', '2026-11-22 18:31:27.67792+00', NULL, NULL, '2026-12-06 18:31:27.67792+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('94fe99b7-fe70-42c4-a4ec-26be28874e45', 'businesses.make-export', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-22 18:31:27.67792+00', '2026-11-22 18:31:27.67792+00', NULL, NULL, '2026-12-06 18:31:27.67792+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('6105c421-0a3e-4e0f-84e3-5821ec29a521', 'businesses.finish-erasure', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-22 18:31:27.67792+00', '2026-11-22 18:31:27.67792+00', NULL, NULL, '2026-12-06 18:31:27.67792+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('f00dff5c-00a1-4b20-96f4-80a922070856', 'businesses.purge-exports', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-22 18:31:27.67792+00', '2026-11-22 18:31:27.67792+00', NULL, NULL, '2026-12-06 18:31:27.67792+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('7073a3d1-f949-42cf-ac77-c9abacf908a9', 'drips.purge-drafts', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-22 18:31:27.67792+00', '2026-11-22 18:31:27.67792+00', NULL, NULL, '2026-12-06 18:31:27.67792+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('cdde9fc4-8cfd-4b04-951a-c12db7ce3cb5', 'drips.remove-deleted', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-22 18:31:27.67792+00', '2026-11-22 18:31:27.67792+00', NULL, NULL, '2026-12-06 18:31:27.67792+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('55a0e6db-71d9-480b-8714-6b261bf758de', 'identity.purge-expired', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-22 18:31:27.67792+00', '2026-11-22 18:31:27.67792+00', NULL, NULL, '2026-12-06 18:31:27.67792+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('6c3f00ec-231d-4beb-b8ae-554b306fe902', 'leads.read-mail', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-22 18:31:27.67792+00', '2026-11-22 18:31:27.67792+00', NULL, NULL, '2026-12-06 18:31:27.67792+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('95636ef2-708c-43a9-b4c0-b7279e785dae', 'leads.forget-mails', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-22 18:31:27.67792+00', '2026-11-22 18:31:27.67792+00', NULL, NULL, '2026-12-06 18:31:27.67792+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('2d7cb840-4a4e-4777-996a-a144e2e2d8e7', 'leads.forget-held-back', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-22 18:31:27.67792+00', '2026-11-22 18:31:27.67792+00', NULL, NULL, '2026-12-06 18:31:27.67792+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('3d9ad4dc-9c61-4d42-ad38-ac79e9e8fd84', 'leads.ask-to-confirm', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-22 18:31:27.67792+00', '2026-11-22 18:31:27.67792+00', NULL, NULL, '2026-12-06 18:31:27.67792+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('aaa65601-bf20-4e7a-a431-a2a0924c7b6f', 'leads.run-import', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-22 18:31:27.67792+00', '2026-11-22 18:31:27.67792+00', NULL, NULL, '2026-12-06 18:31:27.67792+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('fc65c119-13ad-4dfb-b4fe-ba6db70711ae', 'leads.undo-import', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-22 18:31:27.67792+00', '2026-11-22 18:31:27.67792+00', NULL, NULL, '2026-12-06 18:31:27.67792+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('e4b0bcf8-5b79-4482-8610-780221c88d52', 'leads.forget-import', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-22 18:31:27.67792+00', '2026-11-22 18:31:27.67792+00', NULL, NULL, '2026-12-06 18:31:27.67792+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('e9bab34a-7c9e-444b-bdad-0d67297fb596', 'magnets.purge-drafts', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-22 18:31:27.67792+00', '2026-11-22 18:31:27.67792+00', NULL, NULL, '2026-12-06 18:31:27.67792+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('4ed6551a-1ece-4a7c-ad1b-33e2813e9a18', 'magnets.remove-deleted', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-22 18:31:27.67792+00', '2026-11-22 18:31:27.67792+00', NULL, NULL, '2026-12-06 18:31:27.67792+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('ee3e1ffe-f1fe-49a1-bed4-375c12461297', 'magnets.renew-offers', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-22 18:31:27.67792+00', '2026-11-22 18:31:27.67792+00', NULL, NULL, '2026-12-06 18:31:27.67792+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('1ad4997b-0904-4fd9-9ff3-235dfc8d7d3a', 'sequences.send-heads-ups', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-22 18:31:27.67792+00', '2026-11-22 18:31:27.67792+00', NULL, NULL, '2026-12-06 18:31:27.67792+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('4457f358-d0de-4e4f-a9bf-fb0eed528ad5', 'sequences.begin-dates', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-22 18:31:27.67792+00', '2026-11-22 18:31:27.67792+00', NULL, NULL, '2026-12-06 18:31:27.67792+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('b90676ae-abd1-4a21-bcf7-0f8716f3d2f5', 'site.purge-page-views', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-22 18:31:27.67792+00', '2026-11-22 18:31:27.67792+00', NULL, NULL, '2026-12-06 18:31:27.67792+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: job_dependency; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: queue; Type: TABLE DATA; Schema: pgboss; Owner: -
--

INSERT INTO pgboss.queue VALUES
	('dead-letters', 'standard', 2, 0, false, NULL, 900, 7776000, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, false, NULL, NULL, NULL, NULL, '2026-11-22 18:31:24.865819+00', '2026-11-22 18:31:24.865819+00'),
	('api.forget', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-22 18:31:24.869582+00', '2026-11-22 18:31:24.869582+00'),
	('businesses.make-export', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-22 18:31:24.870511+00', '2026-11-22 18:31:24.870511+00'),
	('businesses.finish-erasure', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-22 18:31:24.87127+00', '2026-11-22 18:31:24.87127+00'),
	('businesses.purge-exports', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-22 18:31:24.872534+00', '2026-11-22 18:31:24.872534+00'),
	('drips.purge-drafts', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-22 18:31:24.873163+00', '2026-11-22 18:31:24.873163+00'),
	('drips.remove-deleted', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-22 18:31:24.876902+00', '2026-11-22 18:31:24.876902+00'),
	('identity.purge-expired', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-22 18:31:24.877919+00', '2026-11-22 18:31:24.877919+00'),
	('leads.read-mail', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-22 18:31:24.887435+00', '2026-11-22 18:31:24.887435+00'),
	('leads.forget-mails', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-22 18:31:24.890995+00', '2026-11-22 18:31:24.890995+00'),
	('leads.forget-held-back', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-22 18:31:24.891978+00', '2026-11-22 18:31:24.891978+00'),
	('leads.ask-to-confirm', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-22 18:31:24.892589+00', '2026-11-22 18:31:24.892589+00'),
	('leads.run-import', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-22 18:31:24.89307+00', '2026-11-22 18:31:24.89307+00'),
	('leads.undo-import', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-22 18:31:24.893509+00', '2026-11-22 18:31:24.893509+00'),
	('leads.forget-import', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-22 18:31:24.89396+00', '2026-11-22 18:31:24.89396+00'),
	('magnets.purge-drafts', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-22 18:31:24.903002+00', '2026-11-22 18:31:24.903002+00'),
	('magnets.remove-deleted', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-22 18:31:24.904293+00', '2026-11-22 18:31:24.904293+00'),
	('magnets.renew-offers', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-22 18:31:24.904955+00', '2026-11-22 18:31:24.904955+00'),
	('sequences.send-heads-ups', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-22 18:31:24.905432+00', '2026-11-22 18:31:24.905432+00'),
	('sequences.begin-dates', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-22 18:31:24.905889+00', '2026-11-22 18:31:24.905889+00'),
	('site.purge-page-views', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-22 18:31:24.906359+00', '2026-11-22 18:31:24.906359+00');


--
-- Data for Name: queue_stats_20261122; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: queue_stats_20261123; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: schedule; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: subscription; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: version; Type: TABLE DATA; Schema: pgboss; Owner: -
--

INSERT INTO pgboss.version VALUES
	(43, NULL, '2026-11-22 18:31:24.867856+00', NULL, NULL, NULL);


--
-- Data for Name: warning; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: api_answers; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.api_answers VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'e25f687f-ebff-725a-8272-9d50f3d06052', 'idempotency_hash 1', 'request_hash 1', 'answer 1', '1970-01-01 00:00:00+00'),
	('c629ce00-fc76-7afb-8762-eba98069f5c4', 'ef6650ab-77d4-705a-8143-3c899f74fba7', 'idempotency_hash 2', 'request_hash 2', 'answer 2', '2026-03-08 02:30:00.123+00'),
	('91fd0380-8777-70af-8b8c-5af4c99209d1', '0f3546c5-31ba-7876-80b1-da97b3a569cc', 'idempotency_hash 3', 'request_hash 3', 'answer 3', '9999-12-31 23:59:59.001+00');


--
-- Data for Name: api_deliveries; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.api_deliveries VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'e25f687f-ebff-725a-8272-9d50f3d06052', 'c629ce00-fc76-7afb-8762-eba98069f5c4', 'ef6650ab-77d4-705a-8143-3c899f74fba7', 'state 1', 0, '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00', '1970-01-01 00:00:00+00', 0, 'answer 1', 'problem 1'),
	('fd038087-770a-7fb8-8c5a-f4c99209d10f', '3546c531-ba87-760b-81da-97b3a569ccfc', '4d1a013b-4ad6-7d69-8095-7101e69847f1', '4c77bd7a-392f-7544-8136-ec2ca85c6836', 'state 2', -1, '1970-01-01 00:00:00+00', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00', -1, 'answer 2', 'problem 2'),
	('cfcf5842-6698-74f1-8c1d-62c5ca66ec0a', '6d25bfad-8d68-72cc-8d75-b20be37a2a4e', 'f97ce532-8bb6-7790-8ddd-5e344d03ddc9', '8c8495c2-d926-7b81-86c9-ff9922c930e5', 'state 3', 2147483647, '2026-03-08 02:30:00.123+00', '1970-01-01 00:00:00+00', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', 2147483647, 'answer 3', NULL);


--
-- Data for Name: api_events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.api_events VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'e25f687f-ebff-725a-8272-9d50f3d06052', 1, 'type 1', 'c629ce00-fc76-7afb-8762-eba98069f5c4', '{}', '2026-11-01 06:30:00.999+00'),
	('ef6650ab-77d4-705a-8143-3c899f74fba7', '91fd0380-8777-70af-8b8c-5af4c99209d1', NULL, 'type 2', '3546c531-ba87-760b-81da-97b3a569ccfc', '{"a": [1, 2.5, -0.0000003, null, true, "\\u0000 as words"], "ключ \"k\"": {"deep": [[], {}]}}', '1970-01-01 00:00:00+00'),
	('4d1a013b-4ad6-7d69-8095-7101e69847f1', '4c77bd7a-392f-7544-8136-ec2ca85c6836', 3, 'type 3', '6ba9ccfc-f584-7266-8984-f1c1d62c5ca6', '{"big": "12345678901234567890", "long": "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü", "text": "line\nbreak\ttab \\ back \\\\n \u001f"}', '2026-03-08 02:30:00.123+00');


--
-- Data for Name: api_keys; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.api_keys VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'e25f687f-ebff-725a-8272-9d50f3d06052', 'name 1', 'token_hash 1', 'hint 1', '{}', 'c629ce00-fc76-7afb-8762-eba98069f5c4', '9999-12-31 23:59:59.001+00', 'infinity', '1970-01-01 00:00:00+00'),
	('ef6650ab-77d4-705a-8143-3c899f74fba7', '91fd0380-8777-70af-8b8c-5af4c99209d1', 'name 2', 'token_hash 2', 'hint 2', '{"a": [1, 2.5, -0.0000003, null, true, "\\u0000 as words"], "ключ \"k\"": {"deep": [[], {}]}}', NULL, '2026-11-01 06:30:00.999+00', '2026-03-08', NULL),
	('546c531b-a876-70b1-8da9-7b3a569ccfc4', 'd1a013b4-ad6d-7690-8957-101e69847f14', 'name 3', 'token_hash 3', 'hint 3', '{"big": "12345678901234567890", "long": "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü", "text": "line\nbreak\ttab \\ back \\\\n \u001f"}', '77bd7a39-2f54-7413-86ec-2ca85c68369a', '1970-01-01 00:00:00+00', '1999-12-31', '9999-12-31 23:59:59.001+00');


--
-- Data for Name: api_webhooks; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.api_webhooks VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'e25f687f-ebff-725a-8272-9d50f3d06052', 'url 1', '"just a string with \\ and \""', 'secret 1', 'old_secret 1', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00', 'disabled_why 1'),
	('c629ce00-fc76-7afb-8762-eba98069f5c4', 'ef6650ab-77d4-705a-8143-3c899f74fba7', 'url 2', '[null, [[]], "👷"]', 'secret 2', 'old_secret 2', NULL, '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', 'disabled_why 2'),
	('03808777-0afb-78c5-8af4-c99209d10f35', '46c531ba-8760-7b1d-8a97-b3a569ccfc4d', 'url 3', '{}', 'secret 3', NULL, '2026-03-08 02:30:00.123+00', '1970-01-01 00:00:00+00', NULL, NULL);


--
-- Data for Name: businesses_accounts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.businesses_accounts VALUES
	('01a20486-fd09-785e-ac4d-144d13978458', 'Summit Deck & Fence', '1200 Example Street (an example address)
Denver, CO 80202', 'America/Denver', 'dana@summit-deck.example', '2026-10-29 14:00:00+00', NULL, NULL, NULL, 'USD', '[]', NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: businesses_audit; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.businesses_audit VALUES
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20486-fd0d-7b1a-9386-7078a24882be', '2026-10-29 14:00:00+00', '01a20486-fcd6-762c-a4b9-0238c9fd4cb5', 'dana@summit-deck.example', 'account.opened', '{}'),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20486-fd13-7757-8f89-8e57d7be6b92', '2026-10-29 14:00:00+00', NULL, 'the product', 'business.changed', '{"Time zone": "none → America/Denver", "Business name": "none → Summit Deck & Fence"}'),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-00c6-71a7-b659-c2585761309a', '2026-11-01 19:00:00+00', NULL, 'the product', 'business.changed', '{"Postal address": "none → 1200 Example Street (an example address), Denver, CO 80202"}');


--
-- Data for Name: businesses_channels; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.businesses_channels VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'kind 1', 'sealed 1', '"just a string with \\ and \""', '2026-03-08 02:30:00.123+00', '1970-01-01 00:00:00+00', 'problem 1'),
	('e25f687f-ebff-725a-8272-9d50f3d06052', 'kind 2', 'sealed 2', '[null, [[]], "👷"]', '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00', 'problem 2'),
	('29ce00fc-76af-7b76-82eb-a98069f5c4ef', 'kind 3', 'sealed 3', '{}', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', 'problem 3');


--
-- Data for Name: businesses_domain_checks; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.businesses_domain_checks VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'domain 1', 'host 1', '9999-12-31 23:59:59.001+00', '[null, [[]], "👷"]', 'dns_host 1'),
	('e25f687f-ebff-725a-8272-9d50f3d06052', 'domain 2', 'host 2', '2026-11-01 06:30:00.999+00', '{}', 'dns_host 2'),
	('629ce00f-c76a-7fb7-862e-ba98069f5c4e', 'domain 3', 'host 3', '1970-01-01 00:00:00+00', '{"a": [1, 2.5, -0.0000003, null, true, "\\u0000 as words"], "ключ \"k\"": {"deep": [[], {}]}}', 'dns_host 3');


--
-- Data for Name: businesses_invites; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.businesses_invites VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'e25f687f-ebff-725a-8272-9d50f3d06052', 'email 1', 'role 1', 'c629ce00-fc76-7afb-8762-eba98069f5c4', 'token_hash 1', 'ef6650ab-77d4-705a-8143-3c899f74fba7', '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00', '1970-01-01 00:00:00+00', '91fd0380-8777-70af-8b8c-5af4c99209d1', '9999-12-31 23:59:59.001+00'),
	('0f3546c5-31ba-7876-80b1-da97b3a569cc', 'fc4d1a01-3b4a-7d6d-8690-957101e69847', 'email 2', 'role 2', '14c77bd7-a392-7f54-8413-6ec2ca85c683', 'token_hash 2', '69a6ba9c-cfcf-7584-8266-984f1c1d62c5', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00', '66ec0a6d-25bf-7ad8-8d68-2ccd75b20be3', '2026-11-01 06:30:00.999+00'),
	('a2a4ef97-ce53-728b-8b67-90ddd5e344d0', '3ddc98c8-495c-72d9-826b-816c9ff9922c', 'email 3', 'role 3', '30e5ff56-5837-7a0b-8d07-48a4eba5882f', 'token_hash 3', 'a6fc91f3-ca01-7036-869b-f0f2a54aefb1', '1970-01-01 00:00:00+00', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', 'e0dfa559-b2cd-728f-80f6-fb5d65baad5a', '1970-01-01 00:00:00+00');


--
-- Data for Name: businesses_members; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.businesses_members VALUES
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20486-fcd6-762c-a4b9-0238c9fd4cb5', 'owner', '2026-10-29 14:00:00+00', NULL);


--
-- Data for Name: businesses_open_tools; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.businesses_open_tools VALUES
	('tool 1', '1970-01-01 00:00:00+00'),
	('tool 2', '2026-03-08 02:30:00.123+00'),
	('tool 3', '9999-12-31 23:59:59.001+00');


--
-- Data for Name: businesses_tools; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.businesses_tools VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'tool 1', '2026-11-01 06:30:00.999+00'),
	('e25f687f-ebff-725a-8272-9d50f3d06052', 'tool 2', '1970-01-01 00:00:00+00'),
	('c629ce00-fc76-7afb-8762-eba98069f5c4', 'tool 3', '2026-03-08 02:30:00.123+00');


--
-- Data for Name: drips; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.drips VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'e25f687f-ebff-725a-8272-9d50f3d06052', 'title 1', '"just a string with \\ and \""', '[null, [[]], "👷"]', 'draft_hash 1', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00'),
	('c629ce00-fc76-7afb-8762-eba98069f5c4', 'ef6650ab-77d4-705a-8143-3c899f74fba7', 'title 2', '[null, [[]], "👷"]', '{}', 'draft_hash 2', '1970-01-01 00:00:00+00', NULL, '9999-12-31 23:59:59.001+00'),
	('d0380877-70af-7b8c-85af-4c99209d10f3', '546c531b-a876-70b1-8da9-7b3a569ccfc4', 'title 3', '{}', '{"a": [1, 2.5, -0.0000003, null, true, "\\u0000 as words"], "ключ \"k\"": {"deep": [[], {}]}}', 'draft_hash 3', '2026-03-08 02:30:00.123+00', NULL, '2026-11-01 06:30:00.999+00');


--
-- Data for Name: drips_drafts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.drips_drafts VALUES
	('token_hash 1', '{"a": [1, 2.5, -0.0000003, null, true, "\\u0000 as words"], "ключ \"k\"": {"deep": [[], {}]}}', '{"big": "12345678901234567890", "long": "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü", "text": "line\nbreak\ttab \\ back \\\\n \u001f"}', '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00', '1970-01-01 00:00:00+00', '358b05c8-0a46-79d3-8fd5-a831152b964c', 2147483647, 'model_state 1', '[null, [[]], "👷"]', 'model_note 1'),
	('token_hash 2', '{"big": "12345678901234567890", "long": "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü", "text": "line\nbreak\ttab \\ back \\\\n \u001f"}', '"just a string with \\ and \""', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', NULL, 'f687febf-f25a-7272-89d5-0f3d06052c62', -2147483648, 'model_state 2', '{}', NULL),
	('token_hash 3', '"just a string with \\ and \""', '[null, [[]], "👷"]', '1970-01-01 00:00:00+00', '2026-11-01 06:30:00.999+00', NULL, 'c76afb76-2eba-7980-869f-5c4ef6650ab7', 499690, 'model_state 3', '{"a": [1, 2.5, -0.0000003, null, true, "\\u0000 as words"], "ключ \"k\"": {"deep": [[], {}]}}', NULL);


--
-- Data for Name: drips_versions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.drips_versions VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'e25f687f-ebff-725a-8272-9d50f3d06052', 1, '"just a string with \\ and \""', 'made 1', 'c629ce00-fc76-7afb-8762-eba98069f5c4', '2026-11-01 06:30:00.999+00'),
	('ef6650ab-77d4-705a-8143-3c899f74fba7', '91fd0380-8777-70af-8b8c-5af4c99209d1', 2, '[null, [[]], "👷"]', 'made 2', NULL, '1970-01-01 00:00:00+00'),
	('f3546c53-1ba8-7760-8b1d-a97b3a569ccf', 'c4d1a013-b4ad-76d6-8909-57101e69847f', 3, '{}', 'made 3', NULL, '2026-03-08 02:30:00.123+00');


--
-- Data for Name: events_deeds; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.events_deeds VALUES
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0106-74a6-ac48-859f404ee070', 'replied', '', '2026-11-03 15:14:00+00', '2026-11-03 15:14:00+00', 1),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-03cd-7c7d-8a3c-4508b34ade62', 'replied', '', '2026-11-12 16:14:00+00', '2026-11-12 16:14:00+00', 1),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-02d5-7af9-8f02-907382b0a6c1', 'replied', '', '2026-11-14 00:14:00+00', '2026-11-14 00:14:00+00', 1);


--
-- Data for Name: identity_challenges; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.identity_challenges VALUES
	('token_hash 1', 'kind 1', '01a20486-fcd6-762c-a4b9-0238c9fd4cb5', '"just a string with \\ and \""', '2026-03-08 02:30:00.123+00', '1970-01-01 00:00:00+00'),
	('token_hash 2', 'kind 2', '01a20486-fcd6-762c-a4b9-0238c9fd4cb5', '[null, [[]], "👷"]', '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00'),
	('token_hash 3', 'kind 3', '01a20486-fcd6-762c-a4b9-0238c9fd4cb5', '{}', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00');


--
-- Data for Name: identity_credentials; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.identity_credentials VALUES
	('01a20486-fcda-7883-b571-1c236c15ee6f', '01a20486-fcd6-762c-a4b9-0238c9fd4cb5', 'credential', '01a20486-fcd6-762c-a4b9-0238c9fd4cb5', '4daad619ba7949e000e6605c435e9200:ee9282da3a74c82896dbb51e74e32f265cbd7f2e361add1f750cbc91a39f518acf7576dc9800bfaf7ba8037848970a29d41b97c68c616ab4145b9e23836ecc39', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-22 18:31:25.146+00', '2026-11-22 18:31:25.146+00');


--
-- Data for Name: identity_devices; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.identity_devices VALUES
	('01a20486-fcd6-762c-a4b9-0238c9fd4cb5', 'device_hash 1', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00'),
	('01a20486-fcd6-762c-a4b9-0238c9fd4cb5', 'device_hash 2', '1970-01-01 00:00:00+00', '2026-11-01 06:30:00.999+00'),
	('01a20486-fcd6-762c-a4b9-0238c9fd4cb5', 'device_hash 3', '2026-03-08 02:30:00.123+00', '1970-01-01 00:00:00+00');


--
-- Data for Name: identity_events; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.identity_events VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', '01a20486-fcd6-762c-a4b9-0238c9fd4cb5', '2026-11-01 06:30:00.999+00', 'kind 1', 'address 1', 'user_agent 1', '{"a": [1, 2.5, -0.0000003, null, true, "\\u0000 as words"], "ключ \"k\"": {"deep": [[], {}]}}'),
	('e25f687f-ebff-725a-8272-9d50f3d06052', '01a20486-fcd6-762c-a4b9-0238c9fd4cb5', '1970-01-01 00:00:00+00', 'kind 2', 'address 2', 'user_agent 2', '{"big": "12345678901234567890", "long": "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü", "text": "line\nbreak\ttab \\ back \\\\n \u001f"}'),
	('29ce00fc-76af-7b76-82eb-a98069f5c4ef', '01a20486-fcd6-762c-a4b9-0238c9fd4cb5', '2026-03-08 02:30:00.123+00', 'kind 3', 'address 3', 'user_agent 3', '"just a string with \\ and \""');


--
-- Data for Name: identity_exports; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.identity_exports VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', '01a20486-fcd6-762c-a4b9-0238c9fd4cb5', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00', 'file 1', -1, '9999-12-31 23:59:59.001+00'),
	('25f687fe-bff2-75a2-8729-d50f3d06052c', '01a20486-fcd6-762c-a4b9-0238c9fd4cb5', '1970-01-01 00:00:00+00', '2026-11-01 06:30:00.999+00', NULL, 'file 2', 2147483647, NULL),
	('0fc76afb-762e-7ba9-8806-9f5c4ef6650a', '01a20486-fcd6-762c-a4b9-0238c9fd4cb5', '2026-03-08 02:30:00.123+00', '1970-01-01 00:00:00+00', '2026-11-01 06:30:00.999+00', 'file 3', -2147483648, NULL);


--
-- Data for Name: identity_passkeys; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.identity_passkeys VALUES
	('id 1', '01a20486-fcd6-762c-a4b9-0238c9fd4cb5', 'name 1', 'public_key 1', 9223372036854775807, '{}', true, '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00'),
	('id 2', '01a20486-fcd6-762c-a4b9-0238c9fd4cb5', 'name 2', 'public_key 2', 504242032, '{"a": [1, 2.5, -0.0000003, null, true, "\\u0000 as words"], "ключ \"k\"": {"deep": [[], {}]}}', false, '2026-11-01 06:30:00.999+00', NULL),
	('id 3', '01a20486-fcd6-762c-a4b9-0238c9fd4cb5', 'name 3', 'public_key 3', 0, '{"big": "12345678901234567890", "long": "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü", "text": "line\nbreak\ttab \\ back \\\\n \u001f"}', false, '1970-01-01 00:00:00+00', '2026-11-01 06:30:00.999+00');


--
-- Data for Name: identity_recovery_codes; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.identity_recovery_codes VALUES
	('01a20486-fcd6-762c-a4b9-0238c9fd4cb5', 'code_hash 1', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00'),
	('01a20486-fcd6-762c-a4b9-0238c9fd4cb5', 'code_hash 2', '1970-01-01 00:00:00+00', NULL),
	('01a20486-fcd6-762c-a4b9-0238c9fd4cb5', 'code_hash 3', '2026-03-08 02:30:00.123+00', '1970-01-01 00:00:00+00');


--
-- Data for Name: identity_sessions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.identity_sessions VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', '01a20486-fcd6-762c-a4b9-0238c9fd4cb5', 'token 1', '9999-12-31 23:59:59.001+00', 'ip_address 1', 'user_agent 1', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00', 'last_address 1', '2026-11-01 06:30:00.999+00'),
	('e25f687f-ebff-725a-8272-9d50f3d06052', '01a20486-fcd6-762c-a4b9-0238c9fd4cb5', 'token 2', '2026-11-01 06:30:00.999+00', 'ip_address 2', 'user_agent 2', '1970-01-01 00:00:00+00', '2026-11-01 06:30:00.999+00', NULL, 'last_address 2', '1970-01-01 00:00:00+00'),
	('e00fc76a-fb76-72eb-8a98-069f5c4ef665', '01a20486-fcd6-762c-a4b9-0238c9fd4cb5', 'token 3', '1970-01-01 00:00:00+00', NULL, 'user_agent 3', '2026-03-08 02:30:00.123+00', '1970-01-01 00:00:00+00', '2026-11-01 06:30:00.999+00', 'last_address 3', '2026-03-08 02:30:00.123+00');


--
-- Data for Name: identity_totp; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.identity_totp VALUES
	('01a20486-fcd6-762c-a4b9-0238c9fd4cb5', 'sealed 1', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', 9223372036854775807);


--
-- Data for Name: identity_users; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.identity_users VALUES
	('01a20486-fcd6-762c-a4b9-0238c9fd4cb5', '', 'dana@summit-deck.example', true, NULL, '2026-11-22 18:31:25.141+00', '2026-11-22 18:31:25.18+00');


--
-- Data for Name: identity_verifications; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.identity_verifications VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'identifier 1', 'value 1', '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00', '1970-01-01 00:00:00+00'),
	('e25f687f-ebff-725a-8272-9d50f3d06052', 'identifier 2', 'value 2', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00'),
	('c629ce00-fc76-7afb-8762-eba98069f5c4', 'identifier 3', 'value 3', '1970-01-01 00:00:00+00', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00');


--
-- Data for Name: leads; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads VALUES
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0031-732c-b2af-316022952d5c', 'Marcus Bell', 'marcus.bell@mail.example', '2026-10-30 15:12:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-009f-75ec-8d04-e58508788869', 'Aisha Rahman', 'aisha.rahman@mail.example', '2026-11-01 00:41:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0106-74a6-ac48-859f404ee070', 'Tom and Ellen Vogel', 'vogels@home.example', '2026-11-02 17:27:00+00', '2026-11-03 15:14:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-01a7-7012-8357-514627ddea80', 'Priya Natarajan', 'priya.n@studio.example', '2026-11-03 20:05:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-01f4-7169-862d-2109071b0d76', 'Jorge Castillo', 'jorge@castillo-hvac.example', '2026-11-05 14:48:00+00', NULL, '2026-11-06 19:14:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-028b-7295-8031-1b2543517d7f', 'Hannah Lindqvist', 'hannah.lindqvist@mail.example', '2026-11-07 03:16:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0353-7141-a925-df4fe0cf79d0', 'Chloe Mercer', 'chloe.mercer@tpyo.example', '2026-11-09 22:02:00+00', NULL, NULL, '2026-11-09 22:02:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-03cd-7c7d-8a3c-4508b34ade62', 'Sam Whitehorse', 'sam@whitehorse.example', '2026-11-11 19:20:00+00', '2026-11-12 16:14:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0450-7e3b-bb97-df879be7810d', 'Beatriz Alves', 'beatriz.alves@mail.example', '2026-11-13 15:55:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-02d5-7af9-8f02-907382b0a6c1', 'Ray Okafor', 'ray.okafor@mail.example', '2026-11-08 18:33:00+00', '2026-11-14 00:14:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-04b0-74f7-8723-919e7c62eafe', 'Noah Feldman', 'noah.feldman@law.example', '2026-11-15 04:37:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0550-76f9-aafd-ed905f641c72', 'Grace Kim', 'grace.kim@mail.example', '2026-11-16 23:09:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0623-78b6-a375-6ba3d03de2aa', 'Olu Adeyemi', 'olu@adeyemi.example', '2026-11-19 17:44:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-066e-7a8b-b994-6680ced34318', 'Wendy Tran', 'wendy.tran@mail.example', '2026-11-20 18:35:00+00', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: leads_captures; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_captures VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'e25f687f-ebff-725a-8272-9d50f3d06052', 'c629ce00-fc76-7afb-8762-eba98069f5c4', 'name 1', 'email 1', '{}', '2026-11-01 06:30:00.999+00', '{"big": "12345678901234567890", "long": "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü", "text": "line\nbreak\ttab \\ back \\\\n \u001f"}'),
	('ef6650ab-77d4-705a-8143-3c899f74fba7', '91fd0380-8777-70af-8b8c-5af4c99209d1', '0f3546c5-31ba-7876-80b1-da97b3a569cc', 'name 2', 'email 2', '{"a": [1, 2.5, -0.0000003, null, true, "\\u0000 as words"], "ключ \"k\"": {"deep": [[], {}]}}', '1970-01-01 00:00:00+00', '"just a string with \\ and \""'),
	('c4d1a013-b4ad-76d6-8909-57101e69847f', '14c77bd7-a392-7f54-8413-6ec2ca85c683', '69a6ba9c-cfcf-7584-8266-984f1c1d62c5', 'name 3', 'email 3', '{"big": "12345678901234567890", "long": "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü", "text": "line\nbreak\ttab \\ back \\\\n \u001f"}', '2026-03-08 02:30:00.123+00', '[null, [[]], "👷"]');


--
-- Data for Name: leads_consents; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_consents VALUES
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0029-7c44-9e80-d2c656b1f59d', '01a20487-0031-732c-b2af-316022952d5c', '2026-11', 'Email me "9 questions to ask before you hire a deck builder" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence', '2026-10-30 15:12:00+00', 'mail', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-009c-73b1-927a-207f1e7d823d', '01a20487-009f-75ec-8d04-e58508788869', '2026-11', 'Email me "9 questions to ask before you hire a deck builder" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence', '2026-11-01 00:41:00+00', 'mail', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0101-7041-b1b1-cb27b9249b4a', '01a20487-0106-74a6-ac48-859f404ee070', '2026-11', 'Email me "9 questions to ask before you hire a deck builder" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence', '2026-11-02 17:27:00+00', 'mail', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-01a3-7c38-81af-0b5f60336384', '01a20487-01a7-7012-8357-514627ddea80', '2026-11', 'Email me "9 questions to ask before you hire a deck builder" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence', '2026-11-03 20:05:00+00', 'mail', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-01ef-7e74-b262-6dd2919bfc9b', '01a20487-01f4-7169-862d-2109071b0d76', '2026-11', 'Email me "Privacy fences that still stand after ten winters" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence-2', '2026-11-05 14:48:00+00', 'mail', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0287-74fb-b36a-8238ddb19815', '01a20487-028b-7295-8031-1b2543517d7f', '2026-11', 'Email me "Privacy fences that still stand after ten winters" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence-2', '2026-11-07 03:16:00+00', 'mail', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-02d1-790a-aa62-a7eddd858e54', '01a20487-02d5-7af9-8f02-907382b0a6c1', '2026-11', 'Email me "9 questions to ask before you hire a deck builder" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence', '2026-11-08 18:33:00+00', 'mail', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-034f-77f1-a246-78d43ceb759f', '01a20487-0353-7141-a925-df4fe0cf79d0', '2026-11', 'Email me "Privacy fences that still stand after ten winters" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence-2', '2026-11-09 22:02:00+00', 'mail', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-03c9-7e91-9916-f2c3838ea439', '01a20487-03cd-7c7d-8a3c-4508b34ade62', '2026-11', 'Email me "9 questions to ask before you hire a deck builder" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence', '2026-11-11 19:20:00+00', 'mail', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-041a-767b-9f07-8a30854d4c2a', '01a20487-02d5-7af9-8f02-907382b0a6c1', '2026-11', 'Email me "9 questions to ask before you hire a deck builder" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence', '2026-11-12 02:14:00+00', 'mail', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-044b-7714-95c6-98e9d3a51485', '01a20487-0450-7e3b-bb97-df879be7810d', '2026-11', 'Email me "Privacy fences that still stand after ten winters" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence-2', '2026-11-13 15:55:00+00', 'mail', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-04ad-7a6d-a2ff-0f506405255e', '01a20487-04b0-74f7-8723-919e7c62eafe', '2026-11', 'Email me "9 questions to ask before you hire a deck builder" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence', '2026-11-15 04:37:00+00', 'mail', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-054c-781d-a8ac-38fbe98d67d4', '01a20487-0550-76f9-aafd-ed905f641c72', '2026-11', 'Email me "Privacy fences that still stand after ten winters" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence-2', '2026-11-16 23:09:00+00', 'mail', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-061b-7aee-9491-804b5feafa75', '01a20487-0623-78b6-a375-6ba3d03de2aa', '2026-11', 'Email me "9 questions to ask before you hire a deck builder" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence', '2026-11-19 17:44:00+00', 'mail', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-066a-79c5-b2bc-68bfe450ab56', '01a20487-066e-7a8b-b994-6680ced34318', '2026-11', 'Email me "9 questions to ask before you hire a deck builder" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence', '2026-11-20 18:35:00+00', 'mail', NULL);


--
-- Data for Name: leads_held_back; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_held_back VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'e25f687f-ebff-725a-8272-9d50f3d06052', 'c629ce00-fc76-7afb-8762-eba98069f5c4', 'name 1', 'email 1', '{}', '{"a": [1, 2.5, -0.0000003, null, true, "\\u0000 as words"], "ключ \"k\"": {"deep": [[], {}]}}', '{"big": "12345678901234567890", "long": "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü", "text": "line\nbreak\ttab \\ back \\\\n \u001f"}', '2026-03-08 02:30:00.123+00'),
	('ef6650ab-77d4-705a-8143-3c899f74fba7', '91fd0380-8777-70af-8b8c-5af4c99209d1', '0f3546c5-31ba-7876-80b1-da97b3a569cc', 'name 2', 'email 2', '{"a": [1, 2.5, -0.0000003, null, true, "\\u0000 as words"], "ключ \"k\"": {"deep": [[], {}]}}', '{"big": "12345678901234567890", "long": "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü", "text": "line\nbreak\ttab \\ back \\\\n \u001f"}', '"just a string with \\ and \""', '9999-12-31 23:59:59.001+00'),
	('c4d1a013-b4ad-76d6-8909-57101e69847f', '14c77bd7-a392-7f54-8413-6ec2ca85c683', '69a6ba9c-cfcf-7584-8266-984f1c1d62c5', 'name 3', 'email 3', '{"big": "12345678901234567890", "long": "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü", "text": "line\nbreak\ttab \\ back \\\\n \u001f"}', '"just a string with \\ and \""', '[null, [[]], "👷"]', '2026-11-01 06:30:00.999+00');


--
-- Data for Name: leads_imports; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_imports VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'e25f687f-ebff-725a-8272-9d50f3d06052', 'file_name 1', 'file 1', 'hash 1', 0, 'encoding 1', 'delimiter 1', true, '[null, [[]], "👷"]', '{}', '{"a": [1, 2.5, -0.0000003, null, true, "\\u0000 as words"], "ключ \"k\"": {"deep": [[], {}]}}', true, '"just a string with \\ and \""', 'state 1', 'origin 1', 'wording 1', '9ce00fc7-6afb-7762-8eba-98069f5c4ef6', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00', '1970-01-01 00:00:00+00', 2147483647, -2147483648, 20968, 0, -1, 2147483647, -2147483648, '1970-01-01 00:00:00+00', '2026-11-01 06:30:00.999+00', -1, '{"big": "12345678901234567890", "long": "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü", "text": "line\nbreak\ttab \\ back \\\\n \u001f"}'),
	('405a1433-c899-7f74-8fba-791fd0380877', '70afb8c5-af4c-7992-809d-10f3546c531b', 'file_name 2', 'file 2', 'hash 2', -1, 'encoding 2', 'delimiter 2', true, '{}', '{"a": [1, 2.5, -0.0000003, null, true, "\\u0000 as words"], "ключ \"k\"": {"deep": [[], {}]}}', '{"big": "12345678901234567890", "long": "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü", "text": "line\nbreak\ttab \\ back \\\\n \u001f"}', true, NULL, 'state 2', 'origin 2', NULL, 'a97b3a56-9ccf-7c4d-81a0-13b4ad6d6909', '1970-01-01 00:00:00+00', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', NULL, -2147483648, 112491, 0, -1, 2147483647, -2147483648, 306002, '2026-03-08 02:30:00.123+00', '1970-01-01 00:00:00+00', 2147483647, '"just a string with \\ and \""'),
	('4c77bd7a-392f-7544-8136-ec2ca85c6836', '9a6ba9cc-fcf5-7842-8669-84f1c1d62c5c', 'file_name 3', 'file 3', 'hash 3', 2147483647, 'encoding 3', 'delimiter 3', true, '{"a": [1, 2.5, -0.0000003, null, true, "\\u0000 as words"], "ключ \"k\"": {"deep": [[], {}]}}', '{"big": "12345678901234567890", "long": "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü", "text": "line\nbreak\ttab \\ back \\\\n \u001f"}', '"just a string with \\ and \""', false, '{}', 'state 3', NULL, 'wording 3', 'd25bfad8-d682-7ccd-875b-20be37a2a4ef', '2026-03-08 02:30:00.123+00', '1970-01-01 00:00:00+00', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', 904018, 0, -1, 2147483647, -2147483648, 713593, 0, '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00', -2147483648, '[null, [[]], "👷"]');


--
-- Data for Name: leads_imports_errors; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_imports_errors VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'e25f687f-ebff-725a-8272-9d50f3d06052', 1, -2147483648, 'field 1', 'problem 1', true, '{"big": "12345678901234567890", "long": "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü", "text": "line\nbreak\ttab \\ back \\\\n \u001f"}'),
	('29ce00fc-76af-7b76-82eb-a98069f5c4ef', '6650ab77-d405-7a14-833c-899f74fba791', 2, 939285, 'field 2', 'problem 2', false, '"just a string with \\ and \""'),
	('03808777-0afb-78c5-8af4-c99209d10f35', '46c531ba-8760-7b1d-8a97-b3a569ccfc4d', 3, 0, 'field 3', 'problem 3', false, '[null, [[]], "👷"]');


--
-- Data for Name: leads_imports_people; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_imports_people VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'e25f687f-ebff-725a-8272-9d50f3d06052', 'c629ce00-fc76-7afb-8762-eba98069f5c4', false, false, 'phone 1'),
	('6650ab77-d405-7a14-833c-899f74fba791', 'fd038087-770a-7fb8-8c5a-f4c99209d10f', '3546c531-ba87-760b-81da-97b3a569ccfc', true, false, NULL),
	('a013b4ad-6d69-7095-8710-1e69847f14c7', '7bd7a392-f544-7136-8ec2-ca85c68369a6', 'ba9ccfcf-5842-7669-884f-1c1d62c5ca66', false, false, NULL);


--
-- Data for Name: leads_inbound_mails; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_inbound_mails VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'hash 1', 'raw 1', '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00', '{"żółć 漢字 العربية 👩🏽‍🔧 é ‍ ﻿􏿿",NULL,"quotes '' \" ` $1 $$ {a,\"b\"} (row) ; -- /* */"}'),
	('e25f687f-ebff-725a-8272-9d50f3d06052', 'hash 2', 'raw 2', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', '{"",NULL,plain}'),
	('629ce00f-c76a-7fb7-862e-ba98069f5c4e', 'hash 3', 'raw 3', '1970-01-01 00:00:00+00', '2026-11-01 06:30:00.999+00', '{"tab	here, newline
there, return
and \\t \\n \\\\ as they stand",NULL,"żółć 漢字 العربية 👩🏽‍🔧 é ‍ ﻿􏿿"}');


--
-- Data for Name: leads_inbound_texts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_inbound_texts VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'sid 1', '2026-11-01 06:30:00.999+00'),
	('e25f687f-ebff-725a-8272-9d50f3d06052', 'sid 2', '1970-01-01 00:00:00+00'),
	('c629ce00-fc76-7afb-8762-eba98069f5c4', 'sid 3', '2026-03-08 02:30:00.123+00');


--
-- Data for Name: leads_links; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_links VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'e25f687f-ebff-725a-8272-9d50f3d06052', 'c629ce00-fc76-7afb-8762-eba98069f5c4', 'token_hash 1', '2026-03-08 02:30:00.123+00', '1970-01-01 00:00:00+00', '2026-11-01 06:30:00.999+00'),
	('ef6650ab-77d4-705a-8143-3c899f74fba7', '91fd0380-8777-70af-8b8c-5af4c99209d1', '0f3546c5-31ba-7876-80b1-da97b3a569cc', 'token_hash 2', '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00', '1970-01-01 00:00:00+00'),
	('c4d1a013-b4ad-76d6-8909-57101e69847f', '14c77bd7-a392-7f54-8413-6ec2ca85c683', '69a6ba9c-cfcf-7584-8266-984f1c1d62c5', 'token_hash 3', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00');


--
-- Data for Name: leads_pages; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_pages VALUES
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20486-ff35-7859-9837-9b4ab8c3b390', 'summit-deck-and-fence', '{"file": "01a20486-fd09-785e-ac4d-144d13978458/f3/f371b6586b74cef77b202b554587b91db68430926cd6d4a752d9c26d87846bb6.pdf", "kind": "magnet", "title": "9 questions to ask before you hire a deck builder", "promise": "Learn which four hidden parts to compare, so that you can pick a builder for cedar and composite decks for sloped yards by more than the boards.", "fileName": "9-questions-to-ask-before-you-hire-a-deck-builder.pdf", "magnetId": "01a20486-fe16-7ef1-94d4-5bf84d0a4c2e"}', '2026-10-29 14:00:00+00', NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0010-7fb7-b24d-af345538345b', 'summit-deck-and-fence-2', '{"file": "01a20486-fd09-785e-ac4d-144d13978458/a8/a8778894c1e2b8663018163d479278035f499e1c9fa9146013193cfd3e98b3f2.pdf", "kind": "magnet", "title": "Privacy fences that still stand after ten winters", "promise": "A small round each season that keeps water out of the wood and privacy fences and gates out of trouble.", "fileName": "privacy-fences-that-still-stand-after-ten-winters.pdf", "magnetId": "01a20486-ff63-7dec-ab7c-b06c5f32cb91"}', '2026-10-29 14:00:00+00', NULL, NULL);


--
-- Data for Name: leads_replies; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_replies VALUES
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0159-7740-9aef-1dbaee28ed36', '01a20487-0106-74a6-ac48-859f404ee070', 'mail', '2026-11-03 15:14:00+00', '<01a20487-0106-74a6-ac48-859f404ee070@mail.example>', 'Re: your guide', 'Hi Dana,

question 4 about the ledger board got us. Ours is nailed, not bolted. Could you come and have a look next week? Any afternoon works.

Ellen'),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0430-78db-b676-5cdda393d088', '01a20487-03cd-7c7d-8a3c-4508b34ade62', 'owner', '2026-11-12 16:14:00+00', NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0499-71d9-be51-f270cbb0b1c2', '01a20487-02d5-7af9-8f02-907382b0a6c1', 'mail', '2026-11-14 00:14:00+00', '<01a20487-02d5-7af9-8f02-907382b0a6c1@mail.example>', 'Composite or cedar', 'Read it twice. We face south-west and it gets hot out there. Would you still go with cedar? Happy to send pictures.');


--
-- Data for Name: leads_slugs; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_slugs VALUES
	('summit-deck-and-fence', '01a20486-fd09-785e-ac4d-144d13978458', '01a20486-ff35-7859-9837-9b4ab8c3b390'),
	('summit-deck-and-fence-2', '01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0010-7fb7-b24d-af345538345b');


--
-- Data for Name: leads_suppressions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_suppressions VALUES
	('01a20486-fd09-785e-ac4d-144d13978458', '7_zwapQQ1boQtDb4t5O4UM_PBvq4G5gTzhzqoIjkAW4', 'unsubscribed', '2026-11-06 19:14:00+00'),
	('01a20486-fd09-785e-ac4d-144d13978458', 'CqEf_EiCLukWw5-UtjnX3OiyfCj9ebvVU1tajkRJiuM', 'bad_address', '2026-11-09 22:02:00+00');


--
-- Data for Name: leads_touches; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_touches VALUES
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0029-7c44-9e80-d2c656b1f59d', '01a20487-0031-732c-b2af-316022952d5c', '01a20486-ff35-7859-9837-9b4ab8c3b390', '2026-10-30 15:12:00+00', '{"utm_source": "card"}', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-009c-73b1-927a-207f1e7d823d', '01a20487-009f-75ec-8d04-e58508788869', '01a20486-ff35-7859-9837-9b4ab8c3b390', '2026-11-01 00:41:00+00', '{"utm_medium": "email", "utm_source": "signature"}', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0101-7041-b1b1-cb27b9249b4a', '01a20487-0106-74a6-ac48-859f404ee070', '01a20486-ff35-7859-9837-9b4ab8c3b390', '2026-11-02 17:27:00+00', '{"referrer": "nextdoor.com"}', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-01a3-7c38-81af-0b5f60336384', '01a20487-01a7-7012-8357-514627ddea80', '01a20486-ff35-7859-9837-9b4ab8c3b390', '2026-11-03 20:05:00+00', '{"referrer": "www.google.com"}', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-01ef-7e74-b262-6dd2919bfc9b', '01a20487-01f4-7169-862d-2109071b0d76', '01a20487-0010-7fb7-b24d-af345538345b', '2026-11-05 14:48:00+00', '{"utm_source": "card"}', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0287-74fb-b36a-8238ddb19815', '01a20487-028b-7295-8031-1b2543517d7f', '01a20487-0010-7fb7-b24d-af345538345b', '2026-11-07 03:16:00+00', '{"referrer": "www.google.com"}', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-02d1-790a-aa62-a7eddd858e54', '01a20487-02d5-7af9-8f02-907382b0a6c1', '01a20486-ff35-7859-9837-9b4ab8c3b390', '2026-11-08 18:33:00+00', '{"utm_medium": "email", "utm_source": "signature"}', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-034f-77f1-a246-78d43ceb759f', '01a20487-0353-7141-a925-df4fe0cf79d0', '01a20487-0010-7fb7-b24d-af345538345b', '2026-11-09 22:02:00+00', '{"referrer": "nextdoor.com"}', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-03c9-7e91-9916-f2c3838ea439', '01a20487-03cd-7c7d-8a3c-4508b34ade62', '01a20486-ff35-7859-9837-9b4ab8c3b390', '2026-11-11 19:20:00+00', '{"utm_source": "card"}', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-041a-767b-9f07-8a30854d4c2a', '01a20487-02d5-7af9-8f02-907382b0a6c1', '01a20486-ff35-7859-9837-9b4ab8c3b390', '2026-11-12 02:14:00+00', '{"utm_medium": "email", "utm_source": "signature"}', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-044b-7714-95c6-98e9d3a51485', '01a20487-0450-7e3b-bb97-df879be7810d', '01a20487-0010-7fb7-b24d-af345538345b', '2026-11-13 15:55:00+00', '{"referrer": "www.google.com"}', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-04ad-7a6d-a2ff-0f506405255e', '01a20487-04b0-74f7-8723-919e7c62eafe', '01a20486-ff35-7859-9837-9b4ab8c3b390', '2026-11-15 04:37:00+00', '{"referrer": "www.google.com"}', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-054c-781d-a8ac-38fbe98d67d4', '01a20487-0550-76f9-aafd-ed905f641c72', '01a20487-0010-7fb7-b24d-af345538345b', '2026-11-16 23:09:00+00', '{"referrer": "nextdoor.com"}', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-061b-7aee-9491-804b5feafa75', '01a20487-0623-78b6-a375-6ba3d03de2aa', '01a20486-ff35-7859-9837-9b4ab8c3b390', '2026-11-19 17:44:00+00', '{"utm_medium": "email", "utm_source": "signature"}', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-066a-79c5-b2bc-68bfe450ab56', '01a20487-066e-7a8b-b994-6680ced34318', '01a20486-ff35-7859-9837-9b4ab8c3b390', '2026-11-20 18:35:00+00', '{"utm_source": "card"}', NULL);


--
-- Data for Name: leads_unconfirmed; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_unconfirmed VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'e25f687f-ebff-725a-8272-9d50f3d06052', 'c629ce00-fc76-7afb-8762-eba98069f5c4', 'ef6650ab-77d4-705a-8143-3c899f74fba7', 'name 1', '1970-01-01 00:00:00+00', '{"a": [1, 2.5, -0.0000003, null, true, "\\u0000 as words"], "ключ \"k\"": {"deep": [[], {}]}}', '{"big": "12345678901234567890", "long": "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü", "text": "line\nbreak\ttab \\ back \\\\n \u001f"}', 'wording_version 1', 'wording 1', 'text_wording 1', 'shown_at 1', '2026-03-08 02:30:00.123+00'),
	('91fd0380-8777-70af-8b8c-5af4c99209d1', '0f3546c5-31ba-7876-80b1-da97b3a569cc', 'fc4d1a01-3b4a-7d6d-8690-957101e69847', 'f14c77bd-7a39-72f5-8441-36ec2ca85c68', 'name 2', '2026-03-08 02:30:00.123+00', '{"big": "12345678901234567890", "long": "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü", "text": "line\nbreak\ttab \\ back \\\\n \u001f"}', NULL, 'wording_version 2', 'wording 2', 'text_wording 2', 'shown_at 2', '9999-12-31 23:59:59.001+00'),
	('9a6ba9cc-fcf5-7842-8669-84f1c1d62c5c', 'a66ec0a6-d25b-7fad-88d6-82ccd75b20be', '37a2a4ef-97ce-7532-88bb-6790ddd5e344', 'd03ddc98-c849-75c2-8d92-6b816c9ff992', 'name 3', '9999-12-31 23:59:59.001+00', '"just a string with \\ and \""', NULL, 'wording_version 3', 'wording 3', 'text_wording 3', 'shown_at 3', '2026-11-01 06:30:00.999+00');


--
-- Data for Name: magnets; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.magnets VALUES
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20486-fe16-7ef1-94d4-5bf84d0a4c2e', '9 questions to ask before you hire a deck builder', '{"goal": "Book a free site visit", "name": "Dana Whitfield", "tone": "Friendly", "email": "dana@summit-deck.example", "topic": "9 questions to ask before you hire a deck builder", "company": "Summit Deck & Fence", "product": "Cedar and composite decks for sloped yards", "targetAudience": "Homeowners in Denver with a sloped yard"}', '{"about": {"heading": "Who made this guide", "paragraphs": ["Dana Whitfield of Summit Deck & Fence made these pages for homeowners in Denver with a sloped yard who would rather know what is under the boards. What Summit Deck & Fence does: cedar and composite decks for sloped yards.", "Ask us about any line in them, and we can look at it in your own yard before anybody draws cedar and composite decks for sloped yards."]}, "title": "9 questions to ask before you hire a deck builder", "opening": {"points": [{"text": "Ask which treatment the lumber has, where it is needed, and whether rails and seats could be cedar or composite for cedar and composite decks for sloped yards.", "title": "That wood is full of chemicals, and my kids will touch it."}, {"text": "Ask for a ladder set up at deck height in your yard, and talk about steps and planting while you look at it.", "title": "We''ll end up with a stage on stilts behind the house."}, {"text": "Concrete can come in bags and travel by wheelbarrow, so show the builder your narrowest spot and hear how cedar and composite decks for sloped yards would get past it.", "title": "No truck can get into our yard."}], "heading": "Start at the bottom of the post", "paragraphs": ["You may already have the chairs picked out, and the dog has picked a spot along the fence. Good plans start like that. Before anyone rents an auger, walk the yard once more with these pages and see cedar and composite decks for sloped yards with a builder''s eye.", "Part of the answer to the question on the cover is out in your yard. Take these pages there, look at the posts, boards or gate in question, and note what you find.", "Take this guide outdoors and read it standing up, in the part of the yard you want to use. Note where the afternoon sun lands, where water stands after rain and which way the neighbors look."]}, "promise": "Learn which four hidden parts to compare, so that you can pick a builder for cedar and composite decks for sloped yards by more than the boards.", "readers": "For homeowners in Denver with a sloped yard", "version": 1, "nextStep": {"contact": {"name": "Dana Whitfield", "email": "dana@summit-deck.example", "company": "Summit Deck & Fence"}, "heading": "Book a free site visit", "paragraphs": ["Email Dana at dana@summit-deck.example with two times when you''re in the yard, and a photo of the ground where cedar and composite decks for sloped yards would stand. Put sticks where you imagine the corners."]}, "playbook": "deck-fence", "sections": [{"todo": "Lay a full board of each kind in your yard for a week, and note by evening which is hot, which is slick and which you''d choose for cedar and composite decks for sloped yards.", "points": [{"text": "Sound and affordable when dry, it checks and moves as it ages and wants stain every few years.", "title": "Treated pine"}, {"text": "The heartwood resists rot by nature, the sapwood doesn''t, and both turn silver without a finish.", "title": "Cedar and redwood"}, {"text": "No staining, yet it needs washing, moves in length with heat and wants closer joists than wood in some patterns.", "title": "Composite boards"}, {"text": "Little upkeep, though a broken panel needs the same maker''s part, so keep the name.", "title": "Vinyl and metal fence"}], "heading": "Choose boards by chores, then by color", "paragraphs": ["Every board outdoors asks for something. The question is which chore you''d rather have, and what you can live with when the sun has been on it."]}, {"todo": "Ask for the closed permit, the name of the stain or board and any special bit or tool before you pay the rest for cedar and composite decks for sloped yards.", "points": [], "heading": "The last walk, slowly", "paragraphs": ["Do the last walk in daylight, with the builder, and before the final payment. Begin at the far end of the yard and work toward the house, because everyone gets tired where they finish.", "Use your hands more than your eyes. Lean on rails, run a palm along edges for splinters, try whatever opens and closes, and look below for screws that missed the frame.", "Write each point down with its place and a day for mending it. A list of small things isn''t an insult to anybody''s carpentry, and most builders would rather fix six boards on one trip than one board on six."]}, {"todo": "Choose one question about the ground, one about the frame and one about the gate, and ask each builder the same three.", "points": [{"text": "Usually it does, and they tell you which part of the old deck they''d rather not trust.", "title": "Does a pergola here call for footings of its own?"}, {"text": "Two prices for the same deck show you what the boards cost and what the frame costs.", "title": "Can you price it in wood and in composite?"}, {"text": "Clay, sand and fill behave differently, and a builder who digs one test hole knows more than one who guesses.", "title": "What does this soil need from the footings?"}, {"text": "Height, hot tubs, roofs and steep lots can call for one. An honest builder says where the limit lies.", "title": "Do I need an engineer for cedar and composite decks for sloped yards?"}, {"text": "A builder sprinkles water or takes out a moisture meter. Any date picked without that is a guess.", "title": "Would you stain these boards now or let them dry?"}, {"text": "Someone who builds in your town knows the rule for height and setback and has the waiting time in the plan.", "title": "Does this deck or fence need a permit, and who applies?"}, {"text": "Good bids name a price per hole or per hour, so that a hard spot in the yard doesn''t stop the job.", "title": "What happens if you hit rock or roots?"}, {"text": "A name for the crew leader, and a day when the owner comes to look at holes and frame.", "title": "Who will dig and build cedar and composite decks for sloped yards, and who checks their posts?"}, {"text": "Off the house, away from posts and into soil that can take it. The door sill should come up in the answer.", "title": "Which way does the water from this deck run off?"}], "heading": "What to ask while standing in the yard", "paragraphs": ["A few of these have no single right answer, and you''ll learn most from how a builder thinks. Ask them about cedar and composite decks for sloped yards with your hand on an old post."]}, {"todo": "Walk past three fences on your street, find one of these mistakes, and see what it would mean for cedar and composite decks for sloped yards.", "points": [{"text": "Tamp it in thin layers, or use concrete with a top that slopes away from the wood.", "title": "Filling around a post with loose dirt."}, {"text": "Solve standing water first, because a deck over a wet spot rots from below.", "title": "Building before the drain is fixed."}, {"text": "Water is heavy, and the frame and footings have to be designed for it first.", "title": "Adding a hot tub to a deck built for chairs."}, {"text": "Carry the posts down to footings, or have the frame below checked for the extra load and the wind.", "title": "Standing a pergola on deck boards."}, {"text": "Probe the joists with a screwdriver while the deck is open, because new boards can''t hold on to soft wood.", "title": "Replacing boards over a rotten frame."}], "heading": "Easy to get wrong, hard to dig up again", "paragraphs": ["None of these can be seen on the day the builder drives off, which is why they are so common in yards everywhere."]}], "checklist": {"intro": "Carry this page outdoors, and tick a box only when you have seen the thing in the yard or have it from the builder in writing.", "groups": [{"items": ["Show the neighbors the string where the fence or deck will stand", "Stand on the spot at four o''clock and note the shade in the yard", "Mark vents, meters and low windows that a deck would cover", "Note on a windy day where gusts enter the yard"], "heading": "Out in the yard"}, {"items": ["Look up the builder where your state or town keeps a list", "Ask the building office about permit, height and setbacks", "Send the drawing to the association, if the yard has one", "See footing depth written as a number"], "heading": "Before you sign"}, {"items": ["Set out table and chairs where the deck would be, and walk around them", "Watch where headlights and streetlights reach into the yard at night", "Leave full-size boards in the sun for a week", "Decide where wet towels, bikes and trash cans live in the yard"], "heading": "Size, boards and shade"}], "heading": "Your deck and fence checklist"}, "todoLabel": "Worth ten minutes"}', '01a20486-fd09-785e-ac4d-144d13978458/f3/f371b6586b74cef77b202b554587b91db68430926cd6d4a752d9c26d87846bb6.pdf', '45a568cf56b80222feb3e3aa4796a80176fade60f6e74ef1435d95af26a0d25e', '2026-10-29 14:00:00+00', NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20486-ff63-7dec-ab7c-b06c5f32cb91', 'Privacy fences that still stand after ten winters', '{"goal": "Ask for a fence estimate", "name": "Dana Whitfield", "tone": "Plain", "email": "dana@summit-deck.example", "topic": "Privacy fences that still stand after ten winters", "company": "Summit Deck & Fence", "product": "Privacy fences and gates", "targetAudience": "Families in Denver and Aurora"}', '{"about": {"heading": "Who made this guide", "paragraphs": ["Dana Whitfield of Summit Deck & Fence wrote this down for families in Denver and Aurora, so that the talk about a yard can start with posts and ground. What Summit Deck & Fence does: privacy fences and gates.", "Bring it when we meet about privacy fences and gates, and ask us to show you the part that nobody sees later."]}, "title": "Privacy fences that still stand after ten winters", "opening": {"points": [{"text": "Get the local rule on height, gaps and latches on paper first, and have the builder write on the bid that the pool fence follows it.", "title": "The pool inspector will fail our fence."}, {"text": "Panels can step down or follow the ground, and a sketch of both shows you the gaps before you choose.", "title": "Our slope is too steep for a straight fence."}, {"text": "Cheaper panels get brittle, so ask the builder for a cut piece, look at how thick the wall is, and find out how a broken picket gets replaced.", "title": "Vinyl will crack in the first cold winter."}], "heading": "Start at the bottom of the post", "paragraphs": ["Boards can be swapped in an afternoon, while a footing stays where it was poured. That is reason enough to begin at the ground and work upward. You''ll find the parts in that order here, ready to check before you agree to privacy fences and gates.", "The thread through this guide is privacy fences that still stand after ten winters. Read it near a window with a view of the yard, and cross out what you don''t have.", "At your own house the yard is seen from the kitchen every day, so a crooked post will bother you for years. Settle the lines and the levels before anybody mixes concrete."]}, "promise": "A small round each season that keeps water out of the wood and privacy fences and gates out of trouble.", "readers": "For families in Denver and Aurora", "version": 1, "nextStep": {"contact": {"name": "Dana Whitfield", "email": "dana@summit-deck.example", "company": "Summit Deck & Fence"}, "heading": "Ask for a fence estimate", "paragraphs": ["Write to Dana at dana@summit-deck.example with a sketch, the count of gates and stairs, and your favorite board. Ask that the bid for privacy fences and gates name footing depth and hardware."]}, "playbook": "deck-fence", "sections": [{"todo": "Swing each gate open a hand''s width, let go, and see whether it closes and latches alone.", "points": [], "heading": "A gate needs adjusting long before it drags", "paragraphs": ["A gate moves more in a week than the fence does in a year. It sags a little, the latch misses by a finger, and someone starts lifting it, which pulls the post along.", "Adjust it early. Most hinges have a screw for that, and a diagonal cable or brace brings a sagging frame back to square. Oil the hinges, and check that the latch still catches by itself.", "Around a pool there is no \"later\". A gate that doesn''t close and latch on its own is a danger to a child, so fix or block it the same day."]}, {"todo": "Walk the line with a tape measure, count corners, gates and trees within arm''s reach, and add that count when you ask about privacy fences and gates.", "points": [], "heading": "What makes one fence cost more than another", "paragraphs": ["Length sets the start of a fence price. The ground then adds its share, since each corner, slope and root means another post cut or another hole by hand.", "Gates are the costly feet of any line. A wide one needs heavier posts, deeper holes, a brace and good hinges, so two narrow gates in the right place may serve better than a big one nobody opens.", "Tear-out is easy to forget. Old posts with concrete on their feet take longer to pull than new ones take to set."]}, {"todo": "Choose your month for privacy fences and gates, then count back for the permit and the boards.", "points": [{"text": "Keep trucks and lumber piles off the lawn, and use the wait to have the survey and the utility marks done.", "title": "While the yard is still soft underfoot"}, {"text": "Count where people sit, stand and squeeze past each other, and use those numbers for the drawing of privacy fences and gates.", "title": "On a still evening with guests"}, {"text": "Last call for footings in cold places, so get the holes inspected and poured or leave privacy fences and gates for the thaw.", "title": "Before the ground freezes where you live"}, {"text": "Walk under the deck and along the fence while nothing grows, as bare shrubs show posts you can''t see in June.", "title": "On a mild, clear day"}], "heading": "The yard year", "paragraphs": ["Soil, sap and permits have seasons. Plan privacy fences and gates for a month that suits the ground."]}, {"todo": "Take the mistake that worries you most, and request a photo from privacy fences and gates on the day it could happen.", "points": [{"text": "Sprinkle water on them and wait until it soaks in, even if you see privacy fences and gates unfinished for a while.", "title": "Staining boards that are still wet."}, {"text": "Get it anyway, since a buyer''s inspector will ask who looked at the frame.", "title": "Skipping the permit because the yard is private."}, {"text": "It holds water against the boards and pries them apart, so give it a trellis a hand''s width away.", "title": "Letting ivy climb the new fence."}, {"text": "Settle that line on delivery, against a list, and count while the truck is still there.", "title": "Paying for all the boards before they arrive."}, {"text": "Lift the post on a metal foot or use lumber that is rated for ground contact, and let water drain.", "title": "Burying wood in wet soil."}], "heading": "Easy to get wrong, hard to dig up again", "paragraphs": ["Each of these looked fine on the day the builder was paid, and each has a fix that fits on one line."]}], "checklist": {"intro": "Use one group per visit to the yard, and bring the open boxes to the talk about privacy fences and gates.", "groups": [{"items": ["Stand at the end of the fence and find posts that lean", "See whether the gate still hangs square in its frame", "Search wood near the ground for sawdust piles and mud tubes", "Measure a lean with a level, and pencil the date on the post"], "heading": "Once a year, from below"}, {"items": ["Pull soil and mulch away from fence boards", "Trim hedges and branches off the fence", "Tighten the cable or brace on a sagging gate", "Cut back ivy from fence and pergola posts"], "heading": "Spring and fall, from above"}, {"items": ["Choose lights and outlets early, while wires can still run inside the frame", "Look at vinyl, wood and metal fences on your street that are ten years old", "Draw the table to scale on the plan, with its chairs pulled out onto the boards", "Decide where wet towels, bikes and trash cans live in the yard"], "heading": "Size, boards and shade"}], "heading": "Your deck and fence checklist"}, "todoLabel": "Do this next"}', '01a20486-fd09-785e-ac4d-144d13978458/a8/a8778894c1e2b8663018163d479278035f499e1c9fa9146013193cfd3e98b3f2.pdf', '0fa98814a2d896f8338262d69ee127adad5a8c6a33e32b9675fe90699befe601', '2026-10-29 14:00:00+00', NULL, NULL);


--
-- Data for Name: magnets_drafts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.magnets_drafts VALUES
	('45a568cf56b80222feb3e3aa4796a80176fade60f6e74ef1435d95af26a0d25e', '{"goal": "Book a free site visit", "name": "Dana Whitfield", "tone": "Friendly", "email": "dana@summit-deck.example", "topic": "9 questions to ask before you hire a deck builder", "company": "Summit Deck & Fence", "product": "Cedar and composite decks for sloped yards", "targetAudience": "Homeowners in Denver with a sloped yard"}', '{"about": {"heading": "Who made this guide", "paragraphs": ["Dana Whitfield of Summit Deck & Fence made these pages for homeowners in Denver with a sloped yard who would rather know what is under the boards. What Summit Deck & Fence does: cedar and composite decks for sloped yards.", "Ask us about any line in them, and we can look at it in your own yard before anybody draws cedar and composite decks for sloped yards."]}, "title": "9 questions to ask before you hire a deck builder", "opening": {"points": [{"text": "Ask which treatment the lumber has, where it is needed, and whether rails and seats could be cedar or composite for cedar and composite decks for sloped yards.", "title": "That wood is full of chemicals, and my kids will touch it."}, {"text": "Ask for a ladder set up at deck height in your yard, and talk about steps and planting while you look at it.", "title": "We''ll end up with a stage on stilts behind the house."}, {"text": "Concrete can come in bags and travel by wheelbarrow, so show the builder your narrowest spot and hear how cedar and composite decks for sloped yards would get past it.", "title": "No truck can get into our yard."}], "heading": "Start at the bottom of the post", "paragraphs": ["You may already have the chairs picked out, and the dog has picked a spot along the fence. Good plans start like that. Before anyone rents an auger, walk the yard once more with these pages and see cedar and composite decks for sloped yards with a builder''s eye.", "Part of the answer to the question on the cover is out in your yard. Take these pages there, look at the posts, boards or gate in question, and note what you find.", "Take this guide outdoors and read it standing up, in the part of the yard you want to use. Note where the afternoon sun lands, where water stands after rain and which way the neighbors look."]}, "promise": "Learn which four hidden parts to compare, so that you can pick a builder for cedar and composite decks for sloped yards by more than the boards.", "readers": "For homeowners in Denver with a sloped yard", "version": 1, "nextStep": {"contact": {"name": "Dana Whitfield", "email": "dana@summit-deck.example", "company": "Summit Deck & Fence"}, "heading": "Book a free site visit", "paragraphs": ["Email Dana at dana@summit-deck.example with two times when you''re in the yard, and a photo of the ground where cedar and composite decks for sloped yards would stand. Put sticks where you imagine the corners."]}, "playbook": "deck-fence", "sections": [{"todo": "Lay a full board of each kind in your yard for a week, and note by evening which is hot, which is slick and which you''d choose for cedar and composite decks for sloped yards.", "points": [{"text": "Sound and affordable when dry, it checks and moves as it ages and wants stain every few years.", "title": "Treated pine"}, {"text": "The heartwood resists rot by nature, the sapwood doesn''t, and both turn silver without a finish.", "title": "Cedar and redwood"}, {"text": "No staining, yet it needs washing, moves in length with heat and wants closer joists than wood in some patterns.", "title": "Composite boards"}, {"text": "Little upkeep, though a broken panel needs the same maker''s part, so keep the name.", "title": "Vinyl and metal fence"}], "heading": "Choose boards by chores, then by color", "paragraphs": ["Every board outdoors asks for something. The question is which chore you''d rather have, and what you can live with when the sun has been on it."]}, {"todo": "Ask for the closed permit, the name of the stain or board and any special bit or tool before you pay the rest for cedar and composite decks for sloped yards.", "points": [], "heading": "The last walk, slowly", "paragraphs": ["Do the last walk in daylight, with the builder, and before the final payment. Begin at the far end of the yard and work toward the house, because everyone gets tired where they finish.", "Use your hands more than your eyes. Lean on rails, run a palm along edges for splinters, try whatever opens and closes, and look below for screws that missed the frame.", "Write each point down with its place and a day for mending it. A list of small things isn''t an insult to anybody''s carpentry, and most builders would rather fix six boards on one trip than one board on six."]}, {"todo": "Choose one question about the ground, one about the frame and one about the gate, and ask each builder the same three.", "points": [{"text": "Usually it does, and they tell you which part of the old deck they''d rather not trust.", "title": "Does a pergola here call for footings of its own?"}, {"text": "Two prices for the same deck show you what the boards cost and what the frame costs.", "title": "Can you price it in wood and in composite?"}, {"text": "Clay, sand and fill behave differently, and a builder who digs one test hole knows more than one who guesses.", "title": "What does this soil need from the footings?"}, {"text": "Height, hot tubs, roofs and steep lots can call for one. An honest builder says where the limit lies.", "title": "Do I need an engineer for cedar and composite decks for sloped yards?"}, {"text": "A builder sprinkles water or takes out a moisture meter. Any date picked without that is a guess.", "title": "Would you stain these boards now or let them dry?"}, {"text": "Someone who builds in your town knows the rule for height and setback and has the waiting time in the plan.", "title": "Does this deck or fence need a permit, and who applies?"}, {"text": "Good bids name a price per hole or per hour, so that a hard spot in the yard doesn''t stop the job.", "title": "What happens if you hit rock or roots?"}, {"text": "A name for the crew leader, and a day when the owner comes to look at holes and frame.", "title": "Who will dig and build cedar and composite decks for sloped yards, and who checks their posts?"}, {"text": "Off the house, away from posts and into soil that can take it. The door sill should come up in the answer.", "title": "Which way does the water from this deck run off?"}], "heading": "What to ask while standing in the yard", "paragraphs": ["A few of these have no single right answer, and you''ll learn most from how a builder thinks. Ask them about cedar and composite decks for sloped yards with your hand on an old post."]}, {"todo": "Walk past three fences on your street, find one of these mistakes, and see what it would mean for cedar and composite decks for sloped yards.", "points": [{"text": "Tamp it in thin layers, or use concrete with a top that slopes away from the wood.", "title": "Filling around a post with loose dirt."}, {"text": "Solve standing water first, because a deck over a wet spot rots from below.", "title": "Building before the drain is fixed."}, {"text": "Water is heavy, and the frame and footings have to be designed for it first.", "title": "Adding a hot tub to a deck built for chairs."}, {"text": "Carry the posts down to footings, or have the frame below checked for the extra load and the wind.", "title": "Standing a pergola on deck boards."}, {"text": "Probe the joists with a screwdriver while the deck is open, because new boards can''t hold on to soft wood.", "title": "Replacing boards over a rotten frame."}], "heading": "Easy to get wrong, hard to dig up again", "paragraphs": ["None of these can be seen on the day the builder drives off, which is why they are so common in yards everywhere."]}], "checklist": {"intro": "Carry this page outdoors, and tick a box only when you have seen the thing in the yard or have it from the builder in writing.", "groups": [{"items": ["Show the neighbors the string where the fence or deck will stand", "Stand on the spot at four o''clock and note the shade in the yard", "Mark vents, meters and low windows that a deck would cover", "Note on a windy day where gusts enter the yard"], "heading": "Out in the yard"}, {"items": ["Look up the builder where your state or town keeps a list", "Ask the building office about permit, height and setbacks", "Send the drawing to the association, if the yard has one", "See footing depth written as a number"], "heading": "Before you sign"}, {"items": ["Set out table and chairs where the deck would be, and walk around them", "Watch where headlights and streetlights reach into the yard at night", "Leave full-size boards in the sun for a week", "Decide where wet towels, bikes and trash cans live in the yard"], "heading": "Size, boards and shade"}], "heading": "Your deck and fence checklist"}, "todoLabel": "Worth ten minutes"}', '2026-10-29 14:00:00+00', '2026-11-28 14:00:00+00', '2026-10-29 14:00:00+00', '01a20486-fe16-7ef1-94d4-5bf84d0a4c2e', 1, NULL, NULL, NULL),
	('0fa98814a2d896f8338262d69ee127adad5a8c6a33e32b9675fe90699befe601', '{"goal": "Ask for a fence estimate", "name": "Dana Whitfield", "tone": "Plain", "email": "dana@summit-deck.example", "topic": "Privacy fences that still stand after ten winters", "company": "Summit Deck & Fence", "product": "Privacy fences and gates", "targetAudience": "Families in Denver and Aurora"}', '{"about": {"heading": "Who made this guide", "paragraphs": ["Dana Whitfield of Summit Deck & Fence wrote this down for families in Denver and Aurora, so that the talk about a yard can start with posts and ground. What Summit Deck & Fence does: privacy fences and gates.", "Bring it when we meet about privacy fences and gates, and ask us to show you the part that nobody sees later."]}, "title": "Privacy fences that still stand after ten winters", "opening": {"points": [{"text": "Get the local rule on height, gaps and latches on paper first, and have the builder write on the bid that the pool fence follows it.", "title": "The pool inspector will fail our fence."}, {"text": "Panels can step down or follow the ground, and a sketch of both shows you the gaps before you choose.", "title": "Our slope is too steep for a straight fence."}, {"text": "Cheaper panels get brittle, so ask the builder for a cut piece, look at how thick the wall is, and find out how a broken picket gets replaced.", "title": "Vinyl will crack in the first cold winter."}], "heading": "Start at the bottom of the post", "paragraphs": ["Boards can be swapped in an afternoon, while a footing stays where it was poured. That is reason enough to begin at the ground and work upward. You''ll find the parts in that order here, ready to check before you agree to privacy fences and gates.", "The thread through this guide is privacy fences that still stand after ten winters. Read it near a window with a view of the yard, and cross out what you don''t have.", "At your own house the yard is seen from the kitchen every day, so a crooked post will bother you for years. Settle the lines and the levels before anybody mixes concrete."]}, "promise": "A small round each season that keeps water out of the wood and privacy fences and gates out of trouble.", "readers": "For families in Denver and Aurora", "version": 1, "nextStep": {"contact": {"name": "Dana Whitfield", "email": "dana@summit-deck.example", "company": "Summit Deck & Fence"}, "heading": "Ask for a fence estimate", "paragraphs": ["Write to Dana at dana@summit-deck.example with a sketch, the count of gates and stairs, and your favorite board. Ask that the bid for privacy fences and gates name footing depth and hardware."]}, "playbook": "deck-fence", "sections": [{"todo": "Swing each gate open a hand''s width, let go, and see whether it closes and latches alone.", "points": [], "heading": "A gate needs adjusting long before it drags", "paragraphs": ["A gate moves more in a week than the fence does in a year. It sags a little, the latch misses by a finger, and someone starts lifting it, which pulls the post along.", "Adjust it early. Most hinges have a screw for that, and a diagonal cable or brace brings a sagging frame back to square. Oil the hinges, and check that the latch still catches by itself.", "Around a pool there is no \"later\". A gate that doesn''t close and latch on its own is a danger to a child, so fix or block it the same day."]}, {"todo": "Walk the line with a tape measure, count corners, gates and trees within arm''s reach, and add that count when you ask about privacy fences and gates.", "points": [], "heading": "What makes one fence cost more than another", "paragraphs": ["Length sets the start of a fence price. The ground then adds its share, since each corner, slope and root means another post cut or another hole by hand.", "Gates are the costly feet of any line. A wide one needs heavier posts, deeper holes, a brace and good hinges, so two narrow gates in the right place may serve better than a big one nobody opens.", "Tear-out is easy to forget. Old posts with concrete on their feet take longer to pull than new ones take to set."]}, {"todo": "Choose your month for privacy fences and gates, then count back for the permit and the boards.", "points": [{"text": "Keep trucks and lumber piles off the lawn, and use the wait to have the survey and the utility marks done.", "title": "While the yard is still soft underfoot"}, {"text": "Count where people sit, stand and squeeze past each other, and use those numbers for the drawing of privacy fences and gates.", "title": "On a still evening with guests"}, {"text": "Last call for footings in cold places, so get the holes inspected and poured or leave privacy fences and gates for the thaw.", "title": "Before the ground freezes where you live"}, {"text": "Walk under the deck and along the fence while nothing grows, as bare shrubs show posts you can''t see in June.", "title": "On a mild, clear day"}], "heading": "The yard year", "paragraphs": ["Soil, sap and permits have seasons. Plan privacy fences and gates for a month that suits the ground."]}, {"todo": "Take the mistake that worries you most, and request a photo from privacy fences and gates on the day it could happen.", "points": [{"text": "Sprinkle water on them and wait until it soaks in, even if you see privacy fences and gates unfinished for a while.", "title": "Staining boards that are still wet."}, {"text": "Get it anyway, since a buyer''s inspector will ask who looked at the frame.", "title": "Skipping the permit because the yard is private."}, {"text": "It holds water against the boards and pries them apart, so give it a trellis a hand''s width away.", "title": "Letting ivy climb the new fence."}, {"text": "Settle that line on delivery, against a list, and count while the truck is still there.", "title": "Paying for all the boards before they arrive."}, {"text": "Lift the post on a metal foot or use lumber that is rated for ground contact, and let water drain.", "title": "Burying wood in wet soil."}], "heading": "Easy to get wrong, hard to dig up again", "paragraphs": ["Each of these looked fine on the day the builder was paid, and each has a fix that fits on one line."]}], "checklist": {"intro": "Use one group per visit to the yard, and bring the open boxes to the talk about privacy fences and gates.", "groups": [{"items": ["Stand at the end of the fence and find posts that lean", "See whether the gate still hangs square in its frame", "Search wood near the ground for sawdust piles and mud tubes", "Measure a lean with a level, and pencil the date on the post"], "heading": "Once a year, from below"}, {"items": ["Pull soil and mulch away from fence boards", "Trim hedges and branches off the fence", "Tighten the cable or brace on a sagging gate", "Cut back ivy from fence and pergola posts"], "heading": "Spring and fall, from above"}, {"items": ["Choose lights and outlets early, while wires can still run inside the frame", "Look at vinyl, wood and metal fences on your street that are ten years old", "Draw the table to scale on the plan, with its chairs pulled out onto the boards", "Decide where wet towels, bikes and trash cans live in the yard"], "heading": "Size, boards and shade"}], "heading": "Your deck and fence checklist"}, "todoLabel": "Do this next"}', '2026-10-29 14:00:00+00', '2026-11-28 14:00:00+00', '2026-10-29 14:00:00+00', '01a20486-ff63-7dec-ab7c-b06c5f32cb91', 1, NULL, NULL, NULL);


--
-- Data for Name: magnets_versions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.magnets_versions VALUES
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20486-fe16-7ef1-94d4-5bf84d0a4c2e', 1, '{"about": {"heading": "Who made this guide", "paragraphs": ["Dana Whitfield of Summit Deck & Fence made these pages for homeowners in Denver with a sloped yard who would rather know what is under the boards. What Summit Deck & Fence does: cedar and composite decks for sloped yards.", "Ask us about any line in them, and we can look at it in your own yard before anybody draws cedar and composite decks for sloped yards."]}, "title": "9 questions to ask before you hire a deck builder", "opening": {"points": [{"text": "Ask which treatment the lumber has, where it is needed, and whether rails and seats could be cedar or composite for cedar and composite decks for sloped yards.", "title": "That wood is full of chemicals, and my kids will touch it."}, {"text": "Ask for a ladder set up at deck height in your yard, and talk about steps and planting while you look at it.", "title": "We''ll end up with a stage on stilts behind the house."}, {"text": "Concrete can come in bags and travel by wheelbarrow, so show the builder your narrowest spot and hear how cedar and composite decks for sloped yards would get past it.", "title": "No truck can get into our yard."}], "heading": "Start at the bottom of the post", "paragraphs": ["You may already have the chairs picked out, and the dog has picked a spot along the fence. Good plans start like that. Before anyone rents an auger, walk the yard once more with these pages and see cedar and composite decks for sloped yards with a builder''s eye.", "Part of the answer to the question on the cover is out in your yard. Take these pages there, look at the posts, boards or gate in question, and note what you find.", "Take this guide outdoors and read it standing up, in the part of the yard you want to use. Note where the afternoon sun lands, where water stands after rain and which way the neighbors look."]}, "promise": "Learn which four hidden parts to compare, so that you can pick a builder for cedar and composite decks for sloped yards by more than the boards.", "readers": "For homeowners in Denver with a sloped yard", "version": 1, "nextStep": {"contact": {"name": "Dana Whitfield", "email": "dana@summit-deck.example", "company": "Summit Deck & Fence"}, "heading": "Book a free site visit", "paragraphs": ["Email Dana at dana@summit-deck.example with two times when you''re in the yard, and a photo of the ground where cedar and composite decks for sloped yards would stand. Put sticks where you imagine the corners."]}, "playbook": "deck-fence", "sections": [{"todo": "Lay a full board of each kind in your yard for a week, and note by evening which is hot, which is slick and which you''d choose for cedar and composite decks for sloped yards.", "points": [{"text": "Sound and affordable when dry, it checks and moves as it ages and wants stain every few years.", "title": "Treated pine"}, {"text": "The heartwood resists rot by nature, the sapwood doesn''t, and both turn silver without a finish.", "title": "Cedar and redwood"}, {"text": "No staining, yet it needs washing, moves in length with heat and wants closer joists than wood in some patterns.", "title": "Composite boards"}, {"text": "Little upkeep, though a broken panel needs the same maker''s part, so keep the name.", "title": "Vinyl and metal fence"}], "heading": "Choose boards by chores, then by color", "paragraphs": ["Every board outdoors asks for something. The question is which chore you''d rather have, and what you can live with when the sun has been on it."]}, {"todo": "Ask for the closed permit, the name of the stain or board and any special bit or tool before you pay the rest for cedar and composite decks for sloped yards.", "points": [], "heading": "The last walk, slowly", "paragraphs": ["Do the last walk in daylight, with the builder, and before the final payment. Begin at the far end of the yard and work toward the house, because everyone gets tired where they finish.", "Use your hands more than your eyes. Lean on rails, run a palm along edges for splinters, try whatever opens and closes, and look below for screws that missed the frame.", "Write each point down with its place and a day for mending it. A list of small things isn''t an insult to anybody''s carpentry, and most builders would rather fix six boards on one trip than one board on six."]}, {"todo": "Choose one question about the ground, one about the frame and one about the gate, and ask each builder the same three.", "points": [{"text": "Usually it does, and they tell you which part of the old deck they''d rather not trust.", "title": "Does a pergola here call for footings of its own?"}, {"text": "Two prices for the same deck show you what the boards cost and what the frame costs.", "title": "Can you price it in wood and in composite?"}, {"text": "Clay, sand and fill behave differently, and a builder who digs one test hole knows more than one who guesses.", "title": "What does this soil need from the footings?"}, {"text": "Height, hot tubs, roofs and steep lots can call for one. An honest builder says where the limit lies.", "title": "Do I need an engineer for cedar and composite decks for sloped yards?"}, {"text": "A builder sprinkles water or takes out a moisture meter. Any date picked without that is a guess.", "title": "Would you stain these boards now or let them dry?"}, {"text": "Someone who builds in your town knows the rule for height and setback and has the waiting time in the plan.", "title": "Does this deck or fence need a permit, and who applies?"}, {"text": "Good bids name a price per hole or per hour, so that a hard spot in the yard doesn''t stop the job.", "title": "What happens if you hit rock or roots?"}, {"text": "A name for the crew leader, and a day when the owner comes to look at holes and frame.", "title": "Who will dig and build cedar and composite decks for sloped yards, and who checks their posts?"}, {"text": "Off the house, away from posts and into soil that can take it. The door sill should come up in the answer.", "title": "Which way does the water from this deck run off?"}], "heading": "What to ask while standing in the yard", "paragraphs": ["A few of these have no single right answer, and you''ll learn most from how a builder thinks. Ask them about cedar and composite decks for sloped yards with your hand on an old post."]}, {"todo": "Walk past three fences on your street, find one of these mistakes, and see what it would mean for cedar and composite decks for sloped yards.", "points": [{"text": "Tamp it in thin layers, or use concrete with a top that slopes away from the wood.", "title": "Filling around a post with loose dirt."}, {"text": "Solve standing water first, because a deck over a wet spot rots from below.", "title": "Building before the drain is fixed."}, {"text": "Water is heavy, and the frame and footings have to be designed for it first.", "title": "Adding a hot tub to a deck built for chairs."}, {"text": "Carry the posts down to footings, or have the frame below checked for the extra load and the wind.", "title": "Standing a pergola on deck boards."}, {"text": "Probe the joists with a screwdriver while the deck is open, because new boards can''t hold on to soft wood.", "title": "Replacing boards over a rotten frame."}], "heading": "Easy to get wrong, hard to dig up again", "paragraphs": ["None of these can be seen on the day the builder drives off, which is why they are so common in yards everywhere."]}], "checklist": {"intro": "Carry this page outdoors, and tick a box only when you have seen the thing in the yard or have it from the builder in writing.", "groups": [{"items": ["Show the neighbors the string where the fence or deck will stand", "Stand on the spot at four o''clock and note the shade in the yard", "Mark vents, meters and low windows that a deck would cover", "Note on a windy day where gusts enter the yard"], "heading": "Out in the yard"}, {"items": ["Look up the builder where your state or town keeps a list", "Ask the building office about permit, height and setbacks", "Send the drawing to the association, if the yard has one", "See footing depth written as a number"], "heading": "Before you sign"}, {"items": ["Set out table and chairs where the deck would be, and walk around them", "Watch where headlights and streetlights reach into the yard at night", "Leave full-size boards in the sun for a week", "Decide where wet towels, bikes and trash cans live in the yard"], "heading": "Size, boards and shade"}], "heading": "Your deck and fence checklist"}, "todoLabel": "Worth ten minutes"}', 'kept', NULL, '2026-10-29 14:00:00+00'),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20486-ff63-7dec-ab7c-b06c5f32cb91', 1, '{"about": {"heading": "Who made this guide", "paragraphs": ["Dana Whitfield of Summit Deck & Fence wrote this down for families in Denver and Aurora, so that the talk about a yard can start with posts and ground. What Summit Deck & Fence does: privacy fences and gates.", "Bring it when we meet about privacy fences and gates, and ask us to show you the part that nobody sees later."]}, "title": "Privacy fences that still stand after ten winters", "opening": {"points": [{"text": "Get the local rule on height, gaps and latches on paper first, and have the builder write on the bid that the pool fence follows it.", "title": "The pool inspector will fail our fence."}, {"text": "Panels can step down or follow the ground, and a sketch of both shows you the gaps before you choose.", "title": "Our slope is too steep for a straight fence."}, {"text": "Cheaper panels get brittle, so ask the builder for a cut piece, look at how thick the wall is, and find out how a broken picket gets replaced.", "title": "Vinyl will crack in the first cold winter."}], "heading": "Start at the bottom of the post", "paragraphs": ["Boards can be swapped in an afternoon, while a footing stays where it was poured. That is reason enough to begin at the ground and work upward. You''ll find the parts in that order here, ready to check before you agree to privacy fences and gates.", "The thread through this guide is privacy fences that still stand after ten winters. Read it near a window with a view of the yard, and cross out what you don''t have.", "At your own house the yard is seen from the kitchen every day, so a crooked post will bother you for years. Settle the lines and the levels before anybody mixes concrete."]}, "promise": "A small round each season that keeps water out of the wood and privacy fences and gates out of trouble.", "readers": "For families in Denver and Aurora", "version": 1, "nextStep": {"contact": {"name": "Dana Whitfield", "email": "dana@summit-deck.example", "company": "Summit Deck & Fence"}, "heading": "Ask for a fence estimate", "paragraphs": ["Write to Dana at dana@summit-deck.example with a sketch, the count of gates and stairs, and your favorite board. Ask that the bid for privacy fences and gates name footing depth and hardware."]}, "playbook": "deck-fence", "sections": [{"todo": "Swing each gate open a hand''s width, let go, and see whether it closes and latches alone.", "points": [], "heading": "A gate needs adjusting long before it drags", "paragraphs": ["A gate moves more in a week than the fence does in a year. It sags a little, the latch misses by a finger, and someone starts lifting it, which pulls the post along.", "Adjust it early. Most hinges have a screw for that, and a diagonal cable or brace brings a sagging frame back to square. Oil the hinges, and check that the latch still catches by itself.", "Around a pool there is no \"later\". A gate that doesn''t close and latch on its own is a danger to a child, so fix or block it the same day."]}, {"todo": "Walk the line with a tape measure, count corners, gates and trees within arm''s reach, and add that count when you ask about privacy fences and gates.", "points": [], "heading": "What makes one fence cost more than another", "paragraphs": ["Length sets the start of a fence price. The ground then adds its share, since each corner, slope and root means another post cut or another hole by hand.", "Gates are the costly feet of any line. A wide one needs heavier posts, deeper holes, a brace and good hinges, so two narrow gates in the right place may serve better than a big one nobody opens.", "Tear-out is easy to forget. Old posts with concrete on their feet take longer to pull than new ones take to set."]}, {"todo": "Choose your month for privacy fences and gates, then count back for the permit and the boards.", "points": [{"text": "Keep trucks and lumber piles off the lawn, and use the wait to have the survey and the utility marks done.", "title": "While the yard is still soft underfoot"}, {"text": "Count where people sit, stand and squeeze past each other, and use those numbers for the drawing of privacy fences and gates.", "title": "On a still evening with guests"}, {"text": "Last call for footings in cold places, so get the holes inspected and poured or leave privacy fences and gates for the thaw.", "title": "Before the ground freezes where you live"}, {"text": "Walk under the deck and along the fence while nothing grows, as bare shrubs show posts you can''t see in June.", "title": "On a mild, clear day"}], "heading": "The yard year", "paragraphs": ["Soil, sap and permits have seasons. Plan privacy fences and gates for a month that suits the ground."]}, {"todo": "Take the mistake that worries you most, and request a photo from privacy fences and gates on the day it could happen.", "points": [{"text": "Sprinkle water on them and wait until it soaks in, even if you see privacy fences and gates unfinished for a while.", "title": "Staining boards that are still wet."}, {"text": "Get it anyway, since a buyer''s inspector will ask who looked at the frame.", "title": "Skipping the permit because the yard is private."}, {"text": "It holds water against the boards and pries them apart, so give it a trellis a hand''s width away.", "title": "Letting ivy climb the new fence."}, {"text": "Settle that line on delivery, against a list, and count while the truck is still there.", "title": "Paying for all the boards before they arrive."}, {"text": "Lift the post on a metal foot or use lumber that is rated for ground contact, and let water drain.", "title": "Burying wood in wet soil."}], "heading": "Easy to get wrong, hard to dig up again", "paragraphs": ["Each of these looked fine on the day the builder was paid, and each has a fix that fits on one line."]}], "checklist": {"intro": "Use one group per visit to the yard, and bring the open boxes to the talk about privacy fences and gates.", "groups": [{"items": ["Stand at the end of the fence and find posts that lean", "See whether the gate still hangs square in its frame", "Search wood near the ground for sawdust piles and mud tubes", "Measure a lean with a level, and pencil the date on the post"], "heading": "Once a year, from below"}, {"items": ["Pull soil and mulch away from fence boards", "Trim hedges and branches off the fence", "Tighten the cable or brace on a sagging gate", "Cut back ivy from fence and pergola posts"], "heading": "Spring and fall, from above"}, {"items": ["Choose lights and outlets early, while wires can still run inside the frame", "Look at vinyl, wood and metal fences on your street that are ten years old", "Draw the table to scale on the plan, with its chairs pulled out onto the boards", "Decide where wet towels, bikes and trash cans live in the yard"], "heading": "Size, boards and shade"}], "heading": "Your deck and fence checklist"}, "todoLabel": "Do this next"}', 'kept', NULL, '2026-10-29 14:00:00+00');


--
-- Data for Name: mail_messages; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.mail_messages VALUES
	('00000000-0000-0000-0000-000000000000', '01a20486-fce4-740d-b028-9871fb715208', 'transactional', 'sent', 'outbox', 'Plumbline', 'mail@plumbline.test', NULL, '', 'dana@summit-deck.example', 'Verify your address for Plumbline', 'Plumbline

Someone, most likely you, made a Plumbline account with this address.

Verify it, and you can send follow-ups and invite your team.

Verify my address:
http://localhost:3000/verify?token=eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImRhbmFAc3VtbWl0LWRlY2suZXhhbXBsZSIsImlhdCI6MTc5NTM3MjI4NSwiZXhwIjoxNzk1NjMxNDg1fQ._x-LxL3TQkgd0gCT2wgULqzS8vihwfJHG5qF5rHoJYw

The link works for 3 days. You may be asked to log in first.

If it wasn''t you, do nothing. Without your OK the account can''t send mail to anyone.
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#ffffff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 24px;font-size:18px;font-weight:700">Plumbline</p>
<p style="margin:0 0 16px">Someone, most likely you, made a Plumbline account with this address.</p>
<p style="margin:0 0 16px">Verify it, and you can send follow-ups and invite your team.</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/verify?token=eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImRhbmFAc3VtbWl0LWRlY2suZXhhbXBsZSIsImlhdCI6MTc5NTM3MjI4NSwiZXhwIjoxNzk1NjMxNDg1fQ._x-LxL3TQkgd0gCT2wgULqzS8vihwfJHG5qF5rHoJYw" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Verify my address</a></td></tr></table>
<p style="margin:0 0 16px">The link works for 3 days. You may be asked to log in first.</p>
<p style="margin:0 0 16px">If it wasn&#39;t you, do nothing. Without your OK the account can&#39;t send mail to anyone.</p>
</div>
</body>
</html>
', '{}', '[]', '<00000000000000000000000000000000.01a20486fce4740db0289871fb715208@plumbline.test>', NULL, '01a20486-fcd6-762c-a4b9-0238c9fd4cb5', '2026-10-29 14:00:00+00', 1, '2026-10-29 14:00:00+00', '2026-10-30 15:12:03+00', NULL, '2026-10-30 15:12:03+00', '2026-10-30 15:12:03+00', NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-00e7-721d-b72f-228e3c510b24', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Marcus Bell', 'marcus.bell@mail.example', 'Did the guide answer your question?', 'Hi Marcus,

Two days ago I sent you "9 questions to ask before you hire a deck builder". Which part fits your situation best, and what did it leave open?

Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.

Summit Deck & Fence

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcAMXMssq8xYCKVLVyW1V81_Nzg5cR0rVSaTAeg
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#ffffff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Marcus,</p>
<p style="margin:0 0 16px">Two days ago I sent you &quot;9 questions to ask before you hire a deck builder&quot;. Which part fits your situation best, and what did it leave open?</p>
<p style="margin:0 0 16px">Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcAMXMssq8xYCKVLVyW1V81_Nzg5cR0rVSaTAeg" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[]', '<01a20486fd09785eac4d144d13978458.01a2048700e7721db72f228e3c510b24@plumbline.test>', 'http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcAMXMssq8xYCKVLVyW1V81_Nzg5cR0rVSaTAeg', '01a20487-0031-732c-b2af-316022952d5c', '2026-11-02 16:00:00+00', 1, '2026-11-02 16:00:00+00', '2026-11-02 16:00:03+00', NULL, '2026-11-02 16:00:03+00', '2026-11-02 16:00:03+00', NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0128-79d6-b73c-cbce3872698d', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Tom and Ellen Vogel', 'vogels@home.example', '9 questions to ask before you hire a deck builder', 'Hi Tom,

Here is "9 questions to ask before you hire a deck builder", as promised. The link below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWHSD6uc8npVw3kKiRX59fVrgug?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcBBnSmrEiFn0BO4HABogSHAQl_OZJa-m9XM3aGAAGhnUzSoPrnLNbgNtpW7i_As7ACAds

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcBBnSmrEiFn0BO4HC4DOUezks2HA3Dwrv2xHdx
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#ffffff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Tom,</p>
<p style="margin:0 0 16px">Here is &quot;9 questions to ask before you hire a deck builder&quot;, as promised. The link below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWHSD6uc8npVw3kKiRX59fVrgug?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcBBnSmrEiFn0BO4HABogSHAQl_OZJa-m9XM3aGAAGhnUzSoPrnLNbgNtpW7i_As7ACAds" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcBBnSmrEiFn0BO4HC4DOUezks2HA3Dwrv2xHdx" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a20486-fd09-785e-ac4d-144d13978458/f3/f371b6586b74cef77b202b554587b91db68430926cd6d4a752d9c26d87846bb6.pdf", "name": "9-questions-to-ask-before-you-hire-a-deck-builder.pdf", "contentType": "application/pdf"}]', '<01a20486fd09785eac4d144d13978458.01a20487012879d6b73ccbce3872698d@plumbline.test>', 'http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcBBnSmrEiFn0BO4HC4DOUezks2HA3Dwrv2xHdx', '01a20487-0106-74a6-ac48-859f404ee070', '2026-11-02 17:27:00+00', 1, '2026-11-02 17:27:00+00', '2026-11-02 17:27:03+00', NULL, '2026-11-02 17:27:03+00', '2026-11-02 17:27:03+00', NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-018d-70b8-8566-3cdee9a227ff', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Aisha Rahman', 'aisha.rahman@mail.example', 'Did the guide answer your question?', 'Hi Aisha,

Two days ago I sent you "9 questions to ask before you hire a deck builder". Which part fits your situation best, and what did it leave open?

Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.

Summit Deck & Fence

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcAn3XsjQTlhQh4iGlTDB9yLtdc0aIGab9vMdvj
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#ffffff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Aisha,</p>
<p style="margin:0 0 16px">Two days ago I sent you &quot;9 questions to ask before you hire a deck builder&quot;. Which part fits your situation best, and what did it leave open?</p>
<p style="margin:0 0 16px">Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcAn3XsjQTlhQh4iGlTDB9yLtdc0aIGab9vMdvj" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[]', '<01a20486fd09785eac4d144d13978458.01a20487018d70b885663cdee9a227ff@plumbline.test>', 'http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcAn3XsjQTlhQh4iGlTDB9yLtdc0aIGab9vMdvj', '01a20487-009f-75ec-8d04-e58508788869', '2026-11-03 16:00:00+00', 1, '2026-11-03 16:00:00+00', '2026-11-03 16:00:03+00', NULL, '2026-11-03 16:00:03+00', '2026-11-03 16:00:03+00', NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-01cf-7a71-9905-bcbc9585f2c7', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Priya Natarajan', 'priya.n@studio.example', '9 questions to ask before you hire a deck builder', 'Hi Priya,

Here is "9 questions to ask before you hire a deck builder", as promised. The link below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWHxLAR576O_6m9l4VT1RdW97EA?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcBp3ASg1dRRifd6oABogSHAa157aa2FMI6yNmhAAGhowPV4IYaUW8tZXuJ9Yca8PxFVp4

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcBp3ASg1dRRifd6oDfj38ES1dIem6p2iQhC4mP
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#ffffff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Priya,</p>
<p style="margin:0 0 16px">Here is &quot;9 questions to ask before you hire a deck builder&quot;, as promised. The link below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWHxLAR576O_6m9l4VT1RdW97EA?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcBp3ASg1dRRifd6oABogSHAa157aa2FMI6yNmhAAGhowPV4IYaUW8tZXuJ9Yca8PxFVp4" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcBp3ASg1dRRifd6oDfj38ES1dIem6p2iQhC4mP" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a20486-fd09-785e-ac4d-144d13978458/f3/f371b6586b74cef77b202b554587b91db68430926cd6d4a752d9c26d87846bb6.pdf", "name": "9-questions-to-ask-before-you-hire-a-deck-builder.pdf", "contentType": "application/pdf"}]', '<01a20486fd09785eac4d144d13978458.01a2048701cf7a719905bcbc9585f2c7@plumbline.test>', 'http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcBp3ASg1dRRifd6oDfj38ES1dIem6p2iQhC4mP', '01a20487-01a7-7012-8357-514627ddea80', '2026-11-03 20:05:00+00', 1, '2026-11-03 20:05:00+00', '2026-11-03 20:05:03+00', NULL, '2026-11-03 20:05:03+00', '2026-11-03 20:05:03+00', NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0266-725e-8436-3448dce60a45', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Priya Natarajan', 'priya.n@studio.example', 'Did the guide answer your question?', 'Hi Priya,

Two days ago I sent you "9 questions to ask before you hire a deck builder". Which part fits your situation best, and what did it leave open?

Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.

Summit Deck & Fence

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcBp3ASg1dRRifd6oDfj38ES1dIem6p2iQhC4mP
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#ffffff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Priya,</p>
<p style="margin:0 0 16px">Two days ago I sent you &quot;9 questions to ask before you hire a deck builder&quot;. Which part fits your situation best, and what did it leave open?</p>
<p style="margin:0 0 16px">Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcBp3ASg1dRRifd6oDfj38ES1dIem6p2iQhC4mP" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[]', '<01a20486fd09785eac4d144d13978458.01a204870266725e84363448dce60a45@plumbline.test>', 'http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcBp3ASg1dRRifd6oDfj38ES1dIem6p2iQhC4mP', '01a20487-01a7-7012-8357-514627ddea80', '2026-11-05 20:05:00+00', 1, '2026-11-05 20:05:00+00', '2026-11-05 20:05:03+00', NULL, '2026-11-05 20:05:03+00', '2026-11-05 20:05:03+00', NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-021b-7042-b22c-e51855d3fac7', 'followup', 'suppressed', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Jorge Castillo', 'jorge@castillo-hvac.example', 'Privacy fences that still stand after ten winters', 'Hi Jorge,

Here is "Privacy fences that still stand after ten winters", as promised. The link below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWBpIBrBdSEdizoozXoqiOwT5bA?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcB9HFphi0hCQcbDXYBogSHAftzs7Ng_sq3meAaAAGhrC5VAJmoRWgS0kh9HzwNdoBLclw

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcB9HFphi0hCQcbDXa0WSIqlOa-4m0TwID-tnHN
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#ffffff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Jorge,</p>
<p style="margin:0 0 16px">Here is &quot;Privacy fences that still stand after ten winters&quot;, as promised. The link below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWBpIBrBdSEdizoozXoqiOwT5bA?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcB9HFphi0hCQcbDXYBogSHAftzs7Ng_sq3meAaAAGhrC5VAJmoRWgS0kh9HzwNdoBLclw" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcB9HFphi0hCQcbDXa0WSIqlOa-4m0TwID-tnHN" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a20486-fd09-785e-ac4d-144d13978458/a8/a8778894c1e2b8663018163d479278035f499e1c9fa9146013193cfd3e98b3f2.pdf", "name": "privacy-fences-that-still-stand-after-ten-winters.pdf", "contentType": "application/pdf"}]', '<01a20486fd09785eac4d144d13978458.01a20487021b7042b22ce51855d3fac7@plumbline.test>', 'http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcB9HFphi0hCQcbDXa0WSIqlOa-4m0TwID-tnHN', '01a20487-01f4-7169-862d-2109071b0d76', '2026-11-05 14:48:00+00', 1, '2026-11-05 14:48:00+00', '2026-11-05 14:48:03+00', NULL, '2026-11-05 14:48:03+00', '2026-11-05 14:48:03+00', NULL, NULL, 'they unsubscribed'),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-02ba-7f5d-bea3-770559435da8', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Hannah Lindqvist', 'hannah.lindqvist@mail.example', 'Privacy fences that still stand after ten winters', 'Hi Hannah,

Here is "Privacy fences that still stand after ten winters", as promised. The link below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWOlMZrV1r9bt1DlKFJHiy3qlNg?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcCi3KVgDEbJUNRfX8BogSHApB6Y5rWwc9oa55AAAGhtAGBgOmFEjU7IzFzHAo_ljnNH5k

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcCi3KVgDEbJUNRfX_ly5K7EPjQMJ68UdFwZKYt
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#ffffff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Hannah,</p>
<p style="margin:0 0 16px">Here is &quot;Privacy fences that still stand after ten winters&quot;, as promised. The link below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWOlMZrV1r9bt1DlKFJHiy3qlNg?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcCi3KVgDEbJUNRfX8BogSHApB6Y5rWwc9oa55AAAGhtAGBgOmFEjU7IzFzHAo_ljnNH5k" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcCi3KVgDEbJUNRfX_ly5K7EPjQMJ68UdFwZKYt" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a20486-fd09-785e-ac4d-144d13978458/a8/a8778894c1e2b8663018163d479278035f499e1c9fa9146013193cfd3e98b3f2.pdf", "name": "privacy-fences-that-still-stand-after-ten-winters.pdf", "contentType": "application/pdf"}]', '<01a20486fd09785eac4d144d13978458.01a2048702ba7f5dbea3770559435da8@plumbline.test>', 'http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcCi3KVgDEbJUNRfX_ly5K7EPjQMJ68UdFwZKYt', '01a20487-028b-7295-8031-1b2543517d7f', '2026-11-07 03:16:00+00', 1, '2026-11-07 03:16:00+00', '2026-11-07 03:16:03+00', NULL, '2026-11-07 03:16:03+00', '2026-11-07 03:16:03+00', NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-02fc-7f5a-98c8-df121a55f5fc', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Ray Okafor', 'ray.okafor@mail.example', '9 questions to ask before you hire a deck builder', 'Hi Ray,

Here is "9 questions to ask before you hire a deck builder", as promised. The link below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWE1DZcsoipWg6lGSDzrN_EJdsg?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcC1Xr5jwKQc4KwpsEBogSHAtx1orVKJJ4pYfUwAAGhvG9nYFeo807gVPhgxBv6miEVfMc

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcC1Xr5jwKQc4KwpsER3hMtyi5dMENdbIBbSJ34
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#ffffff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Ray,</p>
<p style="margin:0 0 16px">Here is &quot;9 questions to ask before you hire a deck builder&quot;, as promised. The link below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWE1DZcsoipWg6lGSDzrN_EJdsg?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcC1Xr5jwKQc4KwpsEBogSHAtx1orVKJJ4pYfUwAAGhvG9nYFeo807gVPhgxBv6miEVfMc" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcC1Xr5jwKQc4KwpsER3hMtyi5dMENdbIBbSJ34" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a20486-fd09-785e-ac4d-144d13978458/f3/f371b6586b74cef77b202b554587b91db68430926cd6d4a752d9c26d87846bb6.pdf", "name": "9-questions-to-ask-before-you-hire-a-deck-builder.pdf", "contentType": "application/pdf"}]', '<01a20486fd09785eac4d144d13978458.01a2048702fc7f5a98c8df121a55f5fc@plumbline.test>', 'http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcC1Xr5jwKQc4KwpsER3hMtyi5dMENdbIBbSJ34', '01a20487-02d5-7af9-8f02-907382b0a6c1', '2026-11-08 18:33:00+00', 1, '2026-11-08 18:33:00+00', '2026-11-08 18:33:03+00', NULL, '2026-11-08 18:33:03+00', '2026-11-08 18:33:03+00', NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0343-7626-9b84-92ed3e90d29e', 'followup', 'unknown', 'smtp', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Hannah Lindqvist', 'hannah.lindqvist@mail.example', 'Did the guide answer your question?', 'Hi Hannah,

Two days ago I sent you "Privacy fences that still stand after ten winters". Which part fits your situation best, and what did it leave open?

Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.

Summit Deck & Fence

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcCi3KVgDEbJUNRfX_ly5K7EPjQMJ68UdFwZKYt
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#ffffff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Hannah,</p>
<p style="margin:0 0 16px">Two days ago I sent you &quot;Privacy fences that still stand after ten winters&quot;. Which part fits your situation best, and what did it leave open?</p>
<p style="margin:0 0 16px">Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcCi3KVgDEbJUNRfX_ly5K7EPjQMJ68UdFwZKYt" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[]', '<01a20486fd09785eac4d144d13978458.01a20487034376269b8492ed3e90d29e@plumbline.test>', 'http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcCi3KVgDEbJUNRfX_ly5K7EPjQMJ68UdFwZKYt', '01a20487-028b-7295-8031-1b2543517d7f', '2026-11-09 16:00:00+00', 1, '2026-11-09 16:00:00+00', '2026-11-09 16:00:00+00', NULL, NULL, NULL, 'The connection to the mail server broke after the last byte.', NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0375-72dc-89e4-5a701e369022', 'followup', 'failed', 'smtp', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Chloe Mercer', 'chloe.mercer@tpyo.example', 'Privacy fences that still stand after ten winters', 'Hi Chloe,

Here is "Privacy fences that still stand after ten winters", as promised. The link below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWFQLOYAQ1Zci4g2Vpa8FVMHVrA?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcDU3FBqSXfT-DPedABogSHA1h80IbAsych2Ar8AAGhwlUbwIKwcXUlmXSpLtrNuuPRfTA

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcDU3FBqSXfT-DPedCBRnEHFopT7tJT_b0_pSCw
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#ffffff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Chloe,</p>
<p style="margin:0 0 16px">Here is &quot;Privacy fences that still stand after ten winters&quot;, as promised. The link below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWFQLOYAQ1Zci4g2Vpa8FVMHVrA?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcDU3FBqSXfT-DPedABogSHA1h80IbAsych2Ar8AAGhwlUbwIKwcXUlmXSpLtrNuuPRfTA" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcDU3FBqSXfT-DPedCBRnEHFopT7tJT_b0_pSCw" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a20486-fd09-785e-ac4d-144d13978458/a8/a8778894c1e2b8663018163d479278035f499e1c9fa9146013193cfd3e98b3f2.pdf", "name": "privacy-fences-that-still-stand-after-ten-winters.pdf", "contentType": "application/pdf"}]', '<01a20486fd09785eac4d144d13978458.01a20487037572dc89e45a701e369022@plumbline.test>', 'http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcDU3FBqSXfT-DPedCBRnEHFopT7tJT_b0_pSCw', '01a20487-0353-7141-a925-df4fe0cf79d0', '2026-11-09 22:02:00+00', 1, '2026-11-09 22:02:00+00', '2026-11-09 22:02:00+00', NULL, NULL, NULL, '550 5.1.1 No such user here', true, 'bad_address'),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-03ff-7126-98c6-bf27a7ffaa10', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Sam Whitehorse', 'sam@whitehorse.example', '9 questions to ask before you hire a deck builder', 'Hi Sam,

Here is "9 questions to ask before you hire a deck builder", as promised. The link below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWLfuv7NTWgO3H3Qh5CEN6BRzYQ?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcDzXx9ijxFCLNK3mIBogSHA9R1r5NbtYqyi--aAAGhzA2DAJRHLDDRe51sIiFAhYynLE8

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcDzXx9ijxFCLNK3mJbzDHkS5IJ7t6dlc23D3F0
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#ffffff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Sam,</p>
<p style="margin:0 0 16px">Here is &quot;9 questions to ask before you hire a deck builder&quot;, as promised. The link below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWLfuv7NTWgO3H3Qh5CEN6BRzYQ?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcDzXx9ijxFCLNK3mIBogSHA9R1r5NbtYqyi--aAAGhzA2DAJRHLDDRe51sIiFAhYynLE8" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcDzXx9ijxFCLNK3mJbzDHkS5IJ7t6dlc23D3F0" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a20486-fd09-785e-ac4d-144d13978458/f3/f371b6586b74cef77b202b554587b91db68430926cd6d4a752d9c26d87846bb6.pdf", "name": "9-questions-to-ask-before-you-hire-a-deck-builder.pdf", "contentType": "application/pdf"}]', '<01a20486fd09785eac4d144d13978458.01a2048703ff712698c6bf27a7ffaa10@plumbline.test>', 'http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcDzXx9ijxFCLNK3mJbzDHkS5IJ7t6dlc23D3F0', '01a20487-03cd-7c7d-8a3c-4508b34ade62', '2026-11-11 19:20:00+00', 1, '2026-11-11 19:20:00+00', '2026-11-11 19:20:03+00', NULL, '2026-11-11 19:20:03+00', '2026-11-11 19:20:03+00', NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0477-7cda-b252-fc8a147d576a', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Beatriz Alves', 'beatriz.alves@mail.example', 'Privacy fences that still stand after ten winters', 'Hi Beatriz,

Here is "Privacy fences that still stand after ten winters", as promised. The link below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWPk8_cJltMrVruNAstlRq90OTw?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcEUH47u5ffh5vngQ0BogSHBFZ45JzbaI6FerLVAAGh1Z6MIA8YtWnQzujFw4P8Iz8poM8

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcEUH47u5ffh5vngQ3NIjZToQjoUc674SWeGRDC
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#ffffff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Beatriz,</p>
<p style="margin:0 0 16px">Here is &quot;Privacy fences that still stand after ten winters&quot;, as promised. The link below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWPk8_cJltMrVruNAstlRq90OTw?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcEUH47u5ffh5vngQ0BogSHBFZ45JzbaI6FerLVAAGh1Z6MIA8YtWnQzujFw4P8Iz8poM8" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcEUH47u5ffh5vngQ3NIjZToQjoUc674SWeGRDC" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a20486-fd09-785e-ac4d-144d13978458/a8/a8778894c1e2b8663018163d479278035f499e1c9fa9146013193cfd3e98b3f2.pdf", "name": "privacy-fences-that-still-stand-after-ten-winters.pdf", "contentType": "application/pdf"}]', '<01a20486fd09785eac4d144d13978458.01a2048704777cdab252fc8a147d576a@plumbline.test>', 'http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcEUH47u5ffh5vngQ3NIjZToQjoUc674SWeGRDC', '01a20487-0450-7e3b-bb97-df879be7810d', '2026-11-13 15:55:00+00', 1, '2026-11-13 15:55:00+00', '2026-11-13 15:55:03+00', NULL, '2026-11-13 15:55:03+00', '2026-11-13 15:55:03+00', NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-03b4-7175-8bcb-cf35b929b45d', 'followup', 'suppressed', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Ray Okafor', 'ray.okafor@mail.example', 'Did the guide answer your question?', 'Hi Ray,

Two days ago I sent you "9 questions to ask before you hire a deck builder". Which part fits your situation best, and what did it leave open?

Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.

Summit Deck & Fence

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcC1Xr5jwKQc4KwpsER3hMtyi5dMENdbIBbSJ34
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#ffffff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Ray,</p>
<p style="margin:0 0 16px">Two days ago I sent you &quot;9 questions to ask before you hire a deck builder&quot;. Which part fits your situation best, and what did it leave open?</p>
<p style="margin:0 0 16px">Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcC1Xr5jwKQc4KwpsER3hMtyi5dMENdbIBbSJ34" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[]', '<01a20486fd09785eac4d144d13978458.01a2048703b471758bcbcf35b929b45d@plumbline.test>', 'http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcC1Xr5jwKQc4KwpsER3hMtyi5dMENdbIBbSJ34', '01a20487-02d5-7af9-8f02-907382b0a6c1', '2026-11-10 18:33:00+00', 1, '2026-11-10 18:33:00+00', '2026-11-10 18:33:03+00', NULL, '2026-11-10 18:33:03+00', '2026-11-10 18:33:03+00', NULL, NULL, 'they replied'),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-04de-7bf6-bd6c-65c95a2e2f1a', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Noah Feldman', 'noah.feldman@law.example', '9 questions to ask before you hire a deck builder', 'Hi Noah,

Here is "9 questions to ask before you hire a deck builder", as promised. The link below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWJ7y4YVICWF19yeccS38Y2Ctrg?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcEsHT3hyORnnxi6v4BogSHBLV5RIKvY-I5BOwIAAGh3X6J4EHtVHvncQTuR7JXS390h9w

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcEsHT3hyORnnxi6v4_XKROgYKK67FK-v3dnFTu
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#ffffff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Noah,</p>
<p style="margin:0 0 16px">Here is &quot;9 questions to ask before you hire a deck builder&quot;, as promised. The link below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWJ7y4YVICWF19yeccS38Y2Ctrg?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcEsHT3hyORnnxi6v4BogSHBLV5RIKvY-I5BOwIAAGh3X6J4EHtVHvncQTuR7JXS390h9w" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcEsHT3hyORnnxi6v4_XKROgYKK67FK-v3dnFTu" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a20486-fd09-785e-ac4d-144d13978458/f3/f371b6586b74cef77b202b554587b91db68430926cd6d4a752d9c26d87846bb6.pdf", "name": "9-questions-to-ask-before-you-hire-a-deck-builder.pdf", "contentType": "application/pdf"}]', '<01a20486fd09785eac4d144d13978458.01a2048704de7bf6bd6c65c95a2e2f1a@plumbline.test>', 'http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcEsHT3hyORnnxi6v4_XKROgYKK67FK-v3dnFTu', '01a20487-04b0-74f7-8723-919e7c62eafe', '2026-11-15 04:37:00+00', 1, '2026-11-15 04:37:00+00', '2026-11-15 04:37:03+00', NULL, '2026-11-15 04:37:03+00', '2026-11-15 04:37:03+00', NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-052f-71d7-a7c3-22d8595edaed', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Beatriz Alves', 'beatriz.alves@mail.example', 'Did the guide answer your question?', 'Hi Beatriz,

Two days ago I sent you "Privacy fences that still stand after ten winters". Which part fits your situation best, and what did it leave open?

Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.

Summit Deck & Fence

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcEUH47u5ffh5vngQ3NIjZToQjoUc674SWeGRDC
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#ffffff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Beatriz,</p>
<p style="margin:0 0 16px">Two days ago I sent you &quot;Privacy fences that still stand after ten winters&quot;. Which part fits your situation best, and what did it leave open?</p>
<p style="margin:0 0 16px">Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcEUH47u5ffh5vngQ3NIjZToQjoUc674SWeGRDC" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[]', '<01a20486fd09785eac4d144d13978458.01a20487052f71d7a7c322d8595edaed@plumbline.test>', 'http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcEUH47u5ffh5vngQ3NIjZToQjoUc674SWeGRDC', '01a20487-0450-7e3b-bb97-df879be7810d', '2026-11-16 16:00:00+00', 1, '2026-11-16 16:00:00+00', '2026-11-16 16:00:03+00', NULL, '2026-11-16 16:00:03+00', '2026-11-16 16:00:03+00', NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0591-78ac-b561-56d24615bb34', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Grace Kim', 'grace.kim@mail.example', 'Privacy fences that still stand after ten winters', 'Hi Grace,

Here is "Privacy fences that still stand after ten winters", as promised. The link below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWCtp1ILhTXUMRtjzV_bE213OMg?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcFUHb5qv3tkF9kHHIBogSHBVRyzaPlpmDk_BxjAAGh5p724IPGS8Ihr_2kwQ1XjBTYQ28

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcFUHb5qv3tkF9kHHLe75a28DotYxnE6mpAj9pp
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#ffffff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Grace,</p>
<p style="margin:0 0 16px">Here is &quot;Privacy fences that still stand after ten winters&quot;, as promised. The link below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWCtp1ILhTXUMRtjzV_bE213OMg?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcFUHb5qv3tkF9kHHIBogSHBVRyzaPlpmDk_BxjAAGh5p724IPGS8Ihr_2kwQ1XjBTYQ28" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcFUHb5qv3tkF9kHHLe75a28DotYxnE6mpAj9pp" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a20486-fd09-785e-ac4d-144d13978458/a8/a8778894c1e2b8663018163d479278035f499e1c9fa9146013193cfd3e98b3f2.pdf", "name": "privacy-fences-that-still-stand-after-ten-winters.pdf", "contentType": "application/pdf"}]', '<01a20486fd09785eac4d144d13978458.01a20487059178acb56156d24615bb34@plumbline.test>', 'http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcFUHb5qv3tkF9kHHLe75a28DotYxnE6mpAj9pp', '01a20487-0550-76f9-aafd-ed905f641c72', '2026-11-16 23:09:00+00', 1, '2026-11-16 23:09:00+00', '2026-11-16 23:09:03+00', NULL, '2026-11-16 23:09:03+00', '2026-11-16 23:09:03+00', NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-05d0-770c-a8eb-9611d2b01d93', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Noah Feldman', 'noah.feldman@law.example', 'Did the guide answer your question?', 'Hi Noah,

Two days ago I sent you "9 questions to ask before you hire a deck builder". Which part fits your situation best, and what did it leave open?

Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.

Summit Deck & Fence

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcEsHT3hyORnnxi6v4_XKROgYKK67FK-v3dnFTu
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#ffffff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Noah,</p>
<p style="margin:0 0 16px">Two days ago I sent you &quot;9 questions to ask before you hire a deck builder&quot;. Which part fits your situation best, and what did it leave open?</p>
<p style="margin:0 0 16px">Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcEsHT3hyORnnxi6v4_XKROgYKK67FK-v3dnFTu" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[]', '<01a20486fd09785eac4d144d13978458.01a2048705d0770ca8eb9611d2b01d93@plumbline.test>', 'http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcEsHT3hyORnnxi6v4_XKROgYKK67FK-v3dnFTu', '01a20487-04b0-74f7-8723-919e7c62eafe', '2026-11-17 16:00:00+00', 1, '2026-11-17 16:00:00+00', '2026-11-17 16:00:03+00', NULL, '2026-11-17 16:00:03+00', '2026-11-17 16:00:03+00', NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0609-7ec2-8d29-01bf15f26c32', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Grace Kim', 'grace.kim@mail.example', 'Did the guide answer your question?', 'Hi Grace,

Two days ago I sent you "Privacy fences that still stand after ten winters". Which part fits your situation best, and what did it leave open?

Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.

Summit Deck & Fence

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcFUHb5qv3tkF9kHHLe75a28DotYxnE6mpAj9pp
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#ffffff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Grace,</p>
<p style="margin:0 0 16px">Two days ago I sent you &quot;Privacy fences that still stand after ten winters&quot;. Which part fits your situation best, and what did it leave open?</p>
<p style="margin:0 0 16px">Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcFUHb5qv3tkF9kHHLe75a28DotYxnE6mpAj9pp" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[]', '<01a20486fd09785eac4d144d13978458.01a2048706097ec28d2901bf15f26c32@plumbline.test>', 'http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcFUHb5qv3tkF9kHHLe75a28DotYxnE6mpAj9pp', '01a20487-0550-76f9-aafd-ed905f641c72', '2026-11-18 23:09:00+00', 1, '2026-11-18 23:09:00+00', '2026-11-18 23:09:03+00', NULL, '2026-11-18 23:09:03+00', '2026-11-18 23:09:03+00', NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0648-77f5-a1c4-cb75bdab22d0', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Olu Adeyemi', 'olu@adeyemi.example', '9 questions to ask before you hire a deck builder', 'Hi Olu,

Here is "9 questions to ask before you hire a deck builder", as promised. The link below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWHegJACxE02-BML_PzNGZpUSXg?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcGI3i2o3Vro9A94qoBogSHBit0Ep-8cYGJEFyDAAGh9Oh_AA_RoyjFD3I05TR6UoTTxCw

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcGI3i2o3Vro9A94qrmLKDcrv0VAPEw7yRNWY1O
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#ffffff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Olu,</p>
<p style="margin:0 0 16px">Here is &quot;9 questions to ask before you hire a deck builder&quot;, as promised. The link below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWHegJACxE02-BML_PzNGZpUSXg?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcGI3i2o3Vro9A94qoBogSHBit0Ep-8cYGJEFyDAAGh9Oh_AA_RoyjFD3I05TR6UoTTxCw" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcGI3i2o3Vro9A94qrmLKDcrv0VAPEw7yRNWY1O" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a20486-fd09-785e-ac4d-144d13978458/f3/f371b6586b74cef77b202b554587b91db68430926cd6d4a752d9c26d87846bb6.pdf", "name": "9-questions-to-ask-before-you-hire-a-deck-builder.pdf", "contentType": "application/pdf"}]', '<01a20486fd09785eac4d144d13978458.01a20487064877f5a1c4cb75bdab22d0@plumbline.test>', 'http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcGI3i2o3Vro9A94qrmLKDcrv0VAPEw7yRNWY1O', '01a20487-0623-78b6-a375-6ba3d03de2aa', '2026-11-19 17:44:00+00', 1, '2026-11-19 17:44:00+00', '2026-11-19 17:44:03+00', NULL, '2026-11-19 17:44:03+00', '2026-11-19 17:44:03+00', NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0699-7aa7-a8dc-ce30220cde82', 'followup', 'queued', NULL, 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Wendy Tran', 'wendy.tran@mail.example', '9 questions to ask before you hire a deck builder', 'Hi Wendy,

Here is "9 questions to ask before you hire a deck builder", as promised. The link below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWGi1BJ3XPSGySGDuINVjBQom7Q?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcGbnqLuZRmgM7TQxgBogSHBnt6F6FTnekFe8N4AAGh-j2MIB9a6MSCEwruF6Fj6vofJ04

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcGbnqLuZRmgM7TQxhbt-K1M2yW_riCifQX6D7O
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#ffffff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Wendy,</p>
<p style="margin:0 0 16px">Here is &quot;9 questions to ask before you hire a deck builder&quot;, as promised. The link below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaIEhv0JeF6sTRRNE5eEWGi1BJ3XPSGySGDuINVjBQom7Q?mark=AaIEhv0JeF6sTRRNE5eEWAGiBIcGbnqLuZRmgM7TQxgBogSHBnt6F6FTnekFe8N4AAGh-j2MIB9a6MSCEwruF6Fj6vofJ04" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcGbnqLuZRmgM7TQxhbt-K1M2yW_riCifQX6D7O" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a20486-fd09-785e-ac4d-144d13978458/f3/f371b6586b74cef77b202b554587b91db68430926cd6d4a752d9c26d87846bb6.pdf", "name": "9-questions-to-ask-before-you-hire-a-deck-builder.pdf", "contentType": "application/pdf"}]', '<01a20486fd09785eac4d144d13978458.01a2048706997aa7a8dcce30220cde82@plumbline.test>', 'http://localhost:3000/u/AaIEhv0JeF6sTRRNE5eEWAGiBIcGbnqLuZRmgM7TQxhbt-K1M2yW_riCifQX6D7O', '01a20487-066e-7a8b-b994-6680ced34318', '2026-11-20 18:35:00+00', 1, '2026-11-20 20:35:00+00', '2026-11-20 18:35:00+00', NULL, NULL, NULL, '451 4.7.1 Greylisted, please try again later', NULL, NULL);


--
-- Data for Name: operator_audit; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.operator_audit VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', '1970-01-01 00:00:00+00', 'e25f687f-ebff-725a-8272-9d50f3d06052', 'who 1', 'action 1', '{}'),
	('c629ce00-fc76-7afb-8762-eba98069f5c4', '2026-03-08 02:30:00.123+00', 'ef6650ab-77d4-705a-8143-3c899f74fba7', 'who 2', 'action 2', '{"a": [1, 2.5, -0.0000003, null, true, "\\u0000 as words"], "ключ \"k\"": {"deep": [[], {}]}}'),
	('91fd0380-8777-70af-8b8c-5af4c99209d1', '9999-12-31 23:59:59.001+00', '0f3546c5-31ba-7876-80b1-da97b3a569cc', 'who 3', 'action 3', '{"big": "12345678901234567890", "long": "üüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüüü", "text": "line\nbreak\ttab \\ back \\\\n \u001f"}');


--
-- Data for Name: operator_invitations; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.operator_invitations VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'email 1', 'tool 1', 'token_hash 1', '2026-03-08 02:30:00.123+00', '1970-01-01 00:00:00+00', 'e25f687f-ebff-725a-8272-9d50f3d06052'),
	('c629ce00-fc76-7afb-8762-eba98069f5c4', 'email 2', 'tool 2', 'token_hash 2', '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00', '6650ab77-d405-7a14-833c-899f74fba791'),
	('fd038087-770a-7fb8-8c5a-f4c99209d10f', 'email 3', 'tool 3', 'token_hash 3', '2026-11-01 06:30:00.999+00', NULL, '46c531ba-8760-7b1d-8a97-b3a569ccfc4d');


--
-- Data for Name: schema_security; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.schema_security VALUES
	(1, '68257737148491970676c294c511e46e49aa3320f9b91065a81102d0a7421b54');


--
-- Data for Name: sequences; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sequences VALUES
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20486-ff39-71c1-9490-02dc14e4dfb9', '9 questions to ask before you hire a deck builder', '01a20486-ff35-7859-9837-9b4ab8c3b390', '[{"body": "Hi {{first_name}},\n\nHere is \"9 questions to ask before you hire a deck builder\", as promised. The link below opens it in your browser.\n\nIf anything in it raises a question about your own place, just answer this mail. It comes straight to me.\n\n{{business}}", "kind": "gift", "subject": "9 questions to ask before you hire a deck builder"}, {"body": "Hi {{first_name}},\n\nTwo days ago I sent you \"9 questions to ask before you hire a deck builder\". Which part fits your situation best, and what did it leave open?\n\nWrite me one line about what you have in mind. I will tell you how I would go about it and what to look out for.\n\n{{business}}", "kind": "mail", "delay": {"unit": "days", "amount": 2}, "subject": "Did the guide answer your question?"}]', '2026-10-29 14:00:00+00', '{"kind": "new lead"}', NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0017-7b32-88b0-ce329e481ad5', 'Privacy fences that still stand after ten winters', '01a20487-0010-7fb7-b24d-af345538345b', '[{"body": "Hi {{first_name}},\n\nHere is \"Privacy fences that still stand after ten winters\", as promised. The link below opens it in your browser.\n\nIf anything in it raises a question about your own place, just answer this mail. It comes straight to me.\n\n{{business}}", "kind": "gift", "subject": "Privacy fences that still stand after ten winters"}, {"body": "Hi {{first_name}},\n\nTwo days ago I sent you \"Privacy fences that still stand after ten winters\". Which part fits your situation best, and what did it leave open?\n\nWrite me one line about what you have in mind. I will tell you how I would go about it and what to look out for.\n\n{{business}}", "kind": "mail", "delay": {"unit": "days", "amount": 2}, "subject": "Did the guide answer your question?"}]', '2026-10-29 14:00:00+00', '{"kind": "new lead"}', NULL, NULL, NULL);


--
-- Data for Name: sequences_enrolments; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sequences_enrolments VALUES
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0039-71d0-8e4a-6a5bbf3fa3b5', '01a20486-ff39-71c1-9490-02dc14e4dfb9', '01a20487-0031-732c-b2af-316022952d5c', '2026-10-30 15:12:00+00', NULL, NULL, 1, NULL, true),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-00a7-7026-85f1-f2cf1f8f7996', '01a20486-ff39-71c1-9490-02dc14e4dfb9', '01a20487-009f-75ec-8d04-e58508788869', '2026-11-01 00:41:00+00', NULL, NULL, 1, NULL, true),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0109-7f39-925a-fa6f57337686', '01a20486-ff39-71c1-9490-02dc14e4dfb9', '01a20487-0106-74a6-ac48-859f404ee070', '2026-11-02 17:27:00+00', '2026-11-03 15:14:00+00', 'they replied', 1, NULL, true),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-01ad-79ed-a6b6-14c23ac8d9a1', '01a20486-ff39-71c1-9490-02dc14e4dfb9', '01a20487-01a7-7012-8357-514627ddea80', '2026-11-03 20:05:00+00', NULL, NULL, 1, NULL, true),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-01fb-73b3-b360-fecab799e01a', '01a20487-0017-7b32-88b0-ce329e481ad5', '01a20487-01f4-7169-862d-2109071b0d76', '2026-11-05 14:48:00+00', '2026-11-06 19:14:00+00', 'they unsubscribed', 1, NULL, true),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0290-7a63-9ad6-c1cf686b9e40', '01a20487-0017-7b32-88b0-ce329e481ad5', '01a20487-028b-7295-8031-1b2543517d7f', '2026-11-07 03:16:00+00', NULL, NULL, 1, NULL, true),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0358-7cd0-86c0-b32721d80afc', '01a20487-0017-7b32-88b0-ce329e481ad5', '01a20487-0353-7141-a925-df4fe0cf79d0', '2026-11-09 22:02:00+00', '2026-11-09 22:02:00+00', 'their mail address does not work', 1, NULL, true),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-03d4-75af-935b-b58ab28bef9a', '01a20486-ff39-71c1-9490-02dc14e4dfb9', '01a20487-03cd-7c7d-8a3c-4508b34ade62', '2026-11-11 19:20:00+00', '2026-11-12 16:14:00+00', 'they replied', 1, NULL, true),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0456-78e4-9cdb-688e857ab2d5', '01a20487-0017-7b32-88b0-ce329e481ad5', '01a20487-0450-7e3b-bb97-df879be7810d', '2026-11-13 15:55:00+00', NULL, NULL, 1, NULL, true),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-02dc-75a2-b54a-249e2961f530', '01a20486-ff39-71c1-9490-02dc14e4dfb9', '01a20487-02d5-7af9-8f02-907382b0a6c1', '2026-11-08 18:33:00+00', '2026-11-14 00:14:00+00', 'they replied', 1, NULL, true),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-04b5-7944-82af-63e23904ec08', '01a20486-ff39-71c1-9490-02dc14e4dfb9', '01a20487-04b0-74f7-8723-919e7c62eafe', '2026-11-15 04:37:00+00', NULL, NULL, 1, NULL, true),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0554-72cd-a3e5-a660e4fc1c63', '01a20487-0017-7b32-88b0-ce329e481ad5', '01a20487-0550-76f9-aafd-ed905f641c72', '2026-11-16 23:09:00+00', NULL, NULL, 1, NULL, true),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-062b-7412-9fbc-718189105c83', '01a20486-ff39-71c1-9490-02dc14e4dfb9', '01a20487-0623-78b6-a375-6ba3d03de2aa', '2026-11-19 17:44:00+00', NULL, NULL, 1, NULL, true),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-067b-7a17-a153-9de9057bc378', '01a20486-ff39-71c1-9490-02dc14e4dfb9', '01a20487-066e-7a8b-b994-6680ced34318', '2026-11-20 18:35:00+00', NULL, NULL, 1, NULL, true);


--
-- Data for Name: sequences_heads_ups; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sequences_heads_ups VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', '1999-12-31', '2026-11-01 06:30:00.999+00'),
	('e25f687f-ebff-725a-8272-9d50f3d06052', 'infinity', '1970-01-01 00:00:00+00'),
	('c629ce00-fc76-7afb-8762-eba98069f5c4', '2026-03-08', '2026-03-08 02:30:00.123+00');


--
-- Data for Name: sequences_senders; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sequences_senders VALUES
	('01a20486-fd09-785e-ac4d-144d13978458', 'mail@plumbline.test', '2026-11-02', '2026-11-20', 1, NULL);


--
-- Data for Name: sequences_steps; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sequences_steps VALUES
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0039-71d0-8e4a-6a5bbf3fa3b5', 0, 'not_sent', '2026-10-30 15:12:00+00', NULL, 'no postal address', '2026-10-30 15:12:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-00a7-7026-85f1-f2cf1f8f7996', 0, 'not_sent', '2026-11-01 00:41:00+00', NULL, 'no postal address', '2026-11-01 00:41:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0039-71d0-8e4a-6a5bbf3fa3b5', 1, 'handed', '2026-11-02 16:00:00+00', '01a20487-00e7-721d-b72f-228e3c510b24', NULL, '2026-11-02 16:00:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0109-7f39-925a-fa6f57337686', 0, 'handed', '2026-11-02 17:27:00+00', '01a20487-0128-79d6-b73c-cbce3872698d', NULL, '2026-11-02 17:27:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0109-7f39-925a-fa6f57337686', 1, 'not_sent', '2026-11-04 17:27:00+00', NULL, 'they replied', '2026-11-03 15:14:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-00a7-7026-85f1-f2cf1f8f7996', 1, 'handed', '2026-11-03 16:00:00+00', '01a20487-018d-70b8-8566-3cdee9a227ff', NULL, '2026-11-03 16:00:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-01ad-79ed-a6b6-14c23ac8d9a1', 0, 'handed', '2026-11-03 20:05:00+00', '01a20487-01cf-7a71-9905-bcbc9585f2c7', NULL, '2026-11-03 20:05:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-01fb-73b3-b360-fecab799e01a', 0, 'handed', '2026-11-05 14:48:00+00', '01a20487-021b-7042-b22c-e51855d3fac7', NULL, '2026-11-05 14:48:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-01ad-79ed-a6b6-14c23ac8d9a1', 1, 'handed', '2026-11-05 20:05:00+00', '01a20487-0266-725e-8436-3448dce60a45', NULL, '2026-11-05 20:05:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-01fb-73b3-b360-fecab799e01a', 1, 'not_sent', '2026-11-09 16:00:00+00', NULL, 'they unsubscribed', '2026-11-06 19:14:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0290-7a63-9ad6-c1cf686b9e40', 0, 'handed', '2026-11-07 03:16:00+00', '01a20487-02ba-7f5d-bea3-770559435da8', NULL, '2026-11-07 03:16:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-02dc-75a2-b54a-249e2961f530', 0, 'handed', '2026-11-08 18:33:00+00', '01a20487-02fc-7f5a-98c8-df121a55f5fc', NULL, '2026-11-08 18:33:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0290-7a63-9ad6-c1cf686b9e40', 1, 'handed', '2026-11-09 16:00:00+00', '01a20487-0343-7626-9b84-92ed3e90d29e', NULL, '2026-11-09 16:00:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0358-7cd0-86c0-b32721d80afc', 0, 'handed', '2026-11-09 22:02:00+00', '01a20487-0375-72dc-89e4-5a701e369022', NULL, '2026-11-09 22:02:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0358-7cd0-86c0-b32721d80afc', 1, 'not_sent', '2026-11-12 16:00:00+00', NULL, 'their mail address does not work', '2026-11-09 22:02:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-02dc-75a2-b54a-249e2961f530', 1, 'handed', '2026-11-10 18:33:00+00', '01a20487-03b4-7175-8bcb-cf35b929b45d', NULL, '2026-11-10 18:33:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-03d4-75af-935b-b58ab28bef9a', 0, 'handed', '2026-11-11 19:20:00+00', '01a20487-03ff-7126-98c6-bf27a7ffaa10', NULL, '2026-11-11 19:20:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-03d4-75af-935b-b58ab28bef9a', 1, 'not_sent', '2026-11-13 19:20:00+00', NULL, 'they replied', '2026-11-12 16:14:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0456-78e4-9cdb-688e857ab2d5', 0, 'handed', '2026-11-13 15:55:00+00', '01a20487-0477-7cda-b252-fc8a147d576a', NULL, '2026-11-13 15:55:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-04b5-7944-82af-63e23904ec08', 0, 'handed', '2026-11-15 04:37:00+00', '01a20487-04de-7bf6-bd6c-65c95a2e2f1a', NULL, '2026-11-15 04:37:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0456-78e4-9cdb-688e857ab2d5', 1, 'handed', '2026-11-16 16:00:00+00', '01a20487-052f-71d7-a7c3-22d8595edaed', NULL, '2026-11-16 16:00:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0554-72cd-a3e5-a660e4fc1c63', 0, 'handed', '2026-11-16 23:09:00+00', '01a20487-0591-78ac-b561-56d24615bb34', NULL, '2026-11-16 23:09:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-04b5-7944-82af-63e23904ec08', 1, 'handed', '2026-11-17 16:00:00+00', '01a20487-05d0-770c-a8eb-9611d2b01d93', NULL, '2026-11-17 16:00:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0554-72cd-a3e5-a660e4fc1c63', 1, 'handed', '2026-11-18 23:09:00+00', '01a20487-0609-7ec2-8d29-01bf15f26c32', NULL, '2026-11-18 23:09:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-062b-7412-9fbc-718189105c83', 1, 'waiting', '2026-11-23 16:00:00+00', NULL, NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-062b-7412-9fbc-718189105c83', 0, 'handed', '2026-11-19 17:44:00+00', '01a20487-0648-77f5-a1c4-cb75bdab22d0', NULL, '2026-11-19 17:44:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-067b-7a17-a153-9de9057bc378', 1, 'waiting', '2026-11-23 16:00:00+00', NULL, NULL, NULL, NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-067b-7a17-a153-9de9057bc378', 0, 'handed', '2026-11-20 18:35:00+00', '01a20487-0699-7aa7-a8dc-ce30220cde82', NULL, '2026-11-20 18:35:00+00', NULL);


--
-- Data for Name: shares_links; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.shares_links VALUES
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0125-7e14-81ed-9ee752093c40', 'xUDlykNYmXaIWt9dMS7-K2hUruDtQtNr_L1LYhY-2Vs', 'magnet', '9 questions to ask before you hire a deck builder', '01a20486-fd09-785e-ac4d-144d13978458/f3/f371b6586b74cef77b202b554587b91db68430926cd6d4a752d9c26d87846bb6.pdf', '9-questions-to-ask-before-you-hire-a-deck-builder.pdf', '01a20487-0106-74a6-ac48-859f404ee070', '2026-11-02 17:27:00+00', '2027-11-02 17:27:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-01cd-7818-b5a1-9d44d0eabbd0', 'oosX6EUv15il3fmpswmXlpwCAizRaOz6fdUMrFvS4_M', 'magnet', '9 questions to ask before you hire a deck builder', '01a20486-fd09-785e-ac4d-144d13978458/f3/f371b6586b74cef77b202b554587b91db68430926cd6d4a752d9c26d87846bb6.pdf', '9-questions-to-ask-before-you-hire-a-deck-builder.pdf', '01a20487-01a7-7012-8357-514627ddea80', '2026-11-03 20:05:00+00', '2027-11-03 20:05:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-021a-7b26-ae48-fccf24bde263', 'xccDyp7f7R_ua9ywOAxD2z2i67l6Ko8cDo8fLX9TMfY', 'magnet', 'Privacy fences that still stand after ten winters', '01a20486-fd09-785e-ac4d-144d13978458/a8/a8778894c1e2b8663018163d479278035f499e1c9fa9146013193cfd3e98b3f2.pdf', 'privacy-fences-that-still-stand-after-ten-winters.pdf', '01a20487-01f4-7169-862d-2109071b0d76', '2026-11-05 14:48:00+00', '2027-11-05 14:48:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-02b8-7082-ba3e-ac863fef736d', 'O83DtlGDXAgASaFsZuNwMN7sFrPF_tuMN8HDAqGenrY', 'magnet', 'Privacy fences that still stand after ten winters', '01a20486-fd09-785e-ac4d-144d13978458/a8/a8778894c1e2b8663018163d479278035f499e1c9fa9146013193cfd3e98b3f2.pdf', 'privacy-fences-that-still-stand-after-ten-winters.pdf', '01a20487-028b-7295-8031-1b2543517d7f', '2026-11-07 03:16:00+00', '2027-11-07 03:16:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-02fb-7928-b940-c67134ab63bf', '7ig9GiDGijXqkH1yjqvUfg2uFY83EKw0rdSJknTVUzk', 'magnet', '9 questions to ask before you hire a deck builder', '01a20486-fd09-785e-ac4d-144d13978458/f3/f371b6586b74cef77b202b554587b91db68430926cd6d4a752d9c26d87846bb6.pdf', '9-questions-to-ask-before-you-hire-a-deck-builder.pdf', '01a20487-02d5-7af9-8f02-907382b0a6c1', '2026-11-08 18:33:00+00', '2027-11-08 18:33:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0374-7a16-9dcf-43ba6e4d8b99', 'BsdBuAmmigcXHAj2jV-ekZXngIJJast1nYBBVLUwUi4', 'magnet', 'Privacy fences that still stand after ten winters', '01a20486-fd09-785e-ac4d-144d13978458/a8/a8778894c1e2b8663018163d479278035f499e1c9fa9146013193cfd3e98b3f2.pdf', 'privacy-fences-that-still-stand-after-ten-winters.pdf', '01a20487-0353-7141-a925-df4fe0cf79d0', '2026-11-09 22:02:00+00', '2027-11-09 22:02:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-03fb-7d87-80bd-d99411dc6d98', 'J5GGz1xkGgkj5H6tur-LqZWjoI-kPuFDz4G2vbWeEic', 'magnet', '9 questions to ask before you hire a deck builder', '01a20486-fd09-785e-ac4d-144d13978458/f3/f371b6586b74cef77b202b554587b91db68430926cd6d4a752d9c26d87846bb6.pdf', '9-questions-to-ask-before-you-hire-a-deck-builder.pdf', '01a20487-03cd-7c7d-8a3c-4508b34ade62', '2026-11-11 19:20:00+00', '2027-11-11 19:20:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0476-7803-b066-e9ebdaf7afd6', 'a1SjtxYNWe8EG4ubmR5R2Uz56CRn_A683HC5YJwlDTw', 'magnet', 'Privacy fences that still stand after ten winters', '01a20486-fd09-785e-ac4d-144d13978458/a8/a8778894c1e2b8663018163d479278035f499e1c9fa9146013193cfd3e98b3f2.pdf', 'privacy-fences-that-still-stand-after-ten-winters.pdf', '01a20487-0450-7e3b-bb97-df879be7810d', '2026-11-13 15:55:00+00', '2027-11-13 15:55:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-04dd-7e24-a665-a0f90c9870a1', 'yCMGkGGGUD1aFHhwSAvQZy0Mm8_6ucdL05htzGJZKos', 'magnet', '9 questions to ask before you hire a deck builder', '01a20486-fd09-785e-ac4d-144d13978458/f3/f371b6586b74cef77b202b554587b91db68430926cd6d4a752d9c26d87846bb6.pdf', '9-questions-to-ask-before-you-hire-a-deck-builder.pdf', '01a20487-04b0-74f7-8723-919e7c62eafe', '2026-11-15 04:37:00+00', '2027-11-15 04:37:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0591-7061-9fdc-22c828b22321', 'XE9TCS61AyU8M_8kV9pp1zIEENCYngZl03bps0krRNE', 'magnet', 'Privacy fences that still stand after ten winters', '01a20486-fd09-785e-ac4d-144d13978458/a8/a8778894c1e2b8663018163d479278035f499e1c9fa9146013193cfd3e98b3f2.pdf', 'privacy-fences-that-still-stand-after-ten-winters.pdf', '01a20487-0550-76f9-aafd-ed905f641c72', '2026-11-16 23:09:00+00', '2027-11-16 23:09:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0647-7444-9831-0f0f1b423b3f', '24PJQfwhwg7fbGYEd8TsHtv7G2BAM01VeJGdWbBPVs0', 'magnet', '9 questions to ask before you hire a deck builder', '01a20486-fd09-785e-ac4d-144d13978458/f3/f371b6586b74cef77b202b554587b91db68430926cd6d4a752d9c26d87846bb6.pdf', '9-questions-to-ask-before-you-hire-a-deck-builder.pdf', '01a20487-0623-78b6-a375-6ba3d03de2aa', '2026-11-19 17:44:00+00', '2027-11-19 17:44:00+00', NULL),
	('01a20486-fd09-785e-ac4d-144d13978458', '01a20487-0698-76a3-af08-fe7a70e0f692', 'oWqGM6KsdQae6pBofQpzZQiuc5BPhPvPeKrugN_QJws', 'magnet', '9 questions to ask before you hire a deck builder', '01a20486-fd09-785e-ac4d-144d13978458/f3/f371b6586b74cef77b202b554587b91db68430926cd6d4a752d9c26d87846bb6.pdf', '9-questions-to-ask-before-you-hire-a-deck-builder.pdf', '01a20487-066e-7a8b-b994-6680ced34318', '2026-11-20 18:35:00+00', '2027-11-20 18:35:00+00', NULL);


--
-- Data for Name: site_contact_messages; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.site_contact_messages VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'name 1', 'email 1', 'message 1', '2026-03-08 02:30:00.123+00', 'held_because 1', '2026-11-01 06:30:00.999+00'),
	('e25f687f-ebff-725a-8272-9d50f3d06052', 'name 2', 'email 2', 'message 2', '9999-12-31 23:59:59.001+00', 'held_because 2', '1970-01-01 00:00:00+00'),
	('29ce00fc-76af-7b76-82eb-a98069f5c4ef', 'name 3', 'email 3', 'message 3', '2026-11-01 06:30:00.999+00', 'held_because 3', '2026-03-08 02:30:00.123+00');


--
-- Data for Name: site_page_views; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.site_page_views VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', '1970-01-01 00:00:00+00', 'path 1', 'title 1', 'location 1', 'referrer 1'),
	('e25f687f-ebff-725a-8272-9d50f3d06052', '2026-03-08 02:30:00.123+00', 'path 2', 'title 2', 'location 2', 'referrer 2'),
	('c629ce00-fc76-7afb-8762-eba98069f5c4', '9999-12-31 23:59:59.001+00', 'path 3', 'title 3', 'location 3', 'referrer 3');


--
-- Data for Name: site_waitlist_entries; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.site_waitlist_entries VALUES
	('email 1', 'source 1', '2026-11-01 06:30:00.999+00', 'held_because 1'),
	('email 2', 'source 2', '1970-01-01 00:00:00+00', NULL),
	('email 3', 'source 3', '2026-03-08 02:30:00.123+00', 'held_because 3');


--
-- Data for Name: sms_messages; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sms_messages VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'e25f687f-ebff-725a-8272-9d50f3d06052', 'state 1', 'via 1', 'recipient 1', 'from_number 1', 'body 1', 2147483647, '629ce00f-c76a-7fb7-862e-ba98069f5c4e', 'sid 1', '2026-11-01 06:30:00.999+00', -1, '2026-03-08 02:30:00.123+00', '1970-01-01 00:00:00+00', 1, '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00', '1970-01-01 00:00:00+00', 'failure 1', 'reason 1'),
	('6650ab77-d405-7a14-833c-899f74fba791', 'fd038087-770a-7fb8-8c5a-f4c99209d10f', 'state 2', NULL, 'recipient 2', 'from_number 2', 'body 2', -2147483648, '6c531ba8-760b-71da-897b-3a569ccfc4d1', 'sid 2', '1970-01-01 00:00:00+00', 2147483647, '9999-12-31 23:59:59.001+00', NULL, NULL, '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00', 'failure 2', 'reason 2'),
	('d6909571-01e6-7984-87f1-4c77bd7a392f', '544136ec-2ca8-75c6-8836-9a6ba9ccfcf5', 'state 3', 'via 3', 'recipient 3', 'from_number 3', 'body 3', 184657, '66984f1c-1d62-7c5c-8a66-ec0a6d25bfad', 'sid 3', '2026-03-08 02:30:00.123+00', -2147483648, '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', 3, NULL, '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00', 'failure 3', 'reason 3');


--
-- Name: __drizzle_migrations_id_seq; Type: SEQUENCE SET; Schema: drizzle; Owner: -
--

SELECT pg_catalog.setval('drizzle.__drizzle_migrations_id_seq', 5, true);


--
-- Name: __drizzle_migrations __drizzle_migrations_pkey; Type: CONSTRAINT; Schema: drizzle; Owner: -
--

ALTER TABLE ONLY drizzle.__drizzle_migrations
    ADD CONSTRAINT __drizzle_migrations_pkey PRIMARY KEY (id);


--
-- Name: bam bam_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.bam
    ADD CONSTRAINT bam_pkey PRIMARY KEY (id);


--
-- Name: job job_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job
    ADD CONSTRAINT job_pkey PRIMARY KEY (name, id);


--
-- Name: job_common job_common_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job_common
    ADD CONSTRAINT job_common_pkey PRIMARY KEY (name, id);


--
-- Name: job_dependency job_dependency_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job_dependency
    ADD CONSTRAINT job_dependency_pkey PRIMARY KEY (child_name, child_id, parent_name, parent_id);


--
-- Name: queue queue_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_pkey PRIMARY KEY (name);


--
-- Name: queue_stats queue_stats_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats
    ADD CONSTRAINT queue_stats_pkey PRIMARY KEY (id, captured_on);


--
-- Name: queue_stats_20261122 queue_stats_20261122_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats_20261122
    ADD CONSTRAINT queue_stats_20261122_pkey PRIMARY KEY (id, captured_on);


--
-- Name: queue_stats_20261123 queue_stats_20261123_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats_20261123
    ADD CONSTRAINT queue_stats_20261123_pkey PRIMARY KEY (id, captured_on);


--
-- Name: schedule schedule_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_pkey PRIMARY KEY (name, key);


--
-- Name: subscription subscription_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_pkey PRIMARY KEY (event, name);


--
-- Name: version version_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.version
    ADD CONSTRAINT version_pkey PRIMARY KEY (version);


--
-- Name: warning warning_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.warning
    ADD CONSTRAINT warning_pkey PRIMARY KEY (id);


--
-- Name: api_answers api_answers_account_id_key_id_idempotency_hash_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_answers
    ADD CONSTRAINT api_answers_account_id_key_id_idempotency_hash_pk PRIMARY KEY (account_id, key_id, idempotency_hash);


--
-- Name: api_deliveries api_deliveries_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_deliveries
    ADD CONSTRAINT api_deliveries_account_id_id_pk PRIMARY KEY (account_id, id);


--
-- Name: api_events api_events_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_events
    ADD CONSTRAINT api_events_account_id_id_pk PRIMARY KEY (account_id, id);


--
-- Name: api_keys api_keys_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_keys
    ADD CONSTRAINT api_keys_account_id_id_pk PRIMARY KEY (account_id, id);


--
-- Name: api_webhooks api_webhooks_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.api_webhooks
    ADD CONSTRAINT api_webhooks_account_id_id_pk PRIMARY KEY (account_id, id);


--
-- Name: businesses_accounts businesses_accounts_account_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.businesses_accounts
    ADD CONSTRAINT businesses_accounts_account_id_pk PRIMARY KEY (account_id);


--
-- Name: businesses_audit businesses_audit_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.businesses_audit
    ADD CONSTRAINT businesses_audit_account_id_id_pk PRIMARY KEY (account_id, id);


--
-- Name: businesses_channels businesses_channels_account_id_kind_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.businesses_channels
    ADD CONSTRAINT businesses_channels_account_id_kind_pk PRIMARY KEY (account_id, kind);


--
-- Name: businesses_domain_checks businesses_domain_checks_account_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.businesses_domain_checks
    ADD CONSTRAINT businesses_domain_checks_account_id_pk PRIMARY KEY (account_id);


--
-- Name: businesses_invites businesses_invites_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.businesses_invites
    ADD CONSTRAINT businesses_invites_account_id_id_pk PRIMARY KEY (account_id, id);


--
-- Name: businesses_members businesses_members_account_id_user_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.businesses_members
    ADD CONSTRAINT businesses_members_account_id_user_id_pk PRIMARY KEY (account_id, user_id);


--
-- Name: businesses_open_tools businesses_open_tools_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.businesses_open_tools
    ADD CONSTRAINT businesses_open_tools_pkey PRIMARY KEY (tool);


--
-- Name: businesses_tools businesses_tools_account_id_tool_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.businesses_tools
    ADD CONSTRAINT businesses_tools_account_id_tool_pk PRIMARY KEY (account_id, tool);


--
-- Name: drips drips_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.drips
    ADD CONSTRAINT drips_account_id_id_pk PRIMARY KEY (account_id, id);


--
-- Name: drips_drafts drips_drafts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.drips_drafts
    ADD CONSTRAINT drips_drafts_pkey PRIMARY KEY (token_hash);


--
-- Name: drips_versions drips_versions_account_id_drip_id_number_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.drips_versions
    ADD CONSTRAINT drips_versions_account_id_drip_id_number_pk PRIMARY KEY (account_id, drip_id, number);


--
-- Name: events_deeds events_deeds_account_id_lead_id_what_about_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.events_deeds
    ADD CONSTRAINT events_deeds_account_id_lead_id_what_about_pk PRIMARY KEY (account_id, lead_id, what, about);


--
-- Name: identity_challenges identity_challenges_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_challenges
    ADD CONSTRAINT identity_challenges_pkey PRIMARY KEY (token_hash);


--
-- Name: identity_credentials identity_credentials_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_credentials
    ADD CONSTRAINT identity_credentials_pkey PRIMARY KEY (id);


--
-- Name: identity_devices identity_devices_user_id_device_hash_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_devices
    ADD CONSTRAINT identity_devices_user_id_device_hash_pk PRIMARY KEY (user_id, device_hash);


--
-- Name: identity_events identity_events_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_events
    ADD CONSTRAINT identity_events_pkey PRIMARY KEY (id);


--
-- Name: identity_exports identity_exports_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_exports
    ADD CONSTRAINT identity_exports_pkey PRIMARY KEY (id);


--
-- Name: identity_passkeys identity_passkeys_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_passkeys
    ADD CONSTRAINT identity_passkeys_pkey PRIMARY KEY (id);


--
-- Name: identity_recovery_codes identity_recovery_codes_user_id_code_hash_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_recovery_codes
    ADD CONSTRAINT identity_recovery_codes_user_id_code_hash_pk PRIMARY KEY (user_id, code_hash);


--
-- Name: identity_sessions identity_sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_sessions
    ADD CONSTRAINT identity_sessions_pkey PRIMARY KEY (id);


--
-- Name: identity_totp identity_totp_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_totp
    ADD CONSTRAINT identity_totp_pkey PRIMARY KEY (user_id);


--
-- Name: identity_users identity_users_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_users
    ADD CONSTRAINT identity_users_pkey PRIMARY KEY (id);


--
-- Name: identity_verifications identity_verifications_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_verifications
    ADD CONSTRAINT identity_verifications_pkey PRIMARY KEY (id);


--
-- Name: leads leads_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.leads
    ADD CONSTRAINT leads_account_id_id_pk PRIMARY KEY (account_id, id);


--
-- Name: leads_captures leads_captures_account_id_id_email_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.leads_captures
    ADD CONSTRAINT leads_captures_account_id_id_email_pk PRIMARY KEY (account_id, id, email);


--
-- Name: leads_consents leads_consents_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.leads_consents
    ADD CONSTRAINT leads_consents_account_id_id_pk PRIMARY KEY (account_id, id);


--
-- Name: leads_held_back leads_held_back_account_id_id_email_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.leads_held_back
    ADD CONSTRAINT leads_held_back_account_id_id_email_pk PRIMARY KEY (account_id, id, email);


--
-- Name: leads_imports leads_imports_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.leads_imports
    ADD CONSTRAINT leads_imports_account_id_id_pk PRIMARY KEY (account_id, id);


--
-- Name: leads_imports_errors leads_imports_errors_account_id_import_id_row_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.leads_imports_errors
    ADD CONSTRAINT leads_imports_errors_account_id_import_id_row_pk PRIMARY KEY (account_id, import_id, "row");


--
-- Name: leads_imports_people leads_imports_people_account_id_import_id_lead_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.leads_imports_people
    ADD CONSTRAINT leads_imports_people_account_id_import_id_lead_id_pk PRIMARY KEY (account_id, import_id, lead_id);


--
-- Name: leads_inbound_mails leads_inbound_mails_hash_unique; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.leads_inbound_mails
    ADD CONSTRAINT leads_inbound_mails_hash_unique UNIQUE (hash);


--
-- Name: leads_inbound_mails leads_inbound_mails_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.leads_inbound_mails
    ADD CONSTRAINT leads_inbound_mails_pkey PRIMARY KEY (id);


--
-- Name: leads_inbound_texts leads_inbound_texts_account_id_sid_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.leads_inbound_texts
    ADD CONSTRAINT leads_inbound_texts_account_id_sid_pk PRIMARY KEY (account_id, sid);


--
-- Name: leads_links leads_links_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.leads_links
    ADD CONSTRAINT leads_links_account_id_id_pk PRIMARY KEY (account_id, id);


--
-- Name: leads_pages leads_pages_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.leads_pages
    ADD CONSTRAINT leads_pages_account_id_id_pk PRIMARY KEY (account_id, id);


--
-- Name: leads_replies leads_replies_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.leads_replies
    ADD CONSTRAINT leads_replies_account_id_id_pk PRIMARY KEY (account_id, id);


--
-- Name: leads_slugs leads_slugs_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.leads_slugs
    ADD CONSTRAINT leads_slugs_pkey PRIMARY KEY (slug);


--
-- Name: leads_suppressions leads_suppressions_account_id_address_hash_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.leads_suppressions
    ADD CONSTRAINT leads_suppressions_account_id_address_hash_pk PRIMARY KEY (account_id, address_hash);


--
-- Name: leads_touches leads_touches_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.leads_touches
    ADD CONSTRAINT leads_touches_account_id_id_pk PRIMARY KEY (account_id, id);


--
-- Name: leads_unconfirmed leads_unconfirmed_account_id_lead_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.leads_unconfirmed
    ADD CONSTRAINT leads_unconfirmed_account_id_lead_id_id_pk PRIMARY KEY (account_id, lead_id, id);


--
-- Name: magnets magnets_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.magnets
    ADD CONSTRAINT magnets_account_id_id_pk PRIMARY KEY (account_id, id);


--
-- Name: magnets_drafts magnets_drafts_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.magnets_drafts
    ADD CONSTRAINT magnets_drafts_pkey PRIMARY KEY (token_hash);


--
-- Name: magnets_versions magnets_versions_account_id_magnet_id_number_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.magnets_versions
    ADD CONSTRAINT magnets_versions_account_id_magnet_id_number_pk PRIMARY KEY (account_id, magnet_id, number);


--
-- Name: mail_messages mail_messages_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mail_messages
    ADD CONSTRAINT mail_messages_account_id_id_pk PRIMARY KEY (account_id, id);


--
-- Name: operator_audit operator_audit_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.operator_audit
    ADD CONSTRAINT operator_audit_pkey PRIMARY KEY (id);


--
-- Name: operator_invitations operator_invitations_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.operator_invitations
    ADD CONSTRAINT operator_invitations_pkey PRIMARY KEY (id);


--
-- Name: schema_security schema_security_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.schema_security
    ADD CONSTRAINT schema_security_pkey PRIMARY KEY (id);


--
-- Name: sequences sequences_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sequences
    ADD CONSTRAINT sequences_account_id_id_pk PRIMARY KEY (account_id, id);


--
-- Name: sequences_enrolments sequences_enrolments_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sequences_enrolments
    ADD CONSTRAINT sequences_enrolments_account_id_id_pk PRIMARY KEY (account_id, id);


--
-- Name: sequences_heads_ups sequences_heads_ups_account_id_day_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sequences_heads_ups
    ADD CONSTRAINT sequences_heads_ups_account_id_day_pk PRIMARY KEY (account_id, day);


--
-- Name: sequences_senders sequences_senders_account_id_address_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sequences_senders
    ADD CONSTRAINT sequences_senders_account_id_address_pk PRIMARY KEY (account_id, address);


--
-- Name: sequences_steps sequences_steps_account_id_enrolment_id_step_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sequences_steps
    ADD CONSTRAINT sequences_steps_account_id_enrolment_id_step_pk PRIMARY KEY (account_id, enrolment_id, step);


--
-- Name: shares_links shares_links_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.shares_links
    ADD CONSTRAINT shares_links_account_id_id_pk PRIMARY KEY (account_id, id);


--
-- Name: site_contact_messages site_contact_messages_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.site_contact_messages
    ADD CONSTRAINT site_contact_messages_pkey PRIMARY KEY (id);


--
-- Name: site_page_views site_page_views_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.site_page_views
    ADD CONSTRAINT site_page_views_pkey PRIMARY KEY (id);


--
-- Name: site_waitlist_entries site_waitlist_entries_email_source_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.site_waitlist_entries
    ADD CONSTRAINT site_waitlist_entries_email_source_pk PRIMARY KEY (email, source);


--
-- Name: sms_messages sms_messages_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.sms_messages
    ADD CONSTRAINT sms_messages_account_id_id_pk PRIMARY KEY (account_id, id);


--
-- Name: job_common_i1; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i1 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'created'::pgboss.job_state) AND (policy = 'short'::text));


--
-- Name: job_common_i10; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i10 ON pgboss.job_common USING btree (name, singleton_key, state DESC, created_on, id) INCLUDE (start_after) WHERE ((state < 'active'::pgboss.job_state) AND (NOT blocked) AND (policy = 'key_strict_fifo'::text));


--
-- Name: job_common_i11; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i11 ON pgboss.job_common USING btree (name, priority DESC, created_on, start_after) WHERE ((state < 'active'::pgboss.job_state) AND (NOT blocked));


--
-- Name: job_common_i12; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i12 ON pgboss.job_common USING btree (source_root_id) WHERE (source_root_id IS NOT NULL);


--
-- Name: job_common_i2; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i2 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state = 'active'::pgboss.job_state) AND (policy = 'singleton'::text));


--
-- Name: job_common_i3; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i3 ON pgboss.job_common USING btree (name, state, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'stately'::text));


--
-- Name: job_common_i4; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i4 ON pgboss.job_common USING btree (name, singleton_on, COALESCE(singleton_key, ''::text)) WHERE ((state <> 'cancelled'::pgboss.job_state) AND (singleton_on IS NOT NULL));


--
-- Name: job_common_i6; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i6 ON pgboss.job_common USING btree (name, COALESCE(singleton_key, ''::text)) WHERE ((state <= 'active'::pgboss.job_state) AND (policy = 'exclusive'::text));


--
-- Name: job_common_i7; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i7 ON pgboss.job_common USING btree (name, group_id) WHERE ((state = 'active'::pgboss.job_state) AND (group_id IS NOT NULL));


--
-- Name: job_common_i8; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE UNIQUE INDEX job_common_i8 ON pgboss.job_common USING btree (name, singleton_key) WHERE ((state = ANY (ARRAY['active'::pgboss.job_state, 'retry'::pgboss.job_state, 'failed'::pgboss.job_state])) AND (policy = 'key_strict_fifo'::text));


--
-- Name: job_common_i9; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_common_i9 ON pgboss.job_common USING btree (name, id) WHERE (blocking AND (state = 'completed'::pgboss.job_state));


--
-- Name: job_dep_parent_idx; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX job_dep_parent_idx ON pgboss.job_dependency USING btree (parent_name, parent_id);


--
-- Name: queue_stats_i1; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX queue_stats_i1 ON ONLY pgboss.queue_stats USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);


--
-- Name: queue_stats_20261122_name_captured_on_deferred_count_queued_idx; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX queue_stats_20261122_name_captured_on_deferred_count_queued_idx ON pgboss.queue_stats_20261122 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);


--
-- Name: queue_stats_20261123_name_captured_on_deferred_count_queued_idx; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX queue_stats_20261123_name_captured_on_deferred_count_queued_idx ON pgboss.queue_stats_20261123 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);


--
-- Name: warning_i1; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX warning_i1 ON pgboss.warning USING btree (created_on DESC);


--
-- Name: api_answers_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX api_answers_at ON public.api_answers USING btree (at);


--
-- Name: api_deliveries_created; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX api_deliveries_created ON public.api_deliveries USING btree (created_at);


--
-- Name: api_deliveries_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX api_deliveries_due ON public.api_deliveries USING btree (due_at, account_id, webhook_id) WHERE (state = 'waiting'::text);


--
-- Name: api_deliveries_webhook; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX api_deliveries_webhook ON public.api_deliveries USING btree (account_id, webhook_id, created_at);


--
-- Name: api_events_at; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX api_events_at ON public.api_events USING btree (at);


--
-- Name: api_events_lead; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX api_events_lead ON public.api_events USING btree (account_id, lead_id, type);


--
-- Name: api_events_new; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX api_events_new ON public.api_events USING btree (account_id) WHERE (number IS NULL);


--
-- Name: api_events_number; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX api_events_number ON public.api_events USING btree (account_id, number);


--
-- Name: api_keys_token; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX api_keys_token ON public.api_keys USING btree (account_id, token_hash);


--
-- Name: businesses_audit_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX businesses_audit_newest ON public.businesses_audit USING btree (account_id, at);


--
-- Name: businesses_invites_open; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX businesses_invites_open ON public.businesses_invites USING btree (account_id, email) WHERE ((accepted_at IS NULL) AND (revoked_at IS NULL));


--
-- Name: businesses_invites_token; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX businesses_invites_token ON public.businesses_invites USING btree (account_id, token_hash);


--
-- Name: businesses_members_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX businesses_members_user ON public.businesses_members USING btree (user_id);


--
-- Name: drips_draft; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX drips_draft ON public.drips USING btree (account_id, draft_hash);


--
-- Name: drips_drafts_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX drips_drafts_expiry ON public.drips_drafts USING btree (expires_at);


--
-- Name: drips_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX drips_newest ON public.drips USING btree (account_id, created_at);


--
-- Name: identity_challenges_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX identity_challenges_expiry ON public.identity_challenges USING btree (expires_at);


--
-- Name: identity_challenges_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX identity_challenges_user ON public.identity_challenges USING btree (user_id, kind);


--
-- Name: identity_credentials_provider; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX identity_credentials_provider ON public.identity_credentials USING btree (provider_id, provider_account_id);


--
-- Name: identity_credentials_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX identity_credentials_user ON public.identity_credentials USING btree (user_id);


--
-- Name: identity_events_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX identity_events_newest ON public.identity_events USING btree (user_id, at);


--
-- Name: identity_exports_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX identity_exports_newest ON public.identity_exports USING btree (user_id, asked_at);


--
-- Name: identity_passkeys_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX identity_passkeys_user ON public.identity_passkeys USING btree (user_id);


--
-- Name: identity_sessions_token; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX identity_sessions_token ON public.identity_sessions USING btree (token);


--
-- Name: identity_sessions_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX identity_sessions_user ON public.identity_sessions USING btree (user_id);


--
-- Name: identity_users_email; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX identity_users_email ON public.identity_users USING btree (email);


--
-- Name: identity_verifications_identifier; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX identity_verifications_identifier ON public.identity_verifications USING btree (identifier);


--
-- Name: leads_consents_lead; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX leads_consents_lead ON public.leads_consents USING btree (account_id, lead_id);


--
-- Name: leads_email; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX leads_email ON public.leads USING btree (account_id, email);


--
-- Name: leads_held_back_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX leads_held_back_newest ON public.leads_held_back USING btree (account_id, at);


--
-- Name: leads_held_back_oldest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX leads_held_back_oldest ON public.leads_held_back USING btree (at);


--
-- Name: leads_imports_people_lead; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX leads_imports_people_lead ON public.leads_imports_people USING btree (account_id, lead_id);


--
-- Name: leads_links_lead; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX leads_links_lead ON public.leads_links USING btree (account_id, lead_id);


--
-- Name: leads_links_token; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX leads_links_token ON public.leads_links USING btree (account_id, token_hash);


--
-- Name: leads_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX leads_newest ON public.leads USING btree (account_id, created_at);


--
-- Name: leads_phone; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX leads_phone ON public.leads USING btree (phone, account_id) WHERE (phone IS NOT NULL);


--
-- Name: leads_replies_lead; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX leads_replies_lead ON public.leads_replies USING btree (account_id, lead_id);


--
-- Name: leads_replies_message; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX leads_replies_message ON public.leads_replies USING btree (account_id, message_id);


--
-- Name: leads_slugs_page; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX leads_slugs_page ON public.leads_slugs USING btree (account_id, page_id);


--
-- Name: leads_touches_lead; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX leads_touches_lead ON public.leads_touches USING btree (account_id, lead_id);


--
-- Name: leads_unconfirmed_to_ask; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX leads_unconfirmed_to_ask ON public.leads_unconfirmed USING btree (account_id) WHERE (asked_at IS NULL);


--
-- Name: magnets_draft; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX magnets_draft ON public.magnets USING btree (account_id, draft_hash);


--
-- Name: magnets_drafts_expiry; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX magnets_drafts_expiry ON public.magnets_drafts USING btree (expires_at);


--
-- Name: magnets_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX magnets_newest ON public.magnets USING btree (account_id, created_at);


--
-- Name: mail_messages_about; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mail_messages_about ON public.mail_messages USING btree (account_id, about_id) WHERE (about_id IS NOT NULL);


--
-- Name: mail_messages_account_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mail_messages_account_due ON public.mail_messages USING btree (account_id, next_attempt_at) WHERE (state = 'queued'::text);


--
-- Name: mail_messages_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mail_messages_due ON public.mail_messages USING btree (next_attempt_at, account_id) WHERE (state = 'queued'::text);


--
-- Name: mail_messages_in_flight; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX mail_messages_in_flight ON public.mail_messages USING btree (claimed_by, account_id) WHERE (state = ANY (ARRAY['claimed'::text, 'committing'::text]));


--
-- Name: operator_audit_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX operator_audit_newest ON public.operator_audit USING btree (at);


--
-- Name: operator_invitations_once; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX operator_invitations_once ON public.operator_invitations USING btree (email, tool);


--
-- Name: operator_invitations_token; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX operator_invitations_token ON public.operator_invitations USING btree (token_hash);


--
-- Name: sequences_dates; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sequences_dates ON public.sequences USING btree (((trigger ->> 'on'::text))) WHERE (((trigger ->> 'kind'::text) = 'date'::text) AND (begun_at IS NULL) AND (retired_at IS NULL));


--
-- Name: sequences_enrolments_lead; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sequences_enrolments_lead ON public.sequences_enrolments USING btree (account_id, lead_id);


--
-- Name: sequences_enrolments_once; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX sequences_enrolments_once ON public.sequences_enrolments USING btree (account_id, sequence_id, lead_id, run);


--
-- Name: sequences_page; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sequences_page ON public.sequences USING btree (account_id, page_id);


--
-- Name: sequences_page_live; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX sequences_page_live ON public.sequences USING btree (account_id, page_id) WHERE (retired_at IS NULL);


--
-- Name: sequences_steps_account_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sequences_steps_account_due ON public.sequences_steps USING btree (account_id, due_at) WHERE (state = 'waiting'::text);


--
-- Name: sequences_steps_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sequences_steps_due ON public.sequences_steps USING btree (due_at, account_id) WHERE (state = 'waiting'::text);


--
-- Name: sequences_steps_tasks; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sequences_steps_tasks ON public.sequences_steps USING btree (account_id, decided_at) WHERE (state = 'task'::text);


--
-- Name: shares_links_about; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shares_links_about ON public.shares_links USING btree (account_id, about_id);


--
-- Name: shares_links_token; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX shares_links_token ON public.shares_links USING btree (account_id, token_hash);


--
-- Name: site_contact_messages_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX site_contact_messages_newest ON public.site_contact_messages USING btree (received_at);


--
-- Name: site_page_views_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX site_page_views_newest ON public.site_page_views USING btree (at);


--
-- Name: site_waitlist_entries_source; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX site_waitlist_entries_source ON public.site_waitlist_entries USING btree (source, joined_at);


--
-- Name: sms_messages_about; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sms_messages_about ON public.sms_messages USING btree (account_id, about_id);


--
-- Name: sms_messages_account_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sms_messages_account_due ON public.sms_messages USING btree (account_id, next_attempt_at) WHERE (state = 'queued'::text);


--
-- Name: sms_messages_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sms_messages_due ON public.sms_messages USING btree (next_attempt_at, account_id) WHERE (state = 'queued'::text);


--
-- Name: sms_messages_in_flight; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sms_messages_in_flight ON public.sms_messages USING btree (claimed_by, account_id) WHERE (state = ANY (ARRAY['claimed'::text, 'committing'::text]));


--
-- Name: sms_messages_to; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sms_messages_to ON public.sms_messages USING btree (account_id, recipient);


--
-- Name: job_common_pkey; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.job_common_pkey;


--
-- Name: queue_stats_20261122_name_captured_on_deferred_count_queued_idx; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.queue_stats_i1 ATTACH PARTITION pgboss.queue_stats_20261122_name_captured_on_deferred_count_queued_idx;


--
-- Name: queue_stats_20261122_pkey; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.queue_stats_pkey ATTACH PARTITION pgboss.queue_stats_20261122_pkey;


--
-- Name: queue_stats_20261123_name_captured_on_deferred_count_queued_idx; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.queue_stats_i1 ATTACH PARTITION pgboss.queue_stats_20261123_name_captured_on_deferred_count_queued_idx;


--
-- Name: queue_stats_20261123_pkey; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.queue_stats_pkey ATTACH PARTITION pgboss.queue_stats_20261123_pkey;


--
-- Name: businesses_members businesses_keep_an_owner; Type: TRIGGER; Schema: public; Owner: -
--

CREATE CONSTRAINT TRIGGER businesses_keep_an_owner AFTER DELETE OR UPDATE ON public.businesses_members DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.role = 'owner'::text)) EXECUTE FUNCTION public.businesses_keep_an_owner();


--
-- Name: operator_audit operator_audit_stays; Type: TRIGGER; Schema: public; Owner: -
--

CREATE TRIGGER operator_audit_stays BEFORE DELETE OR UPDATE ON public.operator_audit FOR EACH ROW EXECUTE FUNCTION public.operator_audit_stays();


--
-- Name: job_common dlq_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job_common
    ADD CONSTRAINT dlq_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;


--
-- Name: job_common q_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job_common
    ADD CONSTRAINT q_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED;


--
-- Name: queue queue_dead_letter_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue
    ADD CONSTRAINT queue_dead_letter_fkey FOREIGN KEY (dead_letter) REFERENCES pgboss.queue(name);


--
-- Name: schedule schedule_name_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.schedule
    ADD CONSTRAINT schedule_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;


--
-- Name: subscription subscription_name_fkey; Type: FK CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.subscription
    ADD CONSTRAINT subscription_name_fkey FOREIGN KEY (name) REFERENCES pgboss.queue(name) ON DELETE CASCADE;


--
-- Name: identity_challenges identity_challenges_user_id_identity_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_challenges
    ADD CONSTRAINT identity_challenges_user_id_identity_users_id_fk FOREIGN KEY (user_id) REFERENCES public.identity_users(id) ON DELETE CASCADE;


--
-- Name: identity_credentials identity_credentials_user_id_identity_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_credentials
    ADD CONSTRAINT identity_credentials_user_id_identity_users_id_fk FOREIGN KEY (user_id) REFERENCES public.identity_users(id) ON DELETE CASCADE;


--
-- Name: identity_devices identity_devices_user_id_identity_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_devices
    ADD CONSTRAINT identity_devices_user_id_identity_users_id_fk FOREIGN KEY (user_id) REFERENCES public.identity_users(id) ON DELETE CASCADE;


--
-- Name: identity_events identity_events_user_id_identity_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_events
    ADD CONSTRAINT identity_events_user_id_identity_users_id_fk FOREIGN KEY (user_id) REFERENCES public.identity_users(id) ON DELETE CASCADE;


--
-- Name: identity_exports identity_exports_user_id_identity_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_exports
    ADD CONSTRAINT identity_exports_user_id_identity_users_id_fk FOREIGN KEY (user_id) REFERENCES public.identity_users(id) ON DELETE CASCADE;


--
-- Name: identity_passkeys identity_passkeys_user_id_identity_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_passkeys
    ADD CONSTRAINT identity_passkeys_user_id_identity_users_id_fk FOREIGN KEY (user_id) REFERENCES public.identity_users(id) ON DELETE CASCADE;


--
-- Name: identity_recovery_codes identity_recovery_codes_user_id_identity_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_recovery_codes
    ADD CONSTRAINT identity_recovery_codes_user_id_identity_users_id_fk FOREIGN KEY (user_id) REFERENCES public.identity_users(id) ON DELETE CASCADE;


--
-- Name: identity_sessions identity_sessions_user_id_identity_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_sessions
    ADD CONSTRAINT identity_sessions_user_id_identity_users_id_fk FOREIGN KEY (user_id) REFERENCES public.identity_users(id) ON DELETE CASCADE;


--
-- Name: identity_totp identity_totp_user_id_identity_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_totp
    ADD CONSTRAINT identity_totp_user_id_identity_users_id_fk FOREIGN KEY (user_id) REFERENCES public.identity_users(id) ON DELETE CASCADE;


--
-- Name: api_answers; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.api_answers ENABLE ROW LEVEL SECURITY;

--
-- Name: api_deliveries; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.api_deliveries ENABLE ROW LEVEL SECURITY;

--
-- Name: api_events; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.api_events ENABLE ROW LEVEL SECURITY;

--
-- Name: api_keys; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.api_keys ENABLE ROW LEVEL SECURITY;

--
-- Name: api_webhooks; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.api_webhooks ENABLE ROW LEVEL SECURITY;

--
-- Name: businesses_accounts; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.businesses_accounts ENABLE ROW LEVEL SECURITY;

--
-- Name: businesses_audit; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.businesses_audit ENABLE ROW LEVEL SECURITY;

--
-- Name: businesses_channels; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.businesses_channels ENABLE ROW LEVEL SECURITY;

--
-- Name: businesses_domain_checks; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.businesses_domain_checks ENABLE ROW LEVEL SECURITY;

--
-- Name: businesses_invites; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.businesses_invites ENABLE ROW LEVEL SECURITY;

--
-- Name: businesses_members; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.businesses_members ENABLE ROW LEVEL SECURITY;

--
-- Name: businesses_tools; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.businesses_tools ENABLE ROW LEVEL SECURITY;

--
-- Name: drips; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.drips ENABLE ROW LEVEL SECURITY;

--
-- Name: drips_versions; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.drips_versions ENABLE ROW LEVEL SECURITY;

--
-- Name: events_deeds; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.events_deeds ENABLE ROW LEVEL SECURITY;

--
-- Name: businesses_invites kind_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY kind_deletes ON public.businesses_invites AS RESTRICTIVE FOR DELETE USING (((( SELECT NULLIF(current_setting('app.role'::text, true), ''::text) AS "nullif") IS DISTINCT FROM 'manager'::text) OR (role = ANY (ARRAY['member'::text, 'guest'::text]))));


--
-- Name: businesses_members kind_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY kind_deletes ON public.businesses_members AS RESTRICTIVE FOR DELETE USING (((( SELECT NULLIF(current_setting('app.role'::text, true), ''::text) AS "nullif") IS DISTINCT FROM 'manager'::text) OR (role = ANY (ARRAY['member'::text, 'guest'::text]))));


--
-- Name: businesses_invites kind_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY kind_inserts ON public.businesses_invites AS RESTRICTIVE FOR INSERT WITH CHECK (((( SELECT NULLIF(current_setting('app.role'::text, true), ''::text) AS "nullif") IS DISTINCT FROM 'manager'::text) OR (role = ANY (ARRAY['member'::text, 'guest'::text]))));


--
-- Name: businesses_members kind_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY kind_inserts ON public.businesses_members AS RESTRICTIVE FOR INSERT WITH CHECK (((( SELECT NULLIF(current_setting('app.role'::text, true), ''::text) AS "nullif") IS DISTINCT FROM 'manager'::text) OR (role = ANY (ARRAY['member'::text, 'guest'::text]))));


--
-- Name: businesses_invites kind_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY kind_updates ON public.businesses_invites AS RESTRICTIVE FOR UPDATE USING (((( SELECT NULLIF(current_setting('app.role'::text, true), ''::text) AS "nullif") IS DISTINCT FROM 'manager'::text) OR (role = ANY (ARRAY['member'::text, 'guest'::text])))) WITH CHECK (((( SELECT NULLIF(current_setting('app.role'::text, true), ''::text) AS "nullif") IS DISTINCT FROM 'manager'::text) OR (role = ANY (ARRAY['member'::text, 'guest'::text]))));


--
-- Name: businesses_members kind_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY kind_updates ON public.businesses_members AS RESTRICTIVE FOR UPDATE USING (((( SELECT NULLIF(current_setting('app.role'::text, true), ''::text) AS "nullif") IS DISTINCT FROM 'manager'::text) OR (role = ANY (ARRAY['member'::text, 'guest'::text])))) WITH CHECK (((( SELECT NULLIF(current_setting('app.role'::text, true), ''::text) AS "nullif") IS DISTINCT FROM 'manager'::text) OR (role = ANY (ARRAY['member'::text, 'guest'::text]))));


--
-- Name: leads; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.leads ENABLE ROW LEVEL SECURITY;

--
-- Name: leads_captures; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.leads_captures ENABLE ROW LEVEL SECURITY;

--
-- Name: leads_consents; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.leads_consents ENABLE ROW LEVEL SECURITY;

--
-- Name: leads_held_back; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.leads_held_back ENABLE ROW LEVEL SECURITY;

--
-- Name: leads_imports; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.leads_imports ENABLE ROW LEVEL SECURITY;

--
-- Name: leads_imports_errors; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.leads_imports_errors ENABLE ROW LEVEL SECURITY;

--
-- Name: leads_imports_people; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.leads_imports_people ENABLE ROW LEVEL SECURITY;

--
-- Name: leads_inbound_texts; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.leads_inbound_texts ENABLE ROW LEVEL SECURITY;

--
-- Name: leads_links; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.leads_links ENABLE ROW LEVEL SECURITY;

--
-- Name: leads_pages; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.leads_pages ENABLE ROW LEVEL SECURITY;

--
-- Name: leads_replies; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.leads_replies ENABLE ROW LEVEL SECURITY;

--
-- Name: leads_slugs; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.leads_slugs ENABLE ROW LEVEL SECURITY;

--
-- Name: leads_suppressions; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.leads_suppressions ENABLE ROW LEVEL SECURITY;

--
-- Name: leads_touches; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.leads_touches ENABLE ROW LEVEL SECURITY;

--
-- Name: leads_unconfirmed; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.leads_unconfirmed ENABLE ROW LEVEL SECURITY;

--
-- Name: magnets; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.magnets ENABLE ROW LEVEL SECURITY;

--
-- Name: magnets_versions; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.magnets_versions ENABLE ROW LEVEL SECURITY;

--
-- Name: mail_messages; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.mail_messages ENABLE ROW LEVEL SECURITY;

--
-- Name: api_answers own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.api_answers TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: api_deliveries own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.api_deliveries TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: api_events own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.api_events TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: api_keys own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.api_keys TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: api_webhooks own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.api_webhooks TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: businesses_accounts own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.businesses_accounts TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: businesses_audit own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.businesses_audit TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: businesses_channels own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.businesses_channels TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: businesses_domain_checks own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.businesses_domain_checks TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: businesses_invites own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.businesses_invites TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: businesses_members own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.businesses_members TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: businesses_tools own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.businesses_tools TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: drips own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.drips TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: drips_versions own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.drips_versions TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: events_deeds own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.events_deeds TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: leads own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.leads TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: leads_captures own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.leads_captures TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: leads_consents own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.leads_consents TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: leads_held_back own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.leads_held_back TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: leads_imports own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.leads_imports TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: leads_imports_errors own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.leads_imports_errors TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: leads_imports_people own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.leads_imports_people TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: leads_inbound_texts own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.leads_inbound_texts TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: leads_links own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.leads_links TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: leads_pages own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.leads_pages TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: leads_replies own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.leads_replies TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: leads_slugs own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.leads_slugs TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: leads_suppressions own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.leads_suppressions TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: leads_touches own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.leads_touches TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: leads_unconfirmed own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.leads_unconfirmed TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: magnets own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.magnets TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: magnets_versions own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.magnets_versions TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: mail_messages own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.mail_messages TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: sequences own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.sequences TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: sequences_enrolments own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.sequences_enrolments TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: sequences_heads_ups own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.sequences_heads_ups TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: sequences_senders own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.sequences_senders TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: sequences_steps own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.sequences_steps TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: shares_links own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.shares_links TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: sms_messages own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.sms_messages TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: api_answers owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.api_answers TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: api_deliveries owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.api_deliveries TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: api_events owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.api_events TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: api_keys owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.api_keys TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: api_webhooks owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.api_webhooks TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: businesses_accounts owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.businesses_accounts TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: businesses_audit owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.businesses_audit TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: businesses_channels owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.businesses_channels TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: businesses_domain_checks owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.businesses_domain_checks TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: businesses_invites owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.businesses_invites TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: businesses_members owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.businesses_members TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: businesses_tools owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.businesses_tools TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: drips owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.drips TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: drips_versions owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.drips_versions TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: events_deeds owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.events_deeds TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: leads owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.leads TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: leads_captures owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.leads_captures TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: leads_consents owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.leads_consents TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: leads_held_back owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.leads_held_back TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: leads_imports owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.leads_imports TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: leads_imports_errors owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.leads_imports_errors TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: leads_imports_people owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.leads_imports_people TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: leads_inbound_texts owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.leads_inbound_texts TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: leads_links owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.leads_links TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: leads_pages owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.leads_pages TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: leads_replies owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.leads_replies TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: leads_slugs owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.leads_slugs TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: leads_suppressions owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.leads_suppressions TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: leads_touches owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.leads_touches TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: leads_unconfirmed owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.leads_unconfirmed TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: magnets owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.magnets TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: magnets_versions owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.magnets_versions TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: mail_messages owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.mail_messages TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: sequences owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.sequences TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: sequences_enrolments owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.sequences_enrolments TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: sequences_heads_ups owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.sequences_heads_ups TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: sequences_senders owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.sequences_senders TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: sequences_steps owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.sequences_steps TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: shares_links owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.shares_links TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: sms_messages owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.sms_messages TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: businesses_members readable_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY readable_rows ON public.businesses_members FOR SELECT TO plumbline_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.user_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: leads_slugs readable_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY readable_rows ON public.leads_slugs FOR SELECT TO plumbline_app USING (true);


--
-- Name: api_answers role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.api_answers AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: api_deliveries role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.api_deliveries AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: api_events role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.api_events AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: api_keys role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.api_keys AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: api_webhooks role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.api_webhooks AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_accounts role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.businesses_accounts AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_audit role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.businesses_audit AS RESTRICTIVE FOR DELETE TO plumbline_app USING (false);


--
-- Name: businesses_channels role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.businesses_channels AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = 'owner'::text))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_domain_checks role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.businesses_domain_checks AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = 'owner'::text))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_invites role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.businesses_invites AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_members role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.businesses_members AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_tools role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.businesses_tools AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT (acting.acting IS NULL)
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: drips role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.drips AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: drips_versions role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.drips_versions AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: events_deeds role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.events_deeds AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.leads AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_captures role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.leads_captures AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_consents role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.leads_consents AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_held_back role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.leads_held_back AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_imports role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.leads_imports AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_imports_errors role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.leads_imports_errors AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_imports_people role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.leads_imports_people AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_inbound_texts role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.leads_inbound_texts AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_links role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.leads_links AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_pages role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.leads_pages AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_replies role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.leads_replies AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_slugs role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.leads_slugs AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_suppressions role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.leads_suppressions AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_touches role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.leads_touches AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_unconfirmed role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.leads_unconfirmed AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: magnets role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.magnets AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: magnets_versions role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.magnets_versions AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: mail_messages role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.mail_messages AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sequences role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.sequences AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sequences_enrolments role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.sequences_enrolments AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sequences_heads_ups role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.sequences_heads_ups AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sequences_senders role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.sequences_senders AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sequences_steps role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.sequences_steps AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: shares_links role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.shares_links AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sms_messages role_deletes; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_deletes ON public.sms_messages AS RESTRICTIVE FOR DELETE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: api_answers role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.api_answers AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: api_deliveries role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.api_deliveries AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: api_events role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.api_events AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: api_keys role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.api_keys AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: api_webhooks role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.api_webhooks AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_accounts role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.businesses_accounts AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_audit role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.businesses_audit AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text, 'guest'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_channels role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.businesses_channels AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = 'owner'::text))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_domain_checks role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.businesses_domain_checks AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = 'owner'::text))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_invites role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.businesses_invites AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_members role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.businesses_members AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_tools role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.businesses_tools AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT (acting.acting IS NULL)
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: drips role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.drips AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: drips_versions role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.drips_versions AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: events_deeds role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.events_deeds AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.leads AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_captures role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.leads_captures AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_consents role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.leads_consents AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_held_back role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.leads_held_back AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_imports role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.leads_imports AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_imports_errors role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.leads_imports_errors AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_imports_people role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.leads_imports_people AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_inbound_texts role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.leads_inbound_texts AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_links role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.leads_links AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_pages role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.leads_pages AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_replies role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.leads_replies AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_slugs role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.leads_slugs AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_suppressions role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.leads_suppressions AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_touches role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.leads_touches AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_unconfirmed role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.leads_unconfirmed AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: magnets role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.magnets AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: magnets_versions role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.magnets_versions AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: mail_messages role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.mail_messages AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sequences role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.sequences AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sequences_enrolments role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.sequences_enrolments AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sequences_heads_ups role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.sequences_heads_ups AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sequences_senders role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.sequences_senders AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sequences_steps role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.sequences_steps AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: shares_links role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.shares_links AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sms_messages role_inserts; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_inserts ON public.sms_messages AS RESTRICTIVE FOR INSERT TO plumbline_app WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: api_answers role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.api_answers AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: api_deliveries role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.api_deliveries AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: api_events role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.api_events AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: api_keys role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.api_keys AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: api_webhooks role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.api_webhooks AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_accounts role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.businesses_accounts AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text, 'guest'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_audit role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.businesses_audit AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = 'owner'::text))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_channels role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.businesses_channels AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = 'owner'::text))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_domain_checks role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.businesses_domain_checks AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = 'owner'::text))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_invites role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.businesses_invites AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_members role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.businesses_members AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_tools role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.businesses_tools AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text, 'guest'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: drips role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.drips AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: drips_versions role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.drips_versions AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: events_deeds role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.events_deeds AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.leads AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_captures role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.leads_captures AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_consents role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.leads_consents AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_held_back role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.leads_held_back AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_imports role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.leads_imports AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_imports_errors role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.leads_imports_errors AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_imports_people role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.leads_imports_people AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_inbound_texts role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.leads_inbound_texts AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_links role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.leads_links AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_pages role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.leads_pages AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_replies role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.leads_replies AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_slugs role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.leads_slugs AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_suppressions role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.leads_suppressions AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_touches role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.leads_touches AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_unconfirmed role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.leads_unconfirmed AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: magnets role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.magnets AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: magnets_versions role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.magnets_versions AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: mail_messages role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.mail_messages AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sequences role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.sequences AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sequences_enrolments role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.sequences_enrolments AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sequences_heads_ups role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.sequences_heads_ups AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sequences_senders role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.sequences_senders AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sequences_steps role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.sequences_steps AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: shares_links role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.shares_links AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sms_messages role_reads; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_reads ON public.sms_messages AS RESTRICTIVE FOR SELECT TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: api_answers role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.api_answers AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: api_deliveries role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.api_deliveries AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: api_events role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.api_events AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: api_keys role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.api_keys AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: api_webhooks role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.api_webhooks AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_accounts role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.businesses_accounts AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_audit role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.businesses_audit AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (false) WITH CHECK (false);


--
-- Name: businesses_channels role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.businesses_channels AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = 'owner'::text))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = 'owner'::text))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_domain_checks role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.businesses_domain_checks AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = 'owner'::text))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = 'owner'::text))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_invites role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.businesses_invites AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_members role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.businesses_members AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: businesses_tools role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.businesses_tools AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT (acting.acting IS NULL)
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT (acting.acting IS NULL)
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: drips role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.drips AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: drips_versions role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.drips_versions AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: events_deeds role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.events_deeds AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.leads AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_captures role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.leads_captures AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_consents role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.leads_consents AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_held_back role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.leads_held_back AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_imports role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.leads_imports AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_imports_errors role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.leads_imports_errors AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_imports_people role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.leads_imports_people AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_inbound_texts role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.leads_inbound_texts AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_links role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.leads_links AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_pages role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.leads_pages AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_replies role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.leads_replies AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_slugs role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.leads_slugs AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_suppressions role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.leads_suppressions AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_touches role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.leads_touches AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: leads_unconfirmed role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.leads_unconfirmed AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: magnets role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.magnets AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: magnets_versions role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.magnets_versions AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: mail_messages role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.mail_messages AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sequences role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.sequences AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sequences_enrolments role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.sequences_enrolments AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sequences_heads_ups role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.sequences_heads_ups AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sequences_senders role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.sequences_senders AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sequences_steps role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.sequences_steps AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: shares_links role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.shares_links AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sms_messages role_updates; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY role_updates ON public.sms_messages AS RESTRICTIVE FOR UPDATE TO plumbline_app USING (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting))) WITH CHECK (( SELECT ((acting.acting IS NULL) OR (acting.acting = ANY (ARRAY['owner'::text, 'manager'::text, 'member'::text])))
   FROM NULLIF(current_setting('app.role'::text, true), ''::text) acting(acting)));


--
-- Name: sequences; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.sequences ENABLE ROW LEVEL SECURITY;

--
-- Name: sequences_enrolments; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.sequences_enrolments ENABLE ROW LEVEL SECURITY;

--
-- Name: sequences_heads_ups; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.sequences_heads_ups ENABLE ROW LEVEL SECURITY;

--
-- Name: sequences_senders; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.sequences_senders ENABLE ROW LEVEL SECURITY;

--
-- Name: sequences_steps; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.sequences_steps ENABLE ROW LEVEL SECURITY;

--
-- Name: shares_links; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.shares_links ENABLE ROW LEVEL SECURITY;

--
-- Name: sms_messages; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.sms_messages ENABLE ROW LEVEL SECURITY;

--
-- Name: SCHEMA pgboss; Type: ACL; Schema: -; Owner: -
--

GRANT USAGE ON SCHEMA pgboss TO plumbline_app;


--
-- Name: SCHEMA public; Type: ACL; Schema: -; Owner: -
--

GRANT USAGE ON SCHEMA public TO plumbline_app;


--
-- Name: FUNCTION create_queue(queue_name text, options jsonb); Type: ACL; Schema: pgboss; Owner: -
--

GRANT ALL ON FUNCTION pgboss.create_queue(queue_name text, options jsonb) TO plumbline_app;


--
-- Name: FUNCTION delete_queue(queue_name text); Type: ACL; Schema: pgboss; Owner: -
--

GRANT ALL ON FUNCTION pgboss.delete_queue(queue_name text) TO plumbline_app;


--
-- Name: FUNCTION job_now(); Type: ACL; Schema: pgboss; Owner: -
--

GRANT ALL ON FUNCTION pgboss.job_now() TO plumbline_app;


--
-- Name: FUNCTION job_table_format(command text, table_name text); Type: ACL; Schema: pgboss; Owner: -
--

GRANT ALL ON FUNCTION pgboss.job_table_format(command text, table_name text) TO plumbline_app;


--
-- Name: FUNCTION job_table_run(command text, tbl_name text, queue_name text); Type: ACL; Schema: pgboss; Owner: -
--

GRANT ALL ON FUNCTION pgboss.job_table_run(command text, tbl_name text, queue_name text) TO plumbline_app;


--
-- Name: FUNCTION job_table_run_async(command_name text, version integer, command text, tbl_name text, queue_name text); Type: ACL; Schema: pgboss; Owner: -
--

GRANT ALL ON FUNCTION pgboss.job_table_run_async(command_name text, version integer, command text, tbl_name text, queue_name text) TO plumbline_app;


--
-- Name: TABLE bam; Type: ACL; Schema: pgboss; Owner: -
--

GRANT ALL ON TABLE pgboss.bam TO plumbline_app;


--
-- Name: TABLE job; Type: ACL; Schema: pgboss; Owner: -
--

GRANT ALL ON TABLE pgboss.job TO plumbline_app;


--
-- Name: TABLE job_common; Type: ACL; Schema: pgboss; Owner: -
--

GRANT ALL ON TABLE pgboss.job_common TO plumbline_app;


--
-- Name: TABLE job_dependency; Type: ACL; Schema: pgboss; Owner: -
--

GRANT ALL ON TABLE pgboss.job_dependency TO plumbline_app;


--
-- Name: TABLE queue; Type: ACL; Schema: pgboss; Owner: -
--

GRANT ALL ON TABLE pgboss.queue TO plumbline_app;


--
-- Name: TABLE queue_stats; Type: ACL; Schema: pgboss; Owner: -
--

GRANT ALL ON TABLE pgboss.queue_stats TO plumbline_app;


--
-- Name: TABLE queue_stats_20261122; Type: ACL; Schema: pgboss; Owner: -
--

GRANT ALL ON TABLE pgboss.queue_stats_20261122 TO plumbline_app;


--
-- Name: TABLE queue_stats_20261123; Type: ACL; Schema: pgboss; Owner: -
--

GRANT ALL ON TABLE pgboss.queue_stats_20261123 TO plumbline_app;


--
-- Name: TABLE schedule; Type: ACL; Schema: pgboss; Owner: -
--

GRANT ALL ON TABLE pgboss.schedule TO plumbline_app;


--
-- Name: TABLE subscription; Type: ACL; Schema: pgboss; Owner: -
--

GRANT ALL ON TABLE pgboss.subscription TO plumbline_app;


--
-- Name: TABLE version; Type: ACL; Schema: pgboss; Owner: -
--

GRANT ALL ON TABLE pgboss.version TO plumbline_app;


--
-- Name: TABLE warning; Type: ACL; Schema: pgboss; Owner: -
--

GRANT ALL ON TABLE pgboss.warning TO plumbline_app;


--
-- Name: TABLE api_answers; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.api_answers TO plumbline_app;


--
-- Name: TABLE api_deliveries; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.api_deliveries TO plumbline_app;


--
-- Name: TABLE api_events; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.api_events TO plumbline_app;


--
-- Name: TABLE api_keys; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.api_keys TO plumbline_app;


--
-- Name: TABLE api_webhooks; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.api_webhooks TO plumbline_app;


--
-- Name: TABLE businesses_accounts; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.businesses_accounts TO plumbline_app;


--
-- Name: TABLE businesses_audit; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.businesses_audit TO plumbline_app;


--
-- Name: TABLE businesses_channels; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.businesses_channels TO plumbline_app;


--
-- Name: TABLE businesses_domain_checks; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.businesses_domain_checks TO plumbline_app;


--
-- Name: TABLE businesses_invites; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.businesses_invites TO plumbline_app;


--
-- Name: TABLE businesses_members; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.businesses_members TO plumbline_app;


--
-- Name: TABLE businesses_open_tools; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.businesses_open_tools TO plumbline_app;


--
-- Name: TABLE businesses_tools; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.businesses_tools TO plumbline_app;


--
-- Name: TABLE drips; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.drips TO plumbline_app;


--
-- Name: TABLE drips_drafts; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.drips_drafts TO plumbline_app;


--
-- Name: TABLE drips_versions; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.drips_versions TO plumbline_app;


--
-- Name: TABLE events_deeds; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.events_deeds TO plumbline_app;


--
-- Name: TABLE identity_challenges; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.identity_challenges TO plumbline_app;


--
-- Name: TABLE identity_credentials; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.identity_credentials TO plumbline_app;


--
-- Name: TABLE identity_devices; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.identity_devices TO plumbline_app;


--
-- Name: TABLE identity_events; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.identity_events TO plumbline_app;


--
-- Name: TABLE identity_exports; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.identity_exports TO plumbline_app;


--
-- Name: TABLE identity_passkeys; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.identity_passkeys TO plumbline_app;


--
-- Name: TABLE identity_recovery_codes; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.identity_recovery_codes TO plumbline_app;


--
-- Name: TABLE identity_sessions; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.identity_sessions TO plumbline_app;


--
-- Name: TABLE identity_totp; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.identity_totp TO plumbline_app;


--
-- Name: TABLE identity_users; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.identity_users TO plumbline_app;


--
-- Name: TABLE identity_verifications; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.identity_verifications TO plumbline_app;


--
-- Name: TABLE leads; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.leads TO plumbline_app;


--
-- Name: TABLE leads_captures; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.leads_captures TO plumbline_app;


--
-- Name: TABLE leads_consents; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.leads_consents TO plumbline_app;


--
-- Name: TABLE leads_held_back; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.leads_held_back TO plumbline_app;


--
-- Name: TABLE leads_imports; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.leads_imports TO plumbline_app;


--
-- Name: TABLE leads_imports_errors; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.leads_imports_errors TO plumbline_app;


--
-- Name: TABLE leads_imports_people; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.leads_imports_people TO plumbline_app;


--
-- Name: TABLE leads_inbound_mails; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.leads_inbound_mails TO plumbline_app;


--
-- Name: TABLE leads_inbound_texts; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.leads_inbound_texts TO plumbline_app;


--
-- Name: TABLE leads_links; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.leads_links TO plumbline_app;


--
-- Name: TABLE leads_pages; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.leads_pages TO plumbline_app;


--
-- Name: TABLE leads_replies; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.leads_replies TO plumbline_app;


--
-- Name: TABLE leads_slugs; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.leads_slugs TO plumbline_app;


--
-- Name: TABLE leads_suppressions; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.leads_suppressions TO plumbline_app;


--
-- Name: TABLE leads_touches; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.leads_touches TO plumbline_app;


--
-- Name: TABLE leads_unconfirmed; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.leads_unconfirmed TO plumbline_app;


--
-- Name: TABLE magnets; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.magnets TO plumbline_app;


--
-- Name: TABLE magnets_drafts; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.magnets_drafts TO plumbline_app;


--
-- Name: TABLE magnets_versions; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.magnets_versions TO plumbline_app;


--
-- Name: TABLE mail_messages; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mail_messages TO plumbline_app;


--
-- Name: TABLE operator_audit; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.operator_audit TO plumbline_app;


--
-- Name: TABLE operator_invitations; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.operator_invitations TO plumbline_app;


--
-- Name: TABLE sequences; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sequences TO plumbline_app;


--
-- Name: TABLE sequences_enrolments; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sequences_enrolments TO plumbline_app;


--
-- Name: TABLE sequences_heads_ups; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sequences_heads_ups TO plumbline_app;


--
-- Name: TABLE sequences_senders; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sequences_senders TO plumbline_app;


--
-- Name: TABLE sequences_steps; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sequences_steps TO plumbline_app;


--
-- Name: TABLE shares_links; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.shares_links TO plumbline_app;


--
-- Name: TABLE site_contact_messages; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.site_contact_messages TO plumbline_app;


--
-- Name: TABLE site_page_views; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.site_page_views TO plumbline_app;


--
-- Name: TABLE site_waitlist_entries; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.site_waitlist_entries TO plumbline_app;


--
-- Name: TABLE sms_messages; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sms_messages TO plumbline_app;


--
-- PostgreSQL database dump complete
--


