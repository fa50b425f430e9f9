/// The columns of runs that no worker holds: the time of their latest change, and their step.
///
/// Lists are sorted by these columns, which have indexes. They are null while a worker holds the run, so a step doesn't
/// change an index. A trigger sets them, also for workers of earlier versions.
enum RestTrigger {
  static let statements = [
    "alter table @.runs add column rested bigint, add column rested_step text",
    """
    comment on column @.runs.rested is 'The time of the latest change; null while a worker holds the run'
    """,
    """
    comment on column @.runs.rested_step is 'The position; null while a worker holds the run'
    """,
    """
    create function @.note_rest() returns trigger language plpgsql as $$
    begin
      new.rested := case when new.state <> 'held' then new.changed end;
      new.rested_step := case when new.state <> 'held' then new.position end;
      return new;
    end
    $$
    """,
    """
    create trigger runs_rest before insert or update on @.runs for each row
      when (new.rested is distinct from case when new.state <> 'held' then new.changed end
        or new.rested_step is distinct from case when new.state <> 'held' then new.position end)
      execute function @.note_rest()
    """,
  ]

  /// The statement that sets the columns of runs of an earlier version. The parameter $1 is the number after which to
  /// begin, and $2 is the maximum number of runs. The answer has the number of the last one.
  static let backfill = """
    with old as materialized (select id from @.runs where id > $1 order by id limit $2),
    set as (
      update @.runs r set rested = r.changed, rested_step = r.position from old o
        where r.id = o.id and r.state <> 'held' and r.rested is null
    )
    select max(id) from old
    """
}
