import FlowLogging
import FlowState
import FlowStateTesting
import InMemoryLogging
import Logging
import Testing

/// Log entries of runs.
struct LogObserverTests {
  private struct Declined: Error {}

  private struct Draft: FlowContextKey {
    typealias Value = String
  }

  private struct Logs {
    let handler: InMemoryLogHandler
    let logger: Logger

    init(level: Logger.Level = .trace) {
      var handler = InMemoryLogHandler()
      handler.logLevel = level
      self.handler = handler
      logger = Logger(label: "test") { [handler] _ in handler }
    }

    var lines: [String] {
      handler.entries.map { entry in
        let metadata = entry.metadata.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
        return "\(entry.level) \(entry.message) [\(metadata.joined(separator: ", "))]"
      }
    }
  }

  private func play(_ logger: LogObserver, _ script: FlowScript) {
    let queue = ManualQueue()
    let clock = ManualClock(playing: queue)
    Flow(Any.self, String.self, identifier: "order") { scope in
      let pay = FlowStep(Any.self, String.self, identifier: "pay") { _ in FlowStepHandler(Any.self, String.self) }
      pay.setCompletion { step, payment in
        step.context[Draft.self] = payment
        scope.result = payment
      }
      return pay
    }.on(queue).timed(by: clock).scripted(by: script).observed(by: logger).start()
    queue.play()
  }

  @Test("A completed run is logged with its steps")
  func completed() {
    let logs = Logs()
    play(LogObserver(logs.logger), ["pay": [.result("p1")]])
    #expect(
      logs.lines == [
        "info Run began [flow: order, run: order#1]",
        "debug Step began [flow: order, run: order#1, step: pay, visit: 1]",
        "debug Step completed [flow: order, run: order#1, step: pay, visit: 1]",
        "debug Shared value set [flow: order, key: Draft, run: order#1]",
        "debug Run at rest [flow: order, run: order#1]",
        "info Run completed [flow: order, run: order#1]",
      ])
  }

  @Test("A failure is logged with its cause as a warning of the step, and as an error of the run")
  func failed() {
    let logs = Logs(level: .warning)
    play(LogObserver(logs.logger), ["pay": [.failure(Declined())]])
    #expect(
      logs.lines == [
        "warning Step failed [error: Declined(), flow: order, run: order#1, step: pay, visit: 1]",
        "error Run failed [flow: order, run: order#1]",
      ])
  }

  @Test("Values are logged on request")
  func values() {
    let logs = Logs()
    play(LogObserver(logs.logger, includingValues: true), ["pay": [.result("p1")]])
    #expect(logs.lines.contains { $0.contains("value: p1") })
  }

  @Test("The program chooses the levels, and the events that aren't logged")
  func levels() {
    let logs = Logs()
    let observer = LogObserver(logs.logger) { event in
      if case .runEnded = event.kind { .notice } else { nil }
    }
    play(observer, ["pay": [.result("p1")]])
    #expect(logs.lines == ["notice Run completed [flow: order, run: order#1]"])
  }
}
