import FlowChains
import FlowControl
import FlowDurable
import FlowState
import FlowTerminal
import Foundation
import TestSupport
import Testing

/// Durable runs that ask on a terminal.
struct DurableTerminalTests {
  private enum TheName: DurableKey { typealias Value = String }
  private enum TheColor: DurableKey { typealias Value = String }
  private struct Shipped: DurableMessage { var tracking: String }

  /// A terminal, what a person types there, and what the person sees.
  private final class Desk: Sendable {
    let terminal: DurableTerminal
    private let (typing, showing) = (Pipe(), Pipe())

    /// The input ends after the lines.
    init(_ lines: String...) {
      typing.fileHandleForWriting.write(Data(lines.map { $0 + "\n" }.joined().utf8))
      try? typing.fileHandleForWriting.close()
      terminal = DurableTerminal(
        Prompter(
          lines: LineReader(input: typing.fileHandleForReading.fileDescriptor),
          output: TextOutput(descriptor: showing.fileHandleForWriting.fileDescriptor),
          terminal: Terminal(terminals: [], environment: [:])))
    }

    func shown() -> String {
      try? showing.fileHandleForWriting.close()
      return String(decoding: showing.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
  }

  /// Asks for a name and a color. The second question names the answer to the first.
  private func flow(on desk: Desk) throws -> DurableFlow<Any, String> {
    let terminal = desk.terminal
    let name = FlowStepDeclaration(Any.self, String.self, identifier: "name") { _ in
      terminal.question(Any.self, String.self, identifier: "name") { prompter, _ in
        prompter.ask("Name: ") { .accepted($0) }
      }
    }.keeping(TheName.self)
    let color = FlowStepDeclaration(Any.self, String.self, identifier: "color") { _ in
      terminal.question(Any.self, String.self, identifier: "color") { prompter, step in
        prompter.ask("Color, \(step.context[TheName.self] ?? "?"): ") { .accepted($0) }
      }
    }.keeping(TheColor.self)
    return try DurableFlow(
      FlowChain("paint") {
        name
        color
      }, Any.self, keeping: TheName.self, TheColor.self
    ) { "\($0[TheName.self] ?? "nobody") likes \($0[TheColor.self] ?? "nothing")" }
  }

  /// Waits for a message, and fails if it is a wrong one.
  private func waiting() throws -> DurableFlow<Any, Void> {
    let shipped = FlowStepDeclaration<Any, Shipped>.awaiting(Shipped.self, identifier: "shipped")
    return try DurableFlow(FlowChain("order") { shipped }, Any.self) { _ in () }
  }

  @Test("The end of the input leaves a run at its question, and the next process asks again")
  func continued() async throws {
    let store = MemoryStore()
    let first = Desk("Ada")
    #expect("\(try await first.terminal.run(flow(on: first), key: "1", on: store))" == "left at color")
    #expect(first.shown() == "Name: Ada\nColor, Ada: \n")
    let second = Desk()
    #expect("\(try await second.terminal.run(flow(on: second), key: "1", on: store))" == "left at color")
    let third = Desk("blue")
    let ending = try await third.terminal.run(flow(on: third), key: "1", on: store)
    #expect("\(ending)" == #"completed(Optional("Ada likes blue"))"#)
    #expect(third.shown() == "Color, Ada: blue\n")
    // The run has ended, so nothing is asked.
    let fourth = Desk("green")
    #expect("\(try await fourth.terminal.run(flow(on: fourth), key: "1", on: store))" == "\(ending)")
    #expect(fourth.shown().isEmpty)
  }

  @Test("A run whose first question is open is left at the beginning")
  func atOnce() async throws {
    let (store, desk) = (MemoryStore(), Desk())
    #expect("\(try await desk.terminal.run(flow(on: desk), key: "1", on: store))" == "left at the beginning")
  }

  @Test("A wait for a message is reported, also one that an earlier process has begun, and the program can leave it")
  func waits() async throws {
    let store = MemoryStore()
    for _ in 0..<2 {
      let (desk, steps) = (Desk(), LockedList<String>())
      let ending = try await desk.terminal.run(waiting(), key: "1", on: store) { step in
        steps.append(step)
        desk.terminal.leave()
      }
      #expect("\(ending)" == "left at shipped")
      #expect(steps.all == ["shipped"])
    }
  }

  @Test("Cancelling the task ends the wait, and leaves the run at its step")
  func cancelled() async throws {
    let (store, desk) = (MemoryStore(), Desk())
    let (waits, wait) = AsyncStream<Void>.makeStream()
    let task = Task {
      try await desk.terminal.run(waiting(), key: "1", on: store) { _ in wait.yield() }
    }
    for await _ in waits { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let run = try #require(try await store.runs(RunQuery(), after: nil, limit: 1).first)
    guard case .waiting = run.state else {
      Issue.record("\(run.state)")
      return
    }
  }

  @Test("A key can have the most bytes that a store keeps, and each key has a queue of its own")
  func longKeys() async throws {
    let store = MemoryStore()
    let start = String(repeating: "k", count: StoreLimits.nameBytes - 2)
    // Two spellings of one key, which has as many bytes as allowed in the spelling that stores keep.
    let spellings = [start + "\u{E9}", start + "e\u{301}"]
    for key in spellings + [start + "xy", start + "yx", String(start.dropLast(20))] {
      // The second spelling continues the run.
      let desk = key.utf8.count > StoreLimits.nameBytes ? Desk() : Desk("Ada")
      #expect("\(try await desk.terminal.run(flow(on: desk), key: key, on: store))" == "left at color")
    }
    let queues = try await store.runs(RunQuery(), after: nil, limit: 10).map(\.queue)
    #expect(queues.count == 4)
    #expect(Set(queues).count == 4)
    let error = await #expect(throws: StoreError.self) {
      try await Desk().terminal.run(waiting(), key: start + "xyz", on: store)
    }
    #expect("\(error.map { "\($0)" } ?? "")".contains("The key of a run of flow 'order'"))
  }

  @Test("A run of another queue is refused, because another worker would ask its questions")
  func otherQueue() async throws {
    let (store, desk) = (MemoryStore(), Desk("Ada", "blue"))
    let flow = try flow(on: desk)
    let run = try await FlowWorker(store, running: [flow]).start(flow, key: "1")
    let error = await #expect(throws: DurableTerminalError.self) {
      try await desk.terminal.run(flow, key: "1", on: store)
    }
    #expect(error == .otherQueue(try await run.summary().number, "default"))
    #expect(
      error?.description == """
        Run 1 is on the queue 'default', from which other workers take it: a terminal expects a run that it has started.
        """)
    #expect(desk.shown().isEmpty)
  }

  @Test("A run that fails or is cancelled ends on the terminal with its outcome")
  func failure() async throws {
    let (store, desk) = (MemoryStore(), Desk())
    let fails = FlowStepDeclaration(Any.self, Void.self, identifier: "a") { _, _ in throw TestError() }
    let failing = try DurableFlow(FlowChain("failing") { fails }, Any.self) { _ in () }
    let ending = try await desk.terminal.run(failing, key: "1", on: store)
    guard case .ended(.failed) = ending else {
      Issue.record("\(ending)")
      return
    }
    let waiting = try waiting()
    let cancelled = try await desk.terminal.run(waiting, key: "1", on: store) { _ in
      Task { try await FlowStarter(store).find(waiting, key: "1")?.cancel() }
    }
    #expect("\(cancelled)" == "cancelled")
  }
}
