/// A journal that a run asks before it changes a value or goes back. In a run without a journal, each check costs one comparison
/// with nil.
///
/// Confined to the queue of the run.
package protocol RunJournal: AnyObject {
  /// The visit of the declared step that is about to start or under way.
  var visit: DeclaredVisit { get }

  /// Traps unless the run keeps the values of a key. Called when a closure of the run sets a value.
  func requireKept(_ key: any FlowContextKey.Type)

  /// Returns an error if the run can't go back to a target; nil if it can.
  func refusal(to target: ReturnTarget) -> FlowHistoryError?

  /// Whether an earlier visit was a stop. Without one, the run goes back to a step that has shown nothing.
  var hasEarlierStop: Bool { get }

  /// Returns the visits that going back to a target would take back.
  func wayBack(to target: ReturnTarget) -> FlowWayBack

  /// Takes the run back to a target. The run is set aside afterwards, and continues there as another part, or ends.
  func goBack(to target: ReturnTarget)
}

/// A visit of a declared step.
package struct DeclaredVisit: Sendable, Hashable {
  /// The name of the run, for instance `order/4711`.
  package var run: String
  /// The name of the step.
  package var step: String
  /// The number of the visit among those of the step, from 1.
  package var number: Int
  /// The number of times that the visit has begun, from 1.
  package var attempt: Int
  /// The number of the run, if an earlier run with its name could have had visits with the same numbers.
  package var life: Int?
  /// When the run was started, in milliseconds of its store's clock; nil if it isn't known.
  package var began: Int64?

  /// The number of the run among those of the process, if it isn't durable. Its name is then that of its flow.
  package var instance: UInt64?

  package init(run: String, step: String, number: Int, attempt: Int) {
    self.run = run
    self.step = step
    self.number = number
    self.attempt = attempt
  }

  /// Creates a visit in a run that isn't durable.
  package init(of step: String, at place: FlowPlace) {
    self.init(run: place.run.flow, step: step, number: place.visit, attempt: 1)
    instance = place.run.instance
  }
}
