import FlowJSON
import FlowScreens

/// Collects what events change, and updates everything that depends on it once, when the outermost event is over.
final class UpdateCycle {
  private let logger: any FlowLogger
  /// What the expressions may cost until the outermost event is over.
  let work: WorkBudget
  /// How many events run inside each other, notifications included.
  private var depth = 0
  private var openTransactions = 0
  private var actions = 0
  private var hasReportedActions = false
  private var isSettling = false
  private var due = BindingQueue()
  /// The views that are to be told, in the order in which something changed in them.
  private var homes: [ViewHome] = []
  /// The states that have changed since the outermost event began.
  private(set) var changedStates: Set<String> = []

  init(_ logger: any FlowLogger) {
    self.logger = logger
    work = WorkBudget(logger)
  }

  /// Gives a state a value; what depends on it follows when the outermost transaction is over.
  func set(_ cell: StateCell, _ value: JSONValue) {
    if openTransactions == 0 { begin() }
    guard cell.replace(value) else { return }
    changedStates.insert(cell.id)
    for binding in cell.bindings { due.insert(binding) }
    if openTransactions == 0, !isSettling { settle() }
  }

  /// Takes note that a view is to be told.
  func noteChange(in home: ViewHome) {
    if !homes.contains(where: { $0 === home }) { homes.append(home) }
  }

  /// Takes note that a view was told already. Until it is told, a view that has changed is kept here, and keeps its instance.
  func forgetChanges(in home: ViewHome) {
    homes.removeAll { $0 === home }
  }

  /// Takes note that a document is loaded or a state is set; inside of an event that is part of it.
  func begin() {
    if depth == 0, !isSettling { work.renew() }
  }

  /// Does something that changes states, and updates what depends on them when the outermost such thing is over.
  func transaction(_ body: () -> Void) {
    if openTransactions == 0 { begin() }
    openTransactions += 1
    body()
    openTransactions -= 1
    if openTransactions == 0, !isSettling { settle() }
  }

  /// Runs an event, unless events have been running each other for too long.
  func run(_ path: @autoclosure () -> String, _ body: () -> Void) {
    guard depth < NimbusLimits.eventDepth else {
      logger.error("The event \(path()) was not run: events run each other \(NimbusLimits.eventDepth) levels deep.")
      return
    }
    if depth == 0 {
      actions = 0
      hasReportedActions = false
      changedStates = []
      work.renew()
    }
    depth += 1
    transaction(body)
    depth -= 1
  }

  /// Asks for one more action.
  ///
  /// - Returns: Whether it may run.
  func admitAction(_ path: @autoclosure () -> String) -> Bool {
    actions += 1
    if actions <= NimbusLimits.actions { return true }
    if !hasReportedActions {
      hasReportedActions = true
      logger.error(
        "One event led to more than \(NimbusLimits.actions) actions; those of \(path()) and all later ones are not run."
      )
    }
    return false
  }

  private func settle() {
    isSettling = true
    var refreshed: [Int: Int] = [:]
    while let binding = due.popFirst() {
      let count = refreshed[binding.serial, default: 0] + 1
      refreshed[binding.serial] = count
      guard count <= NimbusLimits.updates else {
        logger.error(
          "States set each other: \(NimbusLimits.updates) updates of one property did not bring them to rest.")
        due = BindingQueue()
        break
      }
      binding.owner?.refresh(binding)
    }
    isSettling = false
    let told = homes
    homes = []
    // What the views do when they are told may run events, which settle by themselves.
    for home in told { home.publishChanges() }
  }
}
