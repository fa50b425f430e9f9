package import FlowState

/// A visit of a step in a durable run, as the step's work receives it.
///
/// ```swift
/// let charge = FlowStepDeclaration(Order.self, Payment.self, identifier: "charge") { order, visit in
///   try await bank.charge(order?.cents ?? 0, idempotencyKey: visit.key)  // order/4711/charge#1, in every attempt
/// }
/// ```
///
/// If a process dies during the work, the work runs again, with the same ``key`` and the next ``attempt``. Pass the key
/// to services outside the store, so that they can recognize a repeated request.
public struct DurableVisit: Sendable, Hashable {
  /// The key of the visit: the flow, the run's key or number, the step, and the number of the visit, as in
  /// `order/4711/charge#1`.
  ///
  /// The key is the same in every attempt. No other visit in the life of the store has it: another visit of the step, for
  /// example after the run went back, has another number. A run without a key has its number after a `#`, as in
  /// `order/#17/charge#1`. If a removed run had the key before, the number of the run comes before that of the visit, as in
  /// `order/4711/charge#17.1`. In names, `/`, `#`, and `%` are escaped as in URLs. The undo of a visit has the key of the
  /// visit followed by `/undo`.
  ///
  /// A step inside a declared step, such as a step of a nested flow, adds the names of the steps that lead to it:
  /// `order/4711/prepare#1/pack`, and `order/4711/prepare#1/pack#2` for its second visit. In the second branch of a join
  /// or race, it is `order/4711/prepare#1/pack#1.2`.
  ///
  /// In a run that isn't durable, the key has a random word of the process and the number of the run instead of the run's key. No other
  /// visit has it, and `retry` of the declaration sends it in each attempt. The next process can't send it again.
  public let key: String
  /// The number of the attempt at the work, starting at 1. A process that dies right before the work counts as an
  /// attempt.
  public let attempt: Int
  /// The time at which the run was started, on the clock of its store; nil outside a durable run.
  public var runStarted: StoreTime?

  /// A random word of this process, for the keys of runs that aren't durable.
  private static let process = String(UInt64.random(in: 0 ... .max), radix: 36)

  /// Creates a visit, for tests of a step's work.
  ///
  /// - Parameters:
  ///   - key: The key of the visit.
  ///   - attempt: The number of the attempt at the work.
  public init(key: String, attempt: Int = 1) {
    self.key = key
    self.attempt = attempt
  }

  /// Creates the visit of an undo.
  init(undoing visit: DeclaredVisit) {
    self.init(key: Self.key(of: visit) + "/undo", attempt: visit.attempt)
    runStarted = visit.began.map { StoreTime(milliseconds: $0) }
  }

  /// Creates the visit of a step in a claimed run, for stores that take part in the work of steps.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - step: The name of the step as recorded.
  ///   - number: The number of the visit, from 1.
  public init(of run: ClaimedRun, step: String, number: Int) {
    var visit = DeclaredVisit(
      run: Self.name(ofRun: run.run, key: run.key, of: run.flow), step: step, number: number, attempt: run.attempt)
    if RunCourse.reusesKey(run.records) { visit.life = run.run.rawValue }
    self.init(key: Self.key(of: visit), attempt: run.attempt)
    var course = RunCourse()
    if let first = run.records.first, (try? course.apply(first)) != nil { runStarted = course.firstBegan }
  }

  /// Creates the visit in which a step executes.
  package init(_ step: AnyFlowStep) {
    guard let visit = step.declaredVisit else {
      self.init(key: step.visitInMemory.map(Self.key) ?? "")
      return
    }
    let path = step.innerPath ?? []
    let inner = path == [InnerStep(name: visit.step, number: 1, branch: 0)] ? [] : path.map { "/\(Self.words($0))" }
    self.init(key: Self.key(of: visit) + inner.joined(), attempt: visit.attempt)
    runStarted = visit.began.map { StoreTime(milliseconds: $0) }
  }

  /// Returns the part of a key for a step inside a declared step. A first visit has no number, unless it could be taken for
  /// an undo.
  private static func words(_ step: InnerStep) -> String {
    let name = escaped(step.name)
    if step.branch > 0 { return "\(name)#\(step.number).\(step.branch + 1)" }
    return step.number > 1 || name == "undo" ? "\(name)#\(step.number)" : name
  }

  /// Returns the key of a visit of a declared step.
  package static func key(of visit: DeclaredVisit) -> String {
    let run = visit.instance.map { "\(escaped(visit.run))/#\(process).\($0)" } ?? visit.run
    return "\(run)/\(escaped(visit.step))#\(visit.life.map { "\($0)." } ?? "")\(visit.number)"
  }

  /// Returns the name of a run for the keys of its visits.
  static func name(ofRun number: RunNumber, key: String?, of flow: String) -> String {
    "\(escaped(flow))/\(key.map(escaped) ?? "#\(number)")"
  }

  private static func escaped(_ name: String) -> String {
    guard name.utf8.contains(where: { "/#%".utf8.contains($0) }) else { return name }
    return name.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%25")
      .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "%2F")
      .split(separator: "#", omittingEmptySubsequences: false).joined(separator: "%23")
  }
}
