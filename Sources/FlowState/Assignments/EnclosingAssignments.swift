/// A list of the experiments that the enclosing runs take part in, innermost first. All nested runs share it.
final class EnclosingAssignments {
  private let assignments: [RunAssignment]
  /// The assignments of the runs further out. Changes only in the deinitializer.
  private var outer: EnclosingAssignments?

  private init(_ assignments: [RunAssignment], in outer: EnclosingAssignments?) {
    self.assignments = assignments
    self.outer = outer
  }

  deinit {
    // In a loop, because releasing a long list recursively would exhaust the stack.
    var next = outer.take()
    while next != nil, isKnownUniquelyReferenced(&next) { next = next?.outer.take() }
  }

  /// Returns the enclosing assignments of a run that is nested in `host`.
  static func around(nestedIn host: Run) -> EnclosingAssignments? {
    if host.assignments.isEmpty { return host.assignmentsAround }
    return EnclosingAssignments(host.assignments, in: host.assignmentsAround)
  }

  /// Returns the assignment of an experiment from the innermost run that has one.
  func assignment(of experiment: String) -> RunAssignment? {
    var place: EnclosingAssignments? = self
    while let here = place {
      if let own = here.assignments.last(where: { $0.assignment.experiment == experiment }) { return own }
      place = here.outer
    }
    return nil
  }
}
