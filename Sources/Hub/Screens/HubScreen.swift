public import FlowJSON
public import FlowState

/// A Hub view as a step of a flow sees it: what to draw, and the way back into the flow.
///
/// Whoever draws keeps the screen for as long as the user can see it; if it is let go of before, the step ends as
/// abandoned. It belongs to the queue of its run.
///
/// ```swift
/// let menu = FlowStep(identifier: "Menu", showing: builder, actions: actions) { screen in
///   screen.onChange = { screen in terminal.draw(screen.viewModel) }
///   terminal.draw(screen.viewModel) { component in screen.select(component) }
/// }
/// ```
public final class HubScreen<Result: Sendable> {
  /// What to draw.
  public private(set) var viewModel: HubViewModel
  /// Hears that there is something else to draw, on the run's queue.
  public var onChange: ((HubScreen) -> Void)?
  /// Whether the step has been completed from here.
  public private(set) var isCompleted = false
  /// The way back into the flow.
  public let handler = FlowStepHandler(JSONValue.self, Result.self)

  private var builder: HubViewModelBuilder
  private let selector: HubSelector<HubScreen<Result>>
  /// The content that the screen began with, until the step hands it over once more.
  private var contentAtStart: JSONValue??
  /// What takes the screen away if its step is cancelled.
  private var cancellation: (() -> Void)?

  init(
    _ builder: HubViewModelBuilder, content: JSONValue?, selector: HubSelector<HubScreen<Result>>
  ) throws(HubJSONError) {
    var builder = builder
    if let content { try builder.addJSON(document: content) }
    self.builder = builder
    self.selector = selector
    viewModel = builder.build()
    contentAtStart = .some(content)
  }

  /// Does what a component's target says: performs its actions until one is successful, or else opens its URI.
  ///
  /// - Parameter component: What the user has chosen.
  /// - Returns: What came of it.
  @discardableResult
  public func select(_ component: HubComponentModel) -> HubSelectionOutcome {
    selector.select(component, in: viewModel, with: self)
  }

  /// Completes the step, with a result or without.
  ///
  /// - Parameter result: What the step yields.
  public func complete(_ result: Result?) {
    isCompleted = true
    handler.complete(result)
  }

  /// Sets what takes the screen away if its step is cancelled, or is started again.
  ///
  /// Call it inside `present`, or later on the run's queue. Setting it again replaces it.
  ///
  /// - Parameter action: Takes the screen away. Called on the run's queue, at most once.
  public func onCancel(_ action: @escaping () -> Void) {
    cancellation = action
  }

  /// The step has been cancelled.
  func cancelled() {
    cancellation.take()?()
  }

  /// Changes what the screen shows; ``onChange`` hears of it.
  ///
  /// - Parameter change: Receives the builder of the view, with everything that has been added to it.
  /// - Throws: What `change` throws.
  public func edit<Failure: Error>(_ change: (inout HubViewModelBuilder) throws(Failure) -> Void) throws(Failure) {
    try change(&builder)
    viewModel = builder.build()
    onChange?(self)
  }

  /// Takes what the step hands over: JSON on top of what is there.
  func receive(_ content: JSONValue?) {
    if let known = contentAtStart.take(), known == content { return }
    guard let content else { return }
    do {
      try edit { builder throws(HubJSONError) in try builder.addJSON(document: content) }
    } catch {
      handler.fail(error)
    }
  }
}
