import DurableTestSupport
import FlowChains
import FlowDurable
import FlowDurableTesting
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// Flows that crash at each point where a crash can leave a different journal. `.ci/crash` does this without a bound.
@Suite(.disabled(if: isThreadSanitized, "one queue plays all lives"))
struct CrashExplorerTests {
  /// The bound of `.ci/crash`: the number of crashes in one trial.
  private static let crashes = ProcessInfo.processInfo.environment["FLOWSTATE_CRASHES"].flatMap { Int($0) }

  /// The flows of `.ci/crash`: one, or all.
  private static let flows =
    ProcessInfo.processInfo.environment["FLOWSTATE_CRASH_FLOW"].flatMap { CrashFlow(rawValue: $0) }.map { [$0] }
    ?? CrashFlow.allCases

  /// The crash points of a quick test.
  private static func someCuts(_ distance: Int) -> CrashCuts { .every(trials(distance, few: 11 * distance)) }

  @Test(arguments: flows)
  func `D1 to D3, D9: A crash at any end of the journal changes nothing`(flow: CrashFlow) async throws {
    if let crashes = Self.crashes {
      // All pairs of the long run would take days. Random ones follow below.
      let coverage = try await flow.explorer().explore(crashes: flow == .long ? 1 : crashes, cuts: .everyByte)
      print("\(flow): \(coverage)")
    } else {
      let coverage = try await flow.explorer().explore(cuts: Self.someCuts(flow == .long ? 97 : 23))
      #expect(coverage.isComplete)
      #expect(coverage.trials >= 10, "\(coverage)")
    }
  }

  @Test(.enabled(if: crashes == nil), arguments: [CrashFlow.straight, .resting])
  func `D1 to D3, D9: Pairs of crashes change nothing`(flow: CrashFlow) async throws {
    let limit = trials(150, few: 25)
    let coverage = try await flow.explorer().explore(crashes: 2, cuts: .every(71), limit: limit, furtherCuts: .calls)
    #expect(coverage.trials >= limit * 2 / 3, "\(coverage)")
  }

  /// A process that dies before the folder is synced leaves a journal that the next process finds, but that a loss of power can remove.
  @Test func `D1: All pairs of crashes around the calls of a run change nothing`() async throws {
    let explorer = CrashExplorer { stage in stage.start(try textFlow { append("a").keeping(TheText.self) }, "x") }
    let coverage = try await explorer.explore(crashes: 2, cuts: .calls)
    #expect(coverage.isComplete)
  }

  @Test func `D1 to D3, D9: Random pairs of crashes of a long run change nothing`() async throws {
    let explorer = CrashFlow.long.explorer()
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = SeededGenerator(seed: seed)
    // A process has about 120 calls; a crash after the last one doesn't happen.
    for _ in 0..<(Self.crashes == nil ? trials(25, few: 8) : 2_000) {
      let points = (0..<2).map { _ in
        let call = Int.random(in: 1...130, using: &random)
        return switch Int.random(in: 0..<3, using: &random) {
        case 0: "crash before \(call)"
        case 1: "crash after \(call) losing \(Int.random(in: 1...3, using: &random))"
        default: "crash in \(call) at \(Int.random(in: 1...150, using: &random))"
        }
      }
      do {
        try await explorer.replay(points.joined(separator: ", "))
      } catch let failure as CrashFailure where failure.rule == .unknownChoice {
        continue
      } catch {
        Issue.record("\(error)")
        return
      }
    }
  }

  @Test(arguments: crashes == nil ? trials(flows, few: [.undoing, .resting]) : flows)
  func `A journal that only survives its process loses nothing when the process is killed`(flow: CrashFlow) async throws
  {
    try await flow.explorer(surviving: .process).explore(cuts: Self.crashes == nil ? Self.someCuts(97) : .everyByte)
  }

  // MARK: Finding

