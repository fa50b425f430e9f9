@testable import FlowState

/// Threads that report to one handler, and two runs whose starts bind it, at one moment. Each move of theirs is what one of
/// them does under the handler's lock, or one message that is sent or delivered.
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
    /// The intent has returned the handler, and the start has it; the lane hasn't settled it yet with the report that it took.
    case bound(after: Int?, isSuperseding: Bool, report: Int?)
    case waiting
    case settled(by: Int)
    case superseded, abandoned, cancelled
  }

  enum Reporter: Hashable {
    case ready
    case sending
    case done
  }

  enum Mail: Hashable {
    case report(Int)
    case lost(Int, isSuperseded: Bool)
    case farewell(Int)

    /// Whether the message holds the handler.
    var isReport: Bool {
      if case .report = self { true } else { false }
    }
  }

  /// A report with an address.
  struct Sent: Hashable {
    var link: Int
    var moment: ReportMoment
    var isTaken = false
    var isOpened = false
  }

  /// The fate of a report.
  struct Fate: Hashable {
    var usedIn: Int?
    var extraIn: Int?
  }

  let plan: Plan
  var state = HandlerState()
  /// Reports before the first start; the last one counts.
  var early: [Int] = []
  /// The start that the handler serves.
  var link: Int?
  /// The reports that the next start can take, the latest first.
  var remembered: [Int] = []
  var clock: UInt64 = 0
  var starts: [Start]
  var reporters: [Reporter]
  /// Reports that belong to a start if its intent returns the handler.
  var claims: [[Int]]
  var sent: [Int: Sent] = [:]
  var fates: [Fate]
  /// By run.
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

  /// Whether an intent is executing in a run, or has returned its handler just now.
  func isStarting(in run: Int) -> Bool {
    starts.indices.contains { index in
      guard self.run(of: index) == run else { return false }
      return switch starts[index] {
      case .executing, .bound: true
      default: false
      }
    }
  }

  /// The number of the start whose intent is executing in the run of the start that has the handler.
  var startUnderWay: Int {
    guard let link else { return 0 }
    let number = intents[run(of: link)]
    return number % 2 == 1 ? number : 0
  }

  var isAwaited: Bool { link.map { isAwaited($0) } ?? false }

  func isAwaited(_ start: Int) -> Bool {
    switch starts[start] {
    case .bound, .waiting: true
    default: false
    }
  }

  // MARK: What becomes of starts and reports

  mutating func settle(_ start: Int, by report: Int) {
    switch starts[start] {
    case .waiting: break
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

  /// The first thing that is wrong when nothing can move any more.
  var finalFault: String? {
    if let fault { return fault }
    if !isGone { return "the handler does not depart" }
    for (index, start) in starts.enumerated() {
      switch start {
      case .ready, .executing, .bound: return "start \(index) does not get on"
      case .waiting: return "start \(index) waits for ever"
      default: break
      }
    }
    for (report, fate) in fates.enumerated() where fate == Fate() && link != nil { return "report \(report) is lost" }
    return nil
  }
}
