public import FlowJSON
public import FlowScreens
public import FlowState

/// A screen that shows a Nimbus document, on its own or for a step of a flow.
///
/// For a flow step, the screen converts the step's content to states, initially and after each change. An action
/// completes the step with ``ActionTriggeredEvent/completeStep(with:)``. Components don't depend on the step. If the
/// result is `Decodable`, a document can also complete the step itself, with the actions of
/// ``NimbusSwiftUILibrary/flow(_:)``:
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
/// If the user leaves the screen, the step completes without a result.
///
/// Use the screen only on the queue of its instance. If it is released before the step completes, the step ends as
/// abandoned.
public final class NimbusScreen<Content, Result: Sendable>: FlowStepScreen {
  /// The navigator of the screen's views.
  public let navigator: NimbusNavigator
  /// The handler of the flow step.
  public let handler = FlowStepHandler(Content.self, Result.self)
  /// A Boolean value that indicates whether the step has completed, failed or been cancelled.
  public private(set) var isFinished = false

  private let states: (Content?) -> [String: JSONValue]
  /// A closure that opens the first view with its states. It's nil after it has been called.
  private var open: (([String: JSONValue]) -> Void)?
  private var changed: (@Sendable () -> Void)?

  /// Creates the screen of a document.
  ///
  /// - Parameters:
  ///   - nimbus: The Nimbus instance of the screen.
  ///   - document: The JSON text of the document.
  ///   - states: A closure that converts the step's content to states.
  public convenience init(
    _ nimbus: NimbusInstance, document: String,
    states: @escaping (_ content: Content?) -> [String: JSONValue] = { _ in [:] }
  ) {
    self.init(nimbus, states) { navigator, states in navigator.open(document: document, states: states) }
  }

  /// Creates the screen of a document that the instance's view source loads.
  ///
  /// - Parameters:
  ///   - nimbus: The Nimbus instance of the screen.
  ///   - request: The request for the document.
  ///   - states: A closure that converts the step's content to states.
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
    // The reference is weak, because code that waits for the document can outlive the screen.
    let completion = StepCompletion(handler) { [weak self] in self?.end() }
    navigator.scope.set(StepCompletion.key, completion)
  }

  // MARK: Showing

  /// The layout of the current view.
  public var layout: ScreenLayout {
    show(nil)
    return navigator.layout
  }

  /// The command `back`. It's possible if there is a previous view.
  public var commands: [ScreenCommand] {
    let isStacked = (navigator.stacks.last?.count ?? 0) > 1
    let isPresented = navigator.stacks.count > 1
    return [
      ScreenCommand(
        "back", help: "goes back to the previous view", isPossible: isStacked || isPresented
      ) { [navigator] _ in
        if isStacked { navigator.pop() } else { navigator.dismiss() }
        return .done
      }
    ]
  }

  /// Sets the closure that is called when the screen changes by itself.
  public func observe(_ changed: @escaping @Sendable () -> Void) {
    self.changed = changed
    navigator.onChange = changed
  }

  // MARK: In a flow

  /// Converts the content to states of the first view. The first call opens that view.
  public func receive(_ content: Content?) {
    if open == nil { navigator.takeStates(states(content)) } else { show(content) }
  }

  /// Completes the step without a result.
  public func leave() {
    _ = stepCompletion?.take(nil)
  }

  /// Fails the step.
  public func fail(_ error: any Error) {
    stepCompletion?.fail(error)
  }

  /// Disconnects the screen from the cancelled step. Actions can't complete the step afterwards.
  public func cancel() {
    end()
  }

  /// Opens the first view, unless it has already been opened.
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
  /// Sets states of the first view. A state whose value doesn't change doesn't notify observers.
  fileprivate func takeStates(_ states: [String: JSONValue]) {
    guard let view = stacks.first?.first else { return }
    nimbus.updates.transaction {
      for (id, value) in states.sorted(by: { $0.key < $1.key }) { view.setState(id, to: value) }
    }
  }
}
