import FlowJSON
import FlowScreens
import FlowState
import FlowStateTesting
import Testing
import WebTestSupport

@testable import FlowWeb

/// Texts that a person types on a screen in a real browser, while the script sends them.
@Suite("Typing on screens in Chromium", .serialized, .enabled(if: Browser.path != nil))
struct ScreenTypingBrowserTests {
  private static func shows(_ text: String) -> String { ScreenBrowserTests.shows(text) }

  /// Runs a screen with a note, a button, and a title that changes each second.
  private static func runNote(
    _ log: Log, _ clock: ManualClock, _ body: @escaping @Sendable (Tab) async throws -> Void
  ) async throws {
    let flow = TestFlows.showing(
      [
        { screen in
          .column([
            .heading("Seconds: \(clock.now.components.seconds)", level: 2),
            .element(.input("note", label: "Note", text: log.lines.last ?? "") { log.note($0) }),
            .element(.button("ok", label: "OK") { screen.finish("") }),
          ])
        }
      ], remaining: { .seconds(1) })
    try await ScreenBrowserTests.run(Screens(flow, at: "/s").timed(by: clock)) { _, tab in
      try await tab.click("#s-note")
      try await body(tab)
    }
  }

  /// Counts the requests of a method as `window.count`, and replies to them with an expression.
  private static func replace(_ method: String, by reply: String, in tab: Tab) async throws {
    _ = try await tab.evaluate(
      """
      window.count = 0; window.real ??= window.fetch;
      window.fetch = async (...request) => {
        if ((request[1]?.method ?? "GET") !== "\(method)") return real(...request);
        count += 1; return \(reply); }; 0
      """)
  }

  @Test("The argument of a command is taken by its button, and is gone after that")
  func argument() async throws {
    try await ScreenBrowserTests.run(Screens(TestFlows.counter(), at: "/s")) { _, tab in
      try await tab.click("#more summary")
      for count in [7, 14] {
        try await tab.click("#c0")
        try await tab.type("7")
        try await tab.click("#c0-do")
        try await tab.wait(until: Self.shows("Count: \(count)"))
        #expect(try await tab.evaluate("document.querySelector('#c0').value") == "")
      }
    }
  }

  @Test("A password that is typed with a pause is whole")
  func password() async throws {
    try await ScreenBrowserTests.run(Screens(TestFlows.counter(), at: "/s")) { _, tab in
      try await tab.click("#s-secret")
      try await tab.type("ab")
      try await tab.wait(until: Self.shows("Secret has 2 letters"))
      try await tab.type("cd")
      try await tab.wait(until: Self.shows("Secret has 4 letters"))
      // A press shows what has become of it, and no page shows a password again.
      try await tab.click("#s-more")
      try await tab.wait(until: Self.shows("Count: 1"))
      #expect(try await tab.evaluate("document.querySelector('#s-secret').value") == "")
      #expect(try await tab.text().contains("Secret has 4 letters"))
    }
  }

  @Test(
    "A text that couldn't be sent stays, and is sent later",
    arguments: ["await Promise.reject()", "new Response('<main id=main data-kind=error>', { status: 503 })"])
  func unsent(_ reply: String) async throws {
    let (log, clock) = (Log(), ManualClock())
    try await Self.runNote(log, clock) { tab in
      try await Self.replace("POST", by: reply, in: tab)
      try await tab.type("Hel")
      try await tab.wait(until: "count === 1")
      _ = try await tab.evaluate("window.fetch = real; 0")
      try await clock.advanceBySecondOfScreen()
      try await tab.wait(until: Self.shows("Seconds: 1"))
      #expect(try await tab.evaluate("document.querySelector('#s-note').value") == "Hel")
      try await tab.type("lo")
      try await patiently("The text was not sent") { log.lines == ["Hello"] }
    }
  }

  @Test("A text that comes too late for the screen stays, and is sent later")
  func late() async throws {
    let (log, clock) = (Log(), ManualClock())
    try await Self.runNote(log, clock) { tab in
      _ = try await tab.evaluate("document.forms.screen.elements['flow-screen'].value = '1'; 0")
      try await tab.type("Hel")
      try await tab.wait(until: "document.forms.screen.elements['flow-screen'].value !== '1'")
      try await clock.advanceBySecondOfScreen()
      try await tab.wait(until: Self.shows("Seconds: 1"))
      #expect(log.lines == [])
      #expect(try await tab.evaluate("document.querySelector('#s-note').value") == "Hel")
      try await tab.type("lo")
      try await patiently("The text was not sent") { log.lines == ["Hello"] }
    }
  }

  @Test("A store that is away for a moment doesn't end a screen")
  func away() async throws {
    let (log, clock) = (Log(), ManualClock())
    try await Self.runNote(log, clock) { tab in
      let error = "new Response('<main id=main data-kind=error>Away</main>', { status: 503 })"
      try await Self.replace("GET", by: error, in: tab)
      for count in 1...2 {
        try await clock.advanceBySecondOfScreen()
        try await tab.wait(until: "count >= \(count)")
      }
      #expect(try await tab.count("#screen") == 1)
      _ = try await tab.evaluate("window.fetch = real; 0")
      try await clock.advanceBySecondOfScreen()
      try await tab.wait(until: Self.shows("Seconds: 3"))
    }
  }
}
