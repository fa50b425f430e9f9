import FlowChains
import FlowState
import FlowStateTesting
import Testing

/// The engine's interface for durable runs.
struct ChainJournalTests {
  private enum Name: FlowContextKey<String> {}

  private struct Broken: Error, CustomStringConvertible {
    let description = "broken"
  }

  private let queue = ManualQueue()
  private let recorder = FlowRecorder()
  private let page = PaperJournal.Page()

  private func text(
    _ identifier: String, _ work: @escaping @Sendable (FlowStep<String, String>) -> String?
  ) -> FlowStepDeclaration<String, String> {
    FlowStepDeclaration(identifier: identifier) { _ in
      FlowStep(identifier: identifier) { step in
        let handler = FlowStepHandler(String.self, String.self)
        handler.complete(work(step))
        return handler
      }
    }
  }

  private func append(_ identifier: String) -> FlowStepDeclaration<String, String> {
    text(identifier) { ($0.content ?? "") + identifier }
  }

  private var end: FlowStepDeclaration<Any, String> {
    FlowStepDeclaration(identifier: "b") { _ in FlowStep(identifier: "b") { _ in nil as FlowStepHandler<Any, String>? }
    }
  }

  private func begin(
    _ chain: FlowChain, at step: String = "a", resumed: Bool = false, silent: Bool = false,
    watchedBy leaks: LeakCheck? = nil,
    _ change: @escaping @Sendable (inout ChainBeginning) -> Void = { _ in }
  ) throws -> FlowRun {
    var part = DurablePart(number: 7)
    part.isResumed = resumed
    part.isSilent = silent
    if resumed { part.visits = 40 }
    let checked = try CheckedChain(chain, startedWith: String.self, and: [])
    var flow = Flow(checked, part) { [page] in
      var beginning = ChainBeginning(at: step, value: "x")
      change(&beginning)
      return (PaperJournal(page), beginning)
    }.on(queue).observed(by: recorder)
    if let leaks { flow = flow.watched(by: leaks) }
    let run = flow.start(nil) { [page] outcome in
      let alive = leaks.map { ", alive: \($0.survivors)" } ?? ""
      page.write("\(outcome)".prefix { $0 != "(" } + alive)
    }
    queue.play()
    return run
  }

  private func openAndPlay() {
    page.open()
    queue.play()
  }

  @Test func `The next step starts when the gate opens, and sees the recorded values`() throws {
    _ = try begin(
      FlowChain("paper") {
        append("a")
        append("b")
      })
    #expect(page.take() == ["a=xa [] -> b"])
    #expect(recorder.take() == ["paper#1 run began", "a content", "a began", "a completed"])
    openAndPlay()
    #expect(page.take() == ["b=xa'b [] -> end"])
    #expect(recorder.take() == ["b content", "b began", "b completed"])
    openAndPlay()
    #expect(page.take() == ["completed"])
    #expect(recorder.take() == ["rest", "paper#1 completed"])
  }

  @Test func `A run that has ended releases what is behind its gate, even if the gate is lost afterwards`() throws {
    let leaks = LeakCheck()
    let run = try begin(
      FlowChain("paper") {
        append("a")
        append("b")
      }, watchedBy: leaks)
    run.setAside()
    page.dropGates()
    queue.play()
    #expect(page.lines == ["a=xa [] -> b", "cancelled, alive: []"])
  }

  @Test func `The record has the values that the completion closure set`() throws {
    let a = FlowStepDeclaration(String.self, String.self, identifier: "a") { _ in
      let step = FlowStep(String.self, String.self, identifier: "a") { _ in
        let handler = FlowStepHandler(String.self, String.self)
        handler.complete("r")
        return handler
      }
      step.setCompletion { step, _ in step.context[Name.self] = "Al" }
      return step
    }
    _ = try begin(FlowChain("paper") { a })
    #expect(page.take() == ["sets Name", "a=r [Name=Al] -> end"])
  }

