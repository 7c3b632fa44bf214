--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

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
begin
  for mark in
    select * from jsonb_to_recordset(p_marks) as marks(
      account_id uuid, id uuid, state text, at timestamptz, next_attempt_at timestamptz, unused boolean,
      via text, failure text, permanent boolean, reason text)
  loop
    perform set_config('app.account_id', mark.account_id::text, true);
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
             next_attempt_at = p_now + make_interval(secs => 10 * greatest(m.attempts - 2, 0))
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
-- Name: sequences_due_accounts(timestamp with time zone, integer); Type: FUNCTION; Schema: public; Owner: -
--

CREATE FUNCTION public.sequences_due_accounts(at timestamp with time zone, at_most integer) RETURNS SETOF uuid
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'public', 'pg_temp'
    AS $$
  select account_id from sequences_steps where state = 'waiting' and due_at <= at
  group by account_id order by min(due_at) limit at_most
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
-- Name: queue_stats_20261120; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.queue_stats_20261120 (
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
-- Name: queue_stats_20261121; Type: TABLE; Schema: pgboss; Owner: -
--

CREATE TABLE pgboss.queue_stats_20261121 (
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
-- Name: businesses_accounts; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.businesses_accounts (
    account_id uuid NOT NULL,
    name text,
    postal_address text,
    zone text,
    reply_address text,
    created_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.businesses_accounts FORCE ROW LEVEL SECURITY;


--
-- Name: businesses_members; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.businesses_members (
    account_id uuid NOT NULL,
    user_id uuid NOT NULL,
    role text NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.businesses_members FORCE ROW LEVEL SECURITY;


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
    updated_at timestamp(3) with time zone NOT NULL
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
    unsubscribed_at timestamp(3) with time zone
);

ALTER TABLE ONLY public.leads FORCE ROW LEVEL SECURITY;


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
    at timestamp(3) with time zone NOT NULL
);

ALTER TABLE ONLY public.leads_consents FORCE ROW LEVEL SECURITY;


--
-- Name: leads_inbound_mails; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.leads_inbound_mails (
    id uuid NOT NULL,
    hash text NOT NULL,
    raw text NOT NULL,
    received_at timestamp(3) with time zone NOT NULL,
    read_at timestamp(3) with time zone
);


--
-- Name: leads_pages; Type: TABLE; Schema: public; Owner: -
--

CREATE TABLE public.leads_pages (
    account_id uuid NOT NULL,
    id uuid NOT NULL,
    slug text NOT NULL,
    offer jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL,
    closed_at timestamp(3) with time zone
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
    page_id uuid NOT NULL,
    at timestamp(3) with time zone NOT NULL,
    source jsonb NOT NULL
);

ALTER TABLE ONLY public.leads_touches FORCE ROW LEVEL SECURITY;


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
    created_at timestamp(3) with time zone NOT NULL
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
    kept_as uuid
);


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
);

ALTER TABLE ONLY public.mail_messages FORCE ROW LEVEL SECURITY;


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
    page_id uuid NOT NULL,
    steps jsonb NOT NULL,
    created_at timestamp(3) with time zone NOT NULL
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
    stop_reason text
);

ALTER TABLE ONLY public.sequences_enrolments FORCE ROW LEVEL SECURITY;


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
    decided_at timestamp(3) with time zone
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
-- Name: job_common; Type: TABLE ATTACH; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.job ATTACH PARTITION pgboss.job_common DEFAULT;


--
-- Name: queue_stats_20261120; Type: TABLE ATTACH; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats ATTACH PARTITION pgboss.queue_stats_20261120 FOR VALUES FROM ('2026-11-20 00:00:00+00') TO ('2026-11-21 00:00:00+00');


--
-- Name: queue_stats_20261121; Type: TABLE ATTACH; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats ATTACH PARTITION pgboss.queue_stats_20261121 FOR VALUES FROM ('2026-11-21 00:00:00+00') TO ('2026-11-22 00:00:00+00');


--
-- Name: __drizzle_migrations id; Type: DEFAULT; Schema: drizzle; Owner: -
--

ALTER TABLE ONLY drizzle.__drizzle_migrations ALTER COLUMN id SET DEFAULT nextval('drizzle.__drizzle_migrations_id_seq'::regclass);


--
-- Data for Name: __drizzle_migrations; Type: TABLE DATA; Schema: drizzle; Owner: -
--

INSERT INTO drizzle.__drizzle_migrations VALUES
	(1, '16024bd022f4dd06a40c42da627f80525ed9ce878d05b2f7407cf66af4ee68f4', 1795170135932);


--
-- Data for Name: bam; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: job_common; Type: TABLE DATA; Schema: pgboss; Owner: -
--

