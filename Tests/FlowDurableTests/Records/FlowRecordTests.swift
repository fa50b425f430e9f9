@testable import FlowDurable
import FlowJSON
import FlowState
import Testing

struct FlowRecordTests {
  private static let settled = {
    var settled = FlowRecord.Settled(step: "charge", visit: 2)
    settled.result = ["id": "p1"]
    settled.set = ["b": KeptValue(1), "a": KeptValue(nil, version: 3)]
    settled.removed = ["d", "c"]
    settled.route = "paid"
    settled.destination = "shipped"
    settled.milliseconds = 12
    return settled
  }()

  private static let began = {
    var run = NewRun(flow: "order", key: "4711", content: 5)
    run.assignments = [VariantAssignment(experiment: "e", variant: "v", reason: .notCovered)]
    run.parent = RunParent(run: RunNumber(rawValue: 3), step: "ship", visit: 1)
    run.queue = "slow"
    run.tenant = "acme"
    run.priority = 2
    return FlowRecord.Began(run)
  }()

  private static let failure = RecordedFailure(type: "E", text: "No.", value: [1])

  static let forms: [(FlowRecord.Body, String)] = [
    (
      .began(began),
      #"{"began":"order","key":"4711","content":5,"assignments":[{"experiment":"e","variant":"v","reason":"notCovered"}],"#
        + #""parent":{"run":3,"step":"ship","visit":1},"queue":"slow","tenant":"acme","priority":2}"#
    ),
    (.began(FlowRecord.Began(NewRun(flow: "order"))), #"{"began":"order"}"#),
    (.started(.init(step: "s", visit: 1)), #"{"started":"s","visit":1}"#),
    (.started(.init(step: "s", visit: 1, attempt: 2)), #"{"started":"s","visit":1,"attempt":2}"#),
    (
      .settled(settled),
      #"{"settled":"charge","visit":2,"result":{"id":"p1"},"set":{"a":null,"b":1},"versions":{"a":3},"#
        + #""removed":["c","d"],"route":"paid","to":"shipped","ms":12}"#
    ),
    (.settled(.init(step: "s", visit: 1)), #"{"settled":"s","visit":1}"#),
    (
      .waiting(.init(step: "w", visit: 1, due: StoreTime(milliseconds: 7), names: ["m"])),
      #"{"waiting":"w","visit":1,"due":7,"names":["m"]}"#
    ),
    (
      .message(
        .init(number: 3, at: StoreTime(milliseconds: 5), message: .init(.message(name: "m", body: 1), key: "k"))),
      #"{"message":"m","body":1,"key":"k","arrival":3,"arrived":5}"#
    ),
    (
      .message(.init(number: 3, at: StoreTime(milliseconds: 5), message: .init(.back(to: "s")))),
      #"{"command":"back","to":"s","arrival":3,"arrived":5}"#
    ),
    (.back(.init(to: "s")), #"{"back":"s"}"#),
    (
      .undone(.init(step: "s", visit: 1, attempt: 3, failure: failure)),
      #"{"undone":"s","visit":1,"attempt":3,"failure":{"type":"E","text":"No.","value":[1]}}"#
    ),
    (.moved(.init(from: "a", to: "b")), #"{"moved":"a","to":"b"}"#),
    (.parked(.init("Why.", step: "s")), #"{"parked":"Why.","step":"s"}"#),
    (.ended(.init(.completed, result: true)), #"{"ended":"completed","result":true}"#),
    (
      .ended(.init(.failed, failure: RecordedFailure(type: "E", text: "No."))),
      #"{"ended":"failed","failure":{"type":"E","text":"No."}}"#
    ),
    (.snapshot(.init([1, 2], step: "s")), #"{"snapshot":[1,2],"step":"s"}"#),
    (.unknown(["dreamt": "s", "visit": 3]), #"{"dreamt":"s","visit":3}"#),
  ]

  @Test("Each kind of record has its JSON form and is read from it", arguments: forms)
  func form(_ body: FlowRecord.Body, _ text: String) throws {
    #expect(FlowRecord(body).json.text(.compact) == text)
    #expect(try FlowRecord(json: try JSONValue(parsing: text)) == FlowRecord(body))
    // Sorted members are read as well.
    #expect(try FlowRecord(json: try JSONValue(parsing: FlowRecord(body).json.jsonText)).body == body)
  }

  @Test("Each kind of record keeps its number, time, lane, taken messages, and unknown members", arguments: forms)
  func shared(_ body: FlowRecord.Body, _ text: String) throws {
    var record = FlowRecord(body, taking: [4, 9])
    record.at = StoreTime(milliseconds: 99)
    record.lane = "left"
    record.number = 17
    if case .unknown = body {} else { record.others = ["later": ["x": 1]] }
    #expect(try FlowRecord(json: record.json, number: 17) == record)
  }

  @Test("A record never writes the members that stores reserve")
  func reserved() throws {
    var record = FlowRecord(.back(.init(to: "s")))
    record.others = ["run": 1, "number": 2, "received": 3, "kept": 4, "then": 5, "mine": 6]
    #expect(record.json.text(.compact) == #"{"back":"s","mine":6}"#)
    let unknown = FlowRecord(.unknown(["dreamt": 1, "run": 1, "then": 2]))
    #expect(unknown.json.text(.compact) == #"{"dreamt":1}"#)
  }

  @Test(
    "The error for an unexpected value names its place",
    arguments: [
      ("[]", "At $: expected an object, found an empty array."),
      (#"{"began":5}"#, "At $.began: expected a string, found the integer 5."),
      (#"{"settled":"s"}"#, "At $.visit: expected an integer from 1 to 2147483647, found nothing."),
      (#"{"settled":"s","visit":0}"#, "At $.visit: expected an integer from 1 to 2147483647, found the integer 0."),
      (#"{"settled":"s","visit":1,"to":1}"#, "At $.to: expected a string, found the integer 1."),
      (#"{"settled":"s","visit":1,"set":[]}"#, "At $.set: expected an object, found an empty array."),
      (
        #"{"settled":"s","visit":1,"set":{"a":1},"versions":{"a":"x"}}"#,
        "At $.versions.a: expected an integer, found the string \"x\"."
      ),
      (#"{"settled":"s","visit":1,"failure":{"type":"E"}}"#, "At $.failure.text: expected a string, found nothing."),
      (#"{"waiting":"w","visit":1,"names":["a",2]}"#, "At $.names[1]: expected a string, found the integer 2."),
      (
        #"{"command":"dance","arrival":1,"arrived":1}"#,
        "At $.command: expected \"cancel\", \"back\", \"retry\", \"change\" or \"touch\", found the string \"dance\"."
      ),
      (#"{"message":"m"}"#, "At $.arrival: expected an integer, found nothing."),
      (
        #"{"ended":"well"}"#,
        "At $.ended: expected \"completed\", \"failed\" or \"cancelled\", found the string \"well\"."
      ),
      (#"{"back":"s","taken":[1,true]}"#, "At $.taken[1]: expected an integer, found the bool true."),
      (#"{"back":"s","at":"noon"}"#, "At $.at: expected an integer, found the string \"noon\"."),
      (
        #"{"began":"f","assignments":[{"experiment":"e","variant":"v","reason":"x"}]}"#,
        "At $.assignments[0].reason: expected the reason of an assignment, found the string \"x\"."
      ),
    ])
  func errors(_ text: String, _ sentence: String) throws {
    let json = try JSONValue(parsing: text)
    let error = #expect(throws: JSONTypeError.self) { try FlowRecord(json: json) }
    #expect(error?.description == sentence)
  }

  @Test("Each store error describes itself in a sentence")
  func sentences() {
    let run = RunNumber(rawValue: 17)
    let errors: [(StoreError, String)] = [
      (.unknownRun(run), "There is no run 17."),
      (.runEnded(run), "Run 17 has ended, so it receives no messages."),
      (.leaseLost(run), "Run 17 doesn't belong to this worker any more, so nothing was recorded."),
      (.inboxFull(run, limit: 10_000), "10000 messages wait in run 17, and no more are allowed."),
      (
        .tooLarge(value: "The result of step 'charge'", bytes: 1_048_578, limit: 1_048_576),
        "The result of step 'charge' has 1048578 bytes as JSON, and 1048576 are allowed."
      ),
      (.tooDeep(value: "The message", limit: 500), "The message is nested deeper than 500 levels."),
      (
        .invalidRecord(
          run: run, number: 3, JSONTypeError(at: JSONLocation().key("visit"), expected: "an integer", found: "nothing")),
        "Record 3 of run 17 can't be read. At $.visit: expected an integer, found nothing."
      ),
      (
        .invalidRecord(
          run: run, number: 3,
          JSONTypeError(at: JSONLocation().key("visit"), expected: "an integer", found: "the string \"Bo\"")),
        "Record 3 of run 17 can't be read. At $.visit: expected an integer, found a string."
      ),
    ]
    for (error, sentence) in errors { #expect(error.description == sentence) }
  }

  @Test("Each kind of record returns its visit and its values")
  func visitsAndValues() {
    func text(_ body: FlowRecord.Body) -> String {
      let record = FlowRecord(body)
      let values = record.values.map { "\($0.name)=\($0.value.jsonText)" }
      return ([record.visit ?? "run"] + values).joined(separator: " ")
    }
    #expect(text(.began(Self.began)) == "run content=5")
    #expect(text(.began(FlowRecord.Began(NewRun(flow: "order")))) == "run")
    #expect(text(.started(.init(step: "a/b", visit: 1, attempt: 2))) == "a/b#1")
    #expect(text(.settled(Self.settled)) == #"charge#2 result={"id":"p1"} a=null b=1"#)
    var failed = FlowRecord.Settled(step: "s", visit: 1)
    failed.failure = Self.failure
    failed.set = ["a": KeptValue(1)]
    #expect(text(.settled(failed)) == #"s#1 a=1 failure="No." failure's value=[1]"#)
    #expect(text(.waiting(.init(step: "w", visit: 3))) == "w#3")
    let message = ReceivedMessage(
      number: 3, at: StoreTime(milliseconds: 5), message: FlowMessage(.message(name: "m", body: 1)))
    #expect(text(.message(message)) == "run m=1")
    let command = ReceivedMessage(number: 3, at: StoreTime(milliseconds: 5), message: FlowMessage(.cancel))
    #expect(text(.message(command)) == "run")
    let undone = FlowRecord.Undone(step: "s", visit: 1, attempt: 3, failure: RecordedFailure(type: "E", text: "No."))
    #expect(text(.undone(undone)) == #"s#1 failure="No.""#)
    #expect(text(.back(.init(to: "s"))) == "run")
    var ended = FlowRecord.Ended(.failed)
    ended.result = 1
    ended.failure = Self.failure
    #expect(text(.ended(ended)) == #"run result=1 failure="No." failure's value=[1]"#)
  }

  @Test("A time that is advanced rounds up to a millisecond and doesn't overflow")
  func times() {
    let time = StoreTime(milliseconds: 1_763_760_000_123)
    #expect(time.description == "2025-11-21T21:20:00.123Z")
    #expect(StoreTime(milliseconds: .max).description == "9223372036854775807 ms")
    #expect(time.advanced(by: .microseconds(1)).milliseconds == time.milliseconds + 1)
    #expect(time.advanced(by: .microseconds(1_000)).milliseconds == time.milliseconds + 1)
    #expect(time.advanced(by: .zero) == time)
    #expect(time.advanced(by: .seconds(Int64.max)).milliseconds == .max)
    #expect(time.advanced(by: .seconds(-2)).duration(since: time) == .seconds(-2))
    #expect(StoreTime(Duration.microseconds(1_999)).milliseconds == 1)
  }
}
