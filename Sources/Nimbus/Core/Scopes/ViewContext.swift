import FlowJSON
import FlowScreens

/// The data that all nodes and events of one view share.
///
/// Events keep it alive even after their view is released, so a late response from a server still finds the states.
final class ViewContext: UpdateObserver {
  let nimbus: NimbusInstance
  weak var view: ServerDrivenView?
  weak var navigator: NimbusNavigator?
  /// The events that the presenting view passed to this view.
  let events: [String: ServerDrivenEvent]
  /// The limits on the contents of this view and the other views of its navigator.
  let limits: ScreenLimits
  private var hasTooManyNodes = false
  private var holdsTooMuch = false
  /// The number of times that components have been drawn.
  var renders = 0
  /// The node that is currently being drawn.
  var drawing: ServerDrivenNode?
  /// The `onInit` events of components that have been drawn for the first time.
  private var initEvents: [ServerDrivenEvent] = []
  private var initRounds = InitRounds()
  /// Whether the whole view is being laid out.
  private var isLaidOut = false
  /// The changes since the last notification.
  private let changes = Exchanged<ViewChanges>()
  /// Whether the view is in the list of views to notify.
  var isNoted = false

  init(_ nimbus: NimbusInstance, navigator: NimbusNavigator?, events: [String: ServerDrivenEvent]) {
    self.nimbus = nimbus
    self.navigator = navigator
    self.events = events
    limits = navigator?.limits ?? ScreenLimits()
  }

  /// Returns the layout of the whole view. The `onInit` events of its components run after the last of them is drawn.
  func layout(of root: ServerDrivenNode) -> ScreenLayout {
    isLaidOut = true
    return .column([
      root.layout,
      .deferred { [self] in
        isLaidOut = false
        runInitEvents()
        return .nothing
      },
    ])
  }

  /// Runs an `onInit` event once the component and all components around it are drawn.
  func runWhenDrawn(_ event: ServerDrivenEvent?) {
    if let event { initEvents.append(event) }
    if drawing == nil, !isLaidOut { runInitEvents() }
  }

  private func runInitEvents() {
    while let first = initEvents.first {
      let events = initEvents
      initEvents = []
      guard initRounds.admit(in: nimbus.updates.turn) else {
        if initRounds.isFirstRefusal {
          nimbus.faults.error(
            "The event \(first.path) was not run: such events have changed the screen \(NimbusLimits.eventDepth) times in a row."
          )
        }
        return
      }
      nimbus.updates.runInitEvents { for event in events { event.run() } }
    }
  }

  /// Returns whether a node may be created. Logs the first node that is refused.
  ///
  /// - Parameters:
  ///   - size: The size of the node's identifier, which contains the keys of all copies around the node, and of the entries for its
  ///     states and properties.
  ///   - scope: The scope around the node.
  /// - Returns: Whether there is room for the node.
  func admitNode(size: Int, in scope: Scope) -> Bool {
    if limits.hasRoomForNode { return size <= Self.smallSize || hasRoom(for: size, in: scope) }
    if !hasTooManyNodes {
      hasTooManyNodes = true
      nimbus.faults.error(
        "The screen has \(NimbusLimits.nodes) nodes, which is the limit; \(scope.path) gets no more.")
    }
    return false
  }

  /// The size that every node may have, because it's a small part of the memory that a node takes.
  private static let smallSize = 100

  /// Counts a value against the limit. Logs the first value that is refused.
  ///
  /// - Returns: Whether the value is admitted.
  func admit(_ size: Int, _ scope: Scope) -> Bool { hasRoom(for: size, in: scope) && limits.admit(size) }

  /// Returns whether there is room for a value. Logs the first value that is refused.
  ///
  /// - Parameters:
  ///   - size: The size of the value.
  ///   - old: The size of the value that it replaces. It's 0 if there is none.
  ///   - scope: The scope that has the value.
  /// - Returns: Whether there is room.
  private func hasRoom(for size: Int, replacing old: Int = 0, in scope: Scope) -> Bool {
    if limits.mayHold(size, replacing: old) { return true }
    if !holdsTooMuch {
      holdsTooMuch = true
      nimbus.faults.error(
        "The screen holds \(NimbusLimits.screenSize) values and bytes, which is the limit; "
          + "values or nodes of \(scope.path) and others are missing.")
    }
    return false
  }

