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

  /// Returns the list for the runs nested in a run that has assignments and is itself nested in others.
  static func list(_ assignments: [RunAssignment], in outer: EnclosingAssignments?) -> EnclosingAssignments? {
    assignments.isEmpty ? outer : EnclosingAssignments(assignments, in: outer)
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