  @Test func `A run has its number in the store, and continues to count its visits`() throws {
    let run = try begin(
      FlowChain("paper") {
        append("a")
        append("b")
      }, at: "b", resumed: true)
    #expect("\(run)" == "paper#7")
    #expect(recorder.events.map(\.place.visit) == [40, 40, 41, 41])
    #expect(recorder.take() == ["paper#1 run resumed", "b content", "b began", "b completed"])
  }

  @Test func `A run begins at a step, with its values`() throws {
    let b = text("b") { ($0.content ?? "") + ($0.context[Name.self] ?? "-") }
    _ = try begin(
      FlowChain("paper") {
        append("a"); b
      }, at: "b"
    ) { $0.values = [(Name.self, "Al")] }
    #expect(page.take() == ["b=xAl [] -> end"])
  }

  @Test func `A caught failure has a record of its own`() throws {
    let a = FlowStepDeclaration(String.self, String.self, identifier: "a") { _ in
      FlowStep(identifier: "a") { _ in
        let handler = FlowStepHandler(String.self, String.self)
        handler.fail(Broken())
        return handler
      }
    }.catching(.failure, to: .step("sorry"))
    let sorry = FlowStepDeclaration(FlowError.self, String.self, identifier: "sorry") { _ in
      FlowStep(identifier: "sorry") { step in
        let handler = FlowStepHandler(FlowError.self, String.self)
        handler.complete("sorry for \(step.content?.step ?? "-")")
        return handler
      }
    }
    _ = try begin(
      FlowChain("paper") {
        a.branching(["on": .end]) { _ in "on" }; sorry
      })
    #expect(page.take() == ["a failed: broken [] -> sorry"])
    openAndPlay()
    #expect(page.take() == ["sorry=sorry for a [] -> end"])
  }

  @Test func `A failure that leads to the end has a record`() throws {
    let a = FlowStepDeclaration(String.self, String.self, identifier: "a") { _ in
      FlowStep(identifier: "a") { _ in nil as FlowStepHandler<String, String>? }
    }.catching(.failure, to: .end)
    _ = try begin(FlowChain("paper") { a }) { $0.start = .fails(Broken()) }
    #expect(page.take() == ["a failed: broken [] -> end"])
    openAndPlay()
    #expect(page.take() == ["completed"])
  }

  @Test func `A settlement that has no record fails its step`() throws {
    let huge = text("a") { _ in "huge" }
    _ = try begin(
      FlowChain("paper") {
        huge.catching(.failure, to: .step("b"))
        end
      })
    #expect(page.take() == ["a=huge [] -> b", "a failed: too large [] -> b"])
    _ = try begin(FlowChain("paper") { huge })
    #expect(page.take() == ["a=huge [] -> end", "failed"])
  }

  @Test func `A record that can't be made durable fails its step`() throws {
    _ = try begin(
      FlowChain("paper") {
        append("a").catching(.failure, to: .step("b"))
        end
      })
    page.open(with: PaperJournal.TooLarge())
    queue.play()
    #expect(page.take() == ["a=xa [] -> b", "a failed: too large [] -> b"])
    _ = try begin(FlowChain("paper") { append("a") })
    page.open()
    page.open(with: PaperJournal.TooLarge())
    queue.play()
    #expect(page.take() == ["a=xa [] -> end", "b=nil [] -> end", "failed"])
  }

  @Test(arguments: [true, false]) func `A step settles at once`(completes: Bool) throws {
    let a = append("a").catching(.failure, to: .step("b"))
    _ = try begin(
      FlowChain("paper") {
        a
        end
      }
    ) {
      $0.start = completes ? .completes("done") : .fails(Broken())
    }
    #expect(page.take() == [completes ? "a=done [] -> b" : "a failed: broken [] -> b"])
    #expect(recorder.lines.suffix(2).last == (completes ? "a completed" : "a failed: broken"))
  }

  @Test func `A step that settled at once can work later`() throws {
    let loop = append("a").branching(["again": .step("a"), "end": .end]) { $0 == "done" ? "again" : "end" }
    _ = try begin(FlowChain("paper") { loop }) { $0.start = .completes("done") }
    openAndPlay()
    #expect(page.take() == ["a=done [] -> a", "a=done'a [] -> end"])
  }

