import Synchronization

/// An experiment that a run takes part in.
struct RunAssignment {
  /// Whether the exposure has been reported. The run and the runs nested in it share it; they can be on different queues.
  private final class Exposure: Sendable {
    let isTold = Atomic<Bool>(false)
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
    if wasExposed { exposure.isTold.store(true, ordering: .relaxed) }
  }

  /// The assignment for another run.
  var anew: RunAssignment { RunAssignment(assignment, isExposedAtStart: isExposedAtStart, wasExposed: wasExposed) }

  /// Reports to the observer of a run that the unit has met its variant, once. A unit that doesn't take part meets none.
  func expose(in run: Run) {
    guard assignment.takesPart, !exposure.isTold.exchange(true, ordering: .relaxed), run.isObserved else { return }
    run.report(.variantExposed(assignment), of: nil, at: run.place)
  }
}
