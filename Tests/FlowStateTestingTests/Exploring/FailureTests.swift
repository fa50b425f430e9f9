import FlowState
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FlowStateTesting

/// Failures that recur, failures that don't, and traps, which end the process.
struct FailureTests {
  /// Two requests whose answers come in any order.
  private static func start(on stage: ScheduleStage) {
    stage.answer("Name", with: .result("Al"), .failure(TestError("name")))
    stage.answer("Greeting", with: .result("Hello"), .failure(TestError("greeting")))
    stage.start(RacyFlow.greeting)
  }

  @Test("Shrinking keeps to the same requirement, by its text and its line")
  func shrinking() throws {
    let byText = ScheduleExplorer { stage in
      Self.start(on: stage)
      stage.require { report in
        report.outcome.contains("nobody") ? "Nobody was greeted." : "Somebody was greeted, or it failed."
      }
    }
    let text = try Self.failure(byText, from: "deliver, Greeting#1: result, deliver")
    #expect(text.sentence == "Nobody was greeted.")
    #expect(text.schedule.description == "Greeting#1")
    let byLine = ScheduleExplorer { stage in
      Self.start(on: stage)
      stage.require { report in report.outcome.hasPrefix("failed") ? "Broken." : nil }
      stage.require { report in report.lines.contains("lane 2: Greeting completed") ? "Broken." : nil }
    }
    #expect(try Self.failure(byLine, from: "Greeting#1").schedule.description == "")
    #expect(try Self.failure(byLine, from: "Name#1: failure").schedule.description == "Name#1: failure")
  }

  /// Returns the failure to which an explorer shrinks a schedule.
  private static func failure(_ explorer: ScheduleExplorer, from text: String) throws -> ScheduleFailure {
    var exploration = Exploration(of: explorer)
    do {
      try exploration.play(ScheduleCourse(FlowSchedule(text)), seed: nil)
    } catch let failure as ScheduleFailure {
      return failure
    }
    throw TestError("no failure")
  }

  @Test("Failures of one rule are the same only if they concern the same step")
  func hangs() throws {
    let hang = ScheduleViolation(.hang, "It hangs.", at: "Ask")
    #expect(!hang.isSame(as: ScheduleViolation(.hang, "It hangs.", at: "Edit")))
    #expect(hang.isSame(as: ScheduleViolation(.hang, "It hangs still.", at: "Ask")))
    #expect(!hang.isSame(as: nil))
    let survivors = ScheduleViolation(.survivors, "Still alive: run F#7, step 'a'.")
    #expect(survivors.isSame(as: ScheduleViolation(.survivors, "Still alive: run F#812, step 'a'.")))
    #expect(!survivors.isSame(as: ScheduleViolation(.survivors, "Still alive: run F#7, step 'b'.")))
  }

