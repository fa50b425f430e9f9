public import FlowState
public import Observation

/// The stack of pages that a run shows to a person.
///
/// Each page of the stack is a step of the run. The run pushes pages. The person leaves pages, with a swipe or a button, and the run
/// then goes back:
///
/// ```swift
/// enum Page { case name, email }
///
/// @MainActor func signUp(_ pages: FlowPages<Page>) -> FlowRun {
///   let flow = Flow(Any.self, String.self, identifier: "Sign up", onMainActor: { scope in
///     let name = pages.step(.name, Any.self, String.self)
///     let email = pages.step(.email, String.self, String.self)
///     name.setCompletion { step, name in
///       email.content = name
///       step.nextStep = email
///     }
///     email.setCompletion { _, email in scope.result = email }
///     return name
///   })
///   return pages.start(flow) { outcome in print(outcome) }
/// }
/// ```
///
/// A view reads what it shows, and completes its page:
///
/// ```swift
/// @MainActor func show(_ pages: FlowPages<Page>) {
///   print(pages.path, pages.content(of: .email, as: String.self) ?? "")
///   pages.complete(.email, with: "bo@example.org")
/// }
/// ```
///
/// The stack contains each page once. A page that the run visits again, while it is in the stack, becomes the top page.
///
/// However many pages the person leaves, and however fast, the run goes back once, to the page that the person sees, unless it has just
/// moved below that page by itself. Until it has arrived, ``accepts(_:)`` is false for all pages, and taps do nothing.
@MainActor @Observable public final class FlowPages<Page: Hashable & Sendable> {
  typealias Stack = PageStack<Page, PageVisit>

  private(set) var stack = Stack() {
    didSet { for observer in observers { observer() } }
  }
  private var contents: [Page: any Sendable] = [:]
  /// The entries on pages that the user has not submitted.
  private(set) var drafts: [Page: any Sendable] = [:]
  /// The results of pages that complete at once.
  @ObservationIgnored private var answers: [Page: (PageVisit) -> Void] = [:]
  /// The latest visit.
  @ObservationIgnored private(set) var current: PageVisit?
  @ObservationIgnored private(set) var run: FlowRun?
  /// The number of the run that ``start(_:_:completion:)`` has started last.
  @ObservationIgnored private var startCount = 0
  /// The runs that another one has replaced, by their numbers, until they have ended. They can still be moving to a page.
  @ObservationIgnored private var replaced: [Int: FlowRunID] = [:]
  /// Whether the completion of a replaced run is being called.
  @ObservationIgnored private var isReportingReplaced = false
  /// The adapters, which follow each change at once.
  @ObservationIgnored private var observers: [() -> Void] = []
  @ObservationIgnored nonisolated let request = ReturnRequest()
  /// Executes what runs on other queues report.
  @ObservationIgnored nonisolated let mainQueue: MainQueue

  /// A Boolean value that indicates whether the run that ``start(_:_:completion:)`` has started has ended.
  public private(set) var isFinished = false

  /// Creates an empty stack.
  public convenience init() { self.init(on: .system) }

  /// Creates an empty stack of a test that plays the main queue.
  init(on mainQueue: MainQueue) { self.mainQueue = mainQueue }

  /// Creates a stack with pages that an earlier process has saved.
  ///
  /// The run that continues, such as a durable run, shows its page: the top page or one below.
  ///
  /// - Parameter saved: The saved pages.
  public init(restoring saved: SavedPages<Page>) {
    mainQueue = .system
    stack = Stack(saved.places.map { Stack.Place(page: $0.page, name: $0.step, isPresented: false, visit: nil) })
  }

  /// The pushed pages, without a presented one, to save them.
  public var saved: SavedPages<Page> {
    SavedPages(stack.places[..<stack.shownCount].filter { !$0.isPresented }.map { .init(page: $0.page, step: $0.name) })
  }

  // MARK: What the user sees

  /// The pages that the user sees, the first one at the bottom, without a presented page.
  ///
  /// Bind it to a navigation stack whose root isn't a page of the run. The system sets a shorter array when the user leaves pages. The
  /// run then goes back to the last page in it. If no page remains, the run ends as cancelled, or goes back past its first page if
  /// it wasn't started with ``start(_:_:completion:)``. An array that isn't a beginning of the current one has no effect.
  public var path: [Page] {
    get { stack.path }
    set {
      if stack.path.starts(with: newValue) {
        if newValue.count < stack.path.count { leave(allBut: newValue.count) }
      } else {
        // The binding has another value than the navigation stack now. A change makes the navigation stack read it.
        stack.refuse()
      }
    }
  }

