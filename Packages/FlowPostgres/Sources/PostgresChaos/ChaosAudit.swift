import FlowPostgres

/// Triggers in the chaos schema that record the writer of each record, and the delay of each takeover after a lost
/// lease.
enum ChaosAudit {
  static let statements = [
    "create table if not exists taken (visit text primary key)",
    "create table chaos.audit (run bigint, number bigint, holder text, writer text)",
    """
    create function chaos.note_record() returns trigger language plpgsql as $$
    begin
      insert into chaos.audit select new.run, new.number, r.worker, current_setting('application_name')
        from chaos.runs r where r.id = new.run;
      return new;
    end $$
    """,
    "create trigger note_record before insert on chaos.records for each row execute function chaos.note_record()",
    "create table chaos.takeovers (run bigint, due bigint, at bigint)",
    """
    create function chaos.note_takeover() returns trigger language plpgsql as $$
    begin
      insert into chaos.takeovers values (new.id, old.due, chaos.now_ms());
      return new;
    end $$
    """,
    """
    create trigger note_takeover before update on chaos.runs for each row
      when (old.state = 'held' and new.fence > old.fence) execute function chaos.note_takeover()
    """,
  ]

  static func prepare(_ store: PostgresStore) async throws {
    try await store.transaction { sql in for statement in statements { try await sql.execute(statement) } }
  }
}