INSERT INTO pgboss.job_common VALUES
	('400c4d0c-6b1f-4494-b0d3-a3ade34058a3', 'dead-letters', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-20 11:09:19.160457+00', '2026-11-20 11:09:19.160457+00', NULL, NULL, '2026-12-04 11:09:19.160457+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('6f2c29cc-0701-47e5-8613-4fa16ec7d110', 'leads.read-mail', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-20 11:09:19.160457+00', '2026-11-20 11:09:19.160457+00', NULL, NULL, '2026-12-04 11:09:19.160457+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('c66aea43-921b-4661-9417-7d036a04d1e6', 'leads.forget-mails', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-20 11:09:19.160457+00', '2026-11-20 11:09:19.160457+00', NULL, NULL, '2026-12-04 11:09:19.160457+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL),
	('8d6dae15-76aa-4ca7-9d0f-7e4fc03e500e', 'magnets.purge-drafts', 0, '{"from": "the fixture"}', 'created', 2, 0, 0, false, NULL, 900, 604800, NULL, NULL, NULL, NULL, '2026-11-20 11:09:19.160457+00', '2026-11-20 11:09:19.160457+00', NULL, NULL, '2026-12-04 11:09:19.160457+00', NULL, NULL, NULL, NULL, NULL, false, false, 0, NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: job_dependency; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: queue; Type: TABLE DATA; Schema: pgboss; Owner: -
--

INSERT INTO pgboss.queue VALUES
	('dead-letters', 'standard', 2, 0, false, NULL, 900, 7776000, 604800, NULL, false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', NULL, false, NULL, NULL, NULL, NULL, '2026-11-20 11:09:16.516574+00', '2026-11-20 11:09:16.516574+00'),
	('leads.read-mail', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-20 11:09:16.52231+00', '2026-11-20 11:09:16.52231+00'),
	('leads.forget-mails', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-20 11:09:16.523328+00', '2026-11-20 11:09:16.523328+00'),
	('magnets.purge-drafts', 'standard', 8, 2, true, 3600, 900, 1209600, 604800, 'dead-letters', false, 'job_common', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, NULL, NULL, '{}', 30, false, NULL, NULL, NULL, NULL, '2026-11-20 11:09:16.523971+00', '2026-11-20 11:09:16.523971+00');


--
-- Data for Name: queue_stats_20261120; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: queue_stats_20261121; Type: TABLE DATA; Schema: pgboss; Owner: -
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
	(43, NULL, '2026-11-20 11:09:16.529223+00', NULL, NULL, NULL);


--
-- Data for Name: warning; Type: TABLE DATA; Schema: pgboss; Owner: -
--



--
-- Data for Name: businesses_accounts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.businesses_accounts VALUES
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', 'Summit Deck & Fence', '1200 Example Street (an example address)
Denver, CO 80202', 'America/Denver', 'dana@summit-deck.example', '2026-10-29 14:00:00+00');


--
-- Data for Name: businesses_members; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.businesses_members VALUES
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7b68-7f08-89f2-3b45a150fa2c', 'owner', '2026-10-29 14:00:00+00');


--
-- Data for Name: identity_credentials; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.identity_credentials VALUES
	('01a1f8a5-7b8a-7102-a183-b618ca808f7c', '01a1f8a5-7b68-7f08-89f2-3b45a150fa2c', 'credential', '01a1f8a5-7b68-7f08-89f2-3b45a150fa2c', '8cac88929adf5bc76c011eded2cbb255:b5b5e5e6e57292fe8f81b06ffca717850d1e5334b81be294142ffe54a04b00cb2ab7ce9e2b579dcda5f665c6243eb22fdebd3f61f63da6f5fab4f5903a632765', NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-20 11:09:17.065+00', '2026-11-20 11:09:17.065+00');


--
-- Data for Name: identity_sessions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.identity_sessions VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', '01a1f8a5-7b68-7f08-89f2-3b45a150fa2c', 'token 1', '9999-12-31 23:59:59.001+00', 'ip_address 1', 'user_agent 1', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00'),
	('e25f687f-ebff-725a-8272-9d50f3d06052', '01a1f8a5-7b68-7f08-89f2-3b45a150fa2c', 'token 2', '2026-11-01 06:30:00.999+00', 'ip_address 2', 'user_agent 2', '1970-01-01 00:00:00+00', '2026-11-01 06:30:00.999+00'),
	('29ce00fc-76af-7b76-82eb-a98069f5c4ef', '01a1f8a5-7b68-7f08-89f2-3b45a150fa2c', 'token 3', '1970-01-01 00:00:00+00', 'ip_address 3', 'user_agent 3', '2026-03-08 02:30:00.123+00', '1970-01-01 00:00:00+00');


--
-- Data for Name: identity_users; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.identity_users VALUES
	('01a1f8a5-7b68-7f08-89f2-3b45a150fa2c', '', 'dana@summit-deck.example', true, NULL, '2026-11-20 11:09:17.031+00', '2026-11-20 11:09:17.115+00');


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
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7f6b-7b09-9f0b-bd2a4a6a859d', 'Marcus Bell', 'marcus.bell@mail.example', '2026-10-30 15:12:00+00', NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7fbb-78b2-8b5d-4e4279e4eaa5', 'Aisha Rahman', 'aisha.rahman@mail.example', '2026-11-01 00:41:00+00', NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8007-729c-a579-914512bd701f', 'Tom and Ellen Vogel', 'vogels@home.example', '2026-11-02 17:27:00+00', '2026-11-03 15:14:00+00', NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8070-7ec1-b7db-4e9e7fef8be0', 'Priya Natarajan', 'priya.n@studio.example', '2026-11-03 20:05:00+00', NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-809a-7c52-b6d3-1f65e9898dc3', 'Jorge Castillo', 'jorge@castillo-hvac.example', '2026-11-05 14:48:00+00', NULL, '2026-11-06 19:14:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8102-771e-93c0-f1417a514adb', 'Hannah Lindqvist', 'hannah.lindqvist@mail.example', '2026-11-07 03:16:00+00', NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-815d-7d63-8281-cd43862b485c', 'Chloe Mercer', 'chloe.mercer@tpyo.example', '2026-11-09 22:02:00+00', NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-818e-79c3-8d7a-c9f23bd40384', 'Sam Whitehorse', 'sam@whitehorse.example', '2026-11-11 19:20:00+00', '2026-11-12 16:14:00+00', NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-81df-7baf-ba78-e46ba28259c9', 'Beatriz Alves', 'beatriz.alves@mail.example', '2026-11-13 15:55:00+00', NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-812e-7787-982a-731ec2428042', 'Ray Okafor', 'ray.okafor@mail.example', '2026-11-08 18:33:00+00', '2026-11-14 00:14:00+00', NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8200-736f-bc46-54356fc6e694', 'Noah Feldman', 'noah.feldman@law.example', '2026-11-15 04:37:00+00', NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8249-7a76-9e6f-ff9f0253f0dd', 'Grace Kim', 'grace.kim@mail.example', '2026-11-16 23:09:00+00', NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-82f9-7ab3-8637-00a7b2065dda', 'Olu Adeyemi', 'olu@adeyemi.example', '2026-11-19 17:44:00+00', NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8325-7374-b9aa-5609cd630e94', 'Wendy Tran', 'wendy.tran@mail.example', '2026-11-20 18:35:00+00', NULL, NULL);


--
-- Data for Name: leads_consents; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_consents VALUES
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7f6b-73cb-9bfe-4afd1848c10d', '01a1f8a5-7f6b-7b09-9f0b-bd2a4a6a859d', '2026-11', 'Email me "9 questions to ask before you hire a deck builder" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence', '2026-10-30 15:12:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7fbb-77e5-94ca-ef4be5229573', '01a1f8a5-7fbb-78b2-8b5d-4e4279e4eaa5', '2026-11', 'Email me "9 questions to ask before you hire a deck builder" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence', '2026-11-01 00:41:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8007-73d3-b1bd-0c91cf3425b6', '01a1f8a5-8007-729c-a579-914512bd701f', '2026-11', 'Email me "9 questions to ask before you hire a deck builder" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence', '2026-11-02 17:27:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8070-7acb-abe8-8d56c232410b', '01a1f8a5-8070-7ec1-b7db-4e9e7fef8be0', '2026-11', 'Email me "9 questions to ask before you hire a deck builder" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence', '2026-11-03 20:05:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-809a-7ca1-b3f6-410f0ddff5c3', '01a1f8a5-809a-7c52-b6d3-1f65e9898dc3', '2026-11', 'Email me "Privacy fences that still stand after ten winters" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence-2', '2026-11-05 14:48:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8102-7314-b8ed-ece06002c318', '01a1f8a5-8102-771e-93c0-f1417a514adb', '2026-11', 'Email me "Privacy fences that still stand after ten winters" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence-2', '2026-11-07 03:16:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-812e-77f0-a075-401d6adf2fc7', '01a1f8a5-812e-7787-982a-731ec2428042', '2026-11', 'Email me "9 questions to ask before you hire a deck builder" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence', '2026-11-08 18:33:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-815d-7726-bda7-d862140edb4f', '01a1f8a5-815d-7d63-8281-cd43862b485c', '2026-11', 'Email me "Privacy fences that still stand after ten winters" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence-2', '2026-11-09 22:02:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-818e-7378-b626-18259c13e130', '01a1f8a5-818e-79c3-8d7a-c9f23bd40384', '2026-11', 'Email me "9 questions to ask before you hire a deck builder" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence', '2026-11-11 19:20:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-81d1-72f7-8236-ece0ea0015d1', '01a1f8a5-812e-7787-982a-731ec2428042', '2026-11', 'Email me "9 questions to ask before you hire a deck builder" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence', '2026-11-12 02:14:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-81df-7d21-a558-4762c66b0528', '01a1f8a5-81df-7baf-ba78-e46ba28259c9', '2026-11', 'Email me "Privacy fences that still stand after ten winters" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence-2', '2026-11-13 15:55:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8200-78ba-abe8-8e3c1b6b7328', '01a1f8a5-8200-736f-bc46-54356fc6e694', '2026-11', 'Email me "9 questions to ask before you hire a deck builder" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence', '2026-11-15 04:37:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8249-731e-83bc-4e26bbbaae15', '01a1f8a5-8249-7a76-9e6f-ff9f0253f0dd', '2026-11', 'Email me "Privacy fences that still stand after ten winters" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence-2', '2026-11-16 23:09:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-82f9-7a69-bee4-8f8ffe4ea29b', '01a1f8a5-82f9-7ab3-8637-00a7b2065dda', '2026-11', 'Email me "9 questions to ask before you hire a deck builder" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence', '2026-11-19 17:44:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8325-788b-b713-0603dc739b6d', '01a1f8a5-8325-7374-b9aa-5609cd630e94', '2026-11', 'Email me "9 questions to ask before you hire a deck builder" and a few follow-up notes from Summit Deck & Fence. I can unsubscribe at any time.', '/p/summit-deck-and-fence', '2026-11-20 18:35:00+00');


--
-- Data for Name: leads_inbound_mails; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_inbound_mails VALUES
	('358b05c8-0a46-79d3-8fd5-a831152b964c', 'hash 1', 'raw 1', '9999-12-31 23:59:59.001+00', '2026-03-08 02:30:00.123+00'),
	('e25f687f-ebff-725a-8272-9d50f3d06052', 'hash 2', 'raw 2', '2026-11-01 06:30:00.999+00', '9999-12-31 23:59:59.001+00'),
	('629ce00f-c76a-7fb7-862e-ba98069f5c4e', 'hash 3', 'raw 3', '1970-01-01 00:00:00+00', '2026-11-01 06:30:00.999+00');


--
-- Data for Name: leads_pages; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_pages VALUES
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7ed7-7139-a86a-7f03b5ec0f09', 'summit-deck-and-fence', '{"file": "01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/e6/e6566de451f2e5d350bcf6cd9e280268f484051dbd0098415e230314a3169238.pdf", "kind": "magnet", "title": "9 questions to ask before you hire a deck builder", "promise": "What to look at, what to ask and what to have in writing before the first post goes into the ground.", "fileName": "9-questions-to-ask-before-you-hire-a-deck-builder.pdf", "magnetId": "01a1f8a5-7c24-7c39-9698-76d22cc98f24"}', '2026-10-29 14:00:00+00', NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7f57-7ec6-ab96-5b141642a8bb', 'summit-deck-and-fence-2', '{"file": "01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/2d/2d573a5c348c820e19f99d14e226c845e73689a8c59e3e9397e14cacb450cc8e.pdf", "kind": "magnet", "title": "Privacy fences that still stand after ten winters", "promise": "What wood and composite boards need from you, what they don''t need, and when to call somebody.", "fileName": "privacy-fences-that-still-stand-after-ten-winters.pdf", "magnetId": "01a1f8a5-7ee9-7d4e-b88f-95bb78cc07e3"}', '2026-10-29 14:00:00+00', NULL);


--
-- Data for Name: leads_replies; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_replies VALUES
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-804d-7702-9f88-c88bcd260d3f', '01a1f8a5-8007-729c-a579-914512bd701f', 'mail', '2026-11-03 15:14:00+00', '<01a1f8a5-8007-729c-a579-914512bd701f@mail.example>', 'Re: your guide', 'Hi Dana,

question 4 about the ledger board got us. Ours is nailed, not bolted. Could you come and have a look next week? Any afternoon works.

Ellen'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-81da-7d55-b5bf-a07c37f0169c', '01a1f8a5-818e-79c3-8d7a-c9f23bd40384', 'owner', '2026-11-12 16:14:00+00', NULL, NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-81fd-7c48-ba51-886daa7ac327', '01a1f8a5-812e-7787-982a-731ec2428042', 'mail', '2026-11-14 00:14:00+00', '<01a1f8a5-812e-7787-982a-731ec2428042@mail.example>', 'Composite or cedar', 'Read it twice. We face south-west and it gets hot out there. Would you still go with cedar? Happy to send pictures.');


--
-- Data for Name: leads_slugs; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_slugs VALUES
	('summit-deck-and-fence', '01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7ed7-7139-a86a-7f03b5ec0f09'),
	('summit-deck-and-fence-2', '01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7f57-7ec6-ab96-5b141642a8bb');


--
-- Data for Name: leads_suppressions; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_suppressions VALUES
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '7_zwapQQ1boQtDb4t5O4UM_PBvq4G5gTzhzqoIjkAW4', 'unsubscribed', '2026-11-06 19:14:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', 'CqEf_EiCLukWw5-UtjnX3OiyfCj9ebvVU1tajkRJiuM', 'bad_address', '2026-11-09 22:02:00+00');


--
-- Data for Name: leads_touches; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.leads_touches VALUES
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7f6b-73cb-9bfe-4afd1848c10d', '01a1f8a5-7f6b-7b09-9f0b-bd2a4a6a859d', '01a1f8a5-7ed7-7139-a86a-7f03b5ec0f09', '2026-10-30 15:12:00+00', '{"utm_source": "card"}'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7fbb-77e5-94ca-ef4be5229573', '01a1f8a5-7fbb-78b2-8b5d-4e4279e4eaa5', '01a1f8a5-7ed7-7139-a86a-7f03b5ec0f09', '2026-11-01 00:41:00+00', '{"utm_medium": "email", "utm_source": "signature"}'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8007-73d3-b1bd-0c91cf3425b6', '01a1f8a5-8007-729c-a579-914512bd701f', '01a1f8a5-7ed7-7139-a86a-7f03b5ec0f09', '2026-11-02 17:27:00+00', '{"referrer": "nextdoor.com"}'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8070-7acb-abe8-8d56c232410b', '01a1f8a5-8070-7ec1-b7db-4e9e7fef8be0', '01a1f8a5-7ed7-7139-a86a-7f03b5ec0f09', '2026-11-03 20:05:00+00', '{"referrer": "www.google.com"}'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-809a-7ca1-b3f6-410f0ddff5c3', '01a1f8a5-809a-7c52-b6d3-1f65e9898dc3', '01a1f8a5-7f57-7ec6-ab96-5b141642a8bb', '2026-11-05 14:48:00+00', '{"utm_source": "card"}'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8102-7314-b8ed-ece06002c318', '01a1f8a5-8102-771e-93c0-f1417a514adb', '01a1f8a5-7f57-7ec6-ab96-5b141642a8bb', '2026-11-07 03:16:00+00', '{"referrer": "www.google.com"}'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-812e-77f0-a075-401d6adf2fc7', '01a1f8a5-812e-7787-982a-731ec2428042', '01a1f8a5-7ed7-7139-a86a-7f03b5ec0f09', '2026-11-08 18:33:00+00', '{"utm_medium": "email", "utm_source": "signature"}'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-815d-7726-bda7-d862140edb4f', '01a1f8a5-815d-7d63-8281-cd43862b485c', '01a1f8a5-7f57-7ec6-ab96-5b141642a8bb', '2026-11-09 22:02:00+00', '{"referrer": "nextdoor.com"}'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-818e-7378-b626-18259c13e130', '01a1f8a5-818e-79c3-8d7a-c9f23bd40384', '01a1f8a5-7ed7-7139-a86a-7f03b5ec0f09', '2026-11-11 19:20:00+00', '{"utm_source": "card"}'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-81d1-72f7-8236-ece0ea0015d1', '01a1f8a5-812e-7787-982a-731ec2428042', '01a1f8a5-7ed7-7139-a86a-7f03b5ec0f09', '2026-11-12 02:14:00+00', '{"utm_medium": "email", "utm_source": "signature"}'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-81df-7d21-a558-4762c66b0528', '01a1f8a5-81df-7baf-ba78-e46ba28259c9', '01a1f8a5-7f57-7ec6-ab96-5b141642a8bb', '2026-11-13 15:55:00+00', '{"referrer": "www.google.com"}'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8200-78ba-abe8-8e3c1b6b7328', '01a1f8a5-8200-736f-bc46-54356fc6e694', '01a1f8a5-7ed7-7139-a86a-7f03b5ec0f09', '2026-11-15 04:37:00+00', '{"referrer": "www.google.com"}'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8249-731e-83bc-4e26bbbaae15', '01a1f8a5-8249-7a76-9e6f-ff9f0253f0dd', '01a1f8a5-7f57-7ec6-ab96-5b141642a8bb', '2026-11-16 23:09:00+00', '{"referrer": "nextdoor.com"}'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-82f9-7a69-bee4-8f8ffe4ea29b', '01a1f8a5-82f9-7ab3-8637-00a7b2065dda', '01a1f8a5-7ed7-7139-a86a-7f03b5ec0f09', '2026-11-19 17:44:00+00', '{"utm_medium": "email", "utm_source": "signature"}'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8325-788b-b713-0603dc739b6d', '01a1f8a5-8325-7374-b9aa-5609cd630e94', '01a1f8a5-7ed7-7139-a86a-7f03b5ec0f09', '2026-11-20 18:35:00+00', '{"utm_source": "card"}');


--
-- Data for Name: magnets; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.magnets VALUES
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7c24-7c39-9698-76d22cc98f24', '9 questions to ask before you hire a deck builder', '{"goal": "Book a free site visit", "name": "Dana Whitfield", "tone": "Friendly", "email": "dana@summit-deck.example", "topic": "9 questions to ask before you hire a deck builder", "company": "Summit Deck & Fence", "product": "Cedar and composite decks for sloped yards", "targetAudience": "Homeowners in Denver with a sloped yard"}', '{"about": {"heading": "Who made this guide", "paragraphs": ["Dana Whitfield of Summit Deck & Fence put these pages together for homeowners in Denver with a sloped yard. What Summit Deck & Fence does: Cedar and composite decks for sloped yards.", "Try them on us first: ask about footings, ledgers and gates, and hold the answers against this guide."]}, "title": "9 questions to ask before you hire a deck builder", "opening": {"points": [{"text": "Get the delivery date of the boards in writing, and let the builder start when the lumber is in the yard.", "title": "A half-built deck will sit there all season."}, {"text": "Send the drawing, the height and the color for approval before you sign with a builder, and keep the letter.", "title": "The homeowners'' association will say no."}, {"text": "Name the gap you can live with at the ground and have it drawn, because soil slopes and fences don''t bend by themselves.", "title": "My dog will be under it within a week."}], "heading": "Before the first hole", "paragraphs": ["A yard changes how a family spends its summer, and it would be a shame to spend that summer waiting on a gate that won''t latch. Here''s what to think through before you say yes to Cedar and composite decks for sloped yards.", "Keep the question from the cover in mind as you read, since soil, sun and slope answer it differently in every yard.", "Take this guide outdoors and read it standing up, in the part of the yard you want to use. Note where the afternoon sun lands, where water stands after rain and which way the neighbors look."]}, "promise": "What to look at, what to ask and what to have in writing before the first post goes into the ground.", "readers": "For homeowners in Denver with a sloped yard", "version": 1, "nextStep": {"contact": {"name": "Dana Whitfield", "email": "dana@summit-deck.example", "company": "Summit Deck & Fence"}, "heading": "Book a free site visit", "paragraphs": ["Write to Dana at dana@summit-deck.example with your street, a photo from the back door and a photo toward the house from the far end of the yard. Suggest a visit to the yard, and say which evenings you are outdoors anyway."]}, "playbook": "deck-fence", "sections": [{"todo": "Send every builder these four words, footings, post feet, ledger and fasteners, and ask for one written line on each.", "points": [{"text": "How deep and how wide are the holes, what goes into them, and who checks them before concrete covers the evidence?", "title": "Footings"}, {"text": "Wood that sits in concrete or soil stays wet, so ask what lifts the post or protects its end.", "title": "Post feet"}, {"text": "Where a deck meets the house it needs bolts or structural screws, plus flashing that leads the rain out over the siding.", "title": "Ledger"}, {"text": "Treated lumber eats plain steel, and the screws and hangers have to be rated for it.", "title": "Fasteners"}], "heading": "Compare what you won''t see later", "paragraphs": ["Two bids can show the same boards and describe two different decks, because most of what lasts is covered in the end. Ask each builder to describe the same four hidden parts."]}, {"todo": "Send the three that fit your yard best by email, and keep the answers with the drawing.", "points": [{"text": "Someone who builds in your town knows the rule for height and setback and has the waiting time in the plan.", "title": "Does this deck or fence need a permit, and who applies?"}, {"text": "Two prices for the same deck show you what the boards cost and what the frame costs.", "title": "Can you price it in wood and in composite?"}, {"text": "An honest builder names the chore and the month, even for boards that are sold as carefree.", "title": "What will it need from me each year?"}, {"text": "A survey or a surveyor is the right answer, since a builder who guesses leaves you with the neighbor''s bill.", "title": "Who marks the lot line?"}, {"text": "Listen for bolts or structural screws, for flashing, and for a look behind the siding first.", "title": "How will the deck be fixed to my house?"}, {"text": "Visit it, open its gate and look along the line of the posts.", "title": "Is there a deck or fence of yours nearby that is a few winters old?"}, {"text": "Good bids name a price per hole or per hour, so that a hard spot in the yard doesn''t stop the job.", "title": "What happens if you hit rock or roots?"}, {"text": "The answer should mention frost, soil and the local code, and it should be in the bid as a number.", "title": "How deep will the footings be, and why that deep?"}, {"text": "Nobody who is proud of a frame will mind ten minutes of your time.", "title": "May I see the frame before the boards go on?"}], "heading": "Ask these before anyone digs", "paragraphs": ["Builders who set posts for a living like these questions, because the answers show work that nobody sees later."]}, {"todo": "Ask for two of these before you agree on a start date, and look at them with the bid in your other hand.", "points": [{"text": "They differ, because the maker covers the composite and the builder covers the way it was put down.", "title": "The warranty on boards and the one on labor"}, {"text": "Look it up under the name that stands on the bid, and check that it is current for deck building.", "title": "A license or registration, where your state asks for one"}, {"text": "It names posts, beams and spans, and an inspector has had the chance to object.", "title": "The drawing that went to the building office"}, {"text": "They show that this builder knows how to draw a fence for people who say no for a hobby.", "title": "Letters of approval from associations"}], "heading": "Proof that the hidden parts are right", "paragraphs": ["Photos of new boards prove little, so ask a deck or fence builder for pictures and papers from the weeks before the boards."]}, {"todo": "Look for the one that is closest to your plan, and settle it with the builder in writing.", "points": [{"text": "Solve standing water first, because a deck over a wet spot rots from below.", "title": "Building before the drain is fixed."}, {"text": "Gaps between boards and a slope away from the house give the water its own way out.", "title": "Forgetting where the snow and the rain will go."}, {"text": "A ledger needs bolts or structural screws and flashing above them, because nails pull out under load.", "title": "Nailing the deck to the house."}, {"text": "Get it anyway, since a buyer''s inspector will ask who looked at the frame.", "title": "Skipping the permit because the yard is private."}, {"text": "Give gate posts deeper holes and a heavier size than the rest of the fence.", "title": "Hanging a wide gate on a light post."}], "heading": "Shortcuts that show after two winters", "paragraphs": ["None of these can be seen on the day the builder drives off, which is why they are so common in yards everywhere."]}], "checklist": {"intro": "Carry this page outdoors, and tick a box only when you have seen the thing in the yard or have it from the builder in writing.", "groups": [{"items": ["Show the neighbors the string where the fence or deck will stand", "Watch where sun and standing water fall on the lawn", "Note trees, sprinklers and drains near every post hole", "Measure the height from the ground to the door sill"], "heading": "Out in the yard"}, {"items": ["Ask the building office about permit, height and setbacks", "Get at least two bids for the same drawing of the deck or fence", "Have ledger, flashing and fasteners named in the bid", "Read the board warranty beside the labor warranty"], "heading": "Before you sign"}, {"items": ["Look at the ledger and its flashing", "Confirm that utility lines were marked before the first hole", "Photograph each footing with a tape measure in it", "Check that the cut ends of treated wood are sealed"], "heading": "Before boards hide the frame"}, {"items": ["Collect the permit card, the warranties and the board labels", "Walk the lawn barefoot for screws", "Lean on every railing and bounce on each stair", "Ask which stain or cleaner suits the wood, and when to use it"], "heading": "Before the last payment"}], "heading": "Your deck and fence checklist"}, "todoLabel": "Worth ten minutes"}', '01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/e6/e6566de451f2e5d350bcf6cd9e280268f484051dbd0098415e230314a3169238.pdf', '9473a9700d0cbd66599e3974678c94996e39a5b16eb1a41653d930e13fbcf82d', '2026-10-29 14:00:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7ee9-7d4e-b88f-95bb78cc07e3', 'Privacy fences that still stand after ten winters', '{"goal": "Ask for a fence estimate", "name": "Dana Whitfield", "tone": "Plain", "email": "dana@summit-deck.example", "topic": "Privacy fences that still stand after ten winters", "company": "Summit Deck & Fence", "product": "Privacy fences and gates", "targetAudience": "Families in Denver and Aurora"}', '{"about": {"heading": "Who made this guide", "paragraphs": ["Dana Whitfield of Summit Deck & Fence put these pages together for families in Denver and Aurora. What Summit Deck & Fence does: Privacy fences and gates.", "Try them on us first: ask about footings, ledgers and gates, and hold the answers against this guide."]}, "title": "Privacy fences that still stand after ten winters", "opening": {"points": [{"text": "Have the lot line marked from a survey before a post is set, and show the neighbors the string before the holes.", "title": "The fence will end up on the neighbor''s land."}, {"text": "Frost lifts posts that are too shallow, which is why footing depth belongs in the bid and in your photos.", "title": "Posts will heave or lean after a winter."}, {"text": "Name the gap you can live with at the ground and have it drawn, because soil slopes and fences don''t bend by themselves.", "title": "My dog will be under it within a week."}], "heading": "Before the first hole", "paragraphs": ["What you see of a deck or fence is boards, and what decides how long it stands is underground or out of sight. These pages show you how to look at posts, fasteners and footings before you pay for Privacy fences and gates.", "We chose these pages with one subject in mind: Privacy fences that still stand after ten winters. Where your yard differs, the order of the questions stays the same.", "Take this guide outdoors and read it standing up, in the part of the yard you want to use. Note where the afternoon sun lands, where water stands after rain and which way the neighbors look."]}, "promise": "What wood and composite boards need from you, what they don''t need, and when to call somebody.", "readers": "For families in Denver and Aurora", "version": 1, "nextStep": {"contact": {"name": "Dana Whitfield", "email": "dana@summit-deck.example", "company": "Summit Deck & Fence"}, "heading": "Ask for a fence estimate", "paragraphs": ["Email Dana at dana@summit-deck.example with rough measurements, two photos of the yard and the boards you have in mind. The bid you want lists footings, frame, boards, railing and gates one by one, so say so."]}, "playbook": "deck-fence", "sections": [{"todo": "Show your neighbors the drawing of the fence and the string in the grass, and keep their answer in an email.", "points": [], "heading": "Fences make neighbors, good or bad", "paragraphs": ["Talk to the people on the other side before you pick a fence. They can''t choose for you, but they can tell you where water runs, who planted that tree and whether they would share a gate.", "Pools, dogs and small children each set their own rules for a fence. A pool fence usually has to meet a local code for height, gaps and self-closing gates, and a digging dog cares about the ground more than about the pickets.", "Gates fail first, because they are the only part that moves. Ask for a braced frame, posts that are heavier than the others and hinges you can adjust."]}, {"todo": "Take one photo of every post foot, the ledger along the house and both sides of the stairs, and write the date on the list.", "points": [], "heading": "Read an old deck or fence from below", "paragraphs": ["Begin under the deck, with a flashlight and a screwdriver. Push the tip into posts, joists and the board that is fixed to the house, and note every spot where the wood gives way.", "Look at the metal next, since fasteners often go before the boards do. Rust streaks, nails where there should be bolts and hangers with empty holes are all good reasons to call a builder.", "Then shake every railing that people lean on. A rail that moves, a stair that bounces or a gate post that rocks in its hole will not mend itself, and each of them is a small job while it is still only one."]}, {"todo": "Look for the one that is closest to your plan, and settle it with the builder in writing.", "points": [{"text": "Solve standing water first, because a deck over a wet spot rots from below.", "title": "Building before the drain is fixed."}, {"text": "Get it anyway, since a buyer''s inspector will ask who looked at the frame.", "title": "Skipping the permit because the yard is private."}, {"text": "Give gate posts deeper holes and a heavier size than the rest of the fence.", "title": "Hanging a wide gate on a light post."}, {"text": "Old fences wander, so start from a survey and pull a new string.", "title": "Trusting the old fence as the lot line."}, {"text": "Watch the path people already take across the lawn, and let the steps land there.", "title": "Putting stairs where nobody walks."}], "heading": "Shortcuts that show after two winters", "paragraphs": ["None of these can be seen on the day the builder drives off, which is why they are so common in yards everywhere."]}, {"todo": "Lay this list beside your bid and circle the deck or fence word that you can''t find in it.", "points": [{"text": "A metal foot that keeps wood out of standing water.", "title": "Post base"}, {"text": "The concrete under a post that spreads its load and reaches below frost.", "title": "Footing"}, {"text": "The board that carries the deck where it meets the house.", "title": "Ledger"}, {"text": "One of the beams in a row that carry the boards.", "title": "Joist"}, {"text": "A grade of treated lumber that may touch soil.", "title": "Ground contact"}, {"text": "A metal cradle that holds a joist; every nail hole in it counts.", "title": "Joist hanger"}], "heading": "Deck and fence words, out of the mud", "paragraphs": ["A bid for a deck or fence is short, so every word in it carries weight, and some of them decide how long the posts will stand."]}], "checklist": {"intro": "Carry this page outdoors, and tick a box only when you have seen the thing in the yard or have it from the builder in writing.", "groups": [{"items": ["Show the neighbors the string where the fence or deck will stand", "Watch where sun and standing water fall on the lawn", "Measure the height from the ground to the door sill", "Find your survey and mark the lot lines"], "heading": "Out in the yard"}, {"items": ["Get at least two bids for the same drawing of the deck or fence", "Send the drawing to the association, if the yard has one", "Read the board warranty beside the labor warranty", "See footing depth written as a number"], "heading": "Before you sign"}, {"items": ["Photograph each footing with a tape measure in it", "Count the filled holes in a few joist hangers", "Confirm that utility lines were marked before the first hole", "Check that the cut ends of treated wood are sealed"], "heading": "Before boards hide the frame"}, {"items": ["Open and close all gates ten times", "Sight along the posts from both ends of the fence", "Lean on every railing and bounce on each stair", "Collect the permit card, the warranties and the board labels"], "heading": "Before the last payment"}], "heading": "Your deck and fence checklist"}, "todoLabel": "Do this next"}', '01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/2d/2d573a5c348c820e19f99d14e226c845e73689a8c59e3e9397e14cacb450cc8e.pdf', 'c0c97b6c625f3f22364f2b0a5f70b199677d7389bae92840b552fddcdeecfe9d', '2026-10-29 14:00:00+00');


--
-- Data for Name: magnets_drafts; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.magnets_drafts VALUES
	('9473a9700d0cbd66599e3974678c94996e39a5b16eb1a41653d930e13fbcf82d', '{"goal": "Book a free site visit", "name": "Dana Whitfield", "tone": "Friendly", "email": "dana@summit-deck.example", "topic": "9 questions to ask before you hire a deck builder", "company": "Summit Deck & Fence", "product": "Cedar and composite decks for sloped yards", "targetAudience": "Homeowners in Denver with a sloped yard"}', '{"about": {"heading": "Who made this guide", "paragraphs": ["Dana Whitfield of Summit Deck & Fence put these pages together for homeowners in Denver with a sloped yard. What Summit Deck & Fence does: Cedar and composite decks for sloped yards.", "Try them on us first: ask about footings, ledgers and gates, and hold the answers against this guide."]}, "title": "9 questions to ask before you hire a deck builder", "opening": {"points": [{"text": "Get the delivery date of the boards in writing, and let the builder start when the lumber is in the yard.", "title": "A half-built deck will sit there all season."}, {"text": "Send the drawing, the height and the color for approval before you sign with a builder, and keep the letter.", "title": "The homeowners'' association will say no."}, {"text": "Name the gap you can live with at the ground and have it drawn, because soil slopes and fences don''t bend by themselves.", "title": "My dog will be under it within a week."}], "heading": "Before the first hole", "paragraphs": ["A yard changes how a family spends its summer, and it would be a shame to spend that summer waiting on a gate that won''t latch. Here''s what to think through before you say yes to Cedar and composite decks for sloped yards.", "Keep the question from the cover in mind as you read, since soil, sun and slope answer it differently in every yard.", "Take this guide outdoors and read it standing up, in the part of the yard you want to use. Note where the afternoon sun lands, where water stands after rain and which way the neighbors look."]}, "promise": "What to look at, what to ask and what to have in writing before the first post goes into the ground.", "readers": "For homeowners in Denver with a sloped yard", "version": 1, "nextStep": {"contact": {"name": "Dana Whitfield", "email": "dana@summit-deck.example", "company": "Summit Deck & Fence"}, "heading": "Book a free site visit", "paragraphs": ["Write to Dana at dana@summit-deck.example with your street, a photo from the back door and a photo toward the house from the far end of the yard. Suggest a visit to the yard, and say which evenings you are outdoors anyway."]}, "playbook": "deck-fence", "sections": [{"todo": "Send every builder these four words, footings, post feet, ledger and fasteners, and ask for one written line on each.", "points": [{"text": "How deep and how wide are the holes, what goes into them, and who checks them before concrete covers the evidence?", "title": "Footings"}, {"text": "Wood that sits in concrete or soil stays wet, so ask what lifts the post or protects its end.", "title": "Post feet"}, {"text": "Where a deck meets the house it needs bolts or structural screws, plus flashing that leads the rain out over the siding.", "title": "Ledger"}, {"text": "Treated lumber eats plain steel, and the screws and hangers have to be rated for it.", "title": "Fasteners"}], "heading": "Compare what you won''t see later", "paragraphs": ["Two bids can show the same boards and describe two different decks, because most of what lasts is covered in the end. Ask each builder to describe the same four hidden parts."]}, {"todo": "Send the three that fit your yard best by email, and keep the answers with the drawing.", "points": [{"text": "Someone who builds in your town knows the rule for height and setback and has the waiting time in the plan.", "title": "Does this deck or fence need a permit, and who applies?"}, {"text": "Two prices for the same deck show you what the boards cost and what the frame costs.", "title": "Can you price it in wood and in composite?"}, {"text": "An honest builder names the chore and the month, even for boards that are sold as carefree.", "title": "What will it need from me each year?"}, {"text": "A survey or a surveyor is the right answer, since a builder who guesses leaves you with the neighbor''s bill.", "title": "Who marks the lot line?"}, {"text": "Listen for bolts or structural screws, for flashing, and for a look behind the siding first.", "title": "How will the deck be fixed to my house?"}, {"text": "Visit it, open its gate and look along the line of the posts.", "title": "Is there a deck or fence of yours nearby that is a few winters old?"}, {"text": "Good bids name a price per hole or per hour, so that a hard spot in the yard doesn''t stop the job.", "title": "What happens if you hit rock or roots?"}, {"text": "The answer should mention frost, soil and the local code, and it should be in the bid as a number.", "title": "How deep will the footings be, and why that deep?"}, {"text": "Nobody who is proud of a frame will mind ten minutes of your time.", "title": "May I see the frame before the boards go on?"}], "heading": "Ask these before anyone digs", "paragraphs": ["Builders who set posts for a living like these questions, because the answers show work that nobody sees later."]}, {"todo": "Ask for two of these before you agree on a start date, and look at them with the bid in your other hand.", "points": [{"text": "They differ, because the maker covers the composite and the builder covers the way it was put down.", "title": "The warranty on boards and the one on labor"}, {"text": "Look it up under the name that stands on the bid, and check that it is current for deck building.", "title": "A license or registration, where your state asks for one"}, {"text": "It names posts, beams and spans, and an inspector has had the chance to object.", "title": "The drawing that went to the building office"}, {"text": "They show that this builder knows how to draw a fence for people who say no for a hobby.", "title": "Letters of approval from associations"}], "heading": "Proof that the hidden parts are right", "paragraphs": ["Photos of new boards prove little, so ask a deck or fence builder for pictures and papers from the weeks before the boards."]}, {"todo": "Look for the one that is closest to your plan, and settle it with the builder in writing.", "points": [{"text": "Solve standing water first, because a deck over a wet spot rots from below.", "title": "Building before the drain is fixed."}, {"text": "Gaps between boards and a slope away from the house give the water its own way out.", "title": "Forgetting where the snow and the rain will go."}, {"text": "A ledger needs bolts or structural screws and flashing above them, because nails pull out under load.", "title": "Nailing the deck to the house."}, {"text": "Get it anyway, since a buyer''s inspector will ask who looked at the frame.", "title": "Skipping the permit because the yard is private."}, {"text": "Give gate posts deeper holes and a heavier size than the rest of the fence.", "title": "Hanging a wide gate on a light post."}], "heading": "Shortcuts that show after two winters", "paragraphs": ["None of these can be seen on the day the builder drives off, which is why they are so common in yards everywhere."]}], "checklist": {"intro": "Carry this page outdoors, and tick a box only when you have seen the thing in the yard or have it from the builder in writing.", "groups": [{"items": ["Show the neighbors the string where the fence or deck will stand", "Watch where sun and standing water fall on the lawn", "Note trees, sprinklers and drains near every post hole", "Measure the height from the ground to the door sill"], "heading": "Out in the yard"}, {"items": ["Ask the building office about permit, height and setbacks", "Get at least two bids for the same drawing of the deck or fence", "Have ledger, flashing and fasteners named in the bid", "Read the board warranty beside the labor warranty"], "heading": "Before you sign"}, {"items": ["Look at the ledger and its flashing", "Confirm that utility lines were marked before the first hole", "Photograph each footing with a tape measure in it", "Check that the cut ends of treated wood are sealed"], "heading": "Before boards hide the frame"}, {"items": ["Collect the permit card, the warranties and the board labels", "Walk the lawn barefoot for screws", "Lean on every railing and bounce on each stair", "Ask which stain or cleaner suits the wood, and when to use it"], "heading": "Before the last payment"}], "heading": "Your deck and fence checklist"}, "todoLabel": "Worth ten minutes"}', '2026-10-29 14:00:00+00', '2026-11-28 14:00:00+00', '2026-10-29 14:00:00+00', '01a1f8a5-7c24-7c39-9698-76d22cc98f24'),
	('c0c97b6c625f3f22364f2b0a5f70b199677d7389bae92840b552fddcdeecfe9d', '{"goal": "Ask for a fence estimate", "name": "Dana Whitfield", "tone": "Plain", "email": "dana@summit-deck.example", "topic": "Privacy fences that still stand after ten winters", "company": "Summit Deck & Fence", "product": "Privacy fences and gates", "targetAudience": "Families in Denver and Aurora"}', '{"about": {"heading": "Who made this guide", "paragraphs": ["Dana Whitfield of Summit Deck & Fence put these pages together for families in Denver and Aurora. What Summit Deck & Fence does: Privacy fences and gates.", "Try them on us first: ask about footings, ledgers and gates, and hold the answers against this guide."]}, "title": "Privacy fences that still stand after ten winters", "opening": {"points": [{"text": "Have the lot line marked from a survey before a post is set, and show the neighbors the string before the holes.", "title": "The fence will end up on the neighbor''s land."}, {"text": "Frost lifts posts that are too shallow, which is why footing depth belongs in the bid and in your photos.", "title": "Posts will heave or lean after a winter."}, {"text": "Name the gap you can live with at the ground and have it drawn, because soil slopes and fences don''t bend by themselves.", "title": "My dog will be under it within a week."}], "heading": "Before the first hole", "paragraphs": ["What you see of a deck or fence is boards, and what decides how long it stands is underground or out of sight. These pages show you how to look at posts, fasteners and footings before you pay for Privacy fences and gates.", "We chose these pages with one subject in mind: Privacy fences that still stand after ten winters. Where your yard differs, the order of the questions stays the same.", "Take this guide outdoors and read it standing up, in the part of the yard you want to use. Note where the afternoon sun lands, where water stands after rain and which way the neighbors look."]}, "promise": "What wood and composite boards need from you, what they don''t need, and when to call somebody.", "readers": "For families in Denver and Aurora", "version": 1, "nextStep": {"contact": {"name": "Dana Whitfield", "email": "dana@summit-deck.example", "company": "Summit Deck & Fence"}, "heading": "Ask for a fence estimate", "paragraphs": ["Email Dana at dana@summit-deck.example with rough measurements, two photos of the yard and the boards you have in mind. The bid you want lists footings, frame, boards, railing and gates one by one, so say so."]}, "playbook": "deck-fence", "sections": [{"todo": "Show your neighbors the drawing of the fence and the string in the grass, and keep their answer in an email.", "points": [], "heading": "Fences make neighbors, good or bad", "paragraphs": ["Talk to the people on the other side before you pick a fence. They can''t choose for you, but they can tell you where water runs, who planted that tree and whether they would share a gate.", "Pools, dogs and small children each set their own rules for a fence. A pool fence usually has to meet a local code for height, gaps and self-closing gates, and a digging dog cares about the ground more than about the pickets.", "Gates fail first, because they are the only part that moves. Ask for a braced frame, posts that are heavier than the others and hinges you can adjust."]}, {"todo": "Take one photo of every post foot, the ledger along the house and both sides of the stairs, and write the date on the list.", "points": [], "heading": "Read an old deck or fence from below", "paragraphs": ["Begin under the deck, with a flashlight and a screwdriver. Push the tip into posts, joists and the board that is fixed to the house, and note every spot where the wood gives way.", "Look at the metal next, since fasteners often go before the boards do. Rust streaks, nails where there should be bolts and hangers with empty holes are all good reasons to call a builder.", "Then shake every railing that people lean on. A rail that moves, a stair that bounces or a gate post that rocks in its hole will not mend itself, and each of them is a small job while it is still only one."]}, {"todo": "Look for the one that is closest to your plan, and settle it with the builder in writing.", "points": [{"text": "Solve standing water first, because a deck over a wet spot rots from below.", "title": "Building before the drain is fixed."}, {"text": "Get it anyway, since a buyer''s inspector will ask who looked at the frame.", "title": "Skipping the permit because the yard is private."}, {"text": "Give gate posts deeper holes and a heavier size than the rest of the fence.", "title": "Hanging a wide gate on a light post."}, {"text": "Old fences wander, so start from a survey and pull a new string.", "title": "Trusting the old fence as the lot line."}, {"text": "Watch the path people already take across the lawn, and let the steps land there.", "title": "Putting stairs where nobody walks."}], "heading": "Shortcuts that show after two winters", "paragraphs": ["None of these can be seen on the day the builder drives off, which is why they are so common in yards everywhere."]}, {"todo": "Lay this list beside your bid and circle the deck or fence word that you can''t find in it.", "points": [{"text": "A metal foot that keeps wood out of standing water.", "title": "Post base"}, {"text": "The concrete under a post that spreads its load and reaches below frost.", "title": "Footing"}, {"text": "The board that carries the deck where it meets the house.", "title": "Ledger"}, {"text": "One of the beams in a row that carry the boards.", "title": "Joist"}, {"text": "A grade of treated lumber that may touch soil.", "title": "Ground contact"}, {"text": "A metal cradle that holds a joist; every nail hole in it counts.", "title": "Joist hanger"}], "heading": "Deck and fence words, out of the mud", "paragraphs": ["A bid for a deck or fence is short, so every word in it carries weight, and some of them decide how long the posts will stand."]}], "checklist": {"intro": "Carry this page outdoors, and tick a box only when you have seen the thing in the yard or have it from the builder in writing.", "groups": [{"items": ["Show the neighbors the string where the fence or deck will stand", "Watch where sun and standing water fall on the lawn", "Measure the height from the ground to the door sill", "Find your survey and mark the lot lines"], "heading": "Out in the yard"}, {"items": ["Get at least two bids for the same drawing of the deck or fence", "Send the drawing to the association, if the yard has one", "Read the board warranty beside the labor warranty", "See footing depth written as a number"], "heading": "Before you sign"}, {"items": ["Photograph each footing with a tape measure in it", "Count the filled holes in a few joist hangers", "Confirm that utility lines were marked before the first hole", "Check that the cut ends of treated wood are sealed"], "heading": "Before boards hide the frame"}, {"items": ["Open and close all gates ten times", "Sight along the posts from both ends of the fence", "Lean on every railing and bounce on each stair", "Collect the permit card, the warranties and the board labels"], "heading": "Before the last payment"}], "heading": "Your deck and fence checklist"}, "todoLabel": "Do this next"}', '2026-10-29 14:00:00+00', '2026-11-28 14:00:00+00', '2026-10-29 14:00:00+00', '01a1f8a5-7ee9-7d4e-b88f-95bb78cc07e3');


--
-- Data for Name: mail_messages; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.mail_messages VALUES
	('00000000-0000-0000-0000-000000000000', '01a1f8a5-7b9a-7f42-93df-2b3e183eeddf', 'transactional', 'sent', 'outbox', 'Plumbline', 'mail@plumbline.test', NULL, '', 'dana@summit-deck.example', 'Verify your address for Plumbline', 'Plumbline

Someone, most likely you, made a Plumbline account with this address.

Verify it, and you can send follow-ups and invite your team.

Verify my address:
http://localhost:3000/verify?token=eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImRhbmFAc3VtbWl0LWRlY2suZXhhbXBsZSIsImlhdCI6MTc5NTE3Mjk1NywiZXhwIjoxNzk1NDMyMTU3fQ.ErzuH14N9q6JqV9MuPznoujkfdelY7bPavJSsMww20g

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
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#fff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 24px;font-size:18px;font-weight:700">Plumbline</p>
<p style="margin:0 0 16px">Someone, most likely you, made a Plumbline account with this address.</p>
<p style="margin:0 0 16px">Verify it, and you can send follow-ups and invite your team.</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/verify?token=eyJhbGciOiJIUzI1NiJ9.eyJlbWFpbCI6ImRhbmFAc3VtbWl0LWRlY2suZXhhbXBsZSIsImlhdCI6MTc5NTE3Mjk1NywiZXhwIjoxNzk1NDMyMTU3fQ.ErzuH14N9q6JqV9MuPznoujkfdelY7bPavJSsMww20g" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Verify my address</a></td></tr></table>
<p style="margin:0 0 16px">The link works for 3 days. You may be asked to log in first.</p>
<p style="margin:0 0 16px">If it wasn&#39;t you, do nothing. Without your OK the account can&#39;t send mail to anyone.</p>
</div>
</body>
</html>
', '{}', '[]', '<00000000000000000000000000000000.01a1f8a57b9a7f4293df2b3e183eeddf@plumbline.test>', NULL, '01a1f8a5-7b68-7f08-89f2-3b45a150fa2c', '2026-10-29 14:00:00+00', 1, '2026-10-29 14:00:00+00', '2026-10-30 15:12:03+00', NULL, '2026-10-30 15:12:03+00', '2026-10-30 15:12:03+00', NULL, NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7fe3-71ee-9eb6-06f182055981', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Marcus Bell', 'marcus.bell@mail.example', 'Did the guide answer your question?', 'Hi Marcus,

Two days ago I sent you "9 questions to ask before you hire a deck builder". Which part fits your situation best, and what did it leave open?

Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.

Summit Deck & Fence

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KV_a3sJnwu9KkpqhZ3RJWG3deNtzbeng4GbKocG
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#fff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Marcus,</p>
<p style="margin:0 0 16px">Two days ago I sent you &quot;9 questions to ask before you hire a deck builder&quot;. Which part fits your situation best, and what did it leave open?</p>
<p style="margin:0 0 16px">Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KV_a3sJnwu9KkpqhZ3RJWG3deNtzbeng4GbKocG" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[]', '<01a1f8a57bc577e7bd69701af45a5b9e.01a1f8a57fe371ee9eb606f182055981@plumbline.test>', 'http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KV_a3sJnwu9KkpqhZ3RJWG3deNtzbeng4GbKocG', '01a1f8a5-7f6b-7b09-9f0b-bd2a4a6a859d', '2026-11-02 16:00:00+00', 1, '2026-11-02 16:00:00+00', '2026-11-02 16:00:03+00', NULL, '2026-11-02 16:00:03+00', '2026-11-02 16:00:03+00', NULL, NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8177-7a45-a5fb-b8673e9ee636', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Ray Okafor', 'ray.okafor@mail.example', 'Did the guide answer your question?', 'Hi Ray,

Two days ago I sent you "9 questions to ask before you hire a deck builder". Which part fits your situation best, and what did it leave open?

Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.

Summit Deck & Fence

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWBLneHmCpzHsJCgEJ6f17q66txkL8608W34CVE
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#fff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Ray,</p>
<p style="margin:0 0 16px">Two days ago I sent you &quot;9 questions to ask before you hire a deck builder&quot;. Which part fits your situation best, and what did it leave open?</p>
<p style="margin:0 0 16px">Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWBLneHmCpzHsJCgEJ6f17q66txkL8608W34CVE" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[]', '<01a1f8a57bc577e7bd69701af45a5b9e.01a1f8a581777a45a5fbb8673e9ee636@plumbline.test>', 'http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWBLneHmCpzHsJCgEJ6f17q66txkL8608W34CVE', '01a1f8a5-812e-7787-982a-731ec2428042', '2026-11-10 18:33:00+00', 1, '2026-11-10 18:33:00+00', '2026-11-10 18:33:03+00', NULL, '2026-11-10 18:33:03+00', '2026-11-10 18:33:03+00', NULL, NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8306-785d-a8dd-259c6dfb8f5c', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Olu Adeyemi', 'olu@adeyemi.example', '9 questions to ask before you hire a deck builder', 'Hi Olu,

Here is "9 questions to ask before you hire a deck builder", as promised. It is attached, and the button below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaH4pXvFd-e9aXAa9FpbnsW6MbBZIW5YaFN7E04FeMjueA

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWC-XqzhjcAp7IGXdowkLgX262dZ2uLdC06rL9Q
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#fff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Olu,</p>
<p style="margin:0 0 16px">Here is &quot;9 questions to ask before you hire a deck builder&quot;, as promised. It is attached, and the button below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaH4pXvFd-e9aXAa9FpbnsW6MbBZIW5YaFN7E04FeMjueA" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWC-XqzhjcAp7IGXdowkLgX262dZ2uLdC06rL9Q" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/e6/e6566de451f2e5d350bcf6cd9e280268f484051dbd0098415e230314a3169238.pdf", "name": "9-questions-to-ask-before-you-hire-a-deck-builder.pdf", "contentType": "application/pdf"}]', '<01a1f8a57bc577e7bd69701af45a5b9e.01a1f8a58306785da8dd259c6dfb8f5c@plumbline.test>', 'http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWC-XqzhjcAp7IGXdowkLgX262dZ2uLdC06rL9Q', '01a1f8a5-82f9-7ab3-8637-00a7b2065dda', '2026-11-19 17:44:00+00', 1, '2026-11-19 17:44:00+00', '2026-11-19 17:44:03+00', NULL, '2026-11-19 17:44:03+00', '2026-11-19 17:44:03+00', NULL, NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8014-7b82-84b3-9a84c54b4f00', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Tom and Ellen Vogel', 'vogels@home.example', '9 questions to ask before you hire a deck builder', 'Hi Tom,

Here is "9 questions to ask before you hire a deck builder", as promised. It is attached, and the button below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaH4pXvFd-e9aXAa9Fpbns70hQjm7MW88O4h_2qsetyFXQ

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWAB3KcpXmRRRK9cB-pCQaJRApvl9v0B2HDUs9K
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#fff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Tom,</p>
<p style="margin:0 0 16px">Here is &quot;9 questions to ask before you hire a deck builder&quot;, as promised. It is attached, and the button below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaH4pXvFd-e9aXAa9Fpbns70hQjm7MW88O4h_2qsetyFXQ" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWAB3KcpXmRRRK9cB-pCQaJRApvl9v0B2HDUs9K" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/e6/e6566de451f2e5d350bcf6cd9e280268f484051dbd0098415e230314a3169238.pdf", "name": "9-questions-to-ask-before-you-hire-a-deck-builder.pdf", "contentType": "application/pdf"}]', '<01a1f8a57bc577e7bd69701af45a5b9e.01a1f8a580147b8284b39a84c54b4f00@plumbline.test>', 'http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWAB3KcpXmRRRK9cB-pCQaJRApvl9v0B2HDUs9K', '01a1f8a5-8007-729c-a579-914512bd701f', '2026-11-02 17:27:00+00', 1, '2026-11-02 17:27:00+00', '2026-11-02 17:27:03+00', NULL, '2026-11-02 17:27:03+00', '2026-11-02 17:27:03+00', NULL, NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-805c-7c71-9326-dbb6fccc3d21', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Aisha Rahman', 'aisha.rahman@mail.example', 'Did the guide answer your question?', 'Hi Aisha,

Two days ago I sent you "9 questions to ask before you hire a deck builder". Which part fits your situation best, and what did it leave open?

Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.

Summit Deck & Fence

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KV_u3iyi11OQnnk6qWZN73ycqC6c3jb3JbZ25Aa
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#fff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Aisha,</p>
<p style="margin:0 0 16px">Two days ago I sent you &quot;9 questions to ask before you hire a deck builder&quot;. Which part fits your situation best, and what did it leave open?</p>
<p style="margin:0 0 16px">Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KV_u3iyi11OQnnk6qWZN73ycqC6c3jb3JbZ25Aa" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[]', '<01a1f8a57bc577e7bd69701af45a5b9e.01a1f8a5805c7c719326dbb6fccc3d21@plumbline.test>', 'http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KV_u3iyi11OQnnk6qWZN73ycqC6c3jb3JbZ25Aa', '01a1f8a5-7fbb-78b2-8b5d-4e4279e4eaa5', '2026-11-03 16:00:00+00', 1, '2026-11-03 16:00:00+00', '2026-11-03 16:00:03+00', NULL, '2026-11-03 16:00:03+00', '2026-11-03 16:00:03+00', NULL, NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-807f-7e8f-acbe-c9211e0d448d', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Priya Natarajan', 'priya.n@studio.example', '9 questions to ask before you hire a deck builder', 'Hi Priya,

Here is "9 questions to ask before you hire a deck builder", as promised. It is attached, and the button below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaH4pXvFd-e9aXAa9FpbnkTaO2JoWjZEYFBbp6tqHrQtGA

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWAcH7Bt9tOnn_vi-DCAA4WD01SVErt9brpcErL
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#fff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Priya,</p>
<p style="margin:0 0 16px">Here is &quot;9 questions to ask before you hire a deck builder&quot;, as promised. It is attached, and the button below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaH4pXvFd-e9aXAa9FpbnkTaO2JoWjZEYFBbp6tqHrQtGA" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWAcH7Bt9tOnn_vi-DCAA4WD01SVErt9brpcErL" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/e6/e6566de451f2e5d350bcf6cd9e280268f484051dbd0098415e230314a3169238.pdf", "name": "9-questions-to-ask-before-you-hire-a-deck-builder.pdf", "contentType": "application/pdf"}]', '<01a1f8a57bc577e7bd69701af45a5b9e.01a1f8a5807f7e8facbec9211e0d448d@plumbline.test>', 'http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWAcH7Bt9tOnn_vi-DCAA4WD01SVErt9brpcErL', '01a1f8a5-8070-7ec1-b7db-4e9e7fef8be0', '2026-11-03 20:05:00+00', 1, '2026-11-03 20:05:00+00', '2026-11-03 20:05:03+00', NULL, '2026-11-03 20:05:03+00', '2026-11-03 20:05:03+00', NULL, NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-80a3-79dc-a6c4-e94490b337a0', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Jorge Castillo', 'jorge@castillo-hvac.example', 'Privacy fences that still stand after ten winters', 'Hi Jorge,

Here is "Privacy fences that still stand after ten winters", as promised. It is attached, and the button below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaH4pXvFd-e9aXAa9FpbnrrYYfWppwtqm7lCy08NsnS8uA

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWAmnxSttMfZemJjcMe678Q-GP7457WMHxx4Ky6
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#fff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Jorge,</p>
<p style="margin:0 0 16px">Here is &quot;Privacy fences that still stand after ten winters&quot;, as promised. It is attached, and the button below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaH4pXvFd-e9aXAa9FpbnrrYYfWppwtqm7lCy08NsnS8uA" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWAmnxSttMfZemJjcMe678Q-GP7457WMHxx4Ky6" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/2d/2d573a5c348c820e19f99d14e226c845e73689a8c59e3e9397e14cacb450cc8e.pdf", "name": "privacy-fences-that-still-stand-after-ten-winters.pdf", "contentType": "application/pdf"}]', '<01a1f8a57bc577e7bd69701af45a5b9e.01a1f8a580a379dca6c4e94490b337a0@plumbline.test>', 'http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWAmnxSttMfZemJjcMe678Q-GP7457WMHxx4Ky6', '01a1f8a5-809a-7c52-b6d3-1f65e9898dc3', '2026-11-05 14:48:00+00', 1, '2026-11-05 14:48:00+00', '2026-11-05 14:48:03+00', NULL, '2026-11-05 14:48:03+00', '2026-11-05 14:48:03+00', NULL, NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-80d2-76a1-9820-ab8b5943f047', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Priya Natarajan', 'priya.n@studio.example', 'Did the guide answer your question?', 'Hi Priya,

Two days ago I sent you "9 questions to ask before you hire a deck builder". Which part fits your situation best, and what did it leave open?

Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.

Summit Deck & Fence

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWAcH7Bt9tOnn_vi-DCAA4WD01SVErt9brpcErL
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#fff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Priya,</p>
<p style="margin:0 0 16px">Two days ago I sent you &quot;9 questions to ask before you hire a deck builder&quot;. Which part fits your situation best, and what did it leave open?</p>
<p style="margin:0 0 16px">Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWAcH7Bt9tOnn_vi-DCAA4WD01SVErt9brpcErL" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[]', '<01a1f8a57bc577e7bd69701af45a5b9e.01a1f8a580d276a19820ab8b5943f047@plumbline.test>', 'http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWAcH7Bt9tOnn_vi-DCAA4WD01SVErt9brpcErL', '01a1f8a5-8070-7ec1-b7db-4e9e7fef8be0', '2026-11-05 20:05:00+00', 1, '2026-11-05 20:05:00+00', '2026-11-05 20:05:03+00', NULL, '2026-11-05 20:05:03+00', '2026-11-05 20:05:03+00', NULL, NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8116-747c-af97-ad389096b40d', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Hannah Lindqvist', 'hannah.lindqvist@mail.example', 'Privacy fences that still stand after ten winters', 'Hi Hannah,

Here is "Privacy fences that still stand after ten winters", as promised. It is attached, and the button below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaH4pXvFd-e9aXAa9FpbnhqEuzBcv3nvRlMe8UwbtaYN1Q

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWBAncek8DxQXpRStuoAENePA1ilt2kr9AJTlMG
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#fff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Hannah,</p>
<p style="margin:0 0 16px">Here is &quot;Privacy fences that still stand after ten winters&quot;, as promised. It is attached, and the button below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaH4pXvFd-e9aXAa9FpbnhqEuzBcv3nvRlMe8UwbtaYN1Q" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWBAncek8DxQXpRStuoAENePA1ilt2kr9AJTlMG" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/2d/2d573a5c348c820e19f99d14e226c845e73689a8c59e3e9397e14cacb450cc8e.pdf", "name": "privacy-fences-that-still-stand-after-ten-winters.pdf", "contentType": "application/pdf"}]', '<01a1f8a57bc577e7bd69701af45a5b9e.01a1f8a58116747caf97ad389096b40d@plumbline.test>', 'http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWBAncek8DxQXpRStuoAENePA1ilt2kr9AJTlMG', '01a1f8a5-8102-771e-93c0-f1417a514adb', '2026-11-07 03:16:00+00', 1, '2026-11-07 03:16:00+00', '2026-11-07 03:16:03+00', NULL, '2026-11-07 03:16:03+00', '2026-11-07 03:16:03+00', NULL, NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-813b-7af0-a8d6-572bb465dc22', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Ray Okafor', 'ray.okafor@mail.example', '9 questions to ask before you hire a deck builder', 'Hi Ray,

Here is "9 questions to ask before you hire a deck builder", as promised. It is attached, and the button below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaH4pXvFd-e9aXAa9FpbnjRfIVt7GHf2-X4OatBx7SGTxA

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWBLneHmCpzHsJCgEJ6f17q66txkL8608W34CVE
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#fff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Ray,</p>
<p style="margin:0 0 16px">Here is &quot;9 questions to ask before you hire a deck builder&quot;, as promised. It is attached, and the button below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaH4pXvFd-e9aXAa9FpbnjRfIVt7GHf2-X4OatBx7SGTxA" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWBLneHmCpzHsJCgEJ6f17q66txkL8608W34CVE" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/e6/e6566de451f2e5d350bcf6cd9e280268f484051dbd0098415e230314a3169238.pdf", "name": "9-questions-to-ask-before-you-hire-a-deck-builder.pdf", "contentType": "application/pdf"}]', '<01a1f8a57bc577e7bd69701af45a5b9e.01a1f8a5813b7af0a8d6572bb465dc22@plumbline.test>', 'http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWBLneHmCpzHsJCgEJ6f17q66txkL8608W34CVE', '01a1f8a5-812e-7787-982a-731ec2428042', '2026-11-08 18:33:00+00', 1, '2026-11-08 18:33:00+00', '2026-11-08 18:33:03+00', NULL, '2026-11-08 18:33:03+00', '2026-11-08 18:33:03+00', NULL, NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8156-760a-bdf7-324b1c96cea0', 'followup', 'unknown', 'smtp', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Hannah Lindqvist', 'hannah.lindqvist@mail.example', 'Did the guide answer your question?', 'Hi Hannah,

Two days ago I sent you "Privacy fences that still stand after ten winters". Which part fits your situation best, and what did it leave open?

Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.

Summit Deck & Fence

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWBAncek8DxQXpRStuoAENePA1ilt2kr9AJTlMG
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#fff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Hannah,</p>
<p style="margin:0 0 16px">Two days ago I sent you &quot;Privacy fences that still stand after ten winters&quot;. Which part fits your situation best, and what did it leave open?</p>
<p style="margin:0 0 16px">Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWBAncek8DxQXpRStuoAENePA1ilt2kr9AJTlMG" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[]', '<01a1f8a57bc577e7bd69701af45a5b9e.01a1f8a58156760abdf7324b1c96cea0@plumbline.test>', 'http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWBAncek8DxQXpRStuoAENePA1ilt2kr9AJTlMG', '01a1f8a5-8102-771e-93c0-f1417a514adb', '2026-11-09 16:00:00+00', 1, '2026-11-09 16:00:00+00', '2026-11-09 16:00:00+00', NULL, NULL, NULL, 'The connection to the mail server broke after the last byte.', NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-816a-7d84-ac6f-225d0cced505', 'followup', 'failed', 'smtp', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Chloe Mercer', 'chloe.mercer@tpyo.example', 'Privacy fences that still stand after ten winters', 'Hi Chloe,

Here is "Privacy fences that still stand after ten winters", as promised. It is attached, and the button below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaH4pXvFd-e9aXAa9FpbnpliVXE6BD_FVz3XN-EMb06LOg

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWBXX1jgoHNQ4YrSFylE4Bouf7C8kMqewXXULY9
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#fff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Chloe,</p>
<p style="margin:0 0 16px">Here is &quot;Privacy fences that still stand after ten winters&quot;, as promised. It is attached, and the button below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaH4pXvFd-e9aXAa9FpbnpliVXE6BD_FVz3XN-EMb06LOg" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWBXX1jgoHNQ4YrSFylE4Bouf7C8kMqewXXULY9" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/2d/2d573a5c348c820e19f99d14e226c845e73689a8c59e3e9397e14cacb450cc8e.pdf", "name": "privacy-fences-that-still-stand-after-ten-winters.pdf", "contentType": "application/pdf"}]', '<01a1f8a57bc577e7bd69701af45a5b9e.01a1f8a5816a7d84ac6f225d0cced505@plumbline.test>', 'http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWBXX1jgoHNQ4YrSFylE4Bouf7C8kMqewXXULY9', '01a1f8a5-815d-7d63-8281-cd43862b485c', '2026-11-09 22:02:00+00', 1, '2026-11-09 22:02:00+00', '2026-11-09 22:02:00+00', NULL, NULL, NULL, '550 5.1.1 No such user here', true, 'bad_address'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8198-7cf5-b0ef-72366fb0846a', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Sam Whitehorse', 'sam@whitehorse.example', '9 questions to ask before you hire a deck builder', 'Hi Sam,

Here is "9 questions to ask before you hire a deck builder", as promised. It is attached, and the button below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaH4pXvFd-e9aXAa9Fpbns5vpO_IQnppkhgP3gar0Bfcbg

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWBjnnDjXrJ8jvUA4Rz1zEuJTNg1a7gSWFgBLKD
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#fff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Sam,</p>
<p style="margin:0 0 16px">Here is &quot;9 questions to ask before you hire a deck builder&quot;, as promised. It is attached, and the button below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaH4pXvFd-e9aXAa9Fpbns5vpO_IQnppkhgP3gar0Bfcbg" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWBjnnDjXrJ8jvUA4Rz1zEuJTNg1a7gSWFgBLKD" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/e6/e6566de451f2e5d350bcf6cd9e280268f484051dbd0098415e230314a3169238.pdf", "name": "9-questions-to-ask-before-you-hire-a-deck-builder.pdf", "contentType": "application/pdf"}]', '<01a1f8a57bc577e7bd69701af45a5b9e.01a1f8a581987cf5b0ef72366fb0846a@plumbline.test>', 'http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWBjnnDjXrJ8jvUA4Rz1zEuJTNg1a7gSWFgBLKD', '01a1f8a5-818e-79c3-8d7a-c9f23bd40384', '2026-11-11 19:20:00+00', 1, '2026-11-11 19:20:00+00', '2026-11-11 19:20:03+00', NULL, '2026-11-11 19:20:03+00', '2026-11-11 19:20:03+00', NULL, NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-81e7-7891-858e-70416e3a8e62', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Beatriz Alves', 'beatriz.alves@mail.example', 'Privacy fences that still stand after ten winters', 'Hi Beatriz,

Here is "Privacy fences that still stand after ten winters", as promised. It is attached, and the button below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaH4pXvFd-e9aXAa9FpbnmOKlShetzpaniz9USCOAsQ75Q

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWB33uvunjka6KCWcm7rMOwXHqVEjkrcmee_Jw4
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#fff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Beatriz,</p>
<p style="margin:0 0 16px">Here is &quot;Privacy fences that still stand after ten winters&quot;, as promised. It is attached, and the button below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaH4pXvFd-e9aXAa9FpbnmOKlShetzpaniz9USCOAsQ75Q" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWB33uvunjka6KCWcm7rMOwXHqVEjkrcmee_Jw4" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/2d/2d573a5c348c820e19f99d14e226c845e73689a8c59e3e9397e14cacb450cc8e.pdf", "name": "privacy-fences-that-still-stand-after-ten-winters.pdf", "contentType": "application/pdf"}]', '<01a1f8a57bc577e7bd69701af45a5b9e.01a1f8a581e77891858e70416e3a8e62@plumbline.test>', 'http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWB33uvunjka6KCWcm7rMOwXHqVEjkrcmee_Jw4', '01a1f8a5-81df-7baf-ba78-e46ba28259c9', '2026-11-13 15:55:00+00', 1, '2026-11-13 15:55:00+00', '2026-11-13 15:55:03+00', NULL, '2026-11-13 15:55:03+00', '2026-11-13 15:55:03+00', NULL, NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8215-7d09-918f-5a31bc04ad43', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Noah Feldman', 'noah.feldman@law.example', '9 questions to ask before you hire a deck builder', 'Hi Noah,

Here is "9 questions to ask before you hire a deck builder", as promised. It is attached, and the button below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaH4pXvFd-e9aXAa9Fpbnt32pDqQhhHX-AmhIWhFDzolGw

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWCAHNvvEZUNW_G5pQISl5xxu0hfMT4dtt71T3-
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#fff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Noah,</p>
<p style="margin:0 0 16px">Here is &quot;9 questions to ask before you hire a deck builder&quot;, as promised. It is attached, and the button below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaH4pXvFd-e9aXAa9Fpbnt32pDqQhhHX-AmhIWhFDzolGw" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWCAHNvvEZUNW_G5pQISl5xxu0hfMT4dtt71T3-" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/e6/e6566de451f2e5d350bcf6cd9e280268f484051dbd0098415e230314a3169238.pdf", "name": "9-questions-to-ask-before-you-hire-a-deck-builder.pdf", "contentType": "application/pdf"}]', '<01a1f8a57bc577e7bd69701af45a5b9e.01a1f8a582157d09918f5a31bc04ad43@plumbline.test>', 'http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWCAHNvvEZUNW_G5pQISl5xxu0hfMT4dtt71T3-', '01a1f8a5-8200-736f-bc46-54356fc6e694', '2026-11-15 04:37:00+00', 1, '2026-11-15 04:37:00+00', '2026-11-15 04:37:03+00', NULL, '2026-11-15 04:37:03+00', '2026-11-15 04:37:03+00', NULL, NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8237-7fce-9102-5a523ba48bd7', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Beatriz Alves', 'beatriz.alves@mail.example', 'Did the guide answer your question?', 'Hi Beatriz,

Two days ago I sent you "Privacy fences that still stand after ten winters". Which part fits your situation best, and what did it leave open?

Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.

Summit Deck & Fence

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWB33uvunjka6KCWcm7rMOwXHqVEjkrcmee_Jw4
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#fff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Beatriz,</p>
<p style="margin:0 0 16px">Two days ago I sent you &quot;Privacy fences that still stand after ten winters&quot;. Which part fits your situation best, and what did it leave open?</p>
<p style="margin:0 0 16px">Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWB33uvunjka6KCWcm7rMOwXHqVEjkrcmee_Jw4" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[]', '<01a1f8a57bc577e7bd69701af45a5b9e.01a1f8a582377fce91025a523ba48bd7@plumbline.test>', 'http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWB33uvunjka6KCWcm7rMOwXHqVEjkrcmee_Jw4', '01a1f8a5-81df-7baf-ba78-e46ba28259c9', '2026-11-16 16:00:00+00', 1, '2026-11-16 16:00:00+00', '2026-11-16 16:00:03+00', NULL, '2026-11-16 16:00:03+00', '2026-11-16 16:00:03+00', NULL, NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8252-7e1b-846d-dcb94ff1537c', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Grace Kim', 'grace.kim@mail.example', 'Privacy fences that still stand after ten winters', 'Hi Grace,

Here is "Privacy fences that still stand after ten winters", as promised. It is attached, and the button below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaH4pXvFd-e9aXAa9FpbntychMQkCplDDHOYLnhpYpv1BQ

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWCSXp2nm__nwJT8N0sHcN2-1nnL-Y6KusAO2Kz
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#fff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Grace,</p>
<p style="margin:0 0 16px">Here is &quot;Privacy fences that still stand after ten winters&quot;, as promised. It is attached, and the button below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaH4pXvFd-e9aXAa9FpbntychMQkCplDDHOYLnhpYpv1BQ" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWCSXp2nm__nwJT8N0sHcN2-1nnL-Y6KusAO2Kz" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/2d/2d573a5c348c820e19f99d14e226c845e73689a8c59e3e9397e14cacb450cc8e.pdf", "name": "privacy-fences-that-still-stand-after-ten-winters.pdf", "contentType": "application/pdf"}]', '<01a1f8a57bc577e7bd69701af45a5b9e.01a1f8a582527e1b846ddcb94ff1537c@plumbline.test>', 'http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWCSXp2nm__nwJT8N0sHcN2-1nnL-Y6KusAO2Kz', '01a1f8a5-8249-7a76-9e6f-ff9f0253f0dd', '2026-11-16 23:09:00+00', 1, '2026-11-16 23:09:00+00', '2026-11-16 23:09:03+00', NULL, '2026-11-16 23:09:03+00', '2026-11-16 23:09:03+00', NULL, NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-828e-749c-b0dc-953db457827e', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Noah Feldman', 'noah.feldman@law.example', 'Did the guide answer your question?', 'Hi Noah,

Two days ago I sent you "9 questions to ask before you hire a deck builder". Which part fits your situation best, and what did it leave open?

Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.

Summit Deck & Fence

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWCAHNvvEZUNW_G5pQISl5xxu0hfMT4dtt71T3-
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#fff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Noah,</p>
<p style="margin:0 0 16px">Two days ago I sent you &quot;9 questions to ask before you hire a deck builder&quot;. Which part fits your situation best, and what did it leave open?</p>
<p style="margin:0 0 16px">Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWCAHNvvEZUNW_G5pQISl5xxu0hfMT4dtt71T3-" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[]', '<01a1f8a57bc577e7bd69701af45a5b9e.01a1f8a5828e749cb0dc953db457827e@plumbline.test>', 'http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWCAHNvvEZUNW_G5pQISl5xxu0hfMT4dtt71T3-', '01a1f8a5-8200-736f-bc46-54356fc6e694', '2026-11-17 16:00:00+00', 1, '2026-11-17 16:00:00+00', '2026-11-17 16:00:03+00', NULL, '2026-11-17 16:00:03+00', '2026-11-17 16:00:03+00', NULL, NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-82a7-7830-8892-3af61960c6f9', 'followup', 'sent', 'outbox', 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Grace Kim', 'grace.kim@mail.example', 'Did the guide answer your question?', 'Hi Grace,

Two days ago I sent you "Privacy fences that still stand after ten winters". Which part fits your situation best, and what did it leave open?

Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.

Summit Deck & Fence

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWCSXp2nm__nwJT8N0sHcN2-1nnL-Y6KusAO2Kz
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#fff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Grace,</p>
<p style="margin:0 0 16px">Two days ago I sent you &quot;Privacy fences that still stand after ten winters&quot;. Which part fits your situation best, and what did it leave open?</p>
<p style="margin:0 0 16px">Write me one line about what you have in mind. I will tell you how I would go about it and what to look out for.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWCSXp2nm__nwJT8N0sHcN2-1nnL-Y6KusAO2Kz" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[]', '<01a1f8a57bc577e7bd69701af45a5b9e.01a1f8a582a7783088923af61960c6f9@plumbline.test>', 'http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWCSXp2nm__nwJT8N0sHcN2-1nnL-Y6KusAO2Kz', '01a1f8a5-8249-7a76-9e6f-ff9f0253f0dd', '2026-11-18 23:09:00+00', 1, '2026-11-18 23:09:00+00', '2026-11-18 23:09:03+00', NULL, '2026-11-18 23:09:03+00', '2026-11-18 23:09:03+00', NULL, NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-832e-7698-8ac0-8fb103544514', 'followup', 'queued', NULL, 'Summit Deck & Fence', 'mail@plumbline.test', 'dana@summit-deck.example', 'Wendy Tran', 'wendy.tran@mail.example', '9 questions to ask before you hire a deck builder', 'Hi Wendy,

Here is "9 questions to ask before you hire a deck builder", as promised. It is attached, and the button below opens it in your browser.

If anything in it raises a question about your own place, just answer this mail. It comes straight to me.

Summit Deck & Fence

Open your copy:
http://localhost:3000/s/AaH4pXvFd-e9aXAa9FpbntEz5vCe8geOhebX_qc-m3f3XA

----
You get this because you asked Summit Deck & Fence for it.
Summit Deck & Fence
1200 Example Street (an example address)
Denver, CO 80202
Unsubscribe: http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWDJXN0uapWCc1jDpQLhdf0vHqDKZfBjQszg6WO
', '<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){a{color:#8fb2ff!important}a.button{color:#fff!important}.quiet{color:#a4abb6!important}.rule{border-color:#4a505a!important}}
</style>
</head>
<body style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<div style="max-width:36em;padding:20px 16px;font-family:-apple-system,BlinkMacSystemFont,''Segoe UI'',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:1.55;overflow-wrap:anywhere">
<p style="margin:0 0 16px">Hi Wendy,</p>
<p style="margin:0 0 16px">Here is &quot;9 questions to ask before you hire a deck builder&quot;, as promised. It is attached, and the button below opens it in your browser.</p>
<p style="margin:0 0 16px">If anything in it raises a question about your own place, just answer this mail. It comes straight to me.</p>
<p style="margin:0 0 16px">Summit Deck &amp; Fence</p>
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td bgcolor="#1d4ed8" style="border-radius:6px"><a class="button" href="http://localhost:3000/s/AaH4pXvFd-e9aXAa9FpbntEz5vCe8geOhebX_qc-m3f3XA" style="display:inline-block;padding:13px 22px;color:#ffffff;font-weight:600;line-height:1.2;text-decoration:none">Open your copy</a></td></tr></table>
<p class="quiet rule" style="margin:32px 0 0;padding:12px 0 0;border-top:1px solid #d5d8dd;font-size:13px;line-height:1.5;color:#5f6570">You get this because you asked Summit Deck &amp; Fence for it.<br>Summit Deck &amp; Fence<br>1200 Example Street (an example address)<br>Denver, CO 80202<br><a class="quiet" href="http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWDJXN0uapWCc1jDpQLhdf0vHqDKZfBjQszg6WO" style="display:inline-block;padding:6px 0;color:#5f6570">Unsubscribe</a></p>
</div>
</body>
</html>
', '{}', '[{"file": "01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/e6/e6566de451f2e5d350bcf6cd9e280268f484051dbd0098415e230314a3169238.pdf", "name": "9-questions-to-ask-before-you-hire-a-deck-builder.pdf", "contentType": "application/pdf"}]', '<01a1f8a57bc577e7bd69701af45a5b9e.01a1f8a5832e76988ac08fb103544514@plumbline.test>', 'http://localhost:3000/u/AaH4pXvFd-e9aXAa9FpbngGh-KWDJXN0uapWCc1jDpQLhdf0vHqDKZfBjQszg6WO', '01a1f8a5-8325-7374-b9aa-5609cd630e94', '2026-11-20 18:35:00+00', 1, '2026-11-20 20:35:00+00', '2026-11-20 18:35:00+00', NULL, NULL, NULL, '451 4.7.1 Greylisted, please try again later', NULL, NULL);


--
-- Data for Name: schema_security; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.schema_security VALUES
	(1, 'fa966bb80aac85bd271af689916f257e50ad9bce90e72f89ac1c8fcf46c630f6');


--
-- Data for Name: sequences; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sequences VALUES
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7edc-7148-884f-16205acc1ed5', '9 questions to ask before you hire a deck builder', '01a1f8a5-7ed7-7139-a86a-7f03b5ec0f09', '[{"body": "Hi {{first_name}},\n\nHere is \"9 questions to ask before you hire a deck builder\", as promised. It is attached, and the button below opens it in your browser.\n\nIf anything in it raises a question about your own place, just answer this mail. It comes straight to me.\n\n{{business}}", "kind": "gift", "subject": "9 questions to ask before you hire a deck builder"}, {"body": "Hi {{first_name}},\n\nTwo days ago I sent you \"9 questions to ask before you hire a deck builder\". Which part fits your situation best, and what did it leave open?\n\nWrite me one line about what you have in mind. I will tell you how I would go about it and what to look out for.\n\n{{business}}", "kind": "mail", "delay": {"unit": "days", "amount": 2}, "subject": "Did the guide answer your question?"}]', '2026-10-29 14:00:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7f5c-76bb-b0cc-5f31654bd4e3', 'Privacy fences that still stand after ten winters', '01a1f8a5-7f57-7ec6-ab96-5b141642a8bb', '[{"body": "Hi {{first_name}},\n\nHere is \"Privacy fences that still stand after ten winters\", as promised. It is attached, and the button below opens it in your browser.\n\nIf anything in it raises a question about your own place, just answer this mail. It comes straight to me.\n\n{{business}}", "kind": "gift", "subject": "Privacy fences that still stand after ten winters"}, {"body": "Hi {{first_name}},\n\nTwo days ago I sent you \"Privacy fences that still stand after ten winters\". Which part fits your situation best, and what did it leave open?\n\nWrite me one line about what you have in mind. I will tell you how I would go about it and what to look out for.\n\n{{business}}", "kind": "mail", "delay": {"unit": "days", "amount": 2}, "subject": "Did the guide answer your question?"}]', '2026-10-29 14:00:00+00');


--
-- Data for Name: sequences_enrolments; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sequences_enrolments VALUES
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7f72-7944-983f-6fbee4c99bb8', '01a1f8a5-7edc-7148-884f-16205acc1ed5', '01a1f8a5-7f6b-7b09-9f0b-bd2a4a6a859d', '2026-10-30 15:12:00+00', NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7fc1-78aa-87f2-448fc79948c9', '01a1f8a5-7edc-7148-884f-16205acc1ed5', '01a1f8a5-7fbb-78b2-8b5d-4e4279e4eaa5', '2026-11-01 00:41:00+00', NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-800a-7722-b065-79ad5b2e6785', '01a1f8a5-7edc-7148-884f-16205acc1ed5', '01a1f8a5-8007-729c-a579-914512bd701f', '2026-11-02 17:27:00+00', '2026-11-03 15:14:00+00', 'they replied'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8072-7688-9df2-51efd5b2786a', '01a1f8a5-7edc-7148-884f-16205acc1ed5', '01a1f8a5-8070-7ec1-b7db-4e9e7fef8be0', '2026-11-03 20:05:00+00', NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-809c-7aa1-8319-db1c8fd507d9', '01a1f8a5-7f5c-76bb-b0cc-5f31654bd4e3', '01a1f8a5-809a-7c52-b6d3-1f65e9898dc3', '2026-11-05 14:48:00+00', '2026-11-06 19:14:00+00', 'they unsubscribed'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8105-7d44-96d0-15bd32f4216c', '01a1f8a5-7f5c-76bb-b0cc-5f31654bd4e3', '01a1f8a5-8102-771e-93c0-f1417a514adb', '2026-11-07 03:16:00+00', NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-815e-730c-87c9-d3dd5f6c3143', '01a1f8a5-7f5c-76bb-b0cc-5f31654bd4e3', '01a1f8a5-815d-7d63-8281-cd43862b485c', '2026-11-09 22:02:00+00', NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8190-7ada-bd1c-85aea41608ec', '01a1f8a5-7edc-7148-884f-16205acc1ed5', '01a1f8a5-818e-79c3-8d7a-c9f23bd40384', '2026-11-11 19:20:00+00', '2026-11-12 16:14:00+00', 'they replied'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-81e1-7385-ac1d-74fed7a287a9', '01a1f8a5-7f5c-76bb-b0cc-5f31654bd4e3', '01a1f8a5-81df-7baf-ba78-e46ba28259c9', '2026-11-13 15:55:00+00', NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-812f-724c-998e-4fe897577975', '01a1f8a5-7edc-7148-884f-16205acc1ed5', '01a1f8a5-812e-7787-982a-731ec2428042', '2026-11-08 18:33:00+00', '2026-11-14 00:14:00+00', 'they replied'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8201-7c55-b4f0-496507bf97a0', '01a1f8a5-7edc-7148-884f-16205acc1ed5', '01a1f8a5-8200-736f-bc46-54356fc6e694', '2026-11-15 04:37:00+00', NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-824a-7f2f-8624-a875ad186225', '01a1f8a5-7f5c-76bb-b0cc-5f31654bd4e3', '01a1f8a5-8249-7a76-9e6f-ff9f0253f0dd', '2026-11-16 23:09:00+00', NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-82fb-7c3f-b17f-648bfe420ddd', '01a1f8a5-7edc-7148-884f-16205acc1ed5', '01a1f8a5-82f9-7ab3-8637-00a7b2065dda', '2026-11-19 17:44:00+00', NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8327-71d5-a7de-99a4a6ebf6f1', '01a1f8a5-7edc-7148-884f-16205acc1ed5', '01a1f8a5-8325-7374-b9aa-5609cd630e94', '2026-11-20 18:35:00+00', NULL, NULL);


--
-- Data for Name: sequences_steps; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.sequences_steps VALUES
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7f72-7944-983f-6fbee4c99bb8', 0, 'not_sent', '2026-10-30 15:12:00+00', NULL, 'no postal address', '2026-10-30 15:12:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7fc1-78aa-87f2-448fc79948c9', 0, 'not_sent', '2026-11-01 00:41:00+00', NULL, 'no postal address', '2026-11-01 00:41:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7f72-7944-983f-6fbee4c99bb8', 1, 'handed', '2026-11-02 16:00:00+00', '01a1f8a5-7fe3-71ee-9eb6-06f182055981', NULL, '2026-11-02 16:00:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-800a-7722-b065-79ad5b2e6785', 0, 'handed', '2026-11-02 17:27:00+00', '01a1f8a5-8014-7b82-84b3-9a84c54b4f00', NULL, '2026-11-02 17:27:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-800a-7722-b065-79ad5b2e6785', 1, 'not_sent', '2026-11-04 17:27:00+00', NULL, 'they replied', '2026-11-03 15:14:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-7fc1-78aa-87f2-448fc79948c9', 1, 'handed', '2026-11-03 16:00:00+00', '01a1f8a5-805c-7c71-9326-dbb6fccc3d21', NULL, '2026-11-03 16:00:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8072-7688-9df2-51efd5b2786a', 0, 'handed', '2026-11-03 20:05:00+00', '01a1f8a5-807f-7e8f-acbe-c9211e0d448d', NULL, '2026-11-03 20:05:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-809c-7aa1-8319-db1c8fd507d9', 0, 'handed', '2026-11-05 14:48:00+00', '01a1f8a5-80a3-79dc-a6c4-e94490b337a0', NULL, '2026-11-05 14:48:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8072-7688-9df2-51efd5b2786a', 1, 'handed', '2026-11-05 20:05:00+00', '01a1f8a5-80d2-76a1-9820-ab8b5943f047', NULL, '2026-11-05 20:05:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-809c-7aa1-8319-db1c8fd507d9', 1, 'not_sent', '2026-11-09 16:00:00+00', NULL, 'they unsubscribed', '2026-11-06 19:14:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8105-7d44-96d0-15bd32f4216c', 0, 'handed', '2026-11-07 03:16:00+00', '01a1f8a5-8116-747c-af97-ad389096b40d', NULL, '2026-11-07 03:16:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-812f-724c-998e-4fe897577975', 0, 'handed', '2026-11-08 18:33:00+00', '01a1f8a5-813b-7af0-a8d6-572bb465dc22', NULL, '2026-11-08 18:33:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8105-7d44-96d0-15bd32f4216c', 1, 'handed', '2026-11-09 16:00:00+00', '01a1f8a5-8156-760a-bdf7-324b1c96cea0', NULL, '2026-11-09 16:00:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-815e-730c-87c9-d3dd5f6c3143', 0, 'handed', '2026-11-09 22:02:00+00', '01a1f8a5-816a-7d84-ac6f-225d0cced505', NULL, '2026-11-09 22:02:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-812f-724c-998e-4fe897577975', 1, 'handed', '2026-11-10 18:33:00+00', '01a1f8a5-8177-7a45-a5fb-b8673e9ee636', NULL, '2026-11-10 18:33:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8190-7ada-bd1c-85aea41608ec', 0, 'handed', '2026-11-11 19:20:00+00', '01a1f8a5-8198-7cf5-b0ef-72366fb0846a', NULL, '2026-11-11 19:20:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-815e-730c-87c9-d3dd5f6c3143', 1, 'not_sent', '2026-11-11 22:02:00+00', NULL, 'their mail address does not work', '2026-11-11 22:02:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8190-7ada-bd1c-85aea41608ec', 1, 'not_sent', '2026-11-13 19:20:00+00', NULL, 'they replied', '2026-11-12 16:14:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-81e1-7385-ac1d-74fed7a287a9', 0, 'handed', '2026-11-13 15:55:00+00', '01a1f8a5-81e7-7891-858e-70416e3a8e62', NULL, '2026-11-13 15:55:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8201-7c55-b4f0-496507bf97a0', 0, 'handed', '2026-11-15 04:37:00+00', '01a1f8a5-8215-7d09-918f-5a31bc04ad43', NULL, '2026-11-15 04:37:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-81e1-7385-ac1d-74fed7a287a9', 1, 'handed', '2026-11-16 16:00:00+00', '01a1f8a5-8237-7fce-9102-5a523ba48bd7', NULL, '2026-11-16 16:00:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-824a-7f2f-8624-a875ad186225', 0, 'handed', '2026-11-16 23:09:00+00', '01a1f8a5-8252-7e1b-846d-dcb94ff1537c', NULL, '2026-11-16 23:09:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8201-7c55-b4f0-496507bf97a0', 1, 'handed', '2026-11-17 16:00:00+00', '01a1f8a5-828e-749c-b0dc-953db457827e', NULL, '2026-11-17 16:00:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-824a-7f2f-8624-a875ad186225', 1, 'handed', '2026-11-18 23:09:00+00', '01a1f8a5-82a7-7830-8892-3af61960c6f9', NULL, '2026-11-18 23:09:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-82fb-7c3f-b17f-648bfe420ddd', 1, 'waiting', '2026-11-23 16:00:00+00', NULL, NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-82fb-7c3f-b17f-648bfe420ddd', 0, 'handed', '2026-11-19 17:44:00+00', '01a1f8a5-8306-785d-a8dd-259c6dfb8f5c', NULL, '2026-11-19 17:44:00+00'),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8327-71d5-a7de-99a4a6ebf6f1', 1, 'waiting', '2026-11-23 16:00:00+00', NULL, NULL, NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8327-71d5-a7de-99a4a6ebf6f1', 0, 'handed', '2026-11-20 18:35:00+00', '01a1f8a5-832e-7698-8ac0-8fb103544514', NULL, '2026-11-20 18:35:00+00');


--
-- Data for Name: shares_links; Type: TABLE DATA; Schema: public; Owner: -
--

INSERT INTO public.shares_links VALUES
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8010-774c-b196-4a0db64856d2', 'Vun1-Hbypn4gbb_u8wu-IV0pFr-OKTzWzdqYsQlTmjQ', 'magnet', '9 questions to ask before you hire a deck builder', '01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/e6/e6566de451f2e5d350bcf6cd9e280268f484051dbd0098415e230314a3169238.pdf', '9-questions-to-ask-before-you-hire-a-deck-builder.pdf', '01a1f8a5-8007-729c-a579-914512bd701f', '2026-11-02 17:27:00+00', '2027-11-02 17:27:00+00', NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-807e-77f8-bf7a-61d57f0401dd', 'E4z0NVazkCZEefdKGmUHx_I559XhPTtCMTIWWaOGk2M', 'magnet', '9 questions to ask before you hire a deck builder', '01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/e6/e6566de451f2e5d350bcf6cd9e280268f484051dbd0098415e230314a3169238.pdf', '9-questions-to-ask-before-you-hire-a-deck-builder.pdf', '01a1f8a5-8070-7ec1-b7db-4e9e7fef8be0', '2026-11-03 20:05:00+00', '2027-11-03 20:05:00+00', NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-80a2-725e-962e-6133764dd463', '5y5cLM7T3QEivAofK4L53Q7LBtxyOlRVDCmNw3jXXpA', 'magnet', 'Privacy fences that still stand after ten winters', '01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/2d/2d573a5c348c820e19f99d14e226c845e73689a8c59e3e9397e14cacb450cc8e.pdf', 'privacy-fences-that-still-stand-after-ten-winters.pdf', '01a1f8a5-809a-7c52-b6d3-1f65e9898dc3', '2026-11-05 14:48:00+00', '2027-11-05 14:48:00+00', NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8115-7102-bc36-cea9d7272550', 'MlsPjN36XMXRDopbkubD-f4A1c79UjYfKwdjenI6f7g', 'magnet', 'Privacy fences that still stand after ten winters', '01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/2d/2d573a5c348c820e19f99d14e226c845e73689a8c59e3e9397e14cacb450cc8e.pdf', 'privacy-fences-that-still-stand-after-ten-winters.pdf', '01a1f8a5-8102-771e-93c0-f1417a514adb', '2026-11-07 03:16:00+00', '2027-11-07 03:16:00+00', NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-813a-7f40-914e-e6da91bc985b', 'i8CEIYi8C0tlwjevFKD_XLG7AAKjFv4nVDcXGZbL4vc', 'magnet', '9 questions to ask before you hire a deck builder', '01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/e6/e6566de451f2e5d350bcf6cd9e280268f484051dbd0098415e230314a3169238.pdf', '9-questions-to-ask-before-you-hire-a-deck-builder.pdf', '01a1f8a5-812e-7787-982a-731ec2428042', '2026-11-08 18:33:00+00', '2027-11-08 18:33:00+00', NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8169-75b1-add5-fa85b2d8a231', 'kM5Ec15Tj5gRD9Ghco9i8KTS2xl7l9R-hWBVQMN3iP0', 'magnet', 'Privacy fences that still stand after ten winters', '01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/2d/2d573a5c348c820e19f99d14e226c845e73689a8c59e3e9397e14cacb450cc8e.pdf', 'privacy-fences-that-still-stand-after-ten-winters.pdf', '01a1f8a5-815d-7d63-8281-cd43862b485c', '2026-11-09 22:02:00+00', '2027-11-09 22:02:00+00', NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8197-7499-9a31-574bb26b0cda', 'R7M3taK5ELUvmvqOiwCe7XzwaRP8QdFqW6tMfbBlH-0', 'magnet', '9 questions to ask before you hire a deck builder', '01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/e6/e6566de451f2e5d350bcf6cd9e280268f484051dbd0098415e230314a3169238.pdf', '9-questions-to-ask-before-you-hire-a-deck-builder.pdf', '01a1f8a5-818e-79c3-8d7a-c9f23bd40384', '2026-11-11 19:20:00+00', '2027-11-11 19:20:00+00', NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-81e6-7da1-a312-dafea7dbeb07', 'dBTU0OAVU5A_p8gHAQnM1mVZL3GY0AsfZBGFW7b6dpc', 'magnet', 'Privacy fences that still stand after ten winters', '01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/2d/2d573a5c348c820e19f99d14e226c845e73689a8c59e3e9397e14cacb450cc8e.pdf', 'privacy-fences-that-still-stand-after-ten-winters.pdf', '01a1f8a5-81df-7baf-ba78-e46ba28259c9', '2026-11-13 15:55:00+00', '2027-11-13 15:55:00+00', NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8214-73c6-9d00-22c582d6430b', '2G6RZzu1qxHvPIP52XMD3R4S19_CkdqrdZ8gN0HJ7MU', 'magnet', '9 questions to ask before you hire a deck builder', '01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/e6/e6566de451f2e5d350bcf6cd9e280268f484051dbd0098415e230314a3169238.pdf', '9-questions-to-ask-before-you-hire-a-deck-builder.pdf', '01a1f8a5-8200-736f-bc46-54356fc6e694', '2026-11-15 04:37:00+00', '2027-11-15 04:37:00+00', NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8251-711c-b598-2eed44d3083c', 'qvhKqTYX5YGowirK0jFwSOlcE_9SaOE3RtElIvBWPk8', 'magnet', 'Privacy fences that still stand after ten winters', '01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/2d/2d573a5c348c820e19f99d14e226c845e73689a8c59e3e9397e14cacb450cc8e.pdf', 'privacy-fences-that-still-stand-after-ten-winters.pdf', '01a1f8a5-8249-7a76-9e6f-ff9f0253f0dd', '2026-11-16 23:09:00+00', '2027-11-16 23:09:00+00', NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-8305-713a-85bb-35a389dd0418', 'JOIfaCgLFH_B1kzXqmet7bNWjHekKR3q5u56ABHU1Q8', 'magnet', '9 questions to ask before you hire a deck builder', '01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/e6/e6566de451f2e5d350bcf6cd9e280268f484051dbd0098415e230314a3169238.pdf', '9-questions-to-ask-before-you-hire-a-deck-builder.pdf', '01a1f8a5-82f9-7ab3-8637-00a7b2065dda', '2026-11-19 17:44:00+00', '2027-11-19 17:44:00+00', NULL),
	('01a1f8a5-7bc5-77e7-bd69-701af45a5b9e', '01a1f8a5-832d-7e8b-b8ad-eb25695ce483', 'wzGGW6GvBTMh52IsO2FDbGuVimqehZYShlIrI2ZwLYE', 'magnet', '9 questions to ask before you hire a deck builder', '01a1f8a5-7bc5-77e7-bd69-701af45a5b9e/e6/e6566de451f2e5d350bcf6cd9e280268f484051dbd0098415e230314a3169238.pdf', '9-questions-to-ask-before-you-hire-a-deck-builder.pdf', '01a1f8a5-8325-7374-b9aa-5609cd630e94', '2026-11-20 18:35:00+00', '2027-11-20 18:35:00+00', NULL);


--
-- Name: __drizzle_migrations_id_seq; Type: SEQUENCE SET; Schema: drizzle; Owner: -
--

SELECT pg_catalog.setval('drizzle.__drizzle_migrations_id_seq', 1, true);


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
-- Name: queue_stats_20261120 queue_stats_20261120_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats_20261120
    ADD CONSTRAINT queue_stats_20261120_pkey PRIMARY KEY (id, captured_on);


--
-- Name: queue_stats_20261121 queue_stats_20261121_pkey; Type: CONSTRAINT; Schema: pgboss; Owner: -
--

ALTER TABLE ONLY pgboss.queue_stats_20261121
    ADD CONSTRAINT queue_stats_20261121_pkey PRIMARY KEY (id, captured_on);


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
-- Name: businesses_accounts businesses_accounts_account_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.businesses_accounts
    ADD CONSTRAINT businesses_accounts_account_id_pk PRIMARY KEY (account_id);


--
-- Name: businesses_members businesses_members_account_id_user_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.businesses_members
    ADD CONSTRAINT businesses_members_account_id_user_id_pk PRIMARY KEY (account_id, user_id);


--
-- Name: identity_credentials identity_credentials_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_credentials
    ADD CONSTRAINT identity_credentials_pkey PRIMARY KEY (id);


--
-- Name: identity_sessions identity_sessions_pkey; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_sessions
    ADD CONSTRAINT identity_sessions_pkey PRIMARY KEY (id);


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
-- Name: leads_consents leads_consents_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.leads_consents
    ADD CONSTRAINT leads_consents_account_id_id_pk PRIMARY KEY (account_id, id);


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
-- Name: mail_messages mail_messages_account_id_id_pk; Type: CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.mail_messages
    ADD CONSTRAINT mail_messages_account_id_id_pk PRIMARY KEY (account_id, id);


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
-- Name: queue_stats_20261120_name_captured_on_deferred_count_queued_idx; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX queue_stats_20261120_name_captured_on_deferred_count_queued_idx ON pgboss.queue_stats_20261120 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);


--
-- Name: queue_stats_20261121_name_captured_on_deferred_count_queued_idx; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX queue_stats_20261121_name_captured_on_deferred_count_queued_idx ON pgboss.queue_stats_20261121 USING btree (name, captured_on DESC) INCLUDE (deferred_count, queued_count, ready_count, active_count, failed_count, total_count);


--
-- Name: warning_i1; Type: INDEX; Schema: pgboss; Owner: -
--

CREATE INDEX warning_i1 ON pgboss.warning USING btree (created_on DESC);


--
-- Name: businesses_members_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX businesses_members_user ON public.businesses_members USING btree (user_id);


--
-- Name: identity_credentials_provider; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX identity_credentials_provider ON public.identity_credentials USING btree (provider_id, provider_account_id);


--
-- Name: identity_credentials_user; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX identity_credentials_user ON public.identity_credentials USING btree (user_id);


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
-- Name: leads_newest; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX leads_newest ON public.leads USING btree (account_id, created_at);


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
-- Name: sequences_enrolments_lead; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sequences_enrolments_lead ON public.sequences_enrolments USING btree (account_id, lead_id);


--
-- Name: sequences_enrolments_once; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX sequences_enrolments_once ON public.sequences_enrolments USING btree (account_id, sequence_id, lead_id);


--
-- Name: sequences_page; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX sequences_page ON public.sequences USING btree (account_id, page_id);


--
-- Name: sequences_steps_account_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sequences_steps_account_due ON public.sequences_steps USING btree (account_id, due_at) WHERE (state = 'waiting'::text);


--
-- Name: sequences_steps_due; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX sequences_steps_due ON public.sequences_steps USING btree (due_at) WHERE (state = 'waiting'::text);


--
-- Name: shares_links_about; Type: INDEX; Schema: public; Owner: -
--

CREATE INDEX shares_links_about ON public.shares_links USING btree (account_id, about_id);


--
-- Name: shares_links_token; Type: INDEX; Schema: public; Owner: -
--

CREATE UNIQUE INDEX shares_links_token ON public.shares_links USING btree (account_id, token_hash);


--
-- Name: job_common_pkey; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.job_pkey ATTACH PARTITION pgboss.job_common_pkey;


--
-- Name: queue_stats_20261120_name_captured_on_deferred_count_queued_idx; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.queue_stats_i1 ATTACH PARTITION pgboss.queue_stats_20261120_name_captured_on_deferred_count_queued_idx;


--
-- Name: queue_stats_20261120_pkey; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.queue_stats_pkey ATTACH PARTITION pgboss.queue_stats_20261120_pkey;


--
-- Name: queue_stats_20261121_name_captured_on_deferred_count_queued_idx; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.queue_stats_i1 ATTACH PARTITION pgboss.queue_stats_20261121_name_captured_on_deferred_count_queued_idx;


--
-- Name: queue_stats_20261121_pkey; Type: INDEX ATTACH; Schema: pgboss; Owner: -
--

ALTER INDEX pgboss.queue_stats_pkey ATTACH PARTITION pgboss.queue_stats_20261121_pkey;


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
-- Name: identity_credentials identity_credentials_user_id_identity_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_credentials
    ADD CONSTRAINT identity_credentials_user_id_identity_users_id_fk FOREIGN KEY (user_id) REFERENCES public.identity_users(id) ON DELETE CASCADE;


--
-- Name: identity_sessions identity_sessions_user_id_identity_users_id_fk; Type: FK CONSTRAINT; Schema: public; Owner: -
--

ALTER TABLE ONLY public.identity_sessions
    ADD CONSTRAINT identity_sessions_user_id_identity_users_id_fk FOREIGN KEY (user_id) REFERENCES public.identity_users(id) ON DELETE CASCADE;


--
-- Name: businesses_accounts; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.businesses_accounts ENABLE ROW LEVEL SECURITY;

--
-- Name: businesses_members; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.businesses_members ENABLE ROW LEVEL SECURITY;

--
-- Name: leads; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.leads ENABLE ROW LEVEL SECURITY;

--
-- Name: leads_consents; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.leads_consents ENABLE ROW LEVEL SECURITY;

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
-- Name: magnets; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.magnets ENABLE ROW LEVEL SECURITY;

--
-- Name: mail_messages; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.mail_messages ENABLE ROW LEVEL SECURITY;

--
-- Name: businesses_accounts own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.businesses_accounts TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: businesses_members own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.businesses_members TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: leads own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.leads TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: leads_consents own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.leads_consents TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


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
-- Name: magnets own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.magnets TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


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
-- Name: sequences_steps own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.sequences_steps TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: shares_links own_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY own_rows ON public.shares_links TO plumbline_app USING ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif"))) WITH CHECK ((account_id = ( SELECT (NULLIF(current_setting('app.account_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: businesses_accounts owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.businesses_accounts TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: businesses_members owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.businesses_members TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: leads owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.leads TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: leads_consents owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.leads_consents TO plumbline_owner USING (true) WITH CHECK (true);


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
-- Name: magnets owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.magnets TO plumbline_owner USING (true) WITH CHECK (true);


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
-- Name: sequences_steps owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.sequences_steps TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: shares_links owner_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY owner_rows ON public.shares_links TO plumbline_owner USING (true) WITH CHECK (true);


--
-- Name: businesses_members readable_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY readable_rows ON public.businesses_members FOR SELECT TO plumbline_app USING ((user_id = ( SELECT (NULLIF(current_setting('app.user_id'::text, true), ''::text))::uuid AS "nullif")));


--
-- Name: leads_slugs readable_rows; Type: POLICY; Schema: public; Owner: -
--

CREATE POLICY readable_rows ON public.leads_slugs FOR SELECT TO plumbline_app USING (true);


--
-- Name: sequences; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.sequences ENABLE ROW LEVEL SECURITY;

--
-- Name: sequences_enrolments; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.sequences_enrolments ENABLE ROW LEVEL SECURITY;

--
-- Name: sequences_steps; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.sequences_steps ENABLE ROW LEVEL SECURITY;

--
-- Name: shares_links; Type: ROW SECURITY; Schema: public; Owner: -
--

ALTER TABLE public.shares_links ENABLE ROW LEVEL SECURITY;

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
-- Name: TABLE queue_stats_20261120; Type: ACL; Schema: pgboss; Owner: -
--

GRANT ALL ON TABLE pgboss.queue_stats_20261120 TO plumbline_app;


--
-- Name: TABLE queue_stats_20261121; Type: ACL; Schema: pgboss; Owner: -
--

GRANT ALL ON TABLE pgboss.queue_stats_20261121 TO plumbline_app;


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
-- Name: TABLE businesses_accounts; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.businesses_accounts TO plumbline_app;


--
-- Name: TABLE businesses_members; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.businesses_members TO plumbline_app;


--
-- Name: TABLE identity_credentials; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.identity_credentials TO plumbline_app;


--
-- Name: TABLE identity_sessions; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.identity_sessions TO plumbline_app;


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
-- Name: TABLE leads_consents; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.leads_consents TO plumbline_app;


--
-- Name: TABLE leads_inbound_mails; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.leads_inbound_mails TO plumbline_app;


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
-- Name: TABLE magnets; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.magnets TO plumbline_app;


--
-- Name: TABLE magnets_drafts; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.magnets_drafts TO plumbline_app;


--
-- Name: TABLE mail_messages; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.mail_messages TO plumbline_app;


--
-- Name: TABLE sequences; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sequences TO plumbline_app;


--
-- Name: TABLE sequences_enrolments; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sequences_enrolments TO plumbline_app;


--
-- Name: TABLE sequences_steps; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.sequences_steps TO plumbline_app;


--
-- Name: TABLE shares_links; Type: ACL; Schema: public; Owner: -
--

GRANT SELECT,INSERT,DELETE,UPDATE ON TABLE public.shares_links TO plumbline_app;


--
-- PostgreSQL database dump complete
--


