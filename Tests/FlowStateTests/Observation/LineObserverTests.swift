import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// The lines of a trace, word for word.
struct LineObserverTests {
  static let run = FlowRunID(flow: "Profile", number: 1)
  static let place = FlowPlace(run: run, lane: 0, visit: 3)
  static let error = FlowError(step: "Fetch", place: place, reason: .failed(TestError("no net")))

  static func line(
    _ kind: FlowEvent.Kind, step: String? = nil, lane: Int = 0, time: Duration = .milliseconds(1_482)
  ) -> String {
    let place = FlowPlace(run: run, lane: lane, visit: 3)
    return LineObserver.line(for: FlowEvent(sequence: 1, time: time, step: step, place: place, kind: kind))
  }

  @Test(
    "Each kind of event has its own line",
    arguments: [
      (FlowEvent.Kind.runBegan(parent: nil), nil, "1.482 Profile#1 ▸ run began"),
      (.runBegan(parent: place), nil, "1.482 Profile#1 ▸ run began, nested at visit 3 of run Profile#1"),
      (.stepBegan, "Fetch", "1.482 Profile#1   Fetch began"),
      (.contentSet, "Fetch", "1.482 Profile#1   Fetch content set"),
      (.stepCompleted, "Fetch", "1.482 Profile#1   Fetch completed"),
      (.stepFailed(error), "Fetch", "1.482 Profile#1   Fetch failed: no net"),
      (
        .stepFailed(FlowError(step: "Fetch", place: place, reason: .superseded)), "Fetch",
        "1.482 Profile#1   Fetch failed: started again while it waited"
      ),
      (
        .stepFailed(FlowError(step: "Outer", place: place, reason: .failed(error))), "Outer",
        "1.482 Profile#1   Outer failed: Step 'Fetch' failed (visit 3 of run Profile#1): no net"
      ),
      (
        .stepAbandoned(FlowError(step: "Fetch", place: place, reason: .abandoned)), "Fetch",
        "1.482 Profile#1   Fetch abandoned"
      ),
      (.stepCancelled, "Fetch", "1.482 Profile#1   Fetch cancelled"),
      (.contextRestored("Cart", "a\nb"), nil, "1.482 Profile#1   Cart back to a\\u{A}b"),
      (.contextRestored("Cart", nil), nil, "1.482 Profile#1   Cart back to no value"),
      (.extraCompletionIgnored, "Fetch", "1.482 Profile#1   Fetch extra completion ignored"),
      (.rested, nil, "1.482 Profile#1   at rest"),
      (.runEnded(.completed(nil)), nil, "1.482 Profile#1 ◂ run completed"),
      (.runEnded(.failed(error)), nil, "1.482 Profile#1 ◂ run failed"),
      (.runEnded(.cancelled), nil, "1.482 Profile#1 ◂ run cancelled"),
    ])
  func lines(kind: FlowEvent.Kind, step: String?, line: String) {
    #expect(LineObserverTests.line(kind, step: step) == line)
  }

  @Test("A line names every lane except the first")
  func lane() {
    #expect(LineObserverTests.line(.stepBegan, step: "a", lane: 2) == "1.482 Profile#1 lane 2   a began")
  }

  @Test(
    "A line shows the time in seconds and whole milliseconds",
    arguments: [
      (Duration.zero, "0.000"), (.microseconds(999), "0.000"), (.milliseconds(7), "0.007"),
      (.milliseconds(70), "0.070"), (.seconds(61), "61.000"), (.nanoseconds(1_999_999_999), "1.999"),
    ])
  func times(time: Duration, text: String) {
    #expect(LineObserverTests.line(.rested, time: time) == "\(text) Profile#1   at rest")
  }

  @Test(
    "An identifier that is not one plain word is quoted",
    arguments: [
      ("Fetch", "Fetch"), ("fetch-2_b", "fetch-2_b"), ("Größe", "Größe"), ("User Profile", "'User Profile'"),
      ("", "''"), ("a.b", "a.b"), ("began", "began"), ("a:", "'a:'"),
    ])
  func quoting(identifier: String, text: String) {
    #expect(LineObserverTests.line(.stepBegan, step: identifier) == "1.482 Profile#1   \(text) began")
  }

  @Test("An observed run writes whole lines in order")
  func watched() {
    struct Frozen: TimelessClock { var now: Duration { .milliseconds(250) } }
    let trace = Trace()
    let queue = ManualQueue()
    let flow = Flow(Any.self, Any.self, identifier: "Profile") { _ in
      FlowStep(Any.self, Any.self, identifier: "Show it") { _ in nil }
    }
    flow.on(queue).timed(by: Frozen()).observed(by: LineObserver { trace.note($0) }).start()
    queue.play()
    #expect(
      trace.lines == [
        "0.250 Profile#1 ▸ run began", "0.250 Profile#1   'Show it' began", "0.250 Profile#1   'Show it' completed",
        "0.250 Profile#1   at rest", "0.250 Profile#1 ◂ run completed",
      ])
  }

  @Test("A line stays one line and controls no terminal, whatever names and errors contain")
  func hostileNames() {
    let place = FlowPlace(run: FlowRunID(flow: "F\nG", number: 1), lane: 0, visit: 1)
    let error = FlowError(step: "a", place: place, reason: .failed(TestError("no\r\nnet\u{1B}[2J")))
    let event = FlowEvent(
      sequence: 1, time: .zero, step: "a\nb's\u{202E}", place: place, kind: .stepFailed(error))
    #expect(
      LineObserver.line(for: event)
        == #"0.000 F\u{A}G#1   'a\u{A}b\'s\u{202E}' failed: no\u{D}\u{A}net\u{1B}[2J"#)
  }

  @Test("A change of content in a lane is reported with the lane")
  func places() {
    let queue = ManualQueue()
    let trace = Trace()
    let flow = Flow(Any.self, Any.self, identifier: "F") { _ in
      let child = FlowStep(Any.self, Any.self, identifier: "child") { step in
        step.content = 1
        return nil
      }
      return ConcurrentFlowStep(identifier: "group", steps: [child])
    }
    flow.on(queue).observed(by: LineObserver { trace.note(String($0.drop { $0 != "F" })) }).start()
    queue.play()
    #expect(trace.lines.contains("F#1 lane 1   child content set"))
  }
}
