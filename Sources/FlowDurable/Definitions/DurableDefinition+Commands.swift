/// The commands that take a run to a step.
extension DurableDefinition {
  /// Returns the command that continues a run at a step: a retry if the run stands there or ended there, or else the command to
  /// go back.
  ///
  /// - Parameters:
  ///   - run: The number of the run.
  ///   - step: The name of the step.
  ///   - records: The records of the run.
  /// - Returns: The command.
  /// - Throws: A ``DurableRunError`` if the run can't go back to the step; ``StoreError/runEnded(_:)`` if it has completed;
  ///   an error if the records can't be read.
  package func command(retrying run: RunNumber, from step: String, _ records: [FlowRecord]) throws -> FlowMessage {
    let course = try RunCourse(records, rules)
    let steps = checkedChain(for: course.assignments)?.steps
    let start = (course.canBeginAgain ? course.undoing?.reached : nil) ?? course.position ?? steps?.names.first
    if let start, (steps?.allNames(of: step) ?? [step]).contains(start), course.ended?.ending != .completed {
      return FlowMessage(.retry)
    }
    return try command(takingBack: run, to: step, course)
  }

  /// Returns the command that takes a run back to a step.
  ///
  /// - Parameters:
  ///   - run: The number of the run.
  ///   - step: The name of the step.
  ///   - records: The records of the run.
  /// - Returns: The command.
  /// - Throws: A ``DurableRunError`` if the run can't go back to the step; ``StoreError/runEnded(_:)`` if it has completed;
  ///   an error if the records can't be read.
  package func command(takingBack run: RunNumber, to step: String, _ records: [FlowRecord]) throws -> FlowMessage {
    try command(takingBack: run, to: step, try RunCourse(records, rules))
  }

  /// Returns the command that takes a run back to a step.
  func command(takingBack run: RunNumber, to step: String, _ course: RunCourse) throws -> FlowMessage {
    if course.ended?.ending == .completed { throw StoreError.runEnded(run) }
    let steps = checkedChain(for: course.assignments)?.steps
    guard let place = course.place(toReturnTo: steps?.allNames(of: step) ?? [step]) else {
      throw DurableRunError.cannotGoBack(run, to: step, known: course.placesToReturn)
    }
    if let final = steps?.finalStep(in: course.visits[place...]) { throw DurableRunError.finalStep(run, final) }
    return FlowMessage(.back(to: step))
  }
}
