import FlowStateTesting

/// The plan of a step that does work: the source of its handler, and the work of each start.
struct StressLeaf: Sendable {
  /// The source of the handler.
  enum Source: Sendable {
    /// Each start makes one.
    case own
    /// Each start makes one, to which the work has a weak reference.
    case weak
    /// A screen of the run, which other steps return as well. Different starts may return different screens.
    case screen([Int])
    /// A screen that runs on several queues return. After each start, it is completed, whichever start has it then.
    case common(Int)
    /// A screen that no other start has at the same time, although another run may have had it before.
    case lent
  }

  /// A report, or several that belong together.
  struct Report: Sendable {
    enum Time: Sendable {
      /// Inside the intent.
      case now
      /// By three threads at once, inside the intent.
      case together
      /// By another thread, before the intent returns or after.
      case soon
      case later(microseconds: Int)
    }

    let time: Time
    let isFailure: Bool
    /// The number of times that it is made.
    let count: Int
  }

  /// The work of one start.
  enum Work: Sendable {
    case report([Report])
    /// Another thread releases the handler.
    case abandon
    /// The handler is kept until the step is cancelled, and reports then.
    case hold
  }

  let source: Source
  /// The work of each start, in order. Further starts do ``more``.
  let works: [Work]
  /// Whether another thread sets the cancellation action.
  let setsCancellation: Bool
  /// The work of the starts after the last of `works`.
  static let more = Work.report([Report(time: .soon, isFailure: false, count: 1)])

  /// The name of its steps, which determines how their reports are counted.
  var name: String {
    switch source {
    case .own, .weak: "own"
    case .screen: "screen"
    case .common: "common"
    case .lent: "lent"
    }
  }

  init(mayHold: Bool, using generator: inout SeededGenerator) {
    let source: Source =
      switch Int.random(in: 0..<10, using: &generator) {
      case 0, 1, 2: .own
      case 3: .weak
      case 4, 5, 6: .screen((0...1).map { _ in Int.random(in: 0...1, using: &generator) })
      case 7: .lent
      default: .common(Int.random(in: 0...1, using: &generator))
      }
    self.source = source
    works = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
      Self.work(of: source, mayHold: mayHold, using: &generator)
    }
    setsCancellation = Int.random(in: 0..<3, using: &generator) == 0
  }

  private static func work(
    of source: Source, mayHold: Bool, using generator: inout SeededGenerator
  ) -> Work {
    if case .own = source {
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: return .abandon
      case 1, 2: if mayHold { return .hold }
      default: break
      }
    }
    // One expected report, and sometimes an extra one.
    let count = [1, 1, 1, 2].randomElement(using: &generator) ?? 1
    return .report((0..<count).map { _ in report(using: &generator) })
  }

  private static func report(using generator: inout SeededGenerator) -> Report {
    let time: Report.Time =
      switch Int.random(in: 0..<10, using: &generator) {
      case 0, 1, 2: .now
      case 3: .together
      case 4...7: .soon
      default: .later(microseconds: Int.random(in: 1...200, using: &generator))
      }
    let isFailure = Int.random(in: 0..<4, using: &generator) == 0
    return Report(time: time, isFailure: isFailure, count: Int.random(in: 0..<4, using: &generator) == 0 ? 2 : 1)
  }
}
