package import FlowState

/// A form that differs with the assignments of a run, such as one whose texts are in the language of the run. Its fields are the same for
/// all runs.
package struct AssignedForm: Sendable {
  /// Returns the form for a run with these assignments.
  package let form: @Sendable (_ assignments: [VariantAssignment]) -> AnyForm

  /// Creates a form.
  ///
  /// - Parameter form: Returns the form for a run.
  package init(_ form: @escaping @Sendable (_ assignments: [VariantAssignment]) -> AnyForm) {
    self.form = form
  }
}
