import FlowChains
import FlowPictures
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Pictures of declared flows in SVG.
struct SVGTests {
  private typealias Steps = SampleSteps

  private static let profile = FlowChain(
    identifier: "Profile",
    [
      Steps.free("Display").leading(["edit": .next, "again": .step("Display"), "quit": .end]),
      Steps.free("Edit").leading(["done": .step("Display")]),
    ])

  /// The texts and the classes of an SVG picture, as an XML parser reads them.
  private final class Reader: NSObject, XMLParserDelegate {
    private(set) var texts: [String] = []
    private(set) var titles: [String] = []
    private(set) var classes: [String: Int] = [:]
    private var isTitle = false
    private var isText = false

    init?(_ svg: String) {
      super.init()
      let parser = XMLParser(data: Data(svg.utf8))
      parser.delegate = self
      guard parser.parse() else { return nil }
    }

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
      attributes: [String: String]
    ) {
      for style in attributes["class"]?.split(separator: " ") ?? [] { classes[String(style), default: 0] += 1 }
      isTitle = name == "title"
      isText = name == "text"
      if isTitle { titles.append("") }
      if isText { texts.append("") }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
      isTitle = false
      isText = false
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      if isTitle { titles[titles.count - 1] += string }
      if isText { texts[texts.count - 1] += string }
    }
  }

  /// The picture without its style sheet.
  private static func drawn(_ svg: String) -> String {
    svg.split(separator: "\n").filter { !$0.hasPrefix("<style>") }.joined(separator: "\n") + "\n"
  }

  @Test("The SVG picture of a small flow is exact")
  func small() {
    #expect(
      Self.drawn(Self.profile.svg()) == """
        <svg xmlns="http://www.w3.org/2000/svg" class="flow-chain" role="img" width="306" height="264" viewBox="0 0 306 264">
        <title>Profile</title>
        <rect class="page" width="306" height="264" rx="8"/>
        <polyline class="way" points="158,46 158,80"/>
        <polygon class="head" points="158,80 154,72 162,72"/>
        <polyline class="way" points="158,115 158,149"/>
        <polygon class="head" points="158,149 154,141 162,141"/>
        <polyline class="way" points="60,106 36,106 36,89 60,89"/>
        <polygon class="head" points="60,89 52,85 52,93"/>
        <polyline class="way" points="256,106 280,106 280,227 256,227"/>
        <polygon class="head" points="256,227 264,223 264,231"/>
        <polyline class="way" points="60,175 36,175 36,89 60,89"/>
        <polygon class="head" points="60,89 52,85 52,93"/>
        <rect class="box end" x="60" y="12" width="196" height="34" rx="17"/>
        <text class="name" x="158" y="33" text-anchor="middle">Profile</text>
        <rect class="box" x="60" y="80" width="196" height="35" rx="6"/>
        <text class="name" x="158" y="101" text-anchor="middle">Display</text>
        <rect class="box" x="60" y="149" width="196" height="35" rx="6"/>
        <text class="name" x="158" y="170" text-anchor="middle">Edit</text>
        <rect class="box end" x="60" y="218" width="196" height="34" rx="17"/>
        <text class="name" x="158" y="239" text-anchor="middle">end</text>
        <text class="label" x="166" y="135">edit</text>
        <text class="label" x="54" y="102" text-anchor="end">again</text>
        <text class="label" x="262" y="102">quit</text>
        <text class="label" x="54" y="171" text-anchor="end">done</text>
        </svg>

        """)
    #expect(Self.profile.svg() == Self.profile.svg())
  }

  @Test("An SVG picture marks the ways back of a reversible flow")
  func waysBack() throws {
    let reader = try #require(Reader(Self.profile.svg(showingWaysBack: true)))
    #expect(reader.classes["back"] == 4)
    #expect(reader.texts.count { $0 == "back" } == 4)
  }

  @Test("An SVG picture marks routes after a failure")
  func failureRoutes() throws {
    let chain = FlowChain(
      identifier: "Order",
      [
        DeclaredStep(drawn: "pay", leading: [.onwards, FlowRoute("declined", to: .end, after: .failure)]),
        DeclaredStep(drawn: "thank", leading: [.onwards]),
      ])
    let reader = try #require(Reader(chain.svg()))
    #expect(reader.classes["trouble"] == 1)
    #expect(reader.texts.contains("declined"))
  }

  @Test("Any name becomes text in well-formed XML")
  func hostileNames() throws {
    let names = [
      "end", "<script>alert(1)</script>", "a&b", "\"'", "]]>", "-->", "two\nlines", "\u{1B}[2J", "\u{0}", "\u{FFFE}",
      "\u{2028}", "\u{202E}txt", "ünï ☃", "</style>", "",
    ]
    let chain = FlowChain(identifier: "<&>", names.map { Steps.free($0).leading(["<\($0)>": .next]) })
    let reader = try #require(Reader(chain.svg()))
    #expect(reader.titles.first == "<&>")
    #expect(reader.texts.contains("<script>alert(1)</script>") || reader.titles.contains("<script>alert(1)</script>"))
    #expect(reader.texts.contains("\\u{1B}[2J"))
    #expect(reader.texts.count == 2 * names.count + 2)
  }

  @Test("A name that does not fit is cut, and a tooltip shows it in full")
  func longNames() throws {
    let name = String(repeating: "a long name ", count: 5) + "ends"
    let reader = try #require(Reader(FlowChain(identifier: "F", [Steps.free(name).step]).svg()))
    #expect(reader.titles.contains(name))
    #expect(reader.texts.contains { $0.hasPrefix("a long name") && $0.hasSuffix("…") })
  }

  @Test("The picture of a small flow is no wider than a phone")
  func width() throws {
    let first = try #require(Self.profile.svg().split(separator: "\n").first)
    let width = try #require(first.firstMatch(of: #/ width="([0-9]+)"/#).flatMap { Int($0.1) })
    #expect(width <= 390)
  }

  @Test("An overlay shows the routes that runs took, where they stand, and what failed")
  func overlay() throws {
    let (queue, recorder) = (ManualQueue(), FlowRecorder())
    let clock = ManualClock(playing: queue)
    let script: FlowScript = [
      "Display": [.result("x"), .result("y"), .result("x")], "Edit": [.result("e"), .failure(TestError())],
      "Help": [.after(.seconds(1), .result("h"))],
    ]
    let chain = FlowChain(
      identifier: "Profile",
      [
        Steps.free("Display").branching(["edit": .next, "again": .step("Display")]) { $0 == "y" ? "again" : "edit" }
          .step,
        Steps.free("Edit").branching(["done": .step("Display")]) { _ in "done" }
          .catching(["lost": .step("Help")]) { _ in "lost" }.step,
        Steps.free("Help").step,
      ])
    try Flow(chain, Any.self, String.self).on(queue).timed(by: clock).observed(by: recorder).scripted(by: script)
      .start()
    queue.play()
    var reader = try #require(Reader(chain.svg(overlaying: FlowOverlay(recorder.events))))
    #expect(reader.texts.contains("edit ×2"))
    #expect(reader.texts.contains("again ×1"))
    #expect(reader.texts.contains("done ×1"))
    #expect(reader.texts.contains("lost ×1"))
    #expect(reader.titles.contains("1 run stands here"))
    #expect(reader.classes["failed"] == 1)
    clock.advance(by: .seconds(1))
    reader = try #require(Reader(chain.svg(overlaying: FlowOverlay(recorder.events))))
    #expect(reader.classes["here"] == nil)
    // The way from the last step to the end.
    #expect(reader.texts.contains("×1"))
    #expect(reader.classes["unused"] == nil)
  }

  @Test("A run that goes back takes no route, and neither does a retry inside a step")
  func noRoutes() throws {
    var overlay = FlowOverlay()
    func note(_ kind: FlowEvent.Kind, _ step: String?, lane: Int = 0, by wrapper: FlowOperator? = nil) {
      overlay.note(
        FlowEvent(
          sequence: 1, time: .zero, step: step, wrapper: wrapper,
          place: FlowPlace(run: FlowRunID(flow: "F", number: 1), lane: lane, visit: lane), kind: kind))
    }
    let place = FlowPlace(run: FlowRunID(flow: "F", number: 1), lane: 1, visit: 1)
    let error = FlowError(step: "A", place: place, reason: .failed(TestError()))
    note(.stepBegan, "A", by: .retry)
    for lane in 1...2 {
      note(.stepBegan, "A", lane: lane)
      note(.stepFailed(error), "A", lane: lane)
    }
    note(.stepCompleted, "A", by: .retry)
    note(.stepBegan, "B")
    note(.stepCompleted, "B")
    note(.wentBack, "A")
    note(.stepBegan, "A", by: .retry)
    let chain = FlowChain(
      identifier: "F",
      [
        DeclaredStep(drawn: "A", leading: [.onwards, FlowRoute("self", to: .step("A"), after: .failure)]),
        DeclaredStep(drawn: "B", leading: [.onwards, FlowRoute("again", to: .step("A"))]),
      ])
    let reader = try #require(Reader(chain.svg(overlaying: overlay)))
    #expect(reader.texts.filter { $0.contains("×") } == ["×1"])
  }

  @Test(
    "A route after any failure counts what it catches, and a route after a timeout only that", arguments: [false, true])
  func causes(hasTimeoutRoute: Bool) throws {
    var overlay = FlowOverlay()
    let place = FlowPlace(run: FlowRunID(flow: "F", number: 1), lane: 0, visit: 1)
    let error = FlowError(step: "A", place: place, reason: .failed(TestError()))
    func note(_ kind: FlowEvent.Kind, _ step: String) {
      overlay.note(FlowEvent(sequence: 1, time: .zero, step: step, wrapper: nil, place: place, kind: kind))
    }
    for ending in [FlowEvent.Kind.stepTimedOut(error), .stepTimedOut(error), .stepFailed(error), .stepCancelled] {
      note(.stepBegan, "A")
      note(ending, "A")
      note(.stepBegan, "B")
      note(.stepCompleted, "B")
      overlay.note(FlowEvent(sequence: 1, time: .zero, step: nil, wrapper: nil, place: place, kind: .wentBack))
    }
    let failure = FlowRoute("failed", to: .step("B"), after: .failure)
    let timeout = FlowRoute("late", to: .step("B"), after: .timeout)
    let chain = FlowChain(
      identifier: "F",
      [
        DeclaredStep(drawn: "A", leading: [.onwards, failure] + (hasTimeoutRoute ? [timeout] : [])),
        DeclaredStep(drawn: "B", leading: [.onwards]),
      ])
    let reader = try #require(Reader(chain.svg(overlaying: overlay)))
    let counts = reader.texts.filter { $0.contains("×") }.sorted()
    #expect(counts == (hasTimeoutRoute ? ["failed ×2", "late ×2"] : ["failed ×4"]))
  }

  @Test("No run stands at a step after it was set aside there, and has continued and ended")
  func setAside() throws {
    var overlay = FlowOverlay()
    let place = FlowPlace(run: FlowRunID(flow: "F", number: 1), lane: 0, visit: 1)
    let began = FlowEvent(sequence: 1, time: .zero, step: "A", wrapper: nil, place: place, kind: .stepBegan)
    for (kind, step) in [
      (FlowEvent.Kind.stepBegan, "A"), (.runSetAside, nil), (.runResumed, nil), (.stepBegan, "A"),
      (.stepCompleted, "A"),
      (.rested, nil), (.runEnded(.completed(nil)), nil),
    ] as [(FlowEvent.Kind, String?)] {
      overlay.note(FlowEvent(sequence: 1, time: .zero, step: step, wrapper: nil, place: place, kind: kind))
    }
    let chain = FlowChain(identifier: "F", [DeclaredStep(drawn: "A", leading: [.onwards])])
    #expect(!chain.svg(overlaying: overlay).contains("stands here"))
    #expect(chain.svg(overlaying: FlowOverlay([began])).contains("1 run stands here"))
  }

  @Test("Numbers and remarks that a program sets replace those of the events, and parked runs are marked")
  func chosenNumbers() throws {
    var overlay = FlowOverlay([event(.stepBegan, "A")])
    overlay.setStanding(12, at: "A")
    overlay.setParked(3, at: "A")
    overlay.setParked(1, at: "B")
    overlay.setRemarks(["p50 1 s, p95 2 s"], on: "A")
    let chain = FlowChain(identifier: "F", [Steps.free("A").step, Steps.free("B").step])
    var reader = try #require(Reader(chain.svg(overlaying: overlay)))
    #expect(reader.titles.contains("12 runs stand here"))
    #expect(reader.titles.contains("3 runs are parked here"))
    #expect(reader.titles.contains("1 run is parked here"))
    #expect(reader.texts.contains("p50 1 s, p95 2 s"))
    #expect(reader.classes["here"] == 1)
    #expect(reader.classes["parked"] == 2)
    overlay.setStanding(0, at: "A")
    reader = try #require(Reader(chain.svg(overlaying: overlay)))
    #expect(reader.classes["here"] == nil)
  }

  @Test("A flow that is not a chain is drawn from the events of its runs")
  func seenSteps() throws {
    let error = FlowError(step: "B", place: place, reason: .failed(TestError()))
    let overlay = FlowOverlay([
      event(.stepBegan, "A"), event(.stepCompleted, "A"), event(.stepBegan, "B"), event(.stepFailed(error), "B"),
      event(.stepBegan, "<C>"), event(.stepCompleted, "<C>"), event(.stepBegan, "A"), event(.stepCompleted, "A"),
      event(.rested, nil),
    ])
    let text = overlay.svg(named: "F")
    let reader = try #require(Reader(text))
    #expect(reader.titles.first == "F")
    #expect(reader.texts.filter { ["F", "A", "B", "<C>", "end"].contains($0) } == ["F", "A", "B", "<C>", "end"])
    // To B, from there to C after the failure, back to A, and to the end.
    #expect(reader.texts.count { $0 == "×1" } == 4)
    #expect(reader.classes["trouble"] == 1)
    #expect(text == overlay.svg(named: "F"))
  }

  @Test("An overlay without events can be drawn")
  func nothingSeen() throws {
    let reader = try #require(Reader(FlowOverlay().svg(named: "F")))
    #expect(reader.texts == ["F", "end"])
  }

  private var place: FlowPlace { FlowPlace(run: FlowRunID(flow: "F", number: 1), lane: 0, visit: 1) }

  private func event(_ kind: FlowEvent.Kind, _ step: String?) -> FlowEvent {
    FlowEvent(sequence: 1, time: .zero, step: step, place: place, kind: kind)
  }
}
