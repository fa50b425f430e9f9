import FlowJSON
import FlowScreens
import FlowState
import FlowStateTesting
import Synchronization
import Testing
import WebTestSupport

@testable import FlowWeb

/// The entries of a person on a screen while the script sends, or when sending fails, in a real browser.
@Suite("Sending screens in Chromium", .serialized, .enabled(if: Browser.path != nil))
struct ScreenSendingBrowserTests {
  /// The entries of a screen with an input of each kind.
  private final class Entries: Sendable {
    private struct Values {
      var (few, many, isOn, note) = (0, 0, false, "")
    }

    private let values = Mutex(Values())

    var text: String { values.withLock { "\($0.few) \($0.many) \($0.isOn) [\($0.note)]" } }

    var flow: Flow<Any, String> {
      TestFlows.showing([
        { [self] screen in
          let now = values.withLock { $0 }
          return .column([
            .element(.choice("few", label: "Few", options: ["A", "B"], selected: now.few) { self.set(\.few, $0) }),
            .element(
              .choice("many", label: "Many", options: (0..<9).map(String.init), selected: now.many) {
                self.set(\.many, $0)
              }),
            .element(.toggle("on", label: "On", isOn: now.isOn) { self.set(\.isOn, $0) }),
            .element(.input("note", label: "Note", text: now.note) { self.set(\.note, $0) }),
            .element(.button("ok", label: "OK") { screen.finish(self.text) }),
          ])
        }
      ])
    }

    private func set<Value>(_ place: WritableKeyPath<Values, Value>, _ value: Value) {
      values.withLock { $0[keyPath: place] = value }
    }
  }

  private static func run(
    _ flow: Flow<Any, String>, hasScript: Bool = true, _ body: @escaping @Sendable (Tab) async throws -> Void
  ) async throws {
    let screens = Screens(flow, at: "/s").ending { PageText("The end", $0 ?? "") }
    try await ScreenBrowserTests.run(screens, hasScript: hasScript) { _, tab in try await body(tab) }
  }

  /// Holds the replies to forms, which the server takes, until `window.open` is called. `window.count` counts them.
  private static func hold(in tab: Tab) async throws {
    _ = try await tab.evaluate(
      """
      window.count = 0; window.gate = new Promise((open) => { window.open = open; });
      const real = window.fetch;
      window.fetch = async (...request) => {
        const reply = await real(...request);
        if (request[1]?.method === "POST") { count += 1; await gate; }
        return reply; }; 0
      """)
  }

  private static func enter(_ selector: String, _ value: String) -> String {
    """
    (() => { const e = document.querySelector("\(selector)"); e.value = "\(value)";
      for (const name of ["input", "change"]) e.dispatchEvent(new Event(name, { bubbles: true })); return 0; })()
    """
  }

  @Test(
    "An entry that is taken back while it is being sent stays taken back",
    arguments: [
      ("document.querySelector('#s-few-1').click(); 0", "document.querySelector('#s-few').click(); 0"),
      (enter("#s-many", "3"), enter("#s-many", "0")),
      ("document.querySelector('#s-on').click(); 0", "document.querySelector('#s-on').click(); 0"),
      (enter("#s-note", "x"), enter("#s-note", "")),
    ])
  func takenBack(_ entry: String, _ other: String) async throws {
    let entries = Entries()
    try await Self.run(entries.flow) { tab in
      try await Self.hold(in: tab)
      _ = try await tab.evaluate(entry)
      try await tab.wait(until: "count === 1")
      #expect(entries.text != "0 0 false []")
      _ = try await tab.evaluate(other)
      _ = try await tab.evaluate("open(); 0")
      try await tab.wait(until: "count === 2")
      #expect(entries.text == "0 0 false []")
      try await tab.click("#s-ok")
      try await tab.arrive(at: ScreenBrowserTests.shows("The end"))
      #expect(try await tab.text().contains("0 0 false []"))
    }
  }

