import DurableTestSupport
import FlowDurable
import FlowJSON
import FlowState
import Testing

/// The texts that programs show for records, messages, and states.
struct FlowRecordWordsTests {
  private static func settled(_ change: (inout FlowRecord.Settled) -> Void) -> FlowRecord.Body {
    var settled = FlowRecord.Settled(step: "charge", visit: 2)
    change(&settled)
    return .settled(settled)
  }

  private static func message(_ content: FlowMessage.Content, key: String? = nil) -> FlowRecord.Body {
    .message(.init(number: 1, at: StoreTime(milliseconds: 5), message: FlowMessage(content, key: key)))
  }

  private static let failure = RecordedFailure(type: "Declined", text: "No.")

  @Test(
    arguments: [
      (.began(FlowRecord.Began(NewRun(flow: "order", content: "secret"))), "began"),
      (.started(.init(step: "charge", visit: 1, attempt: 3)), "charge#1 started, attempt 3"),
      (settled { $0.result = "secret" }, "charge#2 completed → end"),
      (settled { ($0.milliseconds, $0.destination) = (850, "ship") }, "charge#2 completed in 850 ms → ship"),
      (settled { ($0.milliseconds, $0.route) = (2_450, "paid") }, "charge#2 completed in 2.4 s, paid → end"),
      (
        settled { ($0.failure, $0.attempt, $0.milliseconds) = (failure, 2, 7_200_000) },
        "charge#2 failed (Declined) in attempt 2 in 2 h → end"
      ),
      (.waiting(.init(step: "ship", visit: 1)), "ship#1 waits"),
      (
        .waiting(.init(step: "ship", visit: 1, due: StoreTime(milliseconds: 7), names: ["Shipped", "Lost"])),
        "ship#1 waits for Shipped, Lost until 1970-01-01T00:00:00.007Z"
      ),
      (message(.message(name: "Shipped", body: "secret")), "took message Shipped"),
      (message(.message(name: "Shipped", body: "secret"), key: "k"), "took message Shipped (k)"),
      (message(.cancel), "took command cancel"),
      (message(.back(to: "charge")), "took command back to charge"),
      (message(.retry), "took command retry"),
      (.back(.init(to: "charge")), "back to charge"),
      (.undone(.init(step: "charge", visit: 1)), "charge#1 undone"),
      (
        .undone(.init(step: "charge", visit: 1, attempt: 2, failure: failure)),
        "charge#1 not undone in attempt 2: Declined"
      ),
      (.moved(.init(from: "pay", to: "charge")), "continues at charge, which was pay"),
      (.parked(.init("The undo failed.", step: "charge")), "parked: The undo failed."),
      (.ended(.init(.completed, result: "secret")), "completed"),
      (.ended(.init(.failed, failure: failure)), "failed: Declined"),
      (.snapshot(.init("secret", step: nil)), "snapshot, which replaces the records before it"),
      (.unknown(["later": "secret"]), "a record of a newer version"),
    ] as [(FlowRecord.Body, String)])
  func `A record has a description in words`(body: FlowRecord.Body, words: String) {
    #expect(FlowRecord(body).words == words)
  }

  @Test(
    arguments: [
      (.ready(at(0)), "due", "due"),
      (.ready(at(40)), "due in 40 s", "due in under a minute"),
      (.held(until: at(0), by: "w"), "left by its worker", "left by its worker"),
      (.held(until: at(1), by: nil), "at work", "at work"),
      (.held(until: at(1), by: "w"), "at work (w)", "at work (w)"),
      (.waiting(until: nil, for: []), "waits", "waits"),
      (.waiting(until: at(59), for: ["A", "B"]), "waits for A, B, 59 s left", "waits for A, B, under a minute left"),
      (.waiting(until: at(86_400), for: []), "waits, 1 d left", "waits, 1 d left"),
      (.waiting(until: at(0), for: ["A"]), "waits for A, time is up", "waits for A, time is up"),
      (.parked("secret"), "parked", "parked"),
      (.ended(.cancelled), "cancelled", "cancelled"),
    ] as [(RunState, String, String)])
  func `A state has a description in words, exact or to the minute`(state: RunState, words: String, toTheMinute: String)
  {
    #expect(state.words(now: Self.at(0)) == words)
    #expect(state.words(now: Self.at(0), isToTheMinute: true) == toTheMinute)
  }

  private static func at(_ seconds: Int64) -> StoreTime { StoreTime(milliseconds: 1_000 * seconds) }
}