  @Test func `Going back leaves the run to its journal`() async throws {
    let back = FlowStepDeclaration(String.self, String.self, identifier: "b") { _ in
      FlowStep(identifier: "b") { step in
        #expect(throws: FlowHistoryError.self) { try step.goBack(to: "moon") }
        step.goBack()
        let handler = FlowStepHandler(String.self, String.self)
        step.onCancel { withExtendedLifetime(handler) {} }
        return handler
      }
    }
    _ = try begin(
      FlowChain("paper") {
        append("a"); back
      }, at: "b")
    #expect(page.take() == ["back to the step before", "cancelled"])
    #expect(recorder.take().last == "paper#1 set aside")
  }

  @Test func `A run that is set aside stops its work and cancels nothing`() throws {
    let page = page
    let wait = FlowStepDeclaration(String.self, String.self, identifier: "a") { _ in
      let step = FlowStep(String.self, String.self, identifier: "a") { step in
        let handler = FlowStepHandler(String.self, String.self)
        step.onCancel { withExtendedLifetime(handler) { page.write("stopped") } }
        return handler
      }
      step.setOutcome { _, outcome in page.write("told \(outcome)") }
      return step
    }
    let run = try begin(FlowChain("paper") { wait })
    run.setAside()
    queue.play()
    #expect(page.take() == ["stopped", "cancelled"])
    #expect(recorder.take() == ["paper#1 run began", "a content", "a began", "paper#1 set aside"])
  }

  @Test func `A run that is set aside at a gate stays there`() throws {
    let run = try begin(
      FlowChain("paper") {
        append("a")
        append("b")
      })
    run.setAside()
    queue.play()
    openAndPlay()
    #expect(page.take() == ["a=xa [] -> b", "cancelled"])
  }

  @Test func `A gate that can no longer be opened abandons the run`() throws {
    _ = try begin(
      FlowChain("paper") {
        append("a")
        append("b")
      })
    page.dropGates()
    queue.play()
    #expect(page.take() == ["a=xa [] -> b", "failed"])
  }

  @Test func `A visit is undone by the closure that its step set`() throws {
    let page = page
    let a = FlowStepDeclaration(String.self, String.self, identifier: "a") { _ in
      let step = FlowStep(String.self, String.self, identifier: "a") { _ in nil as FlowStepHandler<String, String>? }
      step.setUndo { step, result in
        page.write("undo \(step.content ?? "-") \(result ?? "-") \(step.context[Name.self] ?? "-")")
      }
      return step
    }
    _ = try begin(
      FlowChain("paper") {
        a
        append("b")
      }, resumed: true, silent: true
    ) {
      $0.start = .undoes(ChainUndo(result: "r", values: [(Name.self, "Al")]))
    }
    #expect(page.take() == ["undo x r Al", "completed"])
    #expect(recorder.take() == ["a undone"])
    _ = try begin(
      FlowChain("paper") {
        a
        append("b")
      }, at: "b", resumed: true, silent: true
    ) {
      $0.start = .undoes(ChainUndo(result: "r", values: []))
    }
    #expect(page.take() == ["completed"])
    #expect(recorder.take() == [])
  }

  @Test func `The runs leave nothing behind`() throws {
    let leaks = LeakCheck()
    let (queue, page) = (queue, page)
    let checked = try CheckedChain(
      FlowChain("paper") {
        append("a")
        append("b")
      }, startedWith: String.self, and: [])
    for setsAside in [false, true] {
      let flow = Flow(checked, DurablePart(number: 7)) { (PaperJournal(page), ChainBeginning(at: "a", value: "x")) }
      let run = flow.on(queue).watched(by: leaks).start(nil)
      queue.play()
      if setsAside { run.setAside() }
      openAndPlay()
      openAndPlay()
    }
    try leaks.requireNothingAlive()
  }
}
