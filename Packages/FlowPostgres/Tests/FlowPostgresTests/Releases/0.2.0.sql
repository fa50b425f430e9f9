--
-- PostgreSQL database dump
--

\restrict 1r4qXpyfrkGmKdNgAbuWG0e5ZU3wwT8zkKjMh3jFeC4setOCUtg1Hj3K6hJekni

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
-- Name: flowstate_release; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA flowstate_release;


--
-- Name: run_state; Type: TYPE; Schema: flowstate_release; Owner: -
--

CREATE TYPE flowstate_release.run_state AS ENUM (
    'ready',
    'held',
    'waiting',
    'parked',
    'completed',
    'failed',
    'cancelled'
);


--
-- Name: claim(text, text[], bigint, bigint, text, bigint, bigint); Type: FUNCTION; Schema: flowstate_release; Owner: -
--

CREATE FUNCTION flowstate_release.claim(queue_ text, flows_ text[], limit_ bigint, lease_ bigint, worker_ text, attempts_ bigint, ahead_ bigint) RETURNS TABLE(id bigint, flow text, key text, queue text, tenant text, priority bigint, fence bigint, claims bigint, now bigint, due bigint, inbox bigint, first bigint, bodies text[], times bigint[], waits bigint[], numbers bigint[], arrivals bigint[], texts text[])
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  select id, flow, key, queue, tenant, priority, fence, claims, now, due, inbox, first, bodies, times, waits, numbers,
      arrivals, texts
    from "flowstate_release".claim(queue_, flows_, limit_, lease_, worker_, attempts_, ahead_, '{}'::text[], '{}'::bigint[], '{}'::bigint[])
$$;


--
-- Name: claim(text, text[], bigint, bigint, text, bigint, bigint, text[], bigint[], bigint[]); Type: FUNCTION; Schema: flowstate_release; Owner: -
--

CREATE FUNCTION flowstate_release.claim(queue_ text, flows_ text[], limit_ bigint, lease_ bigint, worker_ text, attempts_ bigint, ahead_ bigint, names_ text[], levels_ bigint[], starts_ bigint[]) RETURNS TABLE(id bigint, flow text, key text, queue text, tenant text, priority bigint, fence bigint, claims bigint, now bigint, due bigint, inbox bigint, first bigint, bodies text[], times bigint[], waits bigint[], numbers bigint[], arrivals bigint[], texts text[], more boolean)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $$
#variable_conflict use_column
declare
  now_ bigint := "flowstate_release".now_ms();
  fit_ bigint[];
  poison_ bigint[];
  taken_ bigint[];
  run_ bigint;
