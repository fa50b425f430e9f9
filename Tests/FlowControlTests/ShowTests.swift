import FlowDurable
import FlowJSON
import FlowStateTesting
import Testing

/// `show` and `export`.
struct ShowTests {
  private func harness() async throws -> ControlHarness {
    let harness = try ControlHarness()
    let run = try await harness.add(key: "4711")
    harness.clock.advance(by: .milliseconds(130))
    try await harness.append(
      [ControlHarness.charged, .waiting(.init(step: "ship", visit: 1, names: ["Shipped"]))], to: run,
      then: .wait(.never, for: ["Shipped"]))
    return harness
  }

  @Test("The `show` command prints the records of a run without values", arguments: ["1", "order/4711"])
  func records(run: String) async throws {
    let (code, output, _) = try await harness().run("show", run)
    #expect(code == 0)
    #expect(
      output == """
        Run 1 of 'order', key '4711'
          waits for Shipped
          at step 'ship'
           TIME                      WHAT
        1  1970-01-01T00:00:00.000Z  began
        2  1970-01-01T00:00:00.130Z  charge#1 completed in 130 ms → ship
        3  1970-01-01T00:00:00.130Z  ship#1 waits for Shipped

        """)
  }

  @Test("The `show` command prints values only on request")
  func values() async throws {
    let output = try await harness().run("show", "1", "--values").output
    #expect(
      output.hasSuffix("Values:\n  1 content: \"Bo lives at 12 Elm St\"\n  2 result: \"Bo 7\"\n  2 Name: \"Bo 7\"\n"))
    let json = try await harness().run("show", "1", "--json").output
    #expect(!json.contains("Bo"))
    #expect(
      json.contains(#""content":"xx xxxxx xx 00 Xxx Xx""#) || json.contains(#""content":"xx xxxxx xx 00 xxx xx""#))
  }

  @Test("All commands that show a parked run print its reason, which has no values")
  func reason() async throws {
    let harness = try ControlHarness()
    let run = try await harness.add()
    let reason = "Run 1 keeps Name of version 1, which does not decode at $.street: there is no value."
    try await harness.append([ControlHarness.charged, .parked(.init(reason))], to: run, then: .park(reason))
    let outputs = [
      await harness.run("show", "1").output, await harness.run("show", "1", "--json").output,
      await harness.run("list", "--json").output, await harness.run("export", "--scrub", "1").output,
    ]
    for output in outputs { #expect(output.contains(reason) && !output.contains("Bo")) }
  }

  @Test("The `export` command refuses runs together with a flow")
  func exportOfBoth() async throws {
    let found = try await ControlHarness().run("export", "1", "--flow", "order")
    #expect(found.code == 64)
    #expect(found.errors == "Runs and --flow were given: expected one of the two.\n")
  }

  @Test("The `export` command prints everything, and with `--scrub` only the shapes of values")
  func export() async throws {
    let harness = try await harness()
    let whole = await harness.run("export").output
    #expect(whole.contains("Bo lives at 12 Elm St") && whole.contains(#""result":"Bo 7""#))
    #expect(whole.split(separator: "\n").count == 1)
    let scrubbed = await harness.run("export", "--scrub", "1").output
    #expect(!scrubbed.contains("Bo") && !scrubbed.contains("12") && !scrubbed.contains("4711"))
    #expect(scrubbed.contains(#""Name":"xx 0""#))
    #expect(scrubbed.contains(#""to":"ship""#))
  }

  @Test("The `export --scrub` command keeps what a check needs, and scrubs what it doesn't know")
  func others() async throws {
    let harness = try ControlHarness()
    let run = try await harness.add()
    var record = FlowRecord(.message(ReceivedMessage(number: 1, at: run.now, message: FlowMessage(.cancel))))
    record.others = [
      "undoable": true, "interrupts": ["step": "charge", "visit": 7], "note": ["street": "Elm 12"],
    ]
    _ = try await harness.store.append([record], to: run, then: .release(after: .zero))
    let scrubbed = await harness.run("export", "--scrub", "1").output
    #expect(scrubbed.contains(#""undoable":true"#))
    #expect(scrubbed.contains(#""interrupts":{"step":"charge","visit":7}"#))
    #expect(scrubbed.contains(#""note":{"street":"xxx 00"}"#))
  }

  @Test("The `export --scrub` command scrubs a snapshot, too")
  func snapshot() async throws {
    let harness = try ControlHarness()
    let run = try await harness.add()
    let state: FlowRecord.Body = .snapshot(
      .init(
        [
          "flow": "order", "position": "ship", "counts": ["charge": 3, "text": 2], "content": "Bo",
          "values": ["value": ["version": 2, "value": ["street": "Elm"]]],
          // The program chose the names of these members.
          "visits": [["step": "charge", "number": 1, "left": 3, "old": ["set": ["version": 1, "value": "Elm"]]]],
          "proposals": ["content": ["use": "shown", "draft": ["street": "Elm"]]],
        ], step: "ship"))
    try await harness.append([state], to: run, then: .release(after: .zero))
    let scrubbed = await harness.run("export", "--scrub", "1").output
    #expect(scrubbed.contains(#""counts":{"charge":3,"text":2}"#))
    #expect(scrubbed.contains(#""values":{"value":{"value":{"street":"xxx"},"version":2}}"#))
    #expect(scrubbed.contains(#""content":"xx""#))
    #expect(scrubbed.contains(#""old":{"set":{"value":"xxx","version":1}}"#))
    #expect(scrubbed.contains(#""proposals":{"content":{"draft":{"street":"xxx"},"use":"shown"}}"#))
  }

  @Test("The `export --scrub` command scrubs the name of a queue, which can have the key of a run")
  func queue() async throws {
    let harness = try ControlHarness()
    var run = NewRun(flow: "order", key: "bo@elm.st")
    run.queue = "terminal/bo@elm.st"
    _ = try await harness.store.add(run)
    let scrubbed = await harness.run("export", "--scrub", "1").output
    #expect(scrubbed.contains(#""queue":"xxxxxxxx/xx@xxx.xx""#) && !scrubbed.contains("bo@"))
  }

  @Test("The JSON of commands can't control a terminal")
  func printable() async throws {
    let harness = try ControlHarness()
    _ = try await harness.add(key: "\u{9B}2J\u{202E}")
    for command in [["list", "--json"], ["show", "--json", "1"], ["export", "1"]] {
      let output = await harness.run(command).output
      #expect(output.contains(#"\u009b2J\u202e"#), "\(command)")
    }
  }

  @Test(
    "The `show` command reports runs that don't exist",
    arguments: [
      ("9", 66, "There is no run 9.\n"), ("order/9", 66, "No run of 'order' has the key '9'.\n"),
      ("x", 64, "'x' doesn't name a run: expected a number, or FLOW/KEY.\n"),
    ])
  func missing(word: String, code: Int32, message: String) async throws {
    let found = try await harness().run("show", word)
    #expect(found.code == code)
    #expect(found.errors == message)
  }
}
