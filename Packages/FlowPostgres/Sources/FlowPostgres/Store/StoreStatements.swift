/// The texts of the statements that a store sends, with the name of its schema.
struct StoreStatements: Sendable {
  let schema: SchemaName
  let add: String
  let addMany: String
  let find: String
  let findMessage: String
  let claim: String
  let claimStarts: String
  let send: String
  let checkAppend: String
  let messages: String
  let waitingMessages: String
  let records: String
  let forget: String
  let now: String
  private let appends: [AppendStatement: String]

  init(_ schema: SchemaName) {
    self.schema = schema
    add = schema.statement(Self.add)
    addMany = schema.statement(Self.addMany)
    find = schema.statement("select id, birth = $3 from @.runs where flow = $1 and key = $2")
    findMessage = schema.statement("select number from @.messages where run = $1 and key = $2")
    let share = ClaimFunction.largestShare
    claim = schema.statement("select * from @.claim($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, \(share), \(share))")
    claimStarts = schema.statement("select * from @.claim_starts($1, $2, $3, $4, $5, $6)")
    send = schema.statement("select * from @.send($1, $2, $3, $4, $5, $6, $7, $8, $9)")
    checkAppend = schema.statement(
      "select records, inbox, case state when 'held' then due end, @.now_ms() from @.runs where id = $1 and fence = $2 and token = $3"
    )
    messages = schema.statement(Self.messages)
    waitingMessages = schema.statement(Self.waitingMessages)
    records = schema.statement(Self.records)
    forget = schema.statement("select * from @.forget($1, $2)")
    now = schema.statement("select @.now_ms()")
    appends = Dictionary(
      uniqueKeysWithValues: AppendStatement.all.map { ($0, schema.statement($0.text)) })
  }

  subscript(append: AppendStatement) -> String { appends[append] ?? schema.statement(append.text) }

  /// Adds a run if the flow has no run with the key. An existing run uses up no number. A trigger marks a key that was used.
  private static let add = """
    with t as materialized (select @.now_ms() as now),
    found as (select r.id, r.birth from @.runs r where r.flow = $1 and r.key = $2),
    added as (
      insert into @.runs (flow, key, queue, tenant, priority, state, due, look, began, changed, birth)
        select $1, $2, $3, $4, $5, 'ready', t.now + $6, t.now + $6, t.now, t.now, $8
          from t where not exists (select from found)
        on conflict (flow, key) where key is not null do nothing
        returning id, began
    ),
    beginning as (
      insert into @.records (run, number, at, body) select a.id, 1, a.began, $7 from added a
    )
    select id, true from added union all select id, birth = $8 from found
    """

  /// Adds runs as ``add`` does, in the order of their keys, so that two calls don't wait for each other in a circle. The row of a run
  /// has its place among the parameters. A run has no row if another transaction has just added one with the key.
  private static let addMany = """
    with t as materialized (select @.now_ms() as now),
    given as materialized (
      select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::bigint[])
        with ordinality g (flow, key, queue, tenant, priority, delay, body, birth, place)
    ),
    found as (
      select g.place, r.id from given g join @.runs r on r.flow = g.flow and r.key = g.key
    ),
    added as (
      insert into @.runs (flow, key, queue, tenant, priority, state, due, look, began, changed, birth)
        select g.flow, g.key, g.queue, g.tenant, g.priority, 'ready', t.now + g.delay, t.now + g.delay, t.now, t.now, g.birth
          from given g cross join t where g.place not in (select f.place from found f) order by g.flow, g.key, g.place
        on conflict (flow, key) where key is not null do nothing
        returning id, began, birth
    ),
    beginning as (
      insert into @.records (run, number, at, body) select a.id, 1, a.began, g.body from added a join given g using (birth)
    )
    select g.place, a.id, true from added a join given g using (birth) union all select f.place, f.id, false from found f
    """

  /// The first messages of those between two numbers. Each row has the number of them all.
  private static let messages = """
    select number, at, body, total from (
        select number, at, body, count(*) over () as total,
            sum(octet_length(body)) over (order by number) - octet_length(body) as before
          from @.messages where run = $1 and number > $2 and number <= $3 and waiting
      ) m
      where before < \(ClaimFunction.largestShare) order by number
    """

  /// A run without such messages has one row without a message.
  private static let waitingMessages = """
    select c.number, c.at, c.body from @.runs r left join lateral (
        select * from @.messages x
          where x.run = r.id and x.number > $2 and x.waiting and r.messages + r.commands > 0 order by x.number limit $3
      ) c on true
      where r.id = $1 order by c.number
    """

  /// A run without such records has one row without a record.
  private static let records = """
    select c.number, c.at, c.due, c.body from @.runs r left join lateral (
        select * from @.records x where x.run = r.id and x.number > $2 order by x.number limit $3
      ) c on true
      where r.id = $1 order by c.number
    """
}
