public import FlowJSON
public import FlowScreens
public import FlowState
import Foundation

/// A Hub view as a screen, and as a step of a flow: the header, the body and the overlays, one below the other.
///
/// As a flow step it takes JSON as content, which is added to a copy of the builder; an action of the view completes the step:
///
/// ```swift
/// let lunch = Flow(JSONValue.self, String.self, identifier: "Lunch") { scope in
///   var actions = HubActions<HubScreen<String>>()
///   try? actions.register("food:choose") { selection, screen in
///     screen.complete(selection.component.identifier)
///     return true
///   }
///   let menu = FlowStep(
///     identifier: "Menu", presenting: { [actions] _ in HubScreen(HubViewModelBuilder(), actions: actions) }, on: session)
///   menu.content = scope.content
///   menu.setCompletion { _, dish in scope.result = dish }
///   return menu
/// }
/// ```
///
/// Content that is neither an object nor an array fails the step with a ``HubJSONError``. New content comes on top of what the
/// view shows. A user who leaves completes the step without a result.
///
/// The screen belongs to the queue of its run. If it is released before it has completed, the step ends as abandoned.
public final class HubScreen<Result: Sendable>: FlowStepScreen {
  /// What the screen shows.
  public private(set) var viewModel: HubViewModel
  /// Called on the run's queue when ``viewModel`` has changed.
  public var onChange: ((HubScreen) -> Void)?
  /// Whether the step has been completed from here, or has failed.
  public private(set) var isFinished = false
  /// The handler of the flow step.
  public let handler = FlowStepHandler(JSONValue.self, Result.self)

  private var builder: HubViewModelBuilder
  private let selector: HubSelector<HubScreen<Result>>
  private let components: HubComponentRegistry<Layout>
  private let notice: (HubComponentModel, HubSelectionOutcome) -> Layout
  private var changed: (@Sendable () -> Void)?
  /// The layout of the view model, until that changes.
  private var drawn: Layout?
  /// What stands below the view.
  private var footer = Layout.nothing

  /// Makes a screen.
  ///
  /// - Parameters:
  ///   - builder: What the view begins with, and the schema by which content is read.
  ///   - actions: The actions that targets can name. An action receives the screen, which it can complete.
  ///   - opener: Opens the URIs of targets.
  ///   - logger: Receives the names of actions that aren't registered.
  ///   - components: Draws the components.
  ///   - notice: Makes what stands below the view after a component was selected.
  public init(
    _ builder: HubViewModelBuilder, actions: HubActions<HubScreen<Result>> = HubActions(),
    opener: HubTargetOpener = .none, logger: any FlowLogger = SilentLogger(),
    components: HubComponentRegistry<Layout> = HubComponentRegistry(fallback: HubLayouts()),
    notice: @escaping (_ component: HubComponentModel, _ outcome: HubSelectionOutcome) -> Layout = HubScreen.notice
  ) {
    self.builder = builder
    self.components = components
    self.notice = notice
    selector = HubSelector(actions: actions, opener: opener, logger: logger)
    viewModel = builder.build()
  }

  /// Performs a component's target: its actions until one is successful, or else its URI.
  ///
  /// - Parameter component: The component that the user has selected.
  /// - Returns: What came of it.
  @discardableResult
  public func select(_ component: HubComponentModel) -> HubSelectionOutcome {
    selector.select(component, in: viewModel, with: self)
  }

  /// Completes the step, with a result or without. The screen is finished then.
  ///
  /// - Parameter result: The step's result.
  public func complete(_ result: Result?) {
    finish()
    handler.complete(result)
  }

  /// Changes what the screen shows, and calls ``onChange``.
  ///
  /// - Parameter change: Receives the builder of the view, with everything that has been added to it.
  /// - Throws: The error of `change`.
  public func edit<Failure: Error>(_ change: (inout HubViewModelBuilder) throws(Failure) -> Void) throws(Failure) {
    try change(&builder)
    viewModel = builder.build()
    drawn = nil
    onChange?(self)
    changed?()
  }

  private func finish() {
    isFinished = true
    changed?()
  }

  // MARK: Showing

  /// The view as it is now.
  public var layout: Layout {
    let layout = drawn ?? HubViewLayout(viewModel, components) { [weak self] in self?.press($0) }.layout
    drawn = layout
    return .column([layout, footer])
  }

  /// Takes the closure that is called when the view has changed by itself.
  public func observe(_ changed: @escaping @Sendable () -> Void) {
    self.changed = changed
  }

  private func press(_ component: HubComponentModel) {
    footer = notice(component, select(component))
  }

  /// Makes a line that says what was opened, or that nothing happened.
  ///
  /// - Parameters:
  ///   - component: The component that was selected.
  ///   - outcome: What came of it.
  /// - Returns: The line; nothing if an action was performed.
  public static func notice(_ component: HubComponentModel, _ outcome: HubSelectionOutcome) -> Layout {
    switch outcome {
    case .performed: .nothing
    case .opened(let url): .text("Opened \(url.absoluteString).")
    case .unhandled: .text(StyledText("Nothing happens here.", .yellow))
    }
  }

  // MARK: In a flow

  /// Adds content to what the view shows.
  public func receive(_ content: JSONValue?) {
    guard let content else { return }
    do {
      try edit { builder throws(HubJSONError) in try builder.addJSON(document: content) }
    } catch {
      fail(error)
    }
  }

  /// Completes the step without a result.
  public func leave() {
    complete(nil)
  }

  /// Lets the step fail. The screen is finished then.
  public func fail(_ error: any Error) {
    finish()
    handler.fail(error)
  }
}
