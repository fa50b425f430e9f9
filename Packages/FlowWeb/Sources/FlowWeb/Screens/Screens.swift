import FlowForms
public import FlowState
public import Hummingbird
import WebServing

/// A flow in memory as pages in a browser, which show the screens of its steps: those of StepKit, Nimbus, Hub and FlowForms, and your own.
///
/// ```swift
/// Screens(recipe, at: "/recipe").add(to: router)
/// ```
///
/// The steps show their screens on the presenter of the run's context, so the same flow also runs in a terminal:
///
/// ```swift
/// let recipe = Flow(Any.self, [Step].self, identifier: "recipe") { scope in
///   let cook = FlowStep(
///     identifier: "cook", presenting: { StepFlowScreen(for: $0, title: "Doughnuts") }, on: scope.context.presenter)
///   cook.content = steps
///   cook.setCompletion { _, steps in scope.result = steps }
///   return cook
/// }
/// ```
///
/// Each browser has a session with a run of its own, which only its cookie opens. A session ends when it is closed, when it is left alone
/// for too long, and with the process. Its page then says so. A flow that must outlast a process is a durable one; see ``Pages``.
///
/// Each button of a page carries the number of the screen that it belongs to. A second click, and a click on an earlier page, change
/// nothing, and the page says so. Pages work without a script. With it, they follow the screen, such as a countdown, and keep what is
/// typed.
public struct Screens<Content, Result: Sendable>: Sendable {
  /// Starts a run for a request. It reports the end of the run to a closure.
  typealias Start =
    @Sendable (
      Request, BrowserPresenter, _ clock: any FlowClock, _ ended: @escaping @Sendable (BrowserSession.Ending) -> Void,
      _ ending: @escaping @Sendable (Result?) -> PageText
    ) async throws -> FlowRun

  let identifier: String
  var settings: ScreenSettings
  var ending: @Sendable (Result?) -> PageText
  let start: Start

  private init(_ identifier: String, _ path: String, start: @escaping Start) {
    self.identifier = identifier
    settings = ScreenSettings(path, identifier)
    ending = { _ in PageText("Done", "You can close this page.") }
    self.start = start
  }

  /// Returns a flow that runs another one with a presenter.
  fileprivate static func presenting<Given>(
    _ flow: Flow<Content, Result>, on presenter: BrowserPresenter, _ clock: any FlowClock, given: Given.Type,
    _ makeStep: @escaping @Sendable (Given?) -> FlowStep<Content, Result>
  ) -> Flow<Given, Result> {
    Flow(Given.self, Result.self, identifier: flow.identifier) { scope in
      scope.context[FormPresenter.self] = presenter
      let step = makeStep(scope.content)
      step.setCompletion { _, result in scope.result = result }
      return step
    }
    .timed(by: clock)
  }
}

extension Screens where Content: Sendable {
  /// Creates the pages of a flow that begins with a content.
  ///
  /// - Parameters:
  ///   - flow: The flow. Its runs use the clock of the screens. It must not have a queue of its own.
  ///   - path: The path of the start page, such as `/recipe`. All pages are below it.
  ///   - content: Returns the content of a new run. Nothing that it throws is shown.
  public init(
    _ flow: Flow<Content, Result>, at path: String,
    content: @escaping @Sendable (_ request: Request) async throws -> Content
  ) {
    self.init(flow.identifier, path) { request, presenter, clock, ended, ending in
      let content = try await content(request)
      let outer = Self.presenting(flow, on: presenter, clock, given: Content.self) { content in
        let step = FlowStep(flow)
        step.content = content
        return step
      }
      return outer.start(content) { ended(BrowserSession.Ending($0, ending)) }
    }
  }
}

extension Screens where Content == Any {
  /// Creates the pages of a flow without a content.
  ///
  /// - Parameters:
  ///   - flow: The flow. Its runs use the clock of the screens. It must not have a queue of its own.
  ///   - path: The path of the start page, such as `/recipe`. All pages are below it.
  public init(_ flow: Flow<Content, Result>, at path: String) {
    self.init(flow.identifier, path) { _, presenter, clock, ended, ending in
      let outer = Self.presenting(flow, on: presenter, clock, given: Never.self) { _ in FlowStep(flow) }
      return outer.start { ended(BrowserSession.Ending($0, ending)) }
    }
  }
}

extension BrowserSession.Ending {
  /// The end of a run as a page shows it.
  fileprivate init<Result>(_ outcome: FlowOutcome<Result>, _ ending: (Result?) -> PageText) {
    self =
      switch outcome {
      case .completed(let result): .completed(ending(result))
      case .failed: .failed
      case .cancelled: .cancelled
      }
  }
}
