import FlowChains
import FlowDocuments
import FlowDurable
import FlowForms
import FlowJSON
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

/// Time limits, final steps, ways back, and files of documents.
struct StepFeatureTests {
  private let clock = ManualClock()

  /// Starts a run, and works until it rests.
  private func start(
    _ text: String, _ registry: FlowRegistry = Passport.registry()
  ) async throws -> (FlowWorker, DurableRun<Any, JSONValue>, DurableFlow<Any, JSONValue>) {
    let flow = try FlowDocument(parsing: text, for: registry).durableFlow()
    let worker = FlowWorker(MemoryStore(timed: clock), running: [flow], timed: clock)
    let run = try await worker.start(flow, nil)
    return (worker, run, flow)
  }

  /// Returns the result of a run that has ended.
  private func result(_ run: DurableRun<Any, JSONValue>) async throws -> JSONValue? {
    guard case .ended(.completed(let values)) = try await run.rest(within: .zero) else { return nil }
    return values
  }

  // MARK: Time limits

  private static let slow =
    #"{"id":"slow","use":"slow","timeout":"10s","routes":[{"to":"late","when":"timeout"},{"to":"end"}]},"#
    + #"{"id":"late","use":"mail","with":{"to":"late"}}"#

  @Test("A step of the program that takes longer than its timeout is cancelled, and takes the route for it")
  func timeout() async throws {
    let (log, began) = (Passport.Log(), AsyncSignal())
    var registry = Passport.registry(log)
    registry.step("slow", Passport.Letter.self, Passport.Letter.self) { letter, _ in
      let (stream, continuation) = AsyncStream<Void>.makeStream()
      began.send()
      for await _ in stream {}
      withExtendedLifetime(continuation) { log.add(Task.isCancelled ? "cancelled" : "not cancelled") }
      try Task.checkCancellation()
      return letter
    }
    let (worker, run, _) = try await start(Passport.document(Self.slow), registry)
    async let work: Void = worker.runUntilIdle()
    try await began.wait(orSay: "The step didn't begin.")
    clock.advance(by: .seconds(10))
    try await work
    // The run doesn't wait for work that it has left.
    try await patiently("The step was not cancelled") { log.lines.count == 2 }
    #expect(log.lines.sorted() == ["cancelled", "mail late"])
    #expect(try await run.summary().state.kind == .ended)
  }

  @Test("A step of the program that ends in time takes the other route")
  func inTime() async throws {
    let log = Passport.Log()
    var registry = Passport.registry(log)
    registry.step("slow", Passport.Letter.self, Passport.Letter.self) { letter, _ in letter }
    let (worker, run, _) = try await start(Passport.document(Self.slow), registry)
    try await worker.runUntilIdle()
    #expect(log.lines == [])
    #expect(try await run.summary().state.kind == .ended)
  }

