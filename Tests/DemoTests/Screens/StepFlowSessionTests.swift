import FlowScreens
import FlowState
import FlowStateTesting
import FlowTerminal
import Foundation
import StepKit
import TestSupport
import Testing

@Suite("A list of steps on a session")
struct StepFlowSessionTests {
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

  private func play(_ script: String, passing: Duration = .zero, after line: String = "") async throws -> (
    steps: [Step], lines: [String]
  ) {
    let input = Pipe()
    let output = Pipe()
    input.fileHandleForWriting.write(Data(script.utf8))
    try input.fileHandleForWriting.close()
    let session = ScreenSession(input, output, columns: 20)
    let clock = ManualClock()
    async let written = onThread { Self.lines(from: output, passing: passing, on: clock, after: line) }
    let steps = try await flow(session).timed(by: clock).run() ?? []
    try output.fileHandleForWriting.close()
    return (steps, await written)
  }

  /// Reads the output to its end, and advances the clock after a line was written.
  private static func lines(
    from output: Pipe, passing time: Duration, on clock: ManualClock, after line: String
  ) -> [String] {
    var text = Data()
    var hasPassed = false
    func lines() -> [String] { String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init) }
    while case let more = output.fileHandleForReading.availableData, !more.isEmpty {
      text += more
      guard !hasPassed, lines().contains(line) else { continue }
      hasPassed = true
      clock.advance(by: time)
    }
    return lines()
  }

  @Test("A script completes a list of steps")
  func script() async throws {
    let (steps, lines) = try await play("press\nstart\nwait\n", passing: .seconds(3), after: "> wait")
    #expect(steps.map(\.completed) == [true, true])
    #expect(
      lines.prefix(6) == ["0 of 2 done", "░░░░░░░░░░░░░░░   0%", "▶ 1 Milk", "  Warm it.", "  [ Next ]", "· 2 Rest"])
    #expect(lines.contains("> wait"))
    #expect(lines.suffix(4) == ["✓ 2 Rest", "┌─ Ready ──────────┐", "│ Go on            │", "└──────────────────┘"])
  }

  @Test(
    "A list of steps keeps its progress when the input ends or the user leaves",
    arguments: ["press\n", "press\nquit\n"])
  func leaving(script: String) async throws {
    let (steps, _) = try await play(script)
    #expect(steps.map(\.completed) == [true, false])
  }

  @Test("A list of steps that cannot be shown fails its step")
  func failing() async throws {
    // A descriptor number that is above the limit of a process, so that nothing uses it.
    let closed: CInt = 1_000_000
    let session = ScreenSession(
      lines: LineReader(input: closed), output: TextOutput(descriptor: closed),
      terminal: Terminal(terminals: [], environment: [:]))
    let error = await #expect(throws: FlowError.self) { _ = try await flow(session).run() }
    #expect(error?.cause as? OutputFailure == OutputFailure(code: EBADF))
  }

  @Test("A cancelled run ends and leaves the input to the next reader")
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
    let next = try await patiently("No line came") { resume in lines.nextLine { resume($0) } }
    #expect(next == .line("for somebody else"))
  }
}
