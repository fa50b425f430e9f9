import FlowScreens
import FlowState
import FlowStateTesting
import TestSupport
import Testing

@testable import FlowTerminal

@Suite("ScreenSession, line by line")
struct PlainSessionTests {
  /// A clock that makes each call at once after a given line was written.
  private final class PatientClock: FlowClock {
    private let clock = ManualClock()
    private let line: String
    private let output: Pipe
    private let written = LockedList<UInt8>()

    init(until line: String, on output: Pipe) {
      self.line = line
      self.output = output
      output.makeNonBlocking(output.readEnd)
    }

    var now: Duration { clock.now }

    /// The lines that were written so far.
    var lines: [String] {
      output.readAll().forEach { written.append($0) }
      let text = String(decoding: written.all, as: UTF8.self)
      return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
      guard lines.contains(line) else { return FlowAlarm {} }
      clock.advance(by: delay)
      call()
      return FlowAlarm {}
    }
  }

  private struct Outcome: Sendable, Equatable {
    var ending: ScreenEnding?
    var count = 0
    var name = ""
  }

  /// Plays a script, and returns the outcome and the written lines.
  private func play(
    _ script: String, waitingFor line: String = "", terminals: Set<Terminal.Stream> = [], columns: Int = 60
  ) async throws -> (Outcome, [String]) {
    let input = Pipe(reading: script)
    let output = Pipe()
    let clock = PatientClock(until: line, on: output)
    let session = ScreenSession(
      lines: LineReader(input: input.readEnd, maximumLineLength: 1000),
      output: TextOutput(descriptor: output.writeEnd),
      terminal: Terminal(terminals: terminals, environment: ["TERM": "dumb"], columns: columns), clock: clock)
    let flow = Flow(Any.self, Outcome.self, identifier: "F") { scope in
      let step = FlowStep(Any.self, Outcome.self, identifier: "Count") { _ in
        let screen = CounterScreen(clock: clock)
        let ending = try await session.run(screen)
        return Outcome(ending: ending, count: screen.count, name: screen.name)
      }
      step.setCompletion { _, outcome in scope.result = outcome }
      return step
    }
    let outcome = try await flow.run() ?? Outcome()
    output.closeWriteEnd()
    return (outcome, clock.lines)
  }

  @Test("A session writes everything first, and then each command and what it changed")
  func transcript() async throws {
    let (outcome, lines) = try await play("press more\nadd 2\ntype name Bo  M\ncount\nshow\npress done\nnever read\n")
    #expect(outcome == Outcome(ending: .finished, count: 3, name: "Bo  M"))
    #expect(
      lines == [
        "Count: 0", "Name: ________________________", "[ More ] [ Done ]", "> press more", "Count: 1", "> add 2",
        "Count: 3",
        "> type name Bo  M", "Name: Bo  M___________________", "> count", "It is 3.", "> show", "Count: 3",
        "Name: Bo  M___________________", "[ More ] [ Done ]", "> press done", "",
      ])
  }

  @Test("The help lists every command and marks those that are not possible now")
  func help() async throws {
    let (outcome, lines) = try await play("help\nquit\n")
    #expect(outcome.ending == .left)
    #expect(
      lines.dropFirst(4) == [
        "add N             adds N", "count             tells the count (key c)",
        "start             finishes in 3 seconds (key s)", "press ID          presses a button",
        "type ID TEXT      replaces the text of an input",
        "set ID on|off     switches something on or off; not now",
        "choose ID OPTION  chooses an option, by its name or number;", "not now",
        "show              shows the whole screen again",
        "wait              waits until the screen no longer changes", "by itself; not now",
        "quit              leaves the screen (key q)",
        "help              lists the commands", "> quit", "",
      ])
  }

  @Test(
    "A wrong command is answered with what is possible now",
    arguments: [
      ("dance", "There is no command 'dance'. Now you can: add, count, start, press, type, show, quit, help."),
      ("wait", "'wait' is not possible now. Now you can: add, count, start, press, type, show, quit, help."),
      ("press done", "'done' cannot be used now. Now you can press: more."),
      ("add \u{1B}[2J", "'\\u{1B}[2J' is not a number."),
    ])
  func wrong(line: String, answer: String) async throws {
    let (outcome, lines) = try await play("\(line)\n", columns: 200)
    #expect(outcome == Outcome(ending: .inputEnded))
    #expect(lines.dropFirst(3) == ["> \(line.printable)", answer, ""])
  }

  @Test("A session continues after a refused line and after empty ones")
  func noText() async throws {
    let (outcome, lines) = try await play(String(repeating: "x", count: 2_000) + "\n\n  \npress more\n")
    #expect(outcome == Outcome(ending: .inputEnded, count: 1))
    #expect(
      lines.dropFirst(3) == ["The line is longer than 1000 bytes.", "> ", ">   ", "> press more", "Count: 1", ""])
  }

  @Test("The command wait waits for the end of a countdown, and writes none of its earlier changes")
  func waiting() async throws {
    let (outcome, lines) = try await play("start\nwait\nnever read\n", waitingFor: "> wait")
    #expect(outcome.ending == .finished)
    #expect(lines.dropFirst(3).first == "> start")
    #expect(lines.contains("> wait"))
    #expect(!lines.contains("Left: 1"))
    #expect(lines.suffix(2) == ["Left: 0", ""])
  }

  @Test("A terminal whose cursor cannot be moved gets a prompt, and typed commands are not repeated")
  func typed() async throws {
    let (outcome, lines) = try await play("press more\n", terminals: [.input, .output])
    #expect(outcome == Outcome(ending: .inputEnded, count: 1))
    #expect(lines == ["Count: 0", "Name: ________________________", "[ More ] [ Done ]", "> Count: 1", "> ", ""])
  }

  @Test("A cancelled step leaves the input to the next reader")
  func cancelled() async throws {
    let input = Pipe()
    let output = Pipe()
    let lines = LineReader(input: input.readEnd)
    let clock = ManualClock()
    let queue = ManualQueue()
    let session = ScreenSession(
      lines: lines, output: TextOutput(descriptor: output.writeEnd),
      terminal: Terminal(terminals: [], environment: [:]),
      clock: clock)
    let run = Flow(Any.self, Void.self, identifier: "F") { _ in
      FlowStep(Any.self, Void.self, identifier: "Count") { _ in
        _ = try await session.run(CounterScreen(clock: clock))
        return nil
      }
    }.on(queue).start { _ in }
    queue.play()
    run.cancel()
    queue.play()
    input.write("for somebody else\n")
    #expect(await lines.next() == .line("for somebody else"))
  }

  private final class PasswordScreen: FlowScreen {
    private var secret = ""
    let isFinished = false

    var layout: ScreenLayout {
      .element(.input("secret", label: "Secret", text: secret, isHidden: true) { self.secret = $0 })
    }
  }

  @Test("The text of a hidden input is written as dots")
  func hidden() async throws {
    let (input, output) = (Pipe(reading: "TY se hunter2\ntype secret\ntype secrt hunter2\nquit\n"), Pipe())
    let session = ScreenSession(
      lines: LineReader(input: input.readEnd), output: TextOutput(descriptor: output.writeEnd),
      terminal: Terminal(terminals: [], environment: [:], columns: 60), clock: ManualClock())
    let ending = try await session.run(PasswordScreen())
    #expect(ending == .left)
    output.closeWriteEnd()
    let lines = String(decoding: output.readAll(), as: UTF8.self).split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("> ") } == [
        "> type secret •••••••", "> type secret", "> type secrt •••••••", "> quit",
      ])
    #expect(!lines.contains { $0.contains("hunter2") })
  }
}
