import FlowChains
public import FlowDurable
public import FlowForms
public import FlowJSON
public import FlowScreens
public import FlowState
import Nimbus

/// A screen of a document, for a program that shows it while a durable run waits for its result.
///
/// ```swift
/// if case .page(let visit) = try await run.rest(), let screen = flow.definition.screen(at: visit.step) {
///   if let result = try await screen.result(on: presenter, with: try await run.values()) {
///     _ = try await run.answer(DocumentScreen.messageName(of: visit.step), result, at: visit.token)
///   }
/// }
/// ```
///
/// Nothing of the screen is in the store: a screen that is lost with its process is shown anew.
public struct DocumentScreen: DurableScreen {
  let step: ScreenStep
  let shape: ValueShape
  /// The ids of the steps whose values are kept apart, sealed.
  let privateSteps: Set<String>

  /// The name of the step.
  public var identifier: String { step.id }

  /// The results with which a person can end the screen, for a test that answers it: one for each choice that its document has. A text that
  /// a person enters is `text`. A screen whose document is fetched has one result, an example of its type.
  public var results: [JSONValue] { step.document?.results(step.screens) ?? [shape.example] }

  /// Shows the screen, and returns the body of the message that the run awaits.
  ///
  /// If the document of the screen can't be fetched or doesn't fit, the body has the reason, and the step fails with it: the run takes
  /// the route for `failed`.
  ///
  /// - Parameters:
  ///   - presenter: The presenter.
  ///   - values: The values of the run, which the address and the states of the screen can read.
  /// - Returns: The body; nil if the person left the screen.
  /// - Throws: An error of the presenter, or a `CancellationError`.
  public func result(
    on presenter: any ScreenPresenter & Sendable, with values: JSONValue? = nil
  ) async throws -> JSONValue? {
    let given = ExpressionSession { values?[$0] }.value(of: step.template)
    let flow = Flow(JSONValue.self, JSONValue.self, identifier: step.id) { [step] scope in
      let show = step.step(on: presenter)
      show.content = scope.content
      show.setCompletion { _, result in scope.result = result }
      return show
    }
    do {
      return try await flow.run(given)
    } catch let error as FlowError {
      guard step.content.isFetched, let cause = error.rootCause as? DocumentRunError else { throw error }
      return [Self.failure: .string("\(cause)")]
    }
  }

  /// Shows the screen with the values of a run, and returns the body of the message that the run awaits.
  ///
  /// - Parameters:
  ///   - presenter: The presenter.
  ///   - values: The values of the run, which the address and the states of the screen can read.
  /// - Returns: The body; nil if the person left the screen.
  /// - Throws: An error of the presenter, a `CancellationError`, or an error if the values don't decode.
  public func result(
    on presenter: any ScreenPresenter & Sendable, with values: RunValues
  ) async throws -> JSONValue? {
    var all = JSONObject()
    for case .object(let members)? in [try values[PrivateDocumentValues.self], try values[DocumentValues.self]] {
      // A form that had no password in an earlier version can have an older answer among the open values.
      for (name, value) in members where all[name] == nil || !privateSteps.contains(name) { all[name] = value }
    }
    return try await reading(values.assignments).result(on: presenter, with: .object(all))
  }

  /// Returns the name of the message with the result of a screen: `screen:` and the name of the step.
  ///
  /// - Parameter step: The name of the step.
  /// - Returns: The name.
  public static func messageName(of step: String) -> String { "screen:" + step }

  static let failure = "failure"

  /// Returns the screen in the language of a run.
  func reading(_ assignments: [VariantAssignment]) -> DocumentScreen {
    var step = step
    step.reader = step.reader.of(assignments)
    return DocumentScreen(step: step, shape: shape, privateSteps: privateSteps)
  }

  /// Checks a message.
  ///
  /// - Throws: `AnswerRefused` if it isn't a result of the screen; the failure of the screen, if it is one.
  func check(_ message: JSONValue) throws {
    if step.content.isFetched, case .string(let reason)? = message[Self.failure] {
      throw DocumentRunError.screenFailed(step: step.id, reason: reason)
    }
    if let problem = shape.problem(of: message) {
      throw AnswerRefused("The result of the screen isn't as expected: \(problem).")
    }
  }
}

extension DurableDefinition {
  /// Returns the screen of a step, for a program that shows it while a run waits.
  ///
  /// - Parameters:
  ///   - step: The name of the step.
  ///   - assignments: The assignments with which the run was started: its variant, and its language.
  /// - Returns: The screen; nil if the step shows none.
  public func screen(at step: String, for assignments: [VariantAssignment] = []) -> DocumentScreen? {
    let chains = chain(for: assignments).map { [$0] } ?? chains
    return chains.lazy.compactMap { $0[step]?.durability.page as? DocumentScreen }.first?.reading(assignments)
  }
}