  /// Adds a state to a scope of the view. If there is no room for the value, the state is null.
  func addState(_ id: String, _ value: JSONValue, size: Int, to scope: Scope) {
    if hasRoom(for: size, in: scope) {
      scope.addState(id, value, size: size)
    } else {
      scope.addState(id, .null)
    }
  }

  /// Sets a state of a scope of the view. If there is no room for the value, the state becomes null, because it must not
  /// keep an outdated value.
  func setState(_ cell: StateCell, _ value: JSONValue, in scope: Scope) {
    let isHeld = hasRoom(for: value.measured.size, replacing: cell.size, in: scope)
    nimbus.updates.set(cell, isHeld ? value : .null)
  }

  /// Records that a node's properties or children changed.
  func noteChange(of node: ServerDrivenNode) {
    nimbus.updates.noteChange(for: self)
    changes.change { $0.add(node) }
  }

  /// Records that a component changed one of its own states. The component is drawn again, but isn't recreated.
  func noteRedraw() {
    nimbus.updates.noteChange(for: self)
    changes.change { $0.redraws = true }
  }

  /// Records that the shown nodes below a node may have changed.
  func noteNewChildren(of node: TreeNode) {
    nimbus.updates.noteChange(for: self)
    changes.change { $0.add(node) }
  }

  /// Updates the shown nodes, and notifies the view once.
  func publishChanges() {
    var changes = ViewChanges()
    self.changes.exchange(with: &changes)
    var isChanged = changes.redraws || !changes.nodes.isEmpty
    for node in changes.nodes { node.forgetLayout() }
    for parent in changes.parents where parent.refreshRenderedChildren() {
      parent.rendered?.forgetLayout()
      isChanged = true
    }
    changes.removeAll()
    self.changes.change { if $0.isEmpty { swap(&$0, &changes) } }
    if isChanged { view?.reportUpdate() }
  }

  /// Discards the changes, because the whole view is shown anew.
  func discardChanges() {
    changes.change { $0.removeAll() }
    nimbus.updates.forgetChanges(for: self)
  }
}

/// Counts the consecutive rounds of `onInit` events that each add components with such events. Without a limit, a list
/// whose items add an item would be drawn forever.
private struct InitRounds {
  private var turn = 0
  private var count = 0

  /// Whether the latest round is the first that was refused.
  var isFirstRefusal: Bool { count == NimbusLimits.eventDepth + 1 }

  /// Counts a round.
  ///
  /// - Parameter turn: The number of the turn that caused the round. Each turn has its own count.
  /// - Returns: Whether the events may run.
  mutating func admit(in turn: Int) -> Bool {
    if turn != self.turn { (self.turn, count) = (turn, 0) }
    count += 1
    return count <= NimbusLimits.eventDepth
  }
}

/// The changes in a view. Each node records that it's in the list, so no node is added twice.
private struct ViewChanges: Emptiable {
  /// The nodes whose properties changed.
  private(set) var nodes: [ServerDrivenNode] = []
  /// The nodes whose children may have changed.
  private(set) var parents: [TreeNode] = []
  /// Whether a component changed one of its own states.
  var redraws = false

  var isEmpty: Bool { nodes.isEmpty && parents.isEmpty && !redraws }

  mutating func add(_ node: ServerDrivenNode) {
    guard !node.isNoted else { return }
    node.isNoted = true
    nodes.append(node)
  }

  mutating func add(_ parent: TreeNode) {
    guard !parent.isNoted else { return }
    parent.isNoted = true
    parents.append(parent)
  }

  /// Removes all changes. Keeps the storage for the next event.
  mutating func removeAll() {
    for node in nodes { node.isNoted = false }
    for parent in parents { parent.isNoted = false }
    nodes.removeAll(keepingCapacity: true)
    parents.removeAll(keepingCapacity: true)
    redraws = false
  }
}
