extension FlowScope {
  /// Sets the journal of a durable run, for a part of it that begins.
  package func record(in journal: any RunJournal) {
    guard let durability = run?.durability else { trap("A part of a durable run was started as a flow of its own.") }
    durability.journal = journal
  }
}