  @Test("A failure that doesn't recur is reported as nondeterminism and isn't shrunk")
  func nondeterminism() throws {
    let count = Shared(Atomic<Int>(0))
    let explorer = ScheduleExplorer { stage in
      stage.answer("Ask", with: .result("Al"))
      stage.start(SmallFlow.flow)
      stage.require { _ in count.value.add(1, ordering: .relaxed).newValue == 3 ? "The third one is bad." : nil }
    }
    let failure = #expect(throws: ScheduleFailure.self) { try explorer.explore(seeds: 0..<10) }
    #expect(failure?.rule == .nondeterminism)
    #expect(
      failure?.sentence
        == "The third one is bad. When the same choices were replayed, this didn't recur. The setup or the flow depends on something that the explorer doesn't control."
    )
    #expect(failure?.schedule == failure?.original)
  }

  @Test("Choices that lead elsewhere the next time are reported as nondeterminism")
  func strayed() throws {
    let count = Shared(Atomic<Int>(0))
    let explorer = ScheduleExplorer(cancelling: false, interrupting: false) { stage in
      let isFirst = count.value.add(1, ordering: .relaxed).newValue == 1
      for name in isFirst ? ["A", "B", "C"] : ["A"] { stage.addEvent(name) {} }
      stage.answer("Ask", with: .result("Al"))
      stage.start(SmallFlow.flow)
    }
    let failure = #expect(throws: ScheduleFailure.self) { try explorer.explore(deviations: 2) }
    #expect(failure?.rule == .nondeterminism)
  }

  @Test("A schedule that ends before the choices of an earlier one is reported as nondeterminism")
  func endedEarly() throws {
    let count = Shared(Atomic<Int>(0))
    let explorer = ScheduleExplorer(cancelling: false, interrupting: false) { stage in
      if count.value.add(1, ordering: .relaxed).newValue == 1 { stage.addEvent("A") {} }
      stage.answer("Ask", with: .result("Al"))
      stage.start(SmallFlow.flow)
    }
    let failure = #expect(throws: ScheduleFailure.self) { try explorer.exploreAll(limit: 100) }
    #expect(failure?.rule == .nondeterminism)
  }

  @Test("An error of the setup is thrown by each way to explore, with a sentence that names the setup")
  func setup() throws {
    let explorer = ScheduleExplorer { stage in
      stage.start(SmallFlow.flow)
      throw TestError("no fixture")
    }
    let failures = [
      #expect(throws: ScheduleFailure.self) { try explorer.explore(seeds: 0..<3) },
      #expect(throws: ScheduleFailure.self) { try explorer.explore(deviations: 1) },
      #expect(throws: ScheduleFailure.self) { try explorer.exploreAll(limit: 3) },
      #expect(throws: ScheduleFailure.self) { try explorer.replay("") },
      #expect(throws: ScheduleFailure.self) { try explorer.schedule(seed: 1) },
    ]
    for failure in failures {
      #expect(failure?.rule == .setup)
      #expect(failure?.description == "The setup for the schedule explorer threw an error: no fixture")
    }
  }

  @Test("A run that a setup has started before it throws an error is released")
  func setupAfterStart() throws {
    let objects = ObjectCounter()
    let explorer = ScheduleExplorer { stage in
      let object = objects.makeObject()
      stage.start(
        Flow(Any.self, String.self, identifier: "F") { _ in
          object.touch()
          return RacyFlow.waiting("Ask")
        })
      throw TestError("no fixture")
    }
    #expect(throws: ScheduleFailure.self) { try explorer.replay("") }
    #expect(objects.living == 0)
  }

  @Test("An error that the setup throws while a failure is being shrunk isn't taken for nondeterminism")
  func setupLater() throws {
    let count = Shared(Atomic<Int>(0))
    let explorer = ScheduleExplorer { stage in
      if count.value.add(1, ordering: .relaxed).newValue == 3 { throw TestError("no fixture") }
      stage.answer("Ask", with: .result("Al"))
      stage.start(SmallFlow.flow)
      stage.require { _ in "Always bad." }
    }
    let failure = #expect(throws: ScheduleFailure.self) { try explorer.explore(seeds: [1]) }
    #expect(failure?.rule == .setup)
    #expect(count.value.load(ordering: .relaxed) == 3)
  }

  @Test("A trap leaves its schedule in a file and prints the file's name")
  func trap() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try TrappingFlow.explorer.explore(deviations: 1)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let line = text.split(separator: "\n").last { $0.hasPrefix("To see it again: ") } ?? ""
    let path = String(line.split(separator: "\"").dropFirst().first ?? "")
    #expect(text.contains("FlowState: the process ended inside a schedule, which is in \(path)\n"))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try FlowSchedule(contentsOf: path).description == "deliver, Greeting#1, deliver", "\(text)")
  }

  @Test("A schedule file has the choices of the current schedule, and is removed when it is released")
  func noFile() throws {
    let path = try #require(ScheduleFile()).path
    #expect(!FileManager.default.fileExists(atPath: path))
    let file = try #require(ScheduleFile())
    let choices = (1...20_000).map { FlowSchedule.Choice.event("Event", $0) }
    for choice in choices { file.append(choice) }
    #expect(try FlowSchedule(contentsOf: file.path).choices == choices)
    file.begin()
    file.append(.deliver)
    #expect(try FlowSchedule(contentsOf: file.path).choices == [.deliver])
  }

  private final class Shared: Sendable {
    let value: Atomic<Int>

    init(_ value: consuming Atomic<Int>) {
      self.value = value
    }
  }
}

/// A flow that traps if the second answer comes first.
enum TrappingFlow {
  static let explorer = ScheduleExplorer(interrupting: false) { stage in
    stage.answer("Name", with: .result("Al"))
    stage.answer("Greeting", with: .result("Hello"))
    stage.start(
      Flow(Any.self, String.self, identifier: "Greet") { scope in
        var name: String?
        let first = RacyFlow.waiting("Name")
        first.setCompletion { _, result in name = result }
        let second = RacyFlow.waiting("Greeting")
        second.setCompletion { _, greeting in
          precondition(name != nil, "Nobody to greet.")
          scope.result = greeting
        }
        return ConcurrentFlowStep(identifier: "Both", steps: [first, second])
      })
  }
}