  @Test("A box that is sent too late for the screen stays ticked, and counts with the next press")
  func lateBox() async throws {
    let entries = Entries()
    try await Self.run(entries.flow) { tab in
      _ = try await tab.evaluate("document.forms.screen.elements['flow-screen'].value = '1'; 0")
      try await tab.click("#s-on")
      try await tab.wait(until: "document.forms.screen.elements['flow-screen'].value !== '1'")
      #expect(entries.text == "0 0 false []")
      #expect(try await tab.evaluate("document.querySelector('#s-on').checked") == true)
      try await tab.click("#s-ok")
      try await tab.arrive(at: ScreenBrowserTests.shows("0 0 true"))
    }
  }

  /// A screen whose button says what was entered, so that each entry changes the layout.
  private static func echo(_ log: Log) -> Flow<Any, String> {
    TestFlows.showing([
      { screen in
        .column([
          .element(.input("note", label: "Note", text: "") { log.note($0) }),
          .element(.toggle("on", label: "On", isOn: false) { log.note("\($0)") }),
          .element(.button("ok", label: "Send \(log.lines.last ?? "")") { screen.finish(log.lines.last ?? "") }),
        ])
      }
    ])
  }

  @Test("An entry that changes the screen is taken, so that the page shows what the server has, and isn't sent again")
  func takenEntry() async throws {
    let log = Log()
    try await Self.run(Self.echo(log)) { tab in
      try await tab.click("#s-on")
      try await tab.wait(until: ScreenBrowserTests.shows("Send true"))
      #expect(try await tab.evaluate("document.querySelector('#s-on').checked") == false)
      try await tab.click("#s-ok")
      try await tab.arrive(at: ScreenBrowserTests.shows("The end"))
      #expect(log.lines == ["true"])
    }
  }

  @Test("A text counts if the key Enter comes while another press is under way")
  func enterWhilePressing() async throws {
    let log = Log()
    let flow = TestFlows.showing([
      { _ in
        .column([
          .element(.input("note", label: "Note", text: log.lines.last ?? "") { log.note($0) }),
          .element(.button("stay", label: "Stay") {}),
        ])
      }
    ])
    try await Self.run(flow) { tab in
      try await Self.hold(in: tab)
      try await tab.click("#s-stay")
      try await tab.wait(until: "count === 1")
      try await tab.click("#s-note")
      try await tab.type("x")
      try await tab.press("Enter")
      _ = try await tab.evaluate("open(); 0")
      try await patiently("The text was not sent") { log.lines == ["x"] }
    }
  }

  /// Whether the end is shown, or a note about the press.
  private static let isAnswered =
    "document.querySelector('h1').innerText === 'The end' || !!document.querySelector('.note')"

  @Test("Enter right after a text counts, also if the text changes the screen", arguments: [true, false])
  func enterKey(_ hasScript: Bool) async throws {
    try await Self.run(Self.echo(Log()), hasScript: hasScript) { tab in
      try await tab.click("#s-note")
      try await tab.type("Hello")
      try await tab.press("Enter")
      try await tab.arrive(at: Self.isAnswered)
      #expect(try await tab.text().contains("Hello"))
      #expect(try await tab.text("h1") == "The end")
    }
  }

  @Test("A press right after a tick counts, also if the tick changes the screen")
  func pressAfterTick() async throws {
    try await Self.run(Self.echo(Log())) { tab in
      _ = try await tab.evaluate("document.querySelector('#s-on').click(); document.querySelector('#s-ok').click(); 0")
      try await tab.arrive(at: Self.isAnswered)
      #expect(try await tab.text("h1") == "The end")
    }
  }

