import FlowState

/// The place of a start of a step.
struct StageStart: Sendable {
  let place: FlowPlace
  /// The number of the run that the setup has started and that contains the step, counted from 1.
  let run: Int
}

/// A start of a step whose work is executing.
struct StartUnderWay {
  let step: ObjectIdentifier
  let moment: FlowSchedule.Choice.Moment
  /// A Boolean value that indicates whether the work is the flow's own code. Work of the engine and answers register no
  /// events.
  let isOwnWork: Bool
  /// The place of the start in its run.
  let place: FlowPlace?
  /// The numbers of the last event and the last timer that were offered at the end of the work.
  var lastOffered: (event: Int, timer: Int)?
  /// A Boolean value that indicates whether acts were offered at the end of the work.
  var isEndOffered = false
}

/// A start of a step at which a search has picked no act. The search doesn't deviate there if later deviations have the
/// same effect.
struct PassedStart {
  /// The point of the search, with the numbers of possible deviations.
  let pass: (point: Int, deviations: ScheduleOffer.DeviationCounts)
  /// The activity of the runs at that time.
  let activity: StageActivity

  /// Counts the deviations that have an effect of their own, after the delivery with the start has ended.
  ///
  /// - Parameters:
  ///   - now: The activity of the runs so far.
  ///   - isQuiet: A Boolean value that indicates whether no run has messages. Then a message that arrived earlier than
  ///     others is the only one.
  /// - Returns: The number of deviations.
  func count(after now: StageActivity, isQuiet: Bool) -> Int {
    let all = pass.deviations
    // Nothing has happened since then, so acts have the same effect now.
    if now == activity { return all.single }
    // Only steps have begun since then. An answer to another step waits until they have, however early it arrives.
    if now.work == activity.work, isQuiet { return all.total - all.answers }
    return all.total
  }
}

/// The activity of the runs on a stage.
struct StageActivity: Equatable {
  /// The number of steps that have begun.
  var begun = 0
  /// The number of other events and of executions of the flow's own work.
  var work = 0
}