begin
  if limit_ <= 0 then return; end if;
  with candidates as (
    select c.* from (select distinct unnest(flows_) as name) f cross join lateral (
      with recursive p (priority) as (
        select 9223372036854775807
        union all
        select coalesce((select r.priority from "flowstate_release".runs r where r.queue = queue_ and r.flow = f.name
              and r.look is not null and r.priority < p.priority and r.priority > coalesce(k.level, -9223372036854775807)
            order by r.priority desc limit 1), k.level)
          from p cross join lateral (
            select max(n.level) as level from unnest(names_, levels_) n (name, level)
              where n.name = f.name and n.level < p.priority
          ) k
          where p.priority is not null
      )
      select x.* from p cross join lateral (
        select r.id, r.tenant, r.priority, r.due, r.claims < attempts_ as fits from "flowstate_release".runs r
          where r.queue = queue_ and r.flow = f.name and r.priority = p.priority
            and r.look >= coalesce((select max(n.start) from unnest(names_, levels_, starts_) n (name, level, start)
              where n.name = f.name and n.level = p.priority), -9223372036854775808)
            and r.look <= now_ and r.due <= now_
          order by r.look, r.id limit ahead_
      ) x where p.priority is not null
    ) c
  ), held as (
    select r.tenant, count(*) as count from "flowstate_release".runs r
      where r.state = 'held'
        -- Without several tenants, the numbers change no order. Counting walks over all rows that were held.
        and (select count(distinct coalesce('t' || c.tenant, '')) from candidates c) > 1 group by r.tenant
  ), loaded as (
    select c.*, coalesce(h.count, 0) + count(*) filter (where c.fits) over (
        partition by c.tenant order by c.priority desc, c.due, c.id
        rows between unbounded preceding and 1 preceding) as load
      from candidates c left join held h
        on coalesce(h.tenant, '') = coalesce(c.tenant, '') and (h.tenant is null) = (c.tenant is null)
  ), placed as (
    select l.id, l.fits, row_number() over w as place, count(*) filter (where l.fits) over (
        order by l.priority desc, l.load, l.due, l.id rows between unbounded preceding and 1 preceding) as before
      from loaded l window w as (order by l.priority desc, l.load, l.due, l.id)
  )
  select array_agg(o.id order by o.place) filter (where o.fits),
      array_agg(o.id order by o.place) filter (where not o.fits and o.before < limit_)
    into fit_, poison_ from placed o;
  if poison_ is not null then
    for run_ in select r.id from "flowstate_release".runs r
      where r.id = any (poison_) and r.due <= now_ and r.claims >= attempts_ order by r.id for update skip locked
    loop
      with parked as (
        update "flowstate_release".runs r set state = 'parked', due = null, look = null, awaits = '{}', claims = 0, worker = null,
            records = r.records + 1, changed = now_, token = null,
            note = 'Claimed ' || r.claims || ' times without a record, '
              || coalesce('at step ''' || r.position || '''', 'at the start')
              || '. Its workers have died, or lost their leases.'
          where r.id = run_ returning r.id, r.records, r.note
      )
      insert into "flowstate_release".records (run, number, at, body)
        select p.id, p.records, now_, json_build_object('parked', p.note)::text from parked p;
    end loop;
  end if;
  if fit_ is null then return; end if;
  select array_agg(x.id order by x.place) into taken_ from (
    select r.id, o.place from unnest(fit_) with ordinality o (id, place) join "flowstate_release".runs r on r.id = o.id
      where r.due <= now_ and r.claims < attempts_ order by o.place limit limit_ for update of r skip locked
  ) x;
  if taken_ is null then return; end if;
  update "flowstate_release".runs r set fence = r.fence + 1, claims = r.claims + 1, state = 'held', due = now_ + lease_,
      look = now_ + lease_, awaits = '{}', note = null, worker = worker_, token = null
    where r.id = any (taken_);
  return query
    select r.id, r.flow, r.key, r.queue, r.tenant, r.priority, r.fence, r.claims, now_, r.due, r.inbox,
        e.first, e.bodies, e.times, e.waits, m.numbers, m.times, m.bodies, cardinality(fit_) > cardinality(taken_)
      from unnest(taken_) with ordinality o (id, place) join "flowstate_release".runs r on r.id = o.id
      cross join lateral (
        select min(c.number) as first, array_agg(c.body order by c.number) as bodies,
            array_agg(c.at order by c.number) as times, array_agg(c.due order by c.number) as waits
          from "flowstate_release".records c where c.run = r.id
      ) e
      cross join lateral (
        select array_agg(c.number order by c.number) as numbers, array_agg(c.at order by c.number) as times,
            array_agg(c.body order by c.number) as bodies
          from "flowstate_release".messages c where c.run = r.id and c.waiting and r.messages + r.commands > 0
      ) m
      order by o.place;
end
$$;


--
-- Name: claim_starts(text, text[], text[], bigint[], bigint[], bigint); Type: FUNCTION; Schema: flowstate_release; Owner: -
--

CREATE FUNCTION flowstate_release.claim_starts(queue_ text, flows_ text[], names_ text[], levels_ bigint[], starts_ bigint[], slack_ bigint) RETURNS TABLE(flow text, priority bigint, start bigint, now bigint)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $$
#variable_conflict use_column
declare
  now_ bigint := "flowstate_release".now_ms();
  age_ bigint;
  isopen_ boolean;
begin
  -- The rows must be read after the locks.
  if current_setting('transaction_isolation') <> 'read committed' then return; end if;
  select coalesce(bool_or(l.pid is null or a.pid is not null and a.state is null), false),
      coalesce(max(extract(epoch from clock_timestamp() - a.xact_start) * 1000), 0)::bigint
    into isopen_, age_
    from pg_locks l left join lateral pg_stat_get_activity(l.pid) a on true
    where l.locktype = 'relation' and l.relation = '"flowstate_release".runs'::regclass and l.mode <> 'AccessShareLock'
      and l.database = (select d.oid from pg_database d where d.datname = current_database())
      and l.pid is distinct from pg_backend_pid();
  -- The beginning of a prepared transaction, or of one of a role that this one can't watch, isn't known.
  if isopen_ then return; end if;
  return query
    select f.name, c.priority, c.start, now_ from (select distinct unnest(flows_) as name) f cross join lateral (
      with recursive p (priority) as (
        select 9223372036854775807
        union all
        select coalesce((select r.priority from "flowstate_release".runs r where r.queue = queue_ and r.flow = f.name
              and r.look is not null and r.priority < p.priority and r.priority > coalesce(k.level, -9223372036854775807)
            order by r.priority desc limit 1), k.level)
          from p cross join lateral (
            select max(n.level) as level from unnest(names_, levels_) n (name, level)
              where n.name = f.name and n.level < p.priority
          ) k
          where p.priority is not null
      )
      select p.priority, least(now_ - age_ - slack_, (
        select r.look from "flowstate_release".runs r where r.queue = queue_ and r.flow = f.name and r.priority = p.priority
            and r.look >= coalesce((select max(n.start) from unnest(names_, levels_, starts_) n (name, level, start)
              where n.name = f.name and n.level = p.priority), -9223372036854775808)
          order by r.look, r.id limit 1
      )) as start from p where p.priority < 9223372036854775807
    ) c limit 256;
end
$$;


--
-- Name: forget(bigint, bigint); Type: FUNCTION; Schema: flowstate_release; Owner: -
--

CREATE FUNCTION flowstate_release.forget(before_ bigint, limit_ bigint) RETURNS TABLE(removed bigint, skipped bigint, behind bigint)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
declare
  now_ bigint := "flowstate_release".now_ms();
  seen_ bigint;
  removed_ bigint;
  skipped_ bigint := 0;
begin
  -- Another process removes runs now.
  select c.seen into seen_ from "flowstate_release".clock c for update skip locked;
  if not found then return query select 0::bigint, 0::bigint, 0::bigint; return; end if;
  if now_ > seen_ then
    update "flowstate_release".clock set seen = now_;
    skipped_ := greatest(now_ - seen_ - 86400000, 0);
    if skipped_ > 0 then
      insert into "flowstate_release".clock_skips values (seen_, skipped_);
      -- What was skipped before the oldest run doesn't matter any more.
      delete from "flowstate_release".clock_skips s where s.after < (select min(r.began) from "flowstate_release".runs r);
    end if;
  end if;
  with old as materialized (
    select r.id from "flowstate_release".runs r where r.state in ('completed', 'failed', 'cancelled') and r.changed < before_
        and r.changed + coalesce((select sum(s.amount) from "flowstate_release".clock_skips s where s.after >= r.changed), 0) < before_
      order by r.id limit limit_ for update skip locked
  ),
  records as (delete from "flowstate_release".records r using old o where r.run = o.id),
  messages as (delete from "flowstate_release".messages m using old o where m.run = o.id),
  runs as (delete from "flowstate_release".runs r using old o where r.id = o.id returning r.id)
  select count(*) into removed_ from runs;
  return query select removed_, skipped_, greatest(seen_ - now_, 0);
end
$$;


--
-- Name: key_place(text, text); Type: FUNCTION; Schema: flowstate_release; Owner: -
--

CREATE FUNCTION flowstate_release.key_place(flow_ text, key_ text) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ select (hashtextextended(key_, hashtextextended(flow_, 0)) & 65535)::integer $$;


--
-- Name: mark_reused_key(); Type: FUNCTION; Schema: flowstate_release; Owner: -
--

CREATE FUNCTION flowstate_release.mark_reused_key() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  if exists (select from "flowstate_release".runs r join "flowstate_release".used_keys u on u.place in (-1, "flowstate_release".key_place(r.flow, r.key))
      where r.id = new.run and r.key is not null) then
    new.body := left(new.body, -1) || ',"reused":true}';
  end if;
  return new;
end
$$;


--
-- Name: note_removed_keys(); Type: FUNCTION; Schema: flowstate_release; Owner: -
--

CREATE FUNCTION flowstate_release.note_removed_keys() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
begin
  insert into "flowstate_release".used_keys select distinct "flowstate_release".key_place(o.flow, o.key) from removed o where o.key is not null
    order by 1 on conflict do nothing;
  return null;
end
$$;


--
-- Name: note_rest(); Type: FUNCTION; Schema: flowstate_release; Owner: -
--

CREATE FUNCTION flowstate_release.note_rest() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
begin
  new.rested := case when new.state <> 'held' then new.changed end;
  new.rested_step := case when new.state <> 'held' then new.position end;
  return new;
end
$$;


--
-- Name: now_ms(); Type: FUNCTION; Schema: flowstate_release; Owner: -
--

CREATE FUNCTION flowstate_release.now_ms() RETURNS bigint
    LANGUAGE sql PARALLEL SAFE
    AS $$ select (date_part('epoch', clock_timestamp()) * 1000)::bigint $$;


--
-- Name: send(bigint, text, text, text, text, bigint, bigint, bigint); Type: FUNCTION; Schema: flowstate_release; Owner: -
--

CREATE FUNCTION flowstate_release.send(run_ bigint, name_ text, command_ text, key_ text, body_ text, limit_ bigint, token_ bigint, commands_ bigint) RETURNS TABLE(outcome text, number bigint)
    LANGUAGE sql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$ select * from "flowstate_release".send(run_, name_, command_, key_, body_, limit_, token_, commands_, null::bigint) $$;


--
-- Name: send(bigint, text, text, text, text, bigint, bigint, bigint, bigint); Type: FUNCTION; Schema: flowstate_release; Owner: -
--

CREATE FUNCTION flowstate_release.send(run_ bigint, name_ text, command_ text, key_ text, body_ text, limit_ bigint, token_ bigint, commands_ bigint, at_ bigint) RETURNS TABLE(outcome text, number bigint)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
#variable_conflict use_column
declare
  found_ "flowstate_release".runs;
  same_ "flowstate_release".messages;
  now_ bigint;
  wakes_ boolean;
begin
  select * into found_ from "flowstate_release".runs r where r.id = run_ for update;
  if not found then return query select 'unknown', 0::bigint; return; end if;
  if found_.state in ('failed', 'cancelled') then
    -- The end has dropped them, but it removes only messages that the worker had received.
    delete from "flowstate_release".messages m where m.run = run_ and m.waiting and m.key is null;
    update "flowstate_release".messages m set waiting = false, body = null where m.run = run_ and m.waiting;
  end if;
  if key_ is not null then
    select * into same_ from "flowstate_release".messages m where m.run = run_ and m.key = key_;
    if found then
      return query select case when same_.token = token_ then 'delivered' else 'duplicate' end, same_.number;
      return;
    end if;
  end if;
  if found_.state = 'completed' or found_.state in ('failed', 'cancelled') and command_ is null
    or found_.state = 'cancelled' and command_ = 'cancel'
    or found_.state in ('failed', 'cancelled') and (command_ = 'touch' or command_ like 'change %') then
    return query select 'ended', 0::bigint;
    return;
  end if;
  if at_ is not null and (found_.state <> 'waiting' or found_.records <> at_) then
    return query select 'late', 0::bigint;
    return;
  end if;
  if command_ is not null then
    perform from "flowstate_release".messages m where m.run = run_ and m.command = command_ and m.waiting;
    if found then return query select 'duplicate', 0::bigint; return; end if;
    -- Commands to cancel and to retry are always accepted.
    if (command_ like 'back to %' or command_ like 'change %') and found_.commands >= commands_ then
      return query select 'full', 0::bigint;
      return;
    end if;
  elsif found_.messages >= limit_ then
    return query select 'full', 0::bigint;
    return;
  end if;
  now_ := "flowstate_release".now_ms();
  insert into "flowstate_release".messages (run, number, at, key, command, token, body)
    values (run_, found_.inbox + 1, now_, key_, command_, token_, body_);
  wakes_ := case found_.state when 'waiting' then command_ is not null or at_ is not null or name_ = any (found_.awaits)
      or exists (select from unnest(found_.awaits) a where normalize(a) = normalize(name_))
    when 'held' then false else command_ is not null end;
  if wakes_ then
    update "flowstate_release".runs r set inbox = r.inbox + 1, state = 'ready', due = least(now_, r.due), look = least(now_, r.look),
        messages = r.messages + (command_ is null)::int, commands = r.commands + (command_ is not null)::int,
        awaits = '{}', note = null, changed = now_, claims = case r.state when 'parked' then 0 else r.claims end
      where r.id = run_;
  else
    update "flowstate_release".runs r set inbox = r.inbox + 1,
        messages = r.messages + (command_ is null)::int, commands = r.commands + (command_ is not null)::int
      where r.id = run_;
  end if;
  return query select 'delivered', found_.inbox + 1;
end
$$;


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: clock; Type: TABLE; Schema: flowstate_release; Owner: -
--

CREATE TABLE flowstate_release.clock (
    seen bigint NOT NULL
);


--
-- Name: clock_skips; Type: TABLE; Schema: flowstate_release; Owner: -
--

CREATE TABLE flowstate_release.clock_skips (
    after bigint NOT NULL,
    amount bigint NOT NULL
);


--
-- Name: identity; Type: TABLE; Schema: flowstate_release; Owner: -
--

CREATE TABLE flowstate_release.identity (
    text text NOT NULL
);


--
-- Name: messages; Type: TABLE; Schema: flowstate_release; Owner: -
--

CREATE TABLE flowstate_release.messages (
    run bigint NOT NULL,
    number bigint NOT NULL,
    at bigint NOT NULL,
    waiting boolean DEFAULT true NOT NULL,
    key text,
    command text,
    token bigint NOT NULL,
    body text
);


--
-- Name: migrations; Type: TABLE; Schema: flowstate_release; Owner: -
--

CREATE TABLE flowstate_release.migrations (
    version bigint NOT NULL,
    at timestamp with time zone DEFAULT now() NOT NULL
);


--
-- Name: records; Type: TABLE; Schema: flowstate_release; Owner: -
--

CREATE TABLE flowstate_release.records (
    run bigint NOT NULL,
    number bigint NOT NULL,
    at bigint NOT NULL,
    due bigint,
    body text NOT NULL
)
WITH (autovacuum_vacuum_scale_factor='0.05');


--
-- Name: runs; Type: TABLE; Schema: flowstate_release; Owner: -
--

CREATE TABLE flowstate_release.runs (
    id bigint NOT NULL,
    flow text NOT NULL,
    key text,
    queue text NOT NULL,
    tenant text,
    priority bigint NOT NULL,
    state flowstate_release.run_state NOT NULL,
    due bigint,
    look bigint,
    awaits text[] DEFAULT '{}'::text[] NOT NULL,
    fence bigint DEFAULT 0 NOT NULL,
    claims bigint DEFAULT 0 NOT NULL,
    inbox bigint DEFAULT 0 NOT NULL,
    messages bigint DEFAULT 0 NOT NULL,
    commands bigint DEFAULT 0 NOT NULL,
    records bigint DEFAULT 1 NOT NULL,
    "position" text,
    worker text,
    note text,
    began bigint NOT NULL,
    changed bigint NOT NULL,
    birth bigint NOT NULL,
    token bigint,
    rested bigint,
    rested_step text
)
WITH (fillfactor='70', autovacuum_vacuum_scale_factor='0.02', autovacuum_vacuum_cost_delay='0');


--
-- Name: COLUMN runs.due; Type: COMMENT; Schema: flowstate_release; Owner: -
--

COMMENT ON COLUMN flowstate_release.runs.due IS 'When a worker may claim the run, in milliseconds since 1970; null if it is not due';


--
-- Name: COLUMN runs.look; Type: COMMENT; Schema: flowstate_release; Owner: -
--

COMMENT ON COLUMN flowstate_release.runs.look IS 'When to look whether the run is due: never later than due. It is in the index, and moves less often';


--
-- Name: COLUMN runs.token; Type: COMMENT; Schema: flowstate_release; Owner: -
--

COMMENT ON COLUMN flowstate_release.runs.token IS 'The latest append, so that one whose answer was lost is not made twice';


--
-- Name: COLUMN runs.rested; Type: COMMENT; Schema: flowstate_release; Owner: -
--

COMMENT ON COLUMN flowstate_release.runs.rested IS 'The time of the latest change; null while a worker holds the run';


--
-- Name: COLUMN runs.rested_step; Type: COMMENT; Schema: flowstate_release; Owner: -
--

COMMENT ON COLUMN flowstate_release.runs.rested_step IS 'The position; null while a worker holds the run';


--
-- Name: runs_id_seq; Type: SEQUENCE; Schema: flowstate_release; Owner: -
--

ALTER TABLE flowstate_release.runs ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME flowstate_release.runs_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: used_keys; Type: TABLE; Schema: flowstate_release; Owner: -
--

CREATE TABLE flowstate_release.used_keys (
    place integer NOT NULL
);


--
-- Data for Name: clock; Type: TABLE DATA; Schema: flowstate_release; Owner: -
--

COPY flowstate_release.clock (seen) FROM stdin;
1795724394239
\.


--
-- Data for Name: clock_skips; Type: TABLE DATA; Schema: flowstate_release; Owner: -
--

COPY flowstate_release.clock_skips (after, amount) FROM stdin;
\.


--
-- Data for Name: identity; Type: TABLE DATA; Schema: flowstate_release; Owner: -
--

COPY flowstate_release.identity (text) FROM stdin;
bc41d687-565f-4f32-a7ce-4f42a3d096a5
\.


--
-- Data for Name: messages; Type: TABLE DATA; Schema: flowstate_release; Owner: -
--

COPY flowstate_release.messages (run, number, at, waiting, key, command, token, body) FROM stdin;
3	1	1795724394287	t	w1	\N	6992100379539825174	{"message":"Parcel","body":{"tracking":"1Z"},"key":"w1","arrival":0,"arrived":0}
\.


--
-- Data for Name: migrations; Type: TABLE DATA; Schema: flowstate_release; Owner: -
--

COPY flowstate_release.migrations (version, at) FROM stdin;
1	2026-11-26 20:19:54.16647+00
2	2026-11-26 20:19:54.16647+00
3	2026-11-26 20:19:54.16647+00
4	2026-11-26 20:19:54.16647+00
5	2026-11-26 20:19:54.16647+00
\.


--
-- Data for Name: records; Type: TABLE DATA; Schema: flowstate_release; Owner: -
--

COPY flowstate_release.records (run, number, at, due, body) FROM stdin;
1	1	1795724394223	\N	{"began":"release","key":"ended","content":"ended"}
2	1	1795724394232	\N	{"began":"release","key":"cancelled","content":"cancelled"}
3	1	1795724394235	\N	{"began":"release","key":"told","content":"told"}
4	1	1795724394236	\N	{"began":"release","key":"waiting","content":"waiting"}
3	2	1795724394253	\N	{"settled":"pack","visit":1,"result":"told packed","set":{"TheText":"told packed"},"to":"parcel"}
3	3	1795724394253	\N	{"waiting":"parcel","visit":1,"names":["Parcel"]}
2	2	1795724394258	\N	{"settled":"pack","visit":1,"result":"cancelled packed","set":{"TheText":"cancelled packed"},"to":"parcel"}
2	3	1795724394258	\N	{"waiting":"parcel","visit":1,"names":["Parcel"]}
1	2	1795724394260	\N	{"settled":"pack","visit":1,"result":"ended packed","set":{"TheText":"ended packed"},"to":"parcel"}
1	3	1795724394260	\N	{"waiting":"parcel","visit":1,"names":["Parcel"]}
4	2	1795724394261	\N	{"settled":"pack","visit":1,"result":"waiting packed","set":{"TheText":"waiting packed"},"to":"parcel"}
4	3	1795724394261	\N	{"waiting":"parcel","visit":1,"names":["Parcel"]}
2	4	1795724394277	\N	{"command":"cancel","arrival":1,"arrived":1795724394271,"taken":[1]}
2	5	1795724394279	\N	{"undone":"pack","visit":1}
1	4	1795724394280	\N	{"settled":"parcel","visit":1,"result":{"tracking":"1Z"},"to":"send","taken":[1],"begins":true}
2	6	1795724394282	\N	{"ended":"cancelled"}
1	5	1795724394283	\N	{"settled":"send","visit":1,"result":"release/ended/send#1 1Z","set":{"TheText":"release/ended/send#1 1Z"}}
1	6	1795724394283	\N	{"ended":"completed","result":"release/ended/send#1 1Z"}
5	1	1795724394289	\N	{"began":"release","key":"new","content":"new"}
\.


--
-- Data for Name: runs; Type: TABLE DATA; Schema: flowstate_release; Owner: -
--

COPY flowstate_release.runs (id, flow, key, queue, tenant, priority, state, due, look, awaits, fence, claims, inbox, messages, commands, records, "position", worker, note, began, changed, birth, token, rested, rested_step) FROM stdin;
4	release	waiting	default	\N	0	waiting	\N	\N	{Parcel}	1	0	0	0	0	3	parcel	\N	\N	1795724394236	1795724394261	-8965401388522941780	6174813371743708232	1795724394261	parcel
2	release	cancelled	default	\N	0	cancelled	\N	\N	{}	2	0	1	0	0	6	parcel	\N	\N	1795724394232	1795724394282	-4203661854012414869	6174813371743708237	1795724394282	parcel
1	release	ended	default	\N	0	completed	\N	\N	{}	2	0	1	0	0	6	send	\N	\N	1795724394223	1795724394283	-1914409322367901254	6174813371743708238	1795724394283	send
3	release	told	default	\N	0	ready	1795724394287	1795724394287	{}	1	0	1	1	0	3	parcel	\N	\N	1795724394235	1795724394287	6849814249040582781	6174813371743708231	1795724394287	parcel
5	release	new	default	\N	0	ready	1795724394289	1795724394289	{}	0	0	0	0	0	1	\N	\N	\N	1795724394289	1795724394289	7370419895177471152	\N	1795724394289	\N
\.


--
-- Data for Name: used_keys; Type: TABLE DATA; Schema: flowstate_release; Owner: -
--

COPY flowstate_release.used_keys (place) FROM stdin;
\.


--
-- Name: runs_id_seq; Type: SEQUENCE SET; Schema: flowstate_release; Owner: -
--

SELECT pg_catalog.setval('flowstate_release.runs_id_seq', 5, true);


--
-- Name: messages messages_pkey; Type: CONSTRAINT; Schema: flowstate_release; Owner: -
--

ALTER TABLE ONLY flowstate_release.messages
    ADD CONSTRAINT messages_pkey PRIMARY KEY (run, number);


--
-- Name: migrations migrations_pkey; Type: CONSTRAINT; Schema: flowstate_release; Owner: -
--

ALTER TABLE ONLY flowstate_release.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (version);


--
-- Name: records records_pkey; Type: CONSTRAINT; Schema: flowstate_release; Owner: -
--

ALTER TABLE ONLY flowstate_release.records
    ADD CONSTRAINT records_pkey PRIMARY KEY (run, number);


--
-- Name: runs runs_pkey; Type: CONSTRAINT; Schema: flowstate_release; Owner: -
--

ALTER TABLE ONLY flowstate_release.runs
    ADD CONSTRAINT runs_pkey PRIMARY KEY (id);


--
-- Name: used_keys used_keys_pkey; Type: CONSTRAINT; Schema: flowstate_release; Owner: -
--

ALTER TABLE ONLY flowstate_release.used_keys
    ADD CONSTRAINT used_keys_pkey PRIMARY KEY (place);


--
-- Name: messages_command; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE UNIQUE INDEX messages_command ON flowstate_release.messages USING btree (run, command) WHERE ((command IS NOT NULL) AND waiting);


--
-- Name: messages_key; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE UNIQUE INDEX messages_key ON flowstate_release.messages USING btree (run, key) WHERE (key IS NOT NULL);


--
-- Name: runs_began; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE INDEX runs_began ON flowstate_release.runs USING btree (began);


--
-- Name: runs_durations; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE INDEX runs_durations ON flowstate_release.runs USING btree (((rested - began)), id) WHERE (rested IS NOT NULL);


--
-- Name: runs_ended; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE INDEX runs_ended ON flowstate_release.runs USING btree (id) WHERE (state = ANY (ARRAY['completed'::flowstate_release.run_state, 'failed'::flowstate_release.run_state, 'cancelled'::flowstate_release.run_state]));


--
-- Name: runs_flows; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE INDEX runs_flows ON flowstate_release.runs USING btree (flow, id);


--
-- Name: runs_held; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE INDEX runs_held ON flowstate_release.runs USING btree (tenant) WHERE (state = 'held'::flowstate_release.run_state);


--
-- Name: runs_key; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE UNIQUE INDEX runs_key ON flowstate_release.runs USING btree (flow, key) WHERE (key IS NOT NULL);


--
-- Name: runs_keys; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE INDEX runs_keys ON flowstate_release.runs USING btree (key text_pattern_ops) WHERE (key IS NOT NULL);


--
-- Name: runs_queue; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE INDEX runs_queue ON flowstate_release.runs USING btree (queue, flow, priority DESC, look, id) WHERE (look IS NOT NULL);


--
-- Name: runs_queues; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE INDEX runs_queues ON flowstate_release.runs USING btree (queue, id) WHERE (queue <> 'default'::text);


--
-- Name: runs_rested; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE INDEX runs_rested ON flowstate_release.runs USING btree (rested, id) WHERE (rested IS NOT NULL);


--
-- Name: runs_states; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE INDEX runs_states ON flowstate_release.runs USING btree (state, id);


--
-- Name: runs_steps; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE INDEX runs_steps ON flowstate_release.runs USING btree (rested_step, id) WHERE (rested_step IS NOT NULL);


--
-- Name: runs_stopped; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE INDEX runs_stopped ON flowstate_release.runs USING btree (id) WHERE (state = ANY (ARRAY['parked'::flowstate_release.run_state, 'failed'::flowstate_release.run_state, 'cancelled'::flowstate_release.run_state]));


--
-- Name: runs_tenants; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE INDEX runs_tenants ON flowstate_release.runs USING btree (tenant, id) WHERE (tenant IS NOT NULL);


--
-- Name: records records_reused; Type: TRIGGER; Schema: flowstate_release; Owner: -
--

CREATE TRIGGER records_reused BEFORE INSERT ON flowstate_release.records FOR EACH ROW WHEN (((new.number = 1) AND (new.body !~~ '%,"reused":true}'::text))) EXECUTE FUNCTION flowstate_release.mark_reused_key();


--
-- Name: runs runs_removed; Type: TRIGGER; Schema: flowstate_release; Owner: -
--

CREATE TRIGGER runs_removed AFTER DELETE ON flowstate_release.runs REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION flowstate_release.note_removed_keys();


--
-- Name: runs runs_rest; Type: TRIGGER; Schema: flowstate_release; Owner: -
--

CREATE TRIGGER runs_rest BEFORE INSERT OR UPDATE ON flowstate_release.runs FOR EACH ROW WHEN (((new.rested IS DISTINCT FROM
        CASE
            WHEN (new.state <> 'held'::flowstate_release.run_state) THEN new.changed
            ELSE NULL::bigint
        END) OR (new.rested_step IS DISTINCT FROM
        CASE
            WHEN (new.state <> 'held'::flowstate_release.run_state) THEN new."position"
            ELSE NULL::text
        END))) EXECUTE FUNCTION flowstate_release.note_rest();


--
-- PostgreSQL database dump complete
--

\unrestrict 1r4qXpyfrkGmKdNgAbuWG0e5ZU3wwT8zkKjMh3jFeC4setOCUtg1Hj3K6hJekni

