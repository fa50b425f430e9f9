@testable import FlowState

/// The state of threads that report to one handler, and of two runs whose starts bind it. A move is one critical
/// section under the handler's lock, or the sending or delivery of one message.
struct HandlerModel: Hashable {
  /// Run A is number 0, run B number 1; each has a queue of its own.
  struct Plan: Hashable, Sendable, CustomStringConvertible {
    var reporters: Int
    /// The runs of the starts.
    var starts: [Int]
    /// The start whose own intent makes the first report.
    var inside: Int?
    /// Whether run A rests open, so that a step may report again.
    var isOpen = false
    /// Whether run A may be cancelled.
    var mayEnd = false

    var description: String {
      let runs = starts.map { $0 == 0 ? "A" : "B" }.joined()
      let inside = inside.map { ", first report inside \($0)" } ?? ""
      return "\(reporters) reports, starts \(runs)\(inside)\(isOpen ? ", A open" : "")\(mayEnd ? ", A may end" : "")"
    }
  }

  enum Start: Hashable {
    case ready
    case executing(number: Int, begunAt: UInt64)
    case waiting
    case settled(by: Int)
    case superseded, abandoned, cancelled
  }

  enum Reporter: Hashable {
    case ready
    /// Has found the handler settled, and makes a late report.
    case preparing
    case sending(Mail)
    case done
  }

  enum Mail: Hashable {
    case report(to: Int)
    case late(Int)
    case lost(Int, isSuperseded: Bool)
    case farewell(Int)

    /// Whether the message holds the handler.
    var holdsHandler: Bool {
      switch self {
      case .report, .late: true
      case .lost, .farewell: false
      }
    }
  }

  /// A report in the handler, and the surplus reports that came after it.
  struct Stored: Hashable {
    var report: Int?
    var surplus: [Int] = []
  }

  struct Late: Hashable {
    var link: Int
    var time: UInt64
    var isOnTop: Bool
    var earlier: Int?
    var isTaken = false
    var isDelivered = false
  }

  /// The run that used a report, and the run that reported it as extra.
  struct Fate: Hashable {
    var usedIn: Int?
    var extraIn: Int?
  }

  let plan: Plan
  var state = HandlerState()
  var stored = Stored()
  /// The start that the handler serves.
  var link: Int?
  var late: Int?
  var clock: UInt64 = 0
  var starts: [Start]
  var reporters: [Reporter]
  /// Reports that belong to a start if its intent returns the handler.
  var claims: [[Int]]
  var parked: [Int: Stored] = [:]
  var lates: [Int: Late] = [:]
  var fates: [Fate]
  /// Indexed by run, as are `mail` and `hasEnded`.
  var intents = [0, 0]
  var mail: [[Mail]] = [[], []]
  var hasEnded = [false, false]
  /// Links whose step cannot complete again.
  var lost: Set<Int> = []
  var isGone = false
  var fault: String?

  init(_ plan: Plan) {
    self.plan = plan
    starts = Array(repeating: .ready, count: plan.starts.count)
    claims = Array(repeating: [], count: plan.starts.count)
    reporters = Array(repeating: .ready, count: plan.reporters)
    fates = Array(repeating: Fate(), count: plan.reporters)
  }

  func run(of start: Int) -> Int { plan.starts[start] }

  /// The start whose intent is executing in a run.
  func executing(in run: Int) -> Int? {
    starts.indices.first { index in
      if case .executing = starts[index], self.run(of: index) == run { true } else { false }
    }
  }

  /// The number of the start whose intent is executing in the run of the start that has the handler, and has not
  /// settled.
  var startUnderWay: Int {
    guard state.phase == .waiting || state.phase == .reported, let link else { return 0 }
    let number = intents[run(of: link)]
    return number % 2 == 1 ? number : 0
  }

  /// Whether a report that arrives now does not belong to the start that has the handler.
  var isReportLate: Bool {
    state.isLate(during: startUnderWay, hasEnded: link.map { starts[$0] == .cancelled } ?? false)
  }

  // MARK: Settling starts and reports

  mutating func settle(_ start: Int, by report: Int) {
    switch starts[start] {
    case .executing, .waiting: break
    default: fault = "start \(start) settles twice"
    }
    starts[start] = .settled(by: report)
    use(report, in: run(of: start))
  }

  mutating func use(_ report: Int, in run: Int) {
    if fates[report].usedIn != nil { fault = "report \(report) is used twice" }
    if fates[report].extraIn == run { fault = "report \(report) is extra and used in one run" }
    fates[report].usedIn = run
  }

  mutating func ignore(_ report: Int, in run: Int) {
    if fates[report].extraIn != nil { fault = "report \(report) is extra twice" }
    if fates[report].usedIn == run { fault = "report \(report) is used and extra in one run" }
    fates[report].extraIn = run
  }

  /// The first fault of a state without further moves.
  var finalFault: String? {
    if let fault { return fault }
    if !isGone { return "the handler does not depart" }
    for (index, start) in starts.enumerated() {
      switch start {
      case .ready, .executing: return "start \(index) does not get on"
      case .waiting: return "start \(index) waits for ever"
      default: break
      }
    }
    for (report, fate) in fates.enumerated() where fate == Fate() && link != nil { return "report \(report) is lost" }
    return nil
  }
}
