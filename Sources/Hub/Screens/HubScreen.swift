public import FlowJSON
public import FlowScreens
public import FlowState
import Foundation

/// A screen that shows a Hub view, on its own or for a step of a flow.
///
/// The screen shows the header, the body and the overlays, one below the other. The content of the flow step is JSON,
/// which the screen adds to a copy of the builder. An action of the view completes the step:
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
/// Content that is neither an object nor an array fails the step with a ``HubJSONError``. New content is added to the
/// existing content of the view. If the user leaves the screen, the step completes without a result.
///
/// Use the screen only on the queue of its run. If it is released before it completes the step, the step ends as
/// abandoned.
public final class HubScreen<Result: Sendable>: FlowStepScreen {
  /// The view model that the screen shows.
  public private(set) var viewModel: HubViewModel
  /// A closure that is called on the run's queue when ``viewModel`` has changed.
  public var onChange: ((HubScreen) -> Void)?
  /// A Boolean value that indicates whether the screen has completed or failed the step.
  public private(set) var isFinished = false
  /// The handler of the flow step.
  public let handler = FlowStepHandler(JSONValue.self, Result.self)

  private var builder: HubViewModelBuilder
  private let selector: HubSelector<HubScreen<Result>>
  private let components: HubComponentRegistry<ScreenLayout>
  private let makeNotice: (HubComponentModel, HubSelectionOutcome) -> StyledText
  private var changed: (@Sendable () -> Void)?
  /// The cached layout of the current view model.
  private var drawn: ScreenLayout?
  /// The message about the component that was selected last.
  public private(set) var notice = StyledText()

  /// Creates a screen.
  ///
  /// - Parameters:
  ///   - builder: The builder with the initial content of the view, and with the schema that reads later content.
  ///   - actions: The actions that targets can name. An action receives the screen, which it can complete.
  ///   - opener: The opener for the URIs of targets.
  ///   - logger: The logger that receives the names of unregistered actions.
  ///   - components: The registry of factories that draw components.
  ///   - notice: A closure that returns the message below the view after a component is selected.
  public init(
    _ builder: HubViewModelBuilder, actions: HubActions<HubScreen<Result>> = HubActions(),
    opener: HubTargetOpener = .none, logger: any FlowLogger = SilentLogger(),
    components: HubComponentRegistry<ScreenLayout> = HubComponentRegistry(fallback: HubLayouts()),
    notice: @escaping (_ component: HubComponentModel, _ outcome: HubSelectionOutcome) -> StyledText = HubScreen.notice
  ) {
    self.builder = builder
    self.components = components
    makeNotice = notice
    selector = HubSelector(actions: actions, opener: opener, logger: logger)
    viewModel = builder.build()
  }

  /// Performs a component's target. Tries the target's actions until one succeeds. If none succeeds, opens the target's
  /// URI.
  ///
  /// - Parameter component: The component that the user has selected.
  /// - Returns: The outcome of the selection.
  @discardableResult
  public func select(_ component: HubComponentModel) -> HubSelectionOutcome {
    selector.select(component, in: viewModel, with: self)
  }

  /// Completes the step, with or without a result. The screen is then finished.
  ///
  /// - Parameter result: The step's result.
  public func complete(_ result: Result?) {
    finish()
    handler.complete(result)
  }

  /// Changes the view, and calls ``onChange``.
  ///
  /// - Parameter change: A closure that receives the builder of the view, with all content added so far.
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

  /// The layout of the current view.
  public var layout: ScreenLayout {
    let layout = drawn ?? HubViewLayout(viewModel, components) { [weak self] in self?.press($0) }.layout
    drawn = layout
    return layout
  }

  /// Sets the closure that is called when the view changes by itself.
  public func observe(_ changed: @escaping @Sendable () -> Void) {
    self.changed = changed
  }

  private func press(_ component: HubComponentModel) {
    notice = makeNotice(component, select(component))
  }

  /// Returns a line that names the opened URL, or that states that nothing happened.
  ///
  /// - Parameters:
  ///   - component: The component that was selected.
  ///   - outcome: The outcome of the selection.
  /// - Returns: The line, or an empty text if an action was performed.
  public static func notice(_ component: HubComponentModel, _ outcome: HubSelectionOutcome) -> StyledText {
    switch outcome {
    case .performed: ""
    case .opened(let url): "Opened \(url.absoluteString)."
    case .unhandled: StyledText("Nothing happens here.", .yellow)
    }
  }

  // MARK: In a flow

  /// Adds content to the view.
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

  /// Fails the step. The screen is then finished.
  public func fail(_ error: any Error) {
    finish()
    handler.fail(error)
  }
}