  /// The pages above the first one. Bind it to a navigation stack whose root is the first page; see ``path``.
  public var pushed: [Page] {
    get { Array(stack.path.dropFirst()) }
    set { path = stack.path.prefix(1) + newValue }
  }

  /// The first page; nil if the stack is empty.
  public var root: Page? { stack.path.first }

  /// The page that is presented over the others, as a sheet for instance; nil if there is none.
  ///
  /// The system sets nil when the user dismisses the page. The run then goes back to the page below, as when the user leaves a
  /// pushed page. Another value than nil has no effect.
  public var presented: Page? {
    get { stack.presented }
    set { if newValue == nil, stack.presented != nil { leave(allBut: stack.shownCount - 1) } }
  }

  /// Returns the content of a page, which the view shows.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - type: The type of the content of the page's step.
  /// - Returns: The content; nil if the step has none or hasn't started. A page that the user leaves keeps its content until the run
  ///   visits the next page, for the time of the transition.
  public func content<Content>(of page: Page, as type: Content.Type = Content.self) -> Content? {
    Self.cast(contents[page], to: type, "content", of: page)
  }

  /// Returns a Boolean value that indicates whether a page waits for the user.
  ///
  /// It doesn't while the run goes back or works, and when the run waits on another page.
  ///
  /// - Parameter page: The page.
  /// - Returns: Whether a tap on the page counts.
  public func accepts(_ page: Page) -> Bool { stack.accepts(page) }

  // MARK: What the user does

  /// Completes a page with a result. The run moves on.
  ///
  /// If the page doesn't wait for the user, nothing happens: after a second tap, and if the page is being left.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - result: The result, of the type of the page's step.
  /// - Returns: Whether the page has waited.
  @discardableResult
  public func complete<Result: Sendable>(_ page: Page, with result: Result) -> Bool {
    submit(page) { visit in FlowPages.complete(visit, of: page, with: result) }
  }

  /// Completes a page without a result; see ``complete(_:with:)``.
  ///
  /// - Parameter page: The page.
  /// - Returns: Whether the page has waited.
  @discardableResult
  public func complete(_ page: Page) -> Bool {
    submit(page) { visit in visit.completeWithoutResult() }
  }

  /// Reports that the work of a page has failed, as ``complete(_:with:)`` reports a result.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - error: The error.
  /// - Returns: Whether the page has waited.
  @discardableResult
  public func fail(_ page: Page, _ error: any Error) -> Bool {
    finish(page) { visit in visit.handler.fail(error) }
  }

  /// Gives the result of a page in advance, to open the pages above it.
  ///
  /// When the run visits the page the next time, the page is in the stack and completes at once. So a link can open a page with
  /// the pages below it, and with all that they have decided. The run can go back to each of them.
  ///
  /// ```swift
  /// @MainActor func open(_ pages: FlowPages<Page>) -> FlowRun {
  ///   pages.answer(.name, with: "Bo")
  ///   return signUp(pages)  // shows the page for the email, over the one for the name
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - result: The result, of the type of the page's step.
  public func answer<Result: Sendable>(_ page: Page, with result: Result) {
    answers[page] = { visit in FlowPages.complete(visit, of: page, with: result) }
  }

  // MARK: The run

  /// Starts a run that shows its pages here. The stack becomes empty, unless its pages were restored.
  ///
  /// The run is reversible and keeps all visits. An earlier run that this method has started, and that hasn't ended, is cancelled. A
  /// completion can start the next run, but the completion of a run that was replaced can't replace its successor: if it calls this
  /// method before it returns, no run starts, `completion` isn't called, and the method returns a cancelled run.
  ///
  /// - Parameters:
  ///   - flow: The flow. The steps that this object makes can run on any queue.
  ///   - content: The content of the run.
  ///   - completion: Receives the outcome, once, on the main actor.
  /// - Returns: The run.
  @discardableResult
  public func start<Content, Result: Sendable>(
    _ flow: Flow<Content, Result>, _ content: sending Content? = nil,
    completion: @escaping @MainActor (_ outcome: FlowOutcome<Result>) -> Void = { _ in }
  ) -> FlowRun {
    if isReportingReplaced { return .cancelled(named: flow.identifier) }
    // A step that is cancelled here can start another run, which this one replaces as well.
    while let earlier = run.take() {
      replaced[startCount] = earlier.id
      startCount += 1
      earlier.cancel()
    }
    if stack.places.contains(where: { $0.visit != nil }) { stack.clear() }
    (current, drafts) = (nil, [:])
    request.withdraw()
    isFinished = false
    startCount += 1
    let run = flow.reversible().start(content) { [startCount, mainQueue] outcome in
      mainQueue.perform {
        self.replaced[startCount] = nil
        let isReplaced = startCount != self.startCount
        if !isReplaced { self.end() }
        let outer = self.isReportingReplaced
        self.isReportingReplaced = isReplaced
        completion(outcome)
        self.isReportingReplaced = outer
      }
    }
    self.run = run
    return run
  }

