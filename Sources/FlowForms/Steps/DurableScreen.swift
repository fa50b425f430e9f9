public import FlowChains
public import FlowDurable
public import FlowJSON
public import FlowScreens

/// A screen that a program shows while a durable run waits at a step. Its result is the message that the run awaits.
///
/// ```swift
/// struct Bell: DurableScreen {
///   static func messageName(of step: String) -> String { "bell:" + step }
///
///   func result(on presenter: any ScreenPresenter & Sendable, with values: RunValues) async throws -> JSONValue? {
///     ["rung": true]
///   }
/// }
/// ```
///
/// Nothing of the screen is in the store: a screen that is lost with its process is shown anew. The `DocumentScreen` of FlowDocuments is one,
/// and the pages of FlowWeb show such screens in a browser.
public protocol DurableScreen: Sendable {
  /// Returns the name of the message with the result of the screen of a step.
  ///
  /// - Parameter step: The name of the step.
  /// - Returns: The name.
  static func messageName(of step: String) -> String

  /// Shows the screen, and returns the body of the message.
  ///
  /// - Parameters:
  ///   - presenter: The presenter.
  ///   - values: The values of the run.
  /// - Returns: The body; nil if the person left the screen.
  /// - Throws: An error of the presenter or the screen, or a `CancellationError`.
  func result(on presenter: any ScreenPresenter & Sendable, with values: RunValues) async throws -> JSONValue?
}

extension DeclaredStep {
  /// The screen that a person answers at the step in a durable run; nil if it shows none, or a form.
  public var screen: (any DurableScreen)? { durability.page as? any DurableScreen }
}
