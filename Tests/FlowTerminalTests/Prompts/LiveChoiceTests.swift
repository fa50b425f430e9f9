import FlowScreens
import FlowState
import FlowStateTesting
import TestSupport
import Testing

@testable import FlowTerminal

@Suite("Prompter, choosing on a terminal")
struct LiveChoiceTests {
  /// A window without a terminal, which records its calls as lines.
  private final class Desk: Sendable {
    private struct State: Sendable {
      var deliver: (@Sendable (LiveWindow.Event) -> Void)?
      var typed = TypedKeys()
      var canBegin = true
      var canWrite = true
    }

    private let state: Guarded<State>
    private let calls: AsyncStream<String>
    private let note: @Sendable (String) -> Void

    init(canBegin: Bool = true, canWrite: Bool = true) {
      state = Guarded(State(canBegin: canBegin, canWrite: canWrite))
      let (calls, continuation) = AsyncStream.makeStream(of: String.self)
      self.calls = calls
      note = { continuation.yield($0) }
    }

    var window: LiveWindow {
      LiveWindow(
        begin: { [state] deliver in
          state.withLock { state in
            state.deliver = deliver
            return state.canBegin
          }
        },
        nextKey: { [state] isTyping in state.withLock { $0.typed.take(isTyping: isTyping) } },
        write: { [state, note] text throws(OutputFailure) in
          guard state.withLock({ $0.canWrite }) else { throw OutputFailure(code: 5) }
          note(text)
        },
        size: { WindowSize(columns: 20, rows: 10) },
        suspend: { [note] in
          note("suspend")
          return true
        },
        resume: { [note] in note("resume") },
        end: { [state, note] farewell throws(OutputFailure) in
          guard state.withLock({ $0.deliver.take() }) != nil else { return }
          note("end " + farewell)
        },
        giveBack: {}, interrupt: { [note] in note("interrupt") })
    }

    func type(_ keys: Key...) {
      if state.withLock({ $0.typed.add(keys) }) { deliver(.typed) }
    }

    func deliver(_ event: LiveWindow.Event) {
      state.withLock { $0.deliver }?(event)
    }

    /// Returns the next call of the window, without the codes for styles.
    func next() async -> String {
      for await call in calls { return call.replacing(#/\u{1B}\[[0-9]*m/#, with: "") }
      return "nothing"
    }
  }

  private func prompter(_ desk: Desk, input: Pipe? = nil, output: Pipe? = nil) -> Prompter {
    Prompter(
      lines: LineReader(input: input?.readEnd ?? closedDescriptor),
      output: TextOutput(descriptor: output?.writeEnd ?? closedDescriptor),
      terminal: Terminal(terminals: [.input, .output], environment: ["NO_COLOR": "1"]), window: desk.window)
  }

  private func flow(_ desk: Desk) -> Flow<Any, Int> { flow(prompter(desk)) }

  private func flow(_ prompter: Prompter, _ question: String = "Which") -> Flow<Any, Int> {
    Flow(Any.self, Int.self, identifier: "F") { scope in
      let ask = FlowStep(Any.self, Int.self, identifier: "Ask") { _ in
        prompter.choose(question, from: Choices([("one", 1), ("two", 2)]))
      }
      ask.setCompletion { _, number in scope.result = number }
      return ask
    }
  }

  private static let list = "Which?\n› one\n  two\n↑ ↓ select · Enter…"
  private static let erase = "\r\u{1B}[3A\u{1B}[J"

  @Test("The list is drawn in place with a visible cursor, and one line with the answer remains")
  func answer() async throws {
    let desk = Desk()
    let result = Task { try await flow(desk).run() }
    #expect(await desk.next() == Self.list)
    desk.type(.down)
    #expect(await desk.next() == Self.erase + "Which?\n  one\n› two\n↑ ↓ select · Enter…")
    desk.type(.enter)
    #expect(await desk.next() == "end " + Self.erase + "Which? two\n\u{1B}[?25h")
    #expect(try await result.value(orSay: "The run did not end") == 2)
  }

  @Test(
    "The end of the input and the loss of the terminal complete the step without an answer", arguments: [false, true])
  func end(isGone: Bool) async throws {
    let desk = Desk()
    let result = Task { try await flow(desk).run() }
    _ = await desk.next()
    if isGone { desk.deliver(.ended) } else { desk.type(.control("d")) }
    #expect(await desk.next() == "end " + Self.erase + "Which?\n\u{1B}[?25h")
    #expect(try await result.value(orSay: "The run did not end") == nil)
  }

  @Test("A cancelled step removes the list before anything else is written")
  func cancelled() async {
    let desk = Desk()
    let task = Task { try await flow(desk).run() }
    _ = await desk.next()
    task.cancel()
    #expect(await desk.next() == "end " + Self.erase + "Which?\n\u{1B}[?25h")
    await #expect(throws: CancellationError.self) { try await task.value(orSay: "The task still waits for the run") }
  }

  @Test("A terminal that cannot be written to fails the step")
  func failed() async {
    let desk = Desk(canWrite: false)
    let error = await #expect(throws: FlowError.self) { try await flow(desk).run() }
    #expect(error?.rootCause as? OutputFailure == OutputFailure(code: 5))
  }

  @Test("A suspended program restores the terminal, and draws the list again when it continues")
  func suspended() async throws {
    let desk = Desk()
    let result = Task { try await flow(desk).run() }
    _ = await desk.next()
    desk.type(.control("z"))
    #expect(await desk.next() == Self.erase + "Which?\n\u{1B}[?25h")
    #expect(await desk.next() == "suspend")
    desk.deliver(.continued)
    #expect(await desk.next() == "resume")
    #expect(await desk.next() == Self.list)
    desk.type(.enter)
    _ = await desk.next()
    #expect(try await result.value(orSay: "The run did not end") == 1)
  }

  @Test("Ctrl-C restores the terminal before the program is interrupted")
  func interrupted() async {
    let desk = Desk()
    let task = Task { try await flow(desk).run() }
    _ = await desk.next()
    desk.type(.down, .control("c"))
    #expect(await desk.next() == "end " + Self.erase + "Which?\n\u{1B}[?25h")
    #expect(await desk.next() == "interrupt")
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value(orSay: "The task still waits for the run") }
  }