  private func end() {
    stack.end()
    (current, run, drafts) = (nil, nil, [:])
    request.withdraw()
    isFinished = true
  }

  // MARK: Steps

  /// The shown page's latest visit has begun. Called before the step waits.
  func begin(_ visit: PageVisit, of place: Stack.Place, _ content: (any Sendable)?) {
    guard !replaced.values.contains(visit.run) else { return }
    let known = Set(stack.places.map(\.page) + [place.page])
    contents = contents.filter { known.contains($0.key) }
    contents[place.page] = content
    current = visit
    if isFirstAfterLeaving(visit) { stack.clear() }
    stack.visit(place)
    if stack.target == nil { request.withdraw() } else { requestReturn(after: visit.takenCount) }
    guard stack.target == nil, let answer = answers.removeValue(forKey: place.page) else { return }
    finish(place.page, answer)
  }

  /// The content of a page's step has changed.
  func receive(_ content: (any Sendable)?, for page: Page, from run: FlowRunID?) {
    if let run, replaced.values.contains(run) { return }
    if stack.places.contains(where: { $0.page == page }) { contents[page] = content }
  }

  /// The step of a visit was cancelled.
  func cancel(_ visit: PageVisit) { stack.cancel(visit) }

  /// Makes the run of a step go back, if a request is waiting. Called on the run's queue, in one of the run's closures.
  nonisolated func goBack(_ step: AnyFlowStep, in run: FlowRunID) {
    switch request.take(in: run) {
    case .step(let name):
      do {
        try step.goBack(to: name)
      } catch {
        let isOwn = step.identifier == name
        mainQueue.perform { if isOwn { self.stack.stay() } else { self.stayOrGoBackOutside(step: name) } }
      }
    case .beforeTheFirst:
      // The stack stays as it is until another run shows a page, because the run can still refuse to go back.
      let isRefused = (try? step.goBackPastFirst()) == nil
      if isRefused { mainQueue.perform { self.stack.stay() } }
    case nil: break
    }
  }

  /// Keeps what the user has entered on a page; nil forgets it.
  func keep(_ draft: (any Sendable)?, of page: Page) { drafts[page] = draft }

  /// The latest visit of a page in the stack.
  func latestVisit(of page: Page) -> PageVisit? { stack.latestVisit(of: page) }

  /// Calls a closure after each change of the stack.
  func observe(_ observer: @escaping () -> Void) { observers.append(observer) }

  /// Completes a page. From now on, its entry is its result, and no draft.
  private func submit(_ page: Page, _ report: (PageVisit) -> Void) -> Bool {
    guard finish(page, report) else { return false }
    drafts[page] = nil
    return true
  }

  @discardableResult
  private func finish(_ page: Page, _ report: (PageVisit) -> Void) -> Bool {
    guard let visit = stack.complete(page) else { return false }
    report(visit)
    return true
  }

  private static func complete<Result: Sendable>(_ visit: PageVisit, of page: Page, with result: Result) {
    guard let handler = visit.handler as? any ResultReceiver<Result> else {
      fatalError(
        "Page '\(page)' was completed with a \(Result.self), which isn't the type of its step's result.")
    }
    handler.complete(result)
  }

  /// Leaves all but some of the pages.
  func leave(allBut count: Int) {
    if stack.leave(allBut: max(0, count)) { requestReturn() }
  }

  /// Goes back in an enclosing run if a nested one has refused. If that one refuses too, the user sees the pages of the run again.
  private func stayOrGoBackOutside(step name: String) {
    guard case .page(let index) = stack.target, stack.places[index].name == name,
      let visit = stack.places[index].visit, visit !== current, visit.isRunAlive()
    else { return stack.stay() }
    request.set(.step(name), of: visit.run)
    visit.goBack()
  }
}
