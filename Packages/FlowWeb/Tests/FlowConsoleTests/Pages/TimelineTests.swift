import FlowDurable
import FlowMarkup
import FlowState
import Testing

@testable import FlowConsole

/// The timeline of a run.
struct TimelineTests {
  private static let place = FlowPlace(run: FlowRunID(flow: "F", number: 1), lane: 0, visit: 1)

  private func event(_ kind: FlowEvent.Kind, _ step: String, at seconds: Int) -> FlowEvent {
    FlowEvent(sequence: seconds, time: .seconds(seconds), step: step, place: Self.place, kind: kind)
  }

  private func rows(_ timeline: Timeline) -> [String] {
    timeline.markup(now: .seconds(100), open: "under way").text.split(separator: "<li>").dropFirst().map(String.init)
  }

  @Test("The visits of a loop are one row, on one scale")
  func loop() {
    var events: [FlowEvent] = []
    for round in 0..<5 {
      events += [
        event(.stepBegan, "ask", at: 20 * round), event(.stepCompleted, "ask", at: 20 * round + 10),
        event(.stepBegan, "wait", at: 20 * round + 10), event(.stepCompleted, "wait", at: 20 * round + 20),
      ]
    }
    let rows = rows(Timeline(events))
    #expect(rows.count == 2)
    #expect(rows[0].contains("<bdi>ask</bdi> <small>×5</small>"))
    #expect(rows[0].contains(#"<rect class="visit completed" x="200" y="0" width="100" height="10"/>"#))
    #expect(rows[0].contains(">50 s<span class=\"unseen\">, 5 completed</span>"))
    #expect(rows[1].contains("<span>0</span><span>50 s</span><span>1 min</span>"))
  }

  @Test("Undos, attempts, and the time of parking are shown")
  func marks() {
    func record(_ body: FlowRecord.Body, at seconds: Int64) -> FlowRecord {
      var record = FlowRecord(body)
      record.at = StoreTime(milliseconds: seconds * 1_000)
      return record
    }
    var settled = FlowRecord.Settled(step: "charge", visit: 1)
    settled.attempt = 3
    let failure = RecordedFailure(type: "Declined", text: "no")
    let marks = TimelineMark.all([
      record(.settled(settled), at: 10),
      record(.undone(.init(step: "charge", visit: 1, attempt: 1, failure: failure)), at: 20),
      record(.undone(.init(step: "charge", visit: 1, attempt: 2, failure: nil)), at: 40),
      record(.parked(.init("why", step: "ship")), at: 50),
    ])
    let events = [
      event(.stepBegan, "charge", at: 0), event(.stepCompleted, "charge", at: 10), event(.stepBegan, "ship", at: 50),
    ]
    let rows = rows(Timeline(events, marks))
    #expect(rows.count == 3)
    #expect(rows[0].contains("<bdi>charge</bdi>") && rows[0].contains(">10 s, attempt 3<"))
    #expect(rows[1].contains("<bdi>undo charge</bdi> <small>×2</small>"))
    #expect(rows[1].contains(#"<rect class="visit failed" x="100" y="0" width="100" height="10"/>"#))
    #expect(rows[1].contains(#"<rect class="visit undone" x="200" y="0" width="200" height="10"/>"#))
    // The run isn't at work at its step while it is parked.
    #expect(rows[2].contains("<bdi>parked</bdi>"))
    #expect(rows[2].contains(#"<rect class="visit parked" x="500" y="0" width="500" height="10"/>"#))
  }
}
