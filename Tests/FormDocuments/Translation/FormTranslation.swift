package import FlowJSON

/// A form document of XGovFormBuilder/digital-form-builder as a flow document.
///
/// Pages become steps with forms, components become fields, and conditions become expressions on routes. What a flow document doesn't
/// have is reported by a sentence with its place.
package struct FormTranslation: Sendable {
  /// The flow document.
  package let document: JSONValue
  /// The sentences about what isn't expressed.
  package let notes: [String]
  /// The number of pages, components and conditions, and of those that the flow document has.
  package let counts: (pages: Count, components: Count, conditions: Count)
  /// The paths of pages by the ids of their steps.
  let paths: [String: String]
  let components: [String: [ComponentTranslation]]
  /// The step that asks for fees.
  let feeStep: String?

  /// The number of things, and of those that are expressed.
  package struct Count: Sendable {
    package var expressed = 0
    package var all = 0

    /// The number, or both numbers if they differ.
    package var text: String { expressed == all ? "\(all)" : "\(expressed) of \(all)" }
  }

  /// Translates a form document.
  ///
  /// - Parameters:
  ///   - form: The form document.
  ///   - name: The name of the flow.
  package init(_ form: JSONValue, named name: String) {
    var translator = FormTranslator(form)
    document = translator.document(named: name)
    notes = translator.notes
    paths = translator.paths
    feeStep = translator.feeStep
    components = translator.componentsOfSteps
    counts = (translator.pageCount, translator.componentCount, translator.conditionCount)
  }

  /// Returns the texts that a person enters at a step.
  ///
  /// - Parameters:
  ///   - step: The id of the step.
  ///   - answers: The answers by the names of the components.
  /// - Returns: The texts by the names of the fields.
  func entry(at step: String, _ answers: JSONValue) -> [String: [String]] {
    (components[step] ?? []).reduce(into: [:]) { entry, component in
      entry.merge(component.entry(answers[component.name] ?? .null)) { $1 }
    }
  }
}
