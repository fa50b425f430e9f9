public import FlowJSON
public import FlowScreens

/// The views of a screen: stacks of them, of which the last one's last view is to be seen.
///
/// ```swift
/// let navigator = NimbusNavigator(nimbus)
/// navigator.onChange = { redraw(navigator.layout) }
/// navigator.open(ViewRequest("/welcome"))
/// ```
///
/// The actions `push`, `pop`, `popTo`, `present` and `dismiss` work on the navigator of their view. A navigator belongs to
/// the queue of its instance, and lives as long as somebody holds it.
public final class NimbusNavigator {
  /// The instance whose views it shows.
  public let nimbus: NimbusInstance
  /// The stacks: the first one, and one for each presented view. None is empty.
  public private(set) var stacks: [[ServerDrivenView]] = []
  /// Hears that another view is to be seen, or that the one which is to be seen looks different.
  public var onChange: (() -> Void)?
  let scope: Scope
  private var prefetched: [NimbusRequest: PrefetchedDocument] = [:]

  /// Makes a navigator without views.
  public init(_ nimbus: NimbusInstance) {
    self.nimbus = nimbus
    scope = Scope("navigator", parent: nimbus.scope)
  }

  /// The view that is to be seen; nil before the first is opened.
  public var current: ServerDrivenView? { stacks.last?.last }

  /// What the current view shows.
  public var layout: Layout {
    .deferred { [weak self] in self?.current?.layout ?? .nothing }
  }

  /// Shows a view, and nothing else: whatever was there is gone.
  ///
  /// - Parameters:
  ///   - request: Which document.
  ///   - states: States of the view.
  public func open(_ request: ViewRequest, states: [String: JSONValue] = [:]) {
    stacks = []
    present(request, states: states)
  }

  /// Shows a document at hand, and nothing else: whatever was there is gone.
  ///
  /// - Parameters:
  ///   - document: The JSON text. What is wrong with it is shown and logged.
  ///   - states: States of the view.
  public func open(document: String, states: [String: JSONValue] = [:]) {
    let view = ServerDrivenView(nimbus, request: nil, navigator: self, states: states, events: [:])
    stacks = [[view]]
    view.take(.success(document))
    onChange?()
  }

  /// Puts a view on top of the current stack.
  ///
  /// - Parameters:
  ///   - request: Which document.
  ///   - states: States of the view.
  ///   - events: What the view can trigger with `triggerViewEvent`, by name.
  public func push(_ request: ViewRequest, states: [String: JSONValue] = [:], events: [String: ServerDrivenEvent] = [:])
  {
    show(request, states, events, inNewStack: stacks.isEmpty)
  }

  /// Puts a view onto a stack of its own, on top of all others.
  ///
  /// - Parameters:
  ///   - request: Which document.
  ///   - states: States of the view.
  ///   - events: What the view can trigger with `triggerViewEvent`, by name.
  public func present(
    _ request: ViewRequest, states: [String: JSONValue] = [:], events: [String: ServerDrivenEvent] = [:]
  ) {
    show(request, states, events, inNewStack: true)
  }

  /// Removes the current view, unless it is the first of its stack.
  public func pop() {
    guard let count = stacks.last?.count, count > 1 else { return }
    stacks[stacks.count - 1].removeLast()
    onChange?()
  }

  /// Removes what is above a view of the current stack; nothing if that has no such view.
  ///
  /// - Parameter url: The whole URL of the view.
  public func pop(to url: String) {
    guard let stack = stacks.last, let place = stack.lastIndex(where: { $0.url == url }), place < stack.count - 1
    else { return }
    stacks[stacks.count - 1].removeSubrange((place + 1)...)
    onChange?()
  }

  /// Nimbus' name for ``pop(to:)``.
  public func popTo(_ url: String) { pop(to: url) }

  /// Removes the stack of the view that was presented last, if there is any.
  public func dismiss() {
    guard stacks.count > 1 else { return }
    stacks.removeLast()
    onChange?()
  }

  /// Asks for a document ahead, so that it is there when the view is pushed or presented.
  ///
  /// - Parameter request: Which document.
  public func prefetch(_ request: ViewRequest) {
    guard prefetched[request.request] == nil, prefetched.count < Self.prefetchLimit, let source else { return }
    let document = PrefetchedDocument()
    prefetched[request.request] = document
    source.load(request.request) { result in document.take(result) }
  }

  /// How many documents may wait: a list that prefetches all it links to must not load a whole site.
  private static let prefetchLimit = 32

  private func show(
    _ request: ViewRequest, _ states: [String: JSONValue], _ events: [String: ServerDrivenEvent], inNewStack: Bool
  ) {
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

  /// Hears that a view looks different.
  func hear(of view: ServerDrivenView) {
    if view === current { onChange?() }
  }

  /// Gets a document, one that was prefetched if there is one.
  func load(_ request: NimbusRequest, completion: @escaping (Result<String, any Error>) -> Void) {
    if let document = prefetched.removeValue(forKey: request), !document.hasFailed {
      document.whenThere(completion)
    } else if let source {
      source.load(request, completion: completion)
    } else {
      completion(.failure(ViewSourceError(url: request.url, reason: "there is no view source")))
    }
  }

  private var source: (any ViewSource)? { nimbus.configuration.viewSource }
}
