/// A part of a durable run: from its beginning, or from where it was set aside, until it ends or is set aside.
package struct DurablePart: Sendable {
  /// The number of the run in its store.
  let number: Int
  /// The number of steps that the earlier parts of the run have started.
  package var visits = 0
  /// Whether the run has begun before.
  package var isResumed = false
  /// Whether the part only undoes a visit, so that its beginning and its end aren't events.
  package var isSilent = false

  package init(number: Int) {
    self.number = number
  }
}
