public import FlowJSON
public import FlowScreens

/// The views of a screen, in stacks. The last view of the last stack is visible.
///
/// ```swift
/// let navigator = NimbusNavigator(nimbus)
/// navigator.onChange = { redraw(navigator.layout) }
/// navigator.open(ViewRequest("/welcome"))
/// ```
///
/// The actions `push`, `pop`, `popTo`, `present` and `dismiss` change the navigator of their view. A navigator belongs
/// to the queue of its instance. Keep a strong reference to it for as long as you use it.
public final class NimbusNavigator {
  /// The instance that the navigator's views belong to.
  public let nimbus: NimbusInstance
  /// The first stack, followed by one stack for each presented view. No stack is empty.
  public private(set) var stacks: [[ServerDrivenView]] = []
  /// Called after another view becomes visible, and after the visible view changes.
  public var onChange: (() -> Void)?
  let scope: Scope
  /// The limits on the contents of all views.
  let limits = ScreenLimits()
  private var prefetched: [NimbusRequest: PrefetchedDocument] = [:]

  /// Creates a navigator without views.
  public init(_ nimbus: NimbusInstance) {
    self.nimbus = nimbus
    scope = Scope("navigator", parent: nimbus.scope)
  }

  /// The visible view. It's `nil` before the first view opens.
  public var current: ServerDrivenView? { stacks.last?.last }

  /// The layout of the visible view.
  public var layout: ScreenLayout {
    .deferred { [weak self] in self?.current?.layout ?? .nothing }
  }

  /// Removes all views and opens a new one.
  ///
  /// - Parameters:
  ///   - request: The request for the document.
  ///   - states: The states of the view.
  public func open(_ request: ViewRequest, states: [String: JSONValue] = [:]) {
    stacks = []
    present(request, states: states)
  }

  /// Removes all views and opens a document that is already loaded.
  ///
  /// - Parameters:
  ///   - document: The JSON text. If it has an error, the view shows and logs the error.
  ///   - states: The states of the view.
  public func open(document: String, states: [String: JSONValue] = [:]) {
    let view = ServerDrivenView(nimbus, request: nil, navigator: self, states: states, events: [:])
    stacks = [[view]]
    view.take(.success(document))
    onChange?()
  }

  /// Pushes a view onto the current stack.
  ///
  /// - Parameters:
  ///   - request: The request for the document.
  ///   - states: The states of the view.
  ///   - events: The events that the view can trigger with `triggerViewEvent`, by name.
  public func push(_ request: ViewRequest, states: [String: JSONValue] = [:], events: [String: ServerDrivenEvent] = [:])
  {
    show(request, states, events, inNewStack: stacks.isEmpty)
  }

  /// Presents a view on a new stack, above all others.
  ///
  /// - Parameters:
  ///   - request: The request for the document.
  ///   - states: The states of the view.
  ///   - events: The events that the view can trigger with `triggerViewEvent`, by name.
  public func present(
    _ request: ViewRequest, states: [String: JSONValue] = [:], events: [String: ServerDrivenEvent] = [:]
  ) {
    show(request, states, events, inNewStack: true)
  }

  /// Removes the visible view, unless it's the first of its stack.
  public func pop() {
    guard let count = stacks.last?.count, count > 1 else { return }
    stacks[stacks.count - 1].removeLast()
    onChange?()
  }

  /// Removes all views above a view of the current stack. Does nothing if the stack has no such view.
  ///
  /// - Parameter url: The complete URL of the view.
  public func pop(to url: String) {
    guard let stack = stacks.last, let place = stack.lastIndex(where: { $0.url == url }), place < stack.count - 1
    else { return }
    stacks[stacks.count - 1].removeSubrange((place + 1)...)
    onChange?()
  }

  /// The same as ``pop(to:)``. As in Nimbus's `popTo`.
  public func popTo(_ url: String) { pop(to: url) }

  /// Removes the stack that was presented last. Does nothing if no view is presented.
  public func dismiss() {
    guard stacks.count > 1 else { return }
    stacks.removeLast()
    onChange?()
  }

  /// Loads a document in advance, for a later push or presentation.
  ///
  /// - Parameter request: The request for the document.
  public func prefetch(_ request: ViewRequest) {
    guard mayPrefetch, prefetched[request.request] == nil, let source else { return }
    let document = PrefetchedDocument()
    prefetched[request.request] = document
    source.load(nimbus.completed(request.request)) { result in document.take(result) }
  }

  /// Whether there is room for another document.
  var mayPrefetch: Bool { prefetched.count < Self.prefetchLimit }

  /// The maximum number of documents that one view prefetches. It prevents a list that prefetches all its links from
  /// loading a whole site.
  private static let prefetchLimit = 32

  private func show(
    _ request: ViewRequest, _ states: [String: JSONValue], _ events: [String: ServerDrivenEvent], inNewStack: Bool
  ) {
    guard stacks.reduce(0, { $0 + $1.count }) < NimbusLimits.views else {
      return nimbus.faults.error(
        "The view \(request.request.url) was not opened: \(NimbusLimits.views) views are open, which is the limit.")
    }
    let view = ServerDrivenView(nimbus, request: request, navigator: self, states: states, events: events)
    if inNewStack {
      stacks.append([view])
    } else {
      stacks[stacks.count - 1].append(view)
    }
    view.load()
    onChange?()
  }

  // MARK: For views

  /// Notifies the observer if the changed view is visible.
  func noteUpdate(of view: ServerDrivenView) {
    if view === current { onChange?() }
  }

  /// Loads a document, or uses a prefetched one. Discards the documents that earlier views prefetched, to make room for
  /// those of the new view.
  func load(_ request: NimbusRequest, completion: @escaping (Result<String, any Error>) -> Void) {
    let document = prefetched[request]
    prefetched = [:]
    if let document, !document.hasFailed {
      document.whenThere(completion)
    } else if let source {
      source.load(nimbus.completed(request), completion: completion)
    } else {
      completion(.failure(ViewSourceError(url: request.url, reason: "there is no view source")))
    }
  }

  private var source: (any ViewSource)? { nimbus.configuration.viewSource }
}
