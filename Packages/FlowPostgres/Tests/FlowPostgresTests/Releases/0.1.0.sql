--
-- PostgreSQL database dump
--

\restrict rxBbMLtIehmUz6R4XRyr420LxzvpIqFUulogZriDgxSHtQkeT8LZtk6Zift2gJo

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
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
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
        (select r.priority from "flowstate_release".runs r where r.queue = queue_ and r.flow = f.name and r.look is not null
          order by r.priority desc limit 1)
        union all
        select (select r.priority from "flowstate_release".runs r where r.queue = queue_ and r.flow = f.name and r.look is not null
            and r.priority < p.priority order by r.priority desc limit 1)
          from p where p.priority is not null
      )
      select x.* from p cross join lateral (
        select r.id, r.tenant, r.priority, r.due, r.claims < attempts_ as fits from "flowstate_release".runs r
          where r.queue = queue_ and r.flow = f.name and r.priority = p.priority and r.look <= now_ and r.due <= now_
          order by r.look, r.id limit ahead_
      ) x where p.priority is not null
    ) c
  ), held as (
    select r.tenant, count(*) as count from "flowstate_release".runs r
      where r.state = 'held' and exists (select from candidates) group by r.tenant
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
        e.first, e.bodies, e.times, e.waits, m.numbers, m.times, m.bodies
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
-- Name: now_ms(); Type: FUNCTION; Schema: flowstate_release; Owner: -
--

CREATE FUNCTION flowstate_release.now_ms() RETURNS bigint
    LANGUAGE sql PARALLEL SAFE
    AS $$ select (date_part('epoch', clock_timestamp()) * 1000)::bigint $$;


--
-- Name: send(bigint, text, text, text, text, bigint, bigint, bigint); Type: FUNCTION; Schema: flowstate_release; Owner: -
--

CREATE FUNCTION flowstate_release.send(run_ bigint, name_ text, command_ text, key_ text, body_ text, limit_ bigint, token_ bigint, commands_ bigint) RETURNS TABLE(outcome text, number bigint)
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
  if key_ is not null then
    select * into same_ from "flowstate_release".messages m where m.run = run_ and m.key = key_;
    if found then
      return query select case when same_.token = token_ then 'delivered' else 'duplicate' end, same_.number;
      return;
    end if;
  end if;
  if found_.state in ('completed', 'failed', 'cancelled') then
    return query select 'ended', 0::bigint;
    return;
  end if;
  if command_ is not null then
    perform from "flowstate_release".messages m where m.run = run_ and m.command = command_ and m.waiting;
    if found then return query select 'duplicate', 0::bigint; return; end if;
    -- Commands to cancel and to retry are always accepted.
    if command_ like 'back to %' and found_.commands >= commands_ then
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
  wakes_ := case found_.state when 'waiting' then command_ is not null or name_ = any (found_.awaits)
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
    token bigint
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
-- Data for Name: identity; Type: TABLE DATA; Schema: flowstate_release; Owner: -
--

COPY flowstate_release.identity (text) FROM stdin;
89b8f11d-a48a-4c12-9fb2-3aa23922dee7
\.


--
-- Data for Name: messages; Type: TABLE DATA; Schema: flowstate_release; Owner: -
--

COPY flowstate_release.messages (run, number, at, waiting, key, command, token, body) FROM stdin;
3	1	1795381518294	t	w1	\N	2129854227785825493	{"message":"Parcel","body":{"tracking":"1Z"},"key":"w1","arrival":0,"arrived":0}
\.


--
-- Data for Name: migrations; Type: TABLE DATA; Schema: flowstate_release; Owner: -
--

COPY flowstate_release.migrations (version, at) FROM stdin;
1	2026-11-22 21:05:18.256943+00
\.


--
-- Data for Name: records; Type: TABLE DATA; Schema: flowstate_release; Owner: -
--

COPY flowstate_release.records (run, number, at, due, body) FROM stdin;
1	1	1795381518270	\N	{"began":"release","key":"ended","content":"ended"}
2	1	1795381518271	\N	{"began":"release","key":"cancelled","content":"cancelled"}
3	1	1795381518271	\N	{"began":"release","key":"told","content":"told"}
4	1	1795381518272	\N	{"began":"release","key":"waiting","content":"waiting"}
2	2	1795381518279	\N	{"settled":"pack","visit":1,"result":"cancelled packed","set":{"TheText":"cancelled packed"},"to":"parcel"}
2	3	1795381518279	\N	{"waiting":"parcel","visit":1,"names":["Parcel"]}
3	2	1795381518281	\N	{"settled":"pack","visit":1,"result":"told packed","set":{"TheText":"told packed"},"to":"parcel"}
3	3	1795381518281	\N	{"waiting":"parcel","visit":1,"names":["Parcel"]}
1	2	1795381518282	\N	{"settled":"pack","visit":1,"result":"ended packed","set":{"TheText":"ended packed"},"to":"parcel"}
1	3	1795381518282	\N	{"waiting":"parcel","visit":1,"names":["Parcel"]}
4	2	1795381518283	\N	{"settled":"pack","visit":1,"result":"waiting packed","set":{"TheText":"waiting packed"},"to":"parcel"}
4	3	1795381518283	\N	{"waiting":"parcel","visit":1,"names":["Parcel"]}
2	4	1795381518291	\N	{"command":"cancel","arrival":1,"arrived":1795381518288,"taken":[1]}
1	4	1795381518291	\N	{"settled":"parcel","visit":1,"result":{"tracking":"1Z"},"to":"send","taken":[1],"begins":true}
2	5	1795381518292	\N	{"ended":"cancelled"}
1	5	1795381518292	\N	{"settled":"send","visit":1,"result":"release/ended/send#1 1Z","set":{"TheText":"release/ended/send#1 1Z"}}
1	6	1795381518292	\N	{"ended":"completed","result":"release/ended/send#1 1Z"}
5	1	1795381518295	\N	{"began":"release","key":"new","content":"new"}
\.


--
-- Data for Name: runs; Type: TABLE DATA; Schema: flowstate_release; Owner: -
--

COPY flowstate_release.runs (id, flow, key, queue, tenant, priority, state, due, look, awaits, fence, claims, inbox, messages, commands, records, "position", worker, note, began, changed, birth, token) FROM stdin;
4	release	waiting	default	\N	0	waiting	\N	\N	{Parcel}	1	0	0	0	0	3	parcel	\N	\N	1795381518272	1795381518283	6375666227308299249	22039285303543465
2	release	cancelled	default	\N	0	cancelled	\N	\N	{}	2	0	1	0	0	5	parcel	\N	\N	1795381518271	1795381518292	-1052680457240892819	22039285303543470
1	release	ended	default	\N	0	completed	\N	\N	{}	2	0	1	0	0	6	send	\N	\N	1795381518270	1795381518292	5025007336736787588	22039285303543471
3	release	told	default	\N	0	ready	1795381518294	1795381518294	{}	1	0	1	1	0	3	parcel	\N	\N	1795381518271	1795381518294	4762701566533000823	22039285303543466
5	release	new	default	\N	0	ready	1795381518295	1795381518295	{}	0	0	0	0	0	1	\N	\N	\N	1795381518295	1795381518295	-4979077476562029169	\N
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
-- Name: messages_command; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE UNIQUE INDEX messages_command ON flowstate_release.messages USING btree (run, command) WHERE ((command IS NOT NULL) AND waiting);


--
-- Name: messages_key; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE UNIQUE INDEX messages_key ON flowstate_release.messages USING btree (run, key) WHERE (key IS NOT NULL);


--
-- Name: runs_ended; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE INDEX runs_ended ON flowstate_release.runs USING btree (id) WHERE (state = ANY (ARRAY['completed'::flowstate_release.run_state, 'failed'::flowstate_release.run_state, 'cancelled'::flowstate_release.run_state]));


--
-- Name: runs_held; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE INDEX runs_held ON flowstate_release.runs USING btree (tenant) WHERE (state = 'held'::flowstate_release.run_state);


--
-- Name: runs_key; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE UNIQUE INDEX runs_key ON flowstate_release.runs USING btree (flow, key) WHERE (key IS NOT NULL);


--
-- Name: runs_queue; Type: INDEX; Schema: flowstate_release; Owner: -
--

CREATE INDEX runs_queue ON flowstate_release.runs USING btree (queue, flow, priority DESC, look, id) WHERE (look IS NOT NULL);


--
-- PostgreSQL database dump complete
--

\unrestrict rxBbMLtIehmUz6R4XRyr420LxzvpIqFUulogZriDgxSHtQkeT8LZtk6Zift2gJo

