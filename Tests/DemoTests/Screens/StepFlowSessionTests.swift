import FlowScreens
import FlowState
import FlowStateTesting
import FlowTerminal
import Foundation
import StepKit
import Testing

@Suite("A list of steps on a session")
struct StepFlowSessionTests {
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
      let cook = FlowStep(
        identifier: "Cook", presenting: { step in StepFlowScreen(for: step, notifications: StepNotices()) }, on: session
      )
      cook.content = Self.steps
      cook.setCompletion { [unowned cook] _, steps in scope.result = steps ?? cook.content }
      return cook
    }
  }

  private func play(_ script: String) async throws -> (steps: [Step], lines: [String]) {
    let input = Pipe()
    let output = Pipe()
    input.fileHandleForWriting.write(Data(script.utf8))
    try input.fileHandleForWriting.close()
    let session = ScreenSession(input, output, columns: 20)
    let steps = try await flow(session).timed(by: HurriedClock()).run() ?? []
    try output.fileHandleForWriting.close()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
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
    // A descriptor number that nothing uses: above the limit of what a process may open.
    let closed: CInt = 1_000_000
    let session = ScreenSession(
      lines: LineReader(input: closed), output: TextOutput(descriptor: closed),
      terminal: Terminal(terminals: [], environment: [:]))
    let error = await #expect(throws: FlowError.self) { _ = try await flow(session).run() }
    #expect(error?.cause as? OutputFailure == OutputFailure(code: EBADF))
  }

  @Test("lets a cancelled run end, and leaves the lines to others")
  func cancelled() async throws {
    let input = Pipe()
    let output = Pipe()
    let lines = LineReader(input: input.fileHandleForReading.fileDescriptor)
    let queue = ManualQueue()
    let recorder = FlowRecorder()
    let session = ScreenSession(
      lines: lines, output: TextOutput(descriptor: output.fileHandleForWriting.fileDescriptor),
      terminal: Terminal(terminals: [], environment: [:]))
    let run = flow(session).on(queue).timed(by: ManualClock()).start { _ in recorder.note("over") }
    queue.play()
    run.cancel()
    queue.play()
    #expect(recorder.lines == ["over"])
    input.fileHandleForWriting.write(Data("for somebody else\n".utf8))
    let next = await withCheckedContinuation { next in lines.nextLine { next.resume(returning: $0) } }
    #expect(next == .line("for somebody else"))
  }
}
