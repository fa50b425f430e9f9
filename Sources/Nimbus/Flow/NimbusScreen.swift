public import FlowJSON
public import FlowScreens
public import FlowState

/// A Nimbus document as a screen, and as a step of a flow.
///
/// As a flow step it makes states of the step's content, also when that changes. An action completes the step by
/// ``ActionTriggeredEvent/completeStep(with:)``; components know nothing of the step. A document completes the step by itself
/// with the actions of ``NimbusSwiftUILibrary/flow(_:)``, if the result is `Decodable`:
///
/// ```swift
/// let signup = FlowStep(
///   String.self, Profile.self, identifier: "Sign up",
///   presenting: { _ in
///     NimbusScreen(
///       NimbusInstance(configuration), document: text, states: { name in ["name": name.map { .string($0) } ?? .null] })
///   }, on: session)
/// ```
///
/// A user who leaves completes the step without a result.
///
/// The screen belongs to the queue of its instance. If it is released before the step has completed, the step ends as abandoned.
public final class NimbusScreen<Content, Result: Sendable>: FlowStepScreen {
  /// The views of the screen.
  public let navigator: NimbusNavigator
  /// The handler of the flow step.
  public let handler = FlowStepHandler(Content.self, Result.self)
  /// Whether the step has completed, failed or been cancelled.
  public private(set) var isFinished = false

  private let states: (Content?) -> [String: JSONValue]
  /// Opens the first view with its states; nil once that has been done.
  private var open: (([String: JSONValue]) -> Void)?
  private var changed: (@Sendable () -> Void)?

  /// Makes the screen of a document at hand.
  ///
  /// - Parameters:
  ///   - nimbus: The instance that the screen belongs to.
  ///   - document: The JSON text.
  ///   - states: Makes states of the step's content.
  public convenience init(
    _ nimbus: NimbusInstance, document: String,
    states: @escaping (_ content: Content?) -> [String: JSONValue] = { _ in [:] }
  ) {
    self.init(nimbus, states) { navigator, states in navigator.open(document: document, states: states) }
  }

  /// Makes the screen of a document that the instance's view source has.
  ///
  /// - Parameters:
  ///   - nimbus: The instance that the screen belongs to.
  ///   - request: The document.
  ///   - states: Makes states of the step's content.
  public convenience init(
    _ nimbus: NimbusInstance, from request: ViewRequest,
    states: @escaping (_ content: Content?) -> [String: JSONValue] = { _ in [:] }
  ) {
    self.init(nimbus, states) { navigator, states in navigator.open(request, states: states) }
  }

  private init(
    _ nimbus: NimbusInstance, _ states: @escaping (Content?) -> [String: JSONValue],
    _ open: @escaping (NimbusNavigator, [String: JSONValue]) -> Void
  ) {
    let navigator = NimbusNavigator(nimbus)
    self.navigator = navigator
    self.states = states
    self.open = { states in open(navigator, states) }
    // Weak: what waits for the document may outlive the screen.
    let completion = StepCompletion(handler) { [weak self] in self?.end() }
    navigator.scope.set(StepCompletion.key, completion)
  }

  // MARK: Showing

  /// The current view.
  public var layout: Layout {
    show(nil)
    return navigator.layout
  }

  /// A command that goes back, where there is a view to go back to.
  public var commands: [ScreenCommand] {
    let isStacked = (navigator.stacks.last?.count ?? 0) > 1
    let isPresented = navigator.stacks.count > 1
    return [
      ScreenCommand(
        "back", help: "goes back to the view before", isPossible: isStacked || isPresented
      ) { [navigator] _ in
        if isStacked { navigator.pop() } else { navigator.dismiss() }
        return .done
      }
    ]
  }

  /// Takes the closure that is called when the screen has changed by itself.
  public func observe(_ changed: @escaping @Sendable () -> Void) {
    self.changed = changed
    navigator.onChange = changed
  }

  // MARK: In a flow

  /// Makes states of the content: of the first view when it is opened, then of the view that is there.
  public func receive(_ content: Content?) {
    if open == nil { navigator.takeStates(states(content)) } else { show(content) }
  }

  /// Completes the step without a result.
  public func leave() {
    _ = stepCompletion?.take(nil)
  }

  /// Lets the step fail.
  public func fail(_ error: any Error) {
    stepCompletion?.fail(error)
  }

  /// Takes the step from the screen, because it was cancelled: actions complete nothing then.
  public func cancel() {
    end()
  }

  /// Opens the first view, if that has not been done.
  private func show(_ content: Content?) {
    open.take()?(states(content))
  }

  private func end() {
    isFinished = true
    navigator.scope.set(StepCompletion.key, nil)
    changed?()
  }

  private var stepCompletion: StepCompletion? { navigator.scope.get(StepCompletion.key) as? StepCompletion }
}

extension NimbusNavigator {
  /// Puts new content into the states of the first view; states that are equal to what they were stay so quietly.
  fileprivate func takeStates(_ states: [String: JSONValue]) {
    guard let view = stacks.first?.first else { return }
    nimbus.updates.transaction {
      for (id, value) in states.sorted(by: { $0.key < $1.key }) { view.setState(id, to: value) }
    }
  }
}