  @Test("A form and a screen whose time has passed have no value, and lead by the route for late")
  func late() async throws {
    let text = Passport.document(
      #"{"id":"name","form":{"fields":[{"name":"first"}]},"within":"2h","routes":[{"to":"eat","when":"late"},{"to":"end"}]},"#
        + #"{"id":"eat","hub":\#(Kitchen.menu.replacing("food:add", with: "flow:choose")),"within":"5m","routes":[{"to":"told","when":"late"},{"to":"end"}]},"#
        + #"{"id":"told","use":"mail","with":{"to":"@{condition(isNull(name), 'nobody', name.first)}"}}"#)
    let log = Passport.Log()
    let (worker, run, _) = try await start(text, Passport.registry(log))
    try await worker.runUntilIdle()
    clock.advance(by: .seconds(7_199))
    try await worker.runUntilIdle()
    #expect(try await run.summary().position == "name")
    clock.advance(by: .seconds(1))
    try await worker.runUntilIdle()
    #expect(try await run.summary().position == "eat")
    clock.advance(by: .seconds(300))
    try await worker.runUntilIdle()
    #expect(log.lines == ["mail nobody"])
    #expect(try await result(run) == ["told": ["to": "nobody"]])
  }

  // MARK: Going back

  private static let pages =
    #"{"id":"one","form":{"fields":[{"name":"a"}]}},{"id":"two","form":{"fields":[{"name":"b"}]},"final":true},"#
    + #"{"id":"three","form":{"fields":[{"name":"c","type":"choice","options":["again","on"]}]},"routes":[{"to":"back","when":"@{eq(three.c, 'again')}"}]}"#

  @Test("A run can't go back past a final step that has completed, and its earlier answers can't be changed")
  func final() async throws {
    let (worker, run, flow) = try await start(Passport.document(Self.pages))
    try await worker.runUntilIdle()
    try await answer(worker, run, flow, ["a": "1"])
    // The final step hasn't completed.
    try await run.goBack(to: "one")
    try await worker.runUntilIdle()
    #expect(try await run.summary().position == "one")
    try await answer(worker, run, flow, ["a": "2"])
    try await answer(worker, run, flow, ["b": "3"])
    await #expect(throws: DurableRunError.finalStep(run.number, "two")) { try await run.goBack(to: "one") }
    #expect(try await run.answers().map(\.canChange) == [false, false])
    #expect(try await run.summary().position == "three")
  }

  @Test("The target back leads to the page before, without the values since then")
  func back() async throws {
    let text = Passport.document(Self.pages.replacing(#","final":true"#, with: ""))
    let (worker, run, flow) = try await start(text)
    try await worker.runUntilIdle()
    try await answer(worker, run, flow, ["a": "1"])
    try await answer(worker, run, flow, ["b": "2"])
    try await answer(worker, run, flow, ["c": "again"])
    #expect(try await run.summary().position == "two")
    #expect(try await run.values()[DocumentValues.self] == ["one": ["a": "1"]])
    try await answer(worker, run, flow, ["b": "3"])
    try await answer(worker, run, flow, ["c": "on"])
    #expect(try await result(run) == ["one": ["a": "1"], "two": ["b": "3"], "three": ["c": "on"]])
  }

  @Test("The target back leads to the page before in memory, too")
  func backInMemory() async throws {
    let text = Passport.document(Self.pages.replacing(#","final":true"#, with: ""))
    let (result, written) = try await TypedLines.play(text, "1", "2", "again", "3", "on")
    #expect(result == ["one": ["a": "1"], "two": ["b": "3"], "three": ["c": "on"]], "\(written)")
  }

  // MARK: Files

  private static let upload = Passport.document(
    #"{"id":"proof","form":{"fields":[{"name":"scan","type":"file","types":["text/plain"],"maximumSize":10}]}},"#
      + #"{"id":"told","use":"mail","with":{"to":"@{concat(proof.scan.name, ' ', proof.scan.size)}"}}"#)

  @Test("A file is a value with its name, media type, size and digest, which expressions read")
  func file() async throws {
    let log = Passport.Log()
    let (worker, run, flow) = try await start(Self.upload, Passport.registry(log))
    try await worker.runUntilIdle()
    let bytes = Data("hello".utf8)
    let file = FormFile(
      name: "scan.txt", mediaType: "text/plain", size: bytes.count, digest: FormFile.digest(of: bytes))
    var entry: FormEntry = [:]
    entry["scan"] = .file(file)
    try await answer(worker, run, flow, entry)
    #expect(log.lines == ["mail scan.txt 5"])
    #expect(
      try await result(run)?["proof"]?["scan"] == [
        "name": "scan.txt", "mediaType": "text/plain", "size": 5, "digest": .string(FormFile.digest(of: bytes)),
      ])
  }

  @Test("A file of another type, or one that is too large, is refused with the sentence of forms")
  func wrongFile() throws {
    let document = try FlowDocument(parsing: Self.upload, for: Passport.registry())
    let form = try #require(document.chain()["proof"]?.form)
    for (type, size, sentence) in [
      ("image/png", 5, "Choose a file of one of these types for 'scan': text/plain."),
      ("text/plain", 11, "Choose a file of at most 10 bytes for 'scan'."),
    ] {
      var entry: FormEntry = [:]
      entry["scan"] = .file(
        FormFile(name: "x", mediaType: type, size: size, digest: FormFile.digest(of: Data("x".utf8))))
      #expect(form.problem(of: "scan", in: entry)?.sentence == sentence)
    }
  }
}
