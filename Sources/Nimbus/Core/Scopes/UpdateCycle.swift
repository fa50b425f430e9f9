import FlowJSON
import FlowScreens

/// Collects the changes that events make. When the outermost event ends, updates once everything that depends on them.
final class UpdateCycle {
  private let logger: BoundedLogger
  /// The work budget of expressions until the outermost event ends.
  let work: WorkBudget
  /// The number of events that run inside each other, including those that run during notifications.
  private(set) var depth = 0
  private var openTransactions = 0
  private var openInitEvents = 0
  /// The number of turns so far. A turn is an event, a document, or a state that Swift code sets. The `onInit` events
  /// that it causes belong to it.
  private(set) var turn = 0
  private var actions = 0
  private var hasReportedActions = false
  /// The number of actions that `onInit` events have run in the current turn.
  private var initActions = 0
  private var isSettling = false
  /// The number of times that changes have been settled.
  private var settlements = 0
  // The queues run no user code during a change, so changes can't overlap.
  private let due = Exchanged<BindingQueue>()
  /// The views to notify, in the order of their first changes.
  private let observers = Exchanged<[any UpdateObserver]>()
  /// The changed states that Swift code observes.
  private let observed = Exchanged<[StateCell]>()
  /// The names of the states that have changed in the current outermost event. After the event, they are those of the
  /// last one.
  private(set) var changedStates: Set<String> = []

  init(_ logger: BoundedLogger) {
    self.logger = logger
    work = WorkBudget(logger)
  }

  /// Sets the value of a state. Properties that depend on it are updated when the outermost transaction ends.
  func set(_ cell: StateCell, _ value: JSONValue) {
    if openTransactions == 0 { begin() }
    if cell.isObserved, cell.reported == nil {
      cell.reported = cell.value
      observed.change { $0.append(cell) }
    }
    guard cell.replace(value) else { return }
    if depth > 0 { changedStates.insert(cell.id) }
    queueDependents(of: cell)
    if openTransactions == 0, !isSettling { settle() }
  }

  /// Adds the properties that depend on a state to the queue.
  ///
  /// Until the queue is emptied, they are added only once, however often the state is set. A state can have a million
  /// dependents. An event can set it thousands of times.
  private func queueDependents(of cell: StateCell) {
    if !isSettling {
      guard cell.queuedCycle != settlements else { return }
      cell.queuedCycle = settlements
    }
    due.change { due in for binding in cell.bindings { due.insert(binding) } }
  }

  /// Records that a view must be notified.
  func noteChange(for observer: some UpdateObserver) {
    guard !observer.isNoted else { return }
    observer.isNoted = true
    observers.change { $0.append(observer) }
  }

  /// Records that a view has already been notified. Until then, this object keeps the data of a changed view, and with
  /// it the instance, alive.
  func forgetChanges(for observer: some UpdateObserver) {
    guard observer.isNoted else { return }
    observer.isNoted = false
    observers.change { $0.removeAll { $0 === observer } }
  }

  /// Begins loading a document or setting a state. Inside an event this has no effect, because the change belongs to
  /// the event.
  func begin() {
    if depth == 0, !isSettling { renew() }
  }

  /// Performs changes of states. When the outermost transaction ends, everything that depends on them is updated.
  func transaction(_ body: () -> Void) {
    if openTransactions == 0 { begin() }
    openTransactions += 1
    body()
    openTransactions -= 1
    if openTransactions == 0, !isSettling { settle() }
  }

  /// Runs an event, unless too many events run inside each other.
  func run(_ path: @autoclosure () -> String, _ body: () -> Void) {
    guard depth < NimbusLimits.eventDepth else {
      logger.error("The event \(path()) was not run: events run each other \(NimbusLimits.eventDepth) levels deep.")
      return
    }
    if depth == 0 {
      actions = 0
      hasReportedActions = initActions > NimbusLimits.initActions && openInitEvents > 0
      changedStates = []
      // In a transaction, several events share one budget.
      if openTransactions == 0 { renew() }
    }
    depth += 1
    transaction(body)
    depth -= 1
  }

  /// Counts an action against the limit.
  ///
  /// - Returns: Whether the action may run.
  func admitAction(_ path: @autoclosure () -> String) -> Bool {
    actions += 1
    if openInitEvents > 0 { initActions += 1 }
    guard actions > NimbusLimits.actions || initActions > NimbusLimits.initActions else { return true }
    if !hasReportedActions {
      hasReportedActions = true
      let cause =
        initActions > NimbusLimits.initActions
        ? "Events of first drawings led to more than \(NimbusLimits.initActions)"
        : "One event led to more than \(NimbusLimits.actions)"
      logger.error("\(cause) actions; those of \(path()) and all later ones are not run.")
    }
    return false
  }

  /// Runs the `onInit` events of first drawings. The changes are settled once for all of them. Otherwise, a list would
  /// be updated as often as it has items.
  func runInitEvents(_ body: () -> Void) {
    openInitEvents += 1
    transaction(body)
    openInitEvents -= 1
  }

  /// Begins a turn. The `onInit` events of first drawings belong to the turn that caused them.
  private func renew() {
    guard openInitEvents == 0 else { return }
    turn += 1
    initActions = 0
    work.renew()
    logger.renew()
  }

  private func settle() {
    isSettling = true
    settlements += 1
    while let binding = due.change({ $0.popFirst() }) {
      guard binding.admitRefresh(in: settlements) else {
        logger.error(
          "States set each other: \(NimbusLimits.updates) updates of one property were not enough.")
        due.change { $0.removeAll() }
        break
      }
      binding.refresh()
    }
    isSettling = false
    while let cell = observed.change({ $0.takeFirst() }) {
      guard let old = cell.reported else { continue }
      cell.reported = nil
      guard old != cell.value else { continue }
      // An observer can end the observation of another one.
      for number in cell.observers.keys.sorted() { cell.observers[number]?(cell.value) }
    }
    // Notified views may run events. Those events settle their own changes.
    while let observer = observers.change({ $0.takeFirst() }) {
      observer.isNoted = false
      observer.publishChanges()
    }
  }
}

/// An object that an update cycle notifies once after all changes of an event.
protocol UpdateObserver: AnyObject {
  /// Whether the object is in the list of objects to notify.
  var isNoted: Bool { get set }
  /// Called after everything that depends on the changes has been updated.
  func publishChanges()
}

extension Array {
  /// Removes and returns the first element. If it's the only one, removing it from the end is faster.
  fileprivate mutating func takeFirst() -> Element? {
    count > 1 ? removeFirst() : popLast()
  }
}