  @Test("What is typed while the next screen is on its way doesn't become the text of that screen's input")
  func nextScreen() async throws {
    let log = Log()
    let layouts: [@Sendable (PlainScreen) -> ScreenLayout] = ["One", "Two"].map { title in
      { screen in
        .column([
          .heading(StyledText(title)), .element(.input("note", label: "Note", text: "") { log.note("\(title) \($0)") }),
          .element(.button("ok", label: "OK") { screen.finish(title) }),
        ])
      }
    }
    try await Self.run(TestFlows.showing(layouts)) { tab in
      try await Self.hold(in: tab)
      try await tab.click("#s-ok")
      try await tab.wait(until: "count === 1")
      try await tab.click("#s-note")
      try await tab.type("late")
      _ = try await tab.evaluate("open(); 0")
      try await tab.wait(until: "document.querySelector('h1').innerText === 'Two'")
      #expect(try await tab.evaluate("document.querySelector('#s-note').value") == "")
      try await tab.click("#s-ok")
      try await tab.arrive(at: ScreenBrowserTests.shows("The end"))
      #expect(log.lines == [])
    }
  }

  @Test(
    "A press that fails says so and keeps what was entered, and the next press counts",
    arguments: [
      ("Promise.reject()", "The server can't be reached."),
      ("new Response('Bad gateway', { status: 502 })", "The server can't be reached."),
      ("new Response('<main id=main><h1>Sorry</h1><p>Come later.</p></main>', { status: 503 })", "Come later."),
      ("new Response('<main id=main><h1>Sorry</h1><p>Too large.</p></main>', { status: 413 })", "Too large."),
    ])
  func failedPress(_ reply: String, _ sentence: String) async throws {
    let entries = Entries()
    try await Self.run(entries.flow) { tab in
      _ = try await tab.evaluate("window.real = fetch; window.fetch = async () => \(reply); 0")
      try await tab.fill("#s-note", "Hello")
      try await tab.click("#s-ok")
      try await tab.wait(until: "document.querySelector('#note')?.innerText !== ''")
      #expect(try await tab.text("#note").hasPrefix(sentence))
      #expect(try await tab.evaluate("document.querySelector('#s-note').value") == "Hello")
      _ = try await tab.evaluate("window.fetch = real; 0")
      try await tab.click("#s-ok")
      try await tab.arrive(at: ScreenBrowserTests.shows("0 0 false [Hello]"))
    }
  }

  @Test("The sentence about a press that has failed stays while the screen changes, until a press is taken")
  func failedSentence() async throws {
    let clock = ManualClock()
    let flow = TestFlows.showing(
      [
        { _ in
          .column([
            .heading("Seconds: \(clock.now.components.seconds)", level: 2), .element(.button("stay", label: "Stay") {}),
          ])
        }
      ], remaining: { .seconds(1) })
    try await ScreenBrowserTests.run(Screens(flow, at: "/s").timed(by: clock)) { _, tab in
      _ = try await tab.evaluate(
        """
        window.real = fetch;
        window.fetch = (...request) => request[1]?.method === "POST" ? Promise.reject() : real(...request); 0
        """)
      try await tab.click("#s-stay")
      try await tab.wait(until: "document.querySelector('#note').innerText !== ''")
      for second in 1...2 {
        try await clock.advanceBySecondOfScreen()
        try await tab.wait(until: ScreenBrowserTests.shows("Seconds: \(second)"))
        #expect(try await tab.text("#note").hasPrefix("The server can't be reached."))
      }
      _ = try await tab.evaluate("window.fetch = real; 0")
      try await tab.click("#s-stay")
      try await tab.wait(until: "document.querySelector('#note').innerText === ''")
    }
  }

  @Test("A live send that is refused says so and keeps what was entered")
  func refusedLive() async throws {
    try await Self.run(Entries().flow) { tab in
      _ = try await tab.evaluate(
        "window.fetch = async () => new Response('<main id=main><p>Too large.</p></main>', { status: 413 }); 0")
      try await tab.click("#s-note")
      try await tab.type("Hello")
      try await tab.wait(until: ScreenBrowserTests.shows("Too large."))
      #expect(try await tab.evaluate("document.querySelector('#s-note').value") == "Hello")
    }
  }
}
