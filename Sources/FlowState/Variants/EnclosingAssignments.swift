/// The experiments that the runs around a run take part in: a list that all the runs inside share, the innermost first.
final class EnclosingAssignments {
  private let assignments: [VariantAssignment]
  /// Those further out. Changed by nobody but the last one who lets go of the list.
  private var outer: EnclosingAssignments?

  private init(_ assignments: [VariantAssignment], in outer: EnclosingAssignments?) {
    self.assignments = assignments
    self.outer = outer
  }

  deinit {
    // One after the other: a long list would exhaust the stack.
    var next = outer.take()
    while next != nil, isKnownUniquelyReferenced(&next) { next = next?.outer.take() }
  }

  /// What a run that is nested in `host` finds around it.
  static func around(nestedIn host: Run) -> EnclosingAssignments? {
    if host.assignments.isEmpty { return host.assignmentsAround }
    return EnclosingAssignments(host.assignments, in: host.assignmentsAround)
  }

  /// The variant of an experiment that the innermost run was assigned to which takes part in it.
  func variant(of experiment: String) -> String? {
    var place: EnclosingAssignments? = self
    while let here = place {
      if let assignment = here.assignments.last(where: { $0.experiment == experiment }) { return assignment.variant }
      place = here.outer
    }
    return nil
  }
}