  @Test func `State that a flow doesn't keep is found, with the step after which it is lost`() async throws {
    let explorer = CrashExplorer { stage in
      stage.start(try Self.forgetfulFlow(), "x", key: "k")
    }
    let failure = try #require(
      await #expect(throws: CrashFailure.self) { try await explorer.explore(crashes: 2, cuts: .every(50)) })
    #expect(failure.rule == .outcome)
    #expect(failure.step == "b")
    #expect(
      failure.sentence == """
        After step 'b' the flow has state that it doesn't keep: without a crash, text/k completes with "xa and xa, ab"; with it, it \
        completes with "xa and ".
        """)
    // The schedule replays the failure.
    let again = try #require(
      await #expect(throws: CrashFailure.self) { try await explorer.replay(failure.schedule) })
    #expect(again.sentence == failure.sentence)
    #expect(failure.description.contains("  try await explorer.replay(\"\(failure.schedule)\")\n"))
    #expect(failure.schedule.choices.count == 1)
    // A process without a crash isn't a failure.
    #expect(try await explorer.replay("").outcomes == ["completes with \"xa and xa, ab\""])
  }

  /// A flow whose steps share a variable.
  private static func forgetfulFlow() throws -> DurableFlow<String, String> {
    let hidden = LockedText()
    return try textFlow {
      append("a").keeping(TheText.self)
      text("b") { text, _ in
        hidden.set("\(text), ab")
        return text
      }
      append("c")
      text("d") { _, _ in "xa and \(hidden.text)" }.keeping(TheText.self)
    }
  }

  @Test func `The explorer prints the failure that the documentation shows`() async throws {
    let explorer = CrashExplorer { stage in
      let counter = LockedText()
      func add(_ name: String) -> FlowStepDeclaration<String, String> {
        text(name) { text, _ in
          counter.set(counter.text + "i")
          return text + "i"
        }.keeping(TheText.self)
      }
      let chain = FlowChain("sum") {
        add("first")
        add("second")
      }
      let flow = try DurableFlow(chain, String.self, keeping: TheText.self) { context in
        "\(context[TheText.self] ?? "") from \(counter.text.count) steps"
      }
      stage.start(flow, "i", key: "a")
    }
    let failure = await #expect(throws: CrashFailure.self) { try await explorer.explore(cuts: .calls) }
    #expect(
      failure?.description == """
        After step 'first' the flow has state that it doesn't keep: without a crash, sum/a completes with "iii from 2 steps"; with \
        it, it completes with "iii from 1 steps".
        To see it again:
          try await explorer.replay("\(failure?.schedule.description ?? "")")
        What happens then:
          > process 1 starts
          sum/a/first#1
          > process 2 starts, after a crash
          sum/a/second#1, attempt 2
          sum/a completes with "iii from 1 steps"
        """)
    #expect(failure?.schedule.description == "crash after 12")
  }

  @Test func `Work under a new key in each process is found`() async throws {
    let explorer = CrashExplorer { stage in
      let lives = stage.outside { LockedText() }
      lives.set(lives.text + "i")
      let count = lives.text.count
      let flow = try textFlow {
        append("a")
        // The name of the step depends on the process.
        append(count > 1 ? "b" : "b again").renamed(from: count > 1 ? "b again" : "b").keeping(TheText.self)
        append("c")
      }
      stage.start(flow, "x", key: "k")
    }
    let failure = await #expect(throws: CrashFailure.self) { try await explorer.explore(cuts: .calls) }
    #expect(failure?.rule == .effects || failure?.rule == .outcome)
  }

  @Test func `Requirements hold without a crash, and with each answer`() async throws {
    let explorer = CrashExplorer { stage in
      stage.answer("a", with: .result("one"), .result("two"))
      stage.start(try textFlow { append("a").keeping(TheText.self) }, "x")
      stage.require { $0.outcomes == ["completes with \"two\""] ? "Two." : nil }
    }
    let failure = try #require(
      await #expect(throws: CrashFailure.self) { try await explorer.explore(cuts: .calls) })
    #expect(failure.rule == .requirement)
    #expect(failure.schedule.description == "a#1: result-2")
    #expect(failure.sentence == "Two.")
  }

  @Test func `The report contains keys, starts and undos`() async throws {
    let report = try await CrashFlow.undoing.explorer().replay("")
    #expect(report.crashes == 0)
    #expect(report.effects(of: "charge").keys == ["order/4711/charge#1", "order/4711/charge#2"])
    #expect(report.effects(of: "charge").starts == 2)
    #expect(report.effects(of: "charge").undoneKeys == ["order/4711/charge#1/undo", "order/4711/charge#2/undo"])
    #expect(report.effects(of: "thank").keys == [])
  }

  @Test func `A step that never ends is found`() async throws {
    let never = AsyncStream<Void>.makeStream()
    let explorer = CrashExplorer(patience: .milliseconds(20)) { stage in
      let flow = try textFlow {
        append("a")
        text("b") { text, _ in
          for await _ in never.stream {}
          return text
        }
      }
      stage.start(flow, "x", key: "k")
    }
    let failure = await #expect(throws: CrashFailure.self) { try await explorer.explore(cuts: .calls) }
    #expect(failure?.rule == .endless)
    #expect(
      failure?.sentence
        == "The process has rested for 0.02 seconds, and its runs don't come to an end. The latest step to start is text/k/b#1."
    )
    never.continuation.finish()
  }

  /// A flow that loops while step 'b' is answered with "again".
  private static func round(_ answers: [String], startLimit: Int) -> CrashExplorer {
    CrashExplorer(startLimit: startLimit) { stage in
      let b = FlowStepDeclaration(Any.self, String.self, identifier: "b") { _, _ in "b" }
        .branching(["again": .step("a"), "done": .end]) { $0 == "again" ? "again" : "done" }
      let flow = try textFlow {
        append("a")
        b
      }
      let first = answers[0]
      stage.answer("b", with: .result(first), .result(answers[1]))
      stage.start(flow, "x", key: "k")
    }
  }

  @Test func `A run that goes round forever is found`() async throws {
    let explorer = Self.round(["again", "done"], startLimit: 50)
    let failure = await #expect(throws: CrashFailure.self) { try await explorer.explore(cuts: .calls) }
    #expect(failure?.rule == .endless)
    #expect(
      failure?.sentence == """
        The process has started the work of steps 50 times, and its runs don't come to an end. The latest step to start is text/k/b#25. \
        A visit gets the first answer of its step, unless the explorer plays another one: set up an answer first that leads to the end \
        (the first answer of 'b' is result).
        """)
  }

  @Test func `The answers of three visits are varied`() async throws {
    let coverage = try await Self.round(["done", "again"], startLimit: 50).explore(cuts: .calls)
    // The run is done immediately, or after one, two, or three rounds.
    #expect(coverage.ways == 4)
  }

  // MARK: Time

  @Test func `The time of steps passes before and after a rest`() async throws {
    let explorer = CrashExplorer { stage in
      let flow = try textFlow {
        append("a")
        FlowStepDeclaration.waiting(.seconds(60), identifier: "wait")
        FlowStepDeclaration(Any.self, String.self, identifier: "b") { _, _ in "b" }
        append("c").keeping(TheText.self)
      }
      stage.answer("a", with: .after(.seconds(5), .result("one")))
      stage.answer("b", with: .after(.seconds(5), .result("two")))
      stage.answer("c", with: .after(.seconds(5), .result("three")))
      stage.start(flow, "x")
      stage.require { $0.outcomes == ["completes with \"three\""] ? nil : "It \($0.outcomes)." }
    }
    try await explorer.explore(cuts: .calls)
  }

  @Test func `Async work is done before a time-out`() async throws {
    let explorer = CrashExplorer { stage in
      let flow = try textFlow {
        text("charge") { text, _ in
          for _ in 0..<2_000 { await Task.yield() }
          return text + " charged"
        }.keeping(TheText.self).timeout(.seconds(5))
      }
      stage.start(flow, "x")
      stage.require { $0.outcomes == ["completes with \"x charged\""] ? nil : "It \($0.outcomes)." }
    }
    try await explorer.explore(cuts: .calls)
  }

  // MARK: Text

  @Test(arguments: [
    ("", 0), ("crash before 3", 1), ("crash after 12 losing 1 2, crash in 4 at 17", 2),
    ("check#1: late, crash after 1", 1),
  ])
  func `Text can be replayed`(text: String, crashes: Int) async throws {
    let report = try await CrashFlow.looping.explorer().replay(text)
    #expect(report.crashes == crashes)
  }

  @Test(arguments: [
    (
      "crash under 3",
      "Choice 1 of the schedule: expected a crash such as 'crash before 3' or 'crash in 3 at 120 losing 1 2', found 'crash under 3'."
    ),
    (
      "crash after 3 losing x",
      "Choice 1 of the schedule: expected a crash such as 'crash before 3' or 'crash in 3 at 120 losing 1 2', found 'crash after 3 losing x'."
    ),
    (
      "deliver, crash",
      "Choice 2 of the schedule: expected a crash such as 'crash before 3' or 'crash in 3 at 120 losing 1 2', found 'crash'."
    ),
  ])
  func `Text that isn't a schedule is refused`(text: String, sentence: String) async throws {
    let error = await #expect(throws: ScheduleTextError.self) { try await CrashFlow.straight.explorer().replay(text) }
    #expect(error?.description == sentence)
  }
}

private final class LockedText: Sendable {
  private let value = Locked("")
  var text: String { value.withLock { $0 } }
  func set(_ text: String) { value.withLock { $0 = text } }
}
