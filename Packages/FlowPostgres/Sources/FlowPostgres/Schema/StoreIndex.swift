/// An index that only lists of runs need.
///
/// A new schema gets the indexes with its tables. An existing one gets them afterwards, without a lock that would make
/// its workers wait.
struct StoreIndex: Sendable {
  let name: String
  /// The columns, and the condition.
  private let columns: String

  static let all = [
    StoreIndex(name: "runs_stopped", columns: "(id) where state in ('parked', 'failed', 'cancelled')"),
    StoreIndex(name: "runs_keys", columns: "(key text_pattern_ops) where key is not null"),
    StoreIndex(name: "runs_flows", columns: "(flow, id)"),
    StoreIndex(name: "runs_states", columns: "(state, id)"),
    StoreIndex(name: "runs_tenants", columns: "(tenant, id) where tenant is not null"),
    StoreIndex(name: "runs_queues", columns: "(queue, id) where queue <> 'default'"),
    StoreIndex(name: "runs_began", columns: "(began)"),
    StoreIndex(name: "runs_steps", columns: "(rested_step, id) where rested_step is not null"),
    StoreIndex(name: "runs_durations", columns: "((rested - began), id) where rested is not null"),
    // The last one: when it is there, the columns of resting runs are complete.
    StoreIndex(name: "runs_rested", columns: "(rested, id) where rested is not null"),
  ]

  /// The statement that makes the index in the transaction that makes its table.
  var creation: String { "create index \(name) on @.runs \(columns)" }

  /// The statement that makes the index while the table is in use.
  var concurrentCreation: String { "create index concurrently if not exists \(name) on @.runs \(columns)" }

  /// The statement that removes an index whose creation was interrupted.
  var removal: String { "drop index concurrently if exists @.\(name)" }

  /// The names of the indexes that are there and complete. The parameters are the schema and the names of all indexes.
  static let complete = """
    select c.relname::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_index i on i.indexrelid = c.oid
      where n.nspname = $1 and c.relname = any ($2) and i.indisvalid
    """

  /// Whether an index is there and complete, and whether a process is creating it. The parameters are its schema and
  /// its name.
  static let status = """
    select i.indisvalid, exists (select from pg_stat_progress_create_index p where p.index_relid = c.oid)
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_index i on i.indexrelid = c.oid
      where n.nspname = $1 and c.relname = $2
    """
}
