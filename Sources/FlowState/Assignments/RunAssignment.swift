import Synchronization

/// An experiment that a run takes part in.
struct RunAssignment {
  /// Whether the exposure has been reported. The run and the runs nested in it share it; they can be on different queues.
  private final class Exposure: Sendable {
    let isReported = Atomic<Bool>(false)
  }

  let assignment: VariantAssignment
  let isExposedAtStart: Bool
  /// Whether an earlier part of a durable run has reported the exposure.
  let wasExposed: Bool
  private var exposure = Exposure()

  init(_ assignment: VariantAssignment, isExposedAtStart: Bool, wasExposed: Bool = false) {
    self.assignment = assignment
    self.isExposedAtStart = isExposedAtStart
    self.wasExposed = wasExposed
    if wasExposed { exposure.isReported.store(true, ordering: .relaxed) }
  }

  /// The assignment for another run.
  var anew: RunAssignment { RunAssignment(assignment, isExposedAtStart: isExposedAtStart, wasExposed: wasExposed) }

  /// Whether two values are the assignment of the same run.
  func isSame(as other: RunAssignment) -> Bool { exposure === other.exposure }

  /// Returns whether the exposure must be reported now: once, and only if the unit takes part.
  func takeExposure() -> Bool {
    assignment.takesPart && !exposure.isReported.exchange(true, ordering: .relaxed)
  }
}
