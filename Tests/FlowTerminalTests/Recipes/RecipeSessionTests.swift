import FlowLayout
import FlowState
import FlowStateTesting
import Glibc
import StepKit
import Testing

@testable import FlowTerminal

@Suite("A recipe in a flow")
struct RecipeSessionTests {
  /// A clock on which time passes as soon as somebody waits for it.
  private final class HurriedClock: FlowClock {
    private let clock = ManualClock()

    var now: Duration { clock.now }

    func schedule(after delay: Duration, _ call: @escaping @Sendable () -> Void) -> FlowAlarm {
      let due = clock.now + delay
      let task = Task { [clock] in
        guard !Task.isCancelled else { return }
        clock.advance(by: max(.zero, due - clock.now))
        call()
      }
      return FlowAlarm { task.cancel() }
    }
  }

  private static let steps = [
    Step(title: "Milk", description: "Warm it."),
    Step(
      title: "Rest", description: "Wait.",
      action: .timer(seconds: 3, notification: TimerNotification(title: "Ready", subtitle: "Go on"))),
  ]

  private func flow(_ session: ScreenSession) -> Flow<Any, [Step]> {
    Flow(Any.self, [Step].self, identifier: "F") { scope in
      let notices = RecipeNotices()
      let cook = StepFlowView.flowStep(identifier: "Cook", notifications: notices) { view in
        session.show(view, notices: notices)
      }
      cook.content = Self.steps
      cook.setCompletion { [unowned cook] _, steps in scope.result = steps ?? cook.content }
      return cook
    }
  }

  private func play(_ script: String) async throws -> (steps: [Step], lines: [String]) {
    let input = Pipe(reading: script)
    let output = Pipe()
    let session = ScreenSession(
      lines: LineReader(input: input.readEnd), output: TextOutput(descriptor: output.writeEnd),
      terminal: Terminal(terminals: [], environment: [:], columns: 20))
    let steps = try await flow(session).timed(by: HurriedClock()).run() ?? []
    output.closeWriteEnd()
    let text = String(decoding: output.readAll(), as: UTF8.self)
    return (steps, text.split(separator: "\n").map(String.init))
  }

  @Test("is worked through by a script")
  func script() async throws {
    let (steps, lines) = try await play("press\nstart\nwait\n")
    #expect(steps.map(\.completed) == [true, true])
    #expect(
      lines.prefix(6) == ["0 of 2 done", "░░░░░░░░░░░░░░░   0%", "▶ 1 Milk", "  Warm it.", "  [ Next ]", "· 2 Rest"])
    #expect(lines.contains("> wait"))
    #expect(lines.suffix(4) == ["✓ 2 Rest", "┌─ Ready ──────────┐", "│ Go on            │", "└──────────────────┘"])
  }

  @Test("keeps the progress when the input ends, or the user leaves", arguments: ["press\n", "press\nquit\n"])
  func leaving(script: String) async throws {
    let (steps, _) = try await play(script)
    #expect(steps.map(\.completed) == [true, false])
  }

  @Test("lets its step fail when it cannot be shown")
  func failing() async throws {
    let session = ScreenSession(
      lines: LineReader(input: closedDescriptor), output: TextOutput(descriptor: closedDescriptor),
      terminal: Terminal(terminals: [], environment: [:]))
    let error = await #expect(throws: FlowError.self) { _ = try await flow(session).run() }
    #expect(error?.cause as? OutputFailure == OutputFailure(code: EBADF))
  }

  @Test("lets a cancelled run end, and leaves the lines to others")
  func cancelled() async throws {
    let input = Pipe()
    let output = Pipe()
    let lines = LineReader(input: input.readEnd)
    let queue = ManualQueue()
    let isOver = QueueConfined(false, label: "isOver")
    let session = ScreenSession(
      lines: lines, output: TextOutput(descriptor: output.writeEnd), terminal: Terminal(terminals: [], environment: [:])
    )
    let run = flow(session).on(queue).timed(by: ManualClock()).start { _ in isOver.withState { $0 = true } }
    queue.play()
    run.cancel()
    queue.play()
    #expect(isOver.withState { $0 })
    input.write("for somebody else\n")
    #expect(await lines.next() == .line("for somebody else"))
  }
}
