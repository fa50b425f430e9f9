import FlowState

/// A start of a step whose work is executing.
struct StartUnderWay {
  let step: ObjectIdentifier
  let moment: FlowSchedule.Choice.Moment
  /// A Boolean value that indicates whether the work is the flow's own code. The work of the engine and an answer register nothing.
  let isOwnWork: Bool
  /// The place of the start in its run.
  let place: FlowPlace?
  /// The number of the last event, and of the last timer, that was offered at the end of the work.
  var lastOffered: (event: Int, timer: Int)?
}

/// A start of a step at which a search has let nothing happen. The search doesn't deviate there if later deviations lead to the same.
struct PassedStart {
  /// The point of the search, and what could have happened.
  let pass: (point: Int, deviations: ScheduleOffer.DeviationCounts)
  /// What the run had done by then.
  let activity: StageActivity

  /// Counts the deviations that lead to something of their own, after the delivery with the start is over.
  ///
  /// - Parameters:
  ///   - now: What the run has done by now.
  ///   - isQuiet: A Boolean value that indicates whether no run has messages. A message that came before others then is the only one.
  /// - Returns: The number of deviations.
  func count(after now: StageActivity, isQuiet: Bool) -> Int {
    let all = pass.deviations
    // Nothing has happened since, so what happens now is the same.
    if now == activity { return all.single }
    // Only steps have begun since. An answer to another step waits until they have, however early it comes.
    if now.work == activity.work, isQuiet { return all.total - all.answers }
    return all.total
  }
}

/// Counts what the runs on a stage do.
struct StageActivity: Equatable {
  /// The number of steps that have begun.
  var begun = 0
  /// The number of other events and of executions of the flow's own work.
  var work = 0
}