  @Test("The prompter reads a line if it cannot read keys")
  func noKeys() async throws {
    let (input, output) = (Pipe(reading: "two\n"), Pipe())
    #expect(try await flow(prompter(Desk(canBegin: false), input: input, output: output)).run() == 2)
    output.closeWriteEnd()
    #expect(String(decoding: output.readAll(), as: UTF8.self) == "Which (one, two)? ")
  }

  @Test("Questions that are asked while a list is shown wait for its end")
  func beside() async throws {
    let desk = Desk()
    let (input, output) = (Pipe(reading: "3\n"), Pipe())
    let prompter = prompter(desk, input: input, output: output)
    let flow = Flow(Any.self, [Int?].self, identifier: "F") { scope in
      let choices = ["First", "Second"].map { name in
        FlowStep(Any.self, Int.self, identifier: name) { _ in
          prompter.choose("Which", from: Choices([("one", 1), ("two", 2)]))
        }
      }
      let ask = FlowStep(Any.self, Int.self, identifier: "Ask") { _ in
        prompter.ask("Number: ") { line in Int(line).map(Reply.accepted) ?? .refused("No.") }
      }
      let all = FlowStep(identifier: "All", joining: choices + [ask])
      all.setCompletion { _, answers in scope.result = answers }
      return all
    }
    let result = Task { try await flow.run() }
    #expect(await desk.next() == Self.list)
    desk.type(.enter)
    #expect(await desk.next() == "end " + Self.erase + "Which? one\n\u{1B}[?25h")
    #expect(await desk.next() == Self.list)
    desk.type(.down, .enter)
    #expect(await desk.next() == "end " + Self.erase + "Which? two\n\u{1B}[?25h")
    #expect(try await result.value(orSay: "The run did not end") == [1, 2, 3])
    output.closeWriteEnd()
    #expect(String(decoding: output.readAll(), as: UTF8.self) == "Number: ")
  }

  @Test("A choice that is cancelled while it waits is never shown, and one that is shown gives way to the next")
  func cancelledBeside() async {
    let desk = Desk()
    let prompter = prompter(desk)
    let queue = ManualQueue()
    let runs = ["First", "Second", "Third", "Fourth"].map { flow(prompter, $0).on(queue).start { _ in } }
    queue.play()
    #expect(await desk.next() == Self.list.replacing("Which", with: "First"))
    runs[1].cancel()
    queue.play()
    desk.type(.enter)
    #expect(await desk.next() == "end " + Self.erase + "First? one\n\u{1B}[?25h")
    #expect(await desk.next() == Self.list.replacing("Which", with: "Third"))
    for (run, name) in [(runs[2], "Third"), (runs[3], "Fourth")] {
      run.cancel()
      queue.play()
      #expect(await desk.next() == "end " + Self.erase + "\(name)?\n\u{1B}[?25h")
      if name == "Third" { #expect(await desk.next() == Self.list.replacing("Which", with: "Fourth")) }
    }
  }
}
