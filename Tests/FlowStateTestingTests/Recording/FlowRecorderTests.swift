import FlowState
import Foundation
import TestSupport
import Testing

@testable import FlowStateTesting

struct FlowRecorderTests {
  let harness = FlowHarness(clockPlaysQueue: true)

  @Test("A recorder writes each event of a run as a line, with the test's own lines in between")
  func chain() {
    harness.start(
      harness.recordedFlow { [harness] scope in
        let b = harness.waiting("b")
        let a = harness.waiting("a", then: b)
        a.setCompletion { _, result in
          harness.recorder.note("closure of a")
          b.content = 1
          scope.result = result
        }
        return a
      })
    harness.complete("a", result: "r")
    harness.complete("a")
    harness.complete("b")
    #expect(
      harness.recorder.text == """
        F#1 run began
        a began
        a completed
        closure of a
        b content
        b began
        a extra
        b completed
        rest
        F#1 completed
        = r
        """)
    #expect(harness.recorder.events.count == 9)
  }

  @Test("A recorder writes a failure and its cause in one line")
  func failures() {
    harness.start(harness.recordedFlow { [harness] _ in harness.waiting("a") })
    harness.fail("a", TestError("two\nlines\r\nand a third"))
    harness.start(harness.recordedFlow { [harness] _ in harness.waiting("b") })
    harness.letGo()
    #expect(
      harness.recorder.lines == [
        "F#1 run began", "a began", "a failed: two\\nlines\\nand a third", "F#1 failed",  //
        "F#2 run began", "F#2: b began", "F#2: b abandoned", "F#2 failed",
      ])
  }

  @Test("A recorder's text has no addresses of local types, objects, or pointers")
  func addresses() {
    struct Local: Error {}
    final class Object: NSObject, @unchecked Sendable {}
    struct Failure: Error { let object = Object() }
    harness.start(harness.recordedFlow { [harness] _ in harness.waiting("a") })
    harness.fail("a", Local())
    #expect(harness.recorder.take() == ["F#1 run began", "a began", "a failed: Local()", "F#1 failed"])
    harness.start(harness.recordedFlow { [harness] _ in harness.waiting("a") })
    harness.fail("a", Failure())
    let line = harness.recorder.take()[2]
    #expect(line.hasPrefix("F#2: a failed: Failure(object: <"))
    #expect(!line.contains("0x") && !line.contains("$"))
    let texts = [
      "Main.(unknown context at $7f00a1b2c3d4).Local", "<NSObject: 0x600000c0de10>",
      "<NSObject: 0x600000c0de10; n = 1>",
      "0x00007fecb475f130", "code 0x80070005", "$5 each", "x",
    ]
    #expect(
      texts.map(\.withoutAddresses) == [
        "Main.Local", "<NSObject>", "<NSObject; n = 1>", "0x…", "code 0x80070005", "$5 each", "x",
      ])
  }

  @Test("A recorder's text has no terminal control codes")
  func controls() {
    harness.start(harness.recordedFlow { [harness] _ in harness.waiting("a\u{1b}[31m") })
    harness.fail("a\u{1b}[31m", TestError("\u{7}bell, \u{9b}2J, \u{202e}left, a\u{301} – 👩‍👧\u{85}next\u{2028}line"))
    #expect(
      harness.recorder.lines[1...2] == [
        "a\\u{1b}[31m began",
        "a\\u{1b}[31m failed: \\u{7}bell, \\u{9b}2J, \\u{202e}left, a\u{301} – 👩‍👧\\nnext\\nline",
      ])
  }

  @Test("Lines name further runs and lanes, but not the first run or the first lane of a run")
  func places() {
    let inner = harness.recordedFlow("Inner") { [harness] _ in
      ConcurrentFlowStep(identifier: "both", steps: [harness.waiting("x"), harness.waiting("y")])
    }
    let run = harness.start(
      harness.recordedFlow { [harness] _ in
        ConcurrentFlowStep(identifier: "all", steps: [FlowStep(inner, identifier: "nested"), harness.waiting("a")])
      })
    #expect(
      harness.recorder.take() == [
        "F#1 run began", "all began", "lane 1: nested began", "Inner#1 run began", "Inner#1: both began",
        "Inner#1 lane 1: x began", "Inner#1 lane 2: y began", "lane 2: a began",
      ])
    harness.complete("x")
    run.cancel()
    harness.queue.play()
    #expect(
      harness.recorder.take() == [
        "Inner#1 lane 1: x completed", "lane 2: a cancelled", "Inner#1 lane 2: y cancelled", "Inner#1: both cancelled",
        "Inner#1 cancelled", "lane 1: nested cancelled", "all cancelled", "F#1 cancelled",
      ])
  }

  @Test("The first run stays the first one after the recorder is emptied")
  func firstRun() {
    let flow = harness.recordedFlow { [harness] _ in harness.waiting("a") }
    harness.start(flow)
    #expect(harness.recorder.take() == ["F#1 run began", "a began"])
    harness.complete("a")
    harness.recorder.take()
    harness.start(flow)
    #expect(harness.recorder.take() == ["F#2 run began", "F#2: a began"])
    #expect(harness.recorder.lines == [])
    #expect(harness.recorder.text == "")
    #expect(harness.recorder.events.isEmpty)
  }

  @Test("A recorder numbers runs in the order in which it sees them, whatever else has run the flow")
  func numbers() {
    let plain = harness.flow("F") { [harness] _ in harness.waiting("a") }
    let flow = harness.recorded(plain)
    harness.start(plain.observed(by: FlowRecorder()))
    harness.complete("a")
    harness.start(flow)
    harness.complete("a")
    harness.start(flow)
    #expect(harness.recorder.events.first?.run.number == 2)
    let lines = harness.recorder.take().filter { !$0.hasPrefix("=") }
    #expect(
      lines == [
        "F#1 run began", "a began", "a completed", "rest", "F#1 completed", "F#2 run began", "F#2: a began",
      ])
  }

  @Test("A failure that comes from another step is written without the number of its run")
  func passedOn() {
    let inner = harness.recordedFlow("Inner") { [harness] _ in harness.waiting("deep") }
    let flow = harness.recordedFlow { _ in
      ConcurrentFlowStep(identifier: "all", steps: [FlowStep(inner, identifier: "nested")])
    }
    for error in ["1", "2"] {
      harness.start(flow)
      harness.recorder.take()
      harness.fail("deep", TestError(error))
      #expect(
        harness.recorder.take() == [
          "Inner#\(error): deep failed: \(error)", "Inner#\(error) failed",
          "\(error == "1" ? "" : "F#2 ")lane 1: nested failed: deep failed: \(error)",
          "\(error == "1" ? "" : "F#2: ")all failed: nested failed: deep failed: \(error)", "F#\(error) failed",
        ])
    }
    harness.start(flow)
    harness.recorder.take()
    harness.letGo()
    #expect(harness.recorder.lines.contains("F#3: all failed: nested failed: deep abandoned"))
  }

  @Test("A recorder can write times instead of places")
  func times() {
    let recorder = FlowRecorder(.times)
    let flow = harness.recordedFlow { [harness] _ in
      ConcurrentFlowStep(identifier: "all", steps: [harness.waiting("a")])
    }
    harness.start(flow.observed(by: recorder))
    harness.clock.advance(by: .milliseconds(61_007))
    harness.complete("a")
    #expect(
      recorder.lines == [
        "0.000 F#1 run began", "0.000 all began", "0.000 a began", "61.007 a completed", "61.007 all completed",
        "61.007 rest", "61.007 F#1 completed",
      ])
  }

  @Test("Each kind of event has its line")
  func kinds() {
    let place = FlowPlace(run: FlowRunID(flow: "F", number: 1), lane: 0, visit: 1)
    func line(_ kind: FlowEvent.Kind, of step: String?) -> String {
      FlowRecorder.line(for: FlowEvent(sequence: 1, time: .zero, step: step, place: place, kind: kind))
    }
    func error(_ reason: FlowError.Reason) -> FlowError { FlowError(step: "a", place: place, reason: reason) }
    let lines = [
      line(.runBegan(parent: place), of: nil), line(.stepBegan, of: "a"), line(.contentSet, of: "a"),
      line(.stepCompleted, of: "a"), line(.stepFailed(error(.failed(TestError()))), of: "a"),
      line(.stepFailed(error(.superseded)), of: "a"),
      line(.stepTimedOut(error(.timedOut(after: .seconds(2)))), of: "a"),
      line(.stepDelayed(by: .seconds(2)), of: "a"), line(.stepUndone, of: "a"), line(.wentBack, of: "a"),
      line(.stepAbandoned(error(.abandoned)), of: "a"),
      line(.stepCancelled, of: "a\nb"), line(.extraCompletionIgnored, of: "a"), line(.rested, of: nil),
      line(.runEnded(.completed(nil)), of: nil), line(.runEnded(.failed(TestError())), of: nil),
      line(.runEnded(.cancelled), of: nil),
    ]
    #expect(
      lines == [
        "F#1 run began", "a began", "a content", "a completed", "a failed: mishap", "a failed: superseded",
        "a timed out", "a waits 2.0 seconds", "a undone", "back to a", "a abandoned", "a\\nb cancelled", "a extra",
        "rest", "F#1 completed", "F#1 failed", "F#1 cancelled",
      ])
  }
}
