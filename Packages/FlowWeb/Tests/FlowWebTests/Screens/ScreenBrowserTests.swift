import FlowForms
import FlowJSON
import FlowScreens
import FlowState
import FlowStateTesting
import Foundation
import Hummingbird
import Testing
import WebTestSupport

@testable import FlowWeb

/// Screens in a real browser.
@Suite("Screens in Chromium", .serialized, .enabled(if: Browser.path != nil))
struct ScreenBrowserTests {
  static func run<Content, Result>(
    _ screens: Screens<Content, Result>, hasScript: Bool = true, width: Int = 390,
    _ body: @escaping @Sendable (ScreenSite, Tab) async throws -> Void
  ) async throws {
    try await ScreenSite.run(screens) { site in
      try await withBrowser { browser in
        let tab = try await browser.open(width: width, hasScript: hasScript)
        try await tab.go(to: site.address + "/s")
        try await tab.follow("main button")
        try await body(site, tab)
        #expect(await tab.complaints.filter { !$0.contains("status of 4") } == [])
      }
    }
  }

  static func shows(_ text: String) -> String { "document.querySelector('main').innerText.includes('\(text)')" }

  @Test("A screen that changes keeps the focus, the place of the cursor, and what is typed")
  func typing() async throws {
    let clock = ManualClock()
    let log = Log()
    let flow = TestFlows.showing(
      [
        { screen in
          .column([
            .heading("Seconds: \(clock.now.components.seconds)", level: 2),
            clock.now.components.seconds % 2 == 1 ? .text("odd") : .nothing,
            .element(.input("note", label: "Note", text: log.lines.last ?? "") { log.note($0) }),
            .element(.button("ok", label: "OK") { screen.finish("") }),
          ])
        }
      ], remaining: { .seconds(1) })
    try await Self.run(Screens(flow, at: "/s").timed(by: clock)) { _, tab in
      try await tab.click("#s-note")
      try await tab.type("Hel")
      _ = try await tab.evaluate("window.note = document.activeElement; note.setSelectionRange(1, 2); 0")
      for second in 1...3 {
        try await clock.advanceBySecondOfScreen()
        try await tab.wait(until: Self.shows("Seconds: \(second)"))
      }
      let state = try await tab.evaluate(
        "[document.activeElement === window.note, note.isConnected, note.value, note.selectionStart, note.selectionEnd]"
      )
      #expect(state == [true, true, "Hel", 1, 2])
      // Typed text arrives by itself. A text that is sent just as the screen changes is late, so the person still types.
      _ = try await tab.evaluate("note.dispatchEvent(new Event('input', { bubbles: true })); 0")
      try await patiently("The text was not sent") { log.lines == ["Hel"] }
    }
  }

  @Test("Buttons, typing and the end work with the script and without it", arguments: [true, false])
  func scripts(_ hasScript: Bool) async throws {
    let screens = Screens(TestFlows.counter(), at: "/s").ending { PageText("The end", "\($0 ?? -1)") }
    try await Self.run(screens, hasScript: hasScript) { _, tab in
      try await tab.fill("#s-name", "Ada")
      try await tab.click("#s-on")
      try await tab.click("#s-more")
      try await tab.arrive(at: Self.shows("Count: 1"))
      #expect(try await tab.evaluate("document.querySelector('#s-name').value") == "Ada")
      #expect(try await tab.evaluate("document.querySelector('#s-on').checked") == true)
      if hasScript {
        // The page is the same one, with the focus where it was.
        #expect(try await tab.evaluate("document.activeElement.id") == "s-more")
        #expect(try await tab.evaluate("history.length") == 3)
      }
      // The button that only takes what was entered is for pages without the script.
      let update = try await tab.evaluate("!!document.querySelector('noscript button')?.getClientRects().length")
      #expect(update == .bool(!hasScript))
      try await tab.click("#s-done")
      try await tab.arrive(at: "document.querySelector('h1').innerText === 'The end'")
    }
  }

  @Test("A double click counts once, and doesn't press the next screen's button at the same place")
  func doubleClick() async throws {
    let layouts: [@Sendable (PlainScreen) -> ScreenLayout] = ["One", "Two", "Three"].map { title in
      { screen in
        .column([.heading(StyledText(title)), .element(.button("ok", label: "OK") { screen.finish(title) })])
      }
    }
    try await Self.run(Screens(TestFlows.showing(layouts), at: "/s")) { _, tab in
      _ = try await tab.evaluate("document.querySelector('#s-ok').click(); document.querySelector('#s-ok').click(); 0")
      try await tab.arrive(at: Self.shows("Two"))
      // The second click of a double click comes when the next screen is shown already.
      _ = try await tab.evaluate(
        """
        const ok = document.querySelector('#s-ok');
        ok.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 }));
        new Promise((done) => { const look = () => document.querySelector('h1').innerText === 'Three' ? done(0) : setTimeout(look, 10); look(); })
        """)
      _ = try await tab.evaluate(
        "document.querySelector('#s-ok').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 2 })); 0"
      )
      _ = try await tab.evaluate("fetch(location.pathname).then(() => 0)")
      #expect(try await tab.text("h1") == "Three")
    }
  }

  @Test("The browser's Back shows where the flow is, and a page of before changes nothing")
  func back() async throws {
    try await Self.run(Screens(TestFlows.counter(), at: "/s"), hasScript: false) { site, tab in
      try await tab.follow("#s-more")
      #expect(try await tab.text().contains("Count: 1"))
      try await tab.go(to: site.address + "/s")
      _ = try await tab.evaluate("history.back(); 0")
      try await tab.arrive(at: Self.shows("Count: 1"))
      try await tab.follow("#s-more")
      try await tab.arrive(at: Self.shows("Count: 2"))
    }
  }

  @Test("A page whose session is gone says so by itself")
  func gone() async throws {
    let clock = ManualClock()
    let screens = Screens(TestFlows.counter(), at: "/s").timed(by: clock).limited(toSessions: 1, age: .seconds(60))
    try await Self.run(screens) { site, tab in
      // The timers that would look again.
      try await tab.load(
        site.address + "/s/screen",
        after: """
          window.timers = new Set(); const [set, every] = [setTimeout, setInterval];
          window.setTimeout = (act, time) => {
            const timer = set(() => { timers.delete(timer); act(); }, Math.min(time, 50)); timers.add(timer); return timer; };
          window.setInterval = (act, time) => { const timer = every(act, Math.min(time, 50)); timers.add(timer); return timer; };
          """)
      try await patiently("The page did not follow") {
        clock.advance(by: .seconds(20))
        return (try? await tab.evaluate("document.getElementById('main').dataset.kind")) == "gone"
      }
      // Nothing looks any more.
      #expect(try await tab.evaluate("timers.size") == 0)
      try await tab.follow("main a")
      #expect(try await tab.text("h1") == "Counting")
    }
  }

  /// A script that refuses a page's first connection for changes, as if the session were one of another process, and shortens waits.
  private static let refusingFirstSource = """
    window.sources = []; const set = setTimeout;
    window.setTimeout = (act, time) => set(act, Math.min(time, 50));
    window.EventSource = class extends EventSource {
      constructor(address) { super(sources.length ? address : "/s/changes/x"); sources.push(this); } };

    """

  @Test("A page whose changes can't be followed for a while looks itself, and follows them again")
  func followed() async throws {
    let log = Log()
    try await Self.run(Screens(TestFlows.counter(log), at: "/s")) { site, tab in
      try await tab.load(
        site.address + "/s/screen",
        after: Self.refusingFirstSource)
      try await tab.wait(until: "sources.length === 2 && sources[1].readyState === EventSource.OPEN")
      try await tab.click("#s-more")
      try await tab.wait(until: Self.shows("Count: 1"))
      #expect(try await tab.evaluate("sources.length") == 2)
    }
  }

  @Test("A page that looks itself does so again after a reply that isn't one of the server")
  func followedLater() async throws {
    try await Self.run(Screens(TestFlows.counter(), at: "/s")) { site, tab in
      try await tab.load(
        site.address + "/s/screen",
        after: Self.refusingFirstSource + """
          const replies = [404, 429]; const real = window.fetch;
          window.fetch = async (...request) =>
            replies.length ? new Response("Away", { status: replies.shift() }) : real(...request);
          """)
      try await tab.wait(until: "sources.length === 2 && sources[1].readyState === EventSource.OPEN")
      #expect(try await tab.text("#note") == "")
    }
  }

  @Test("An image that loads late doesn't move the button below it", arguments: [1_280, 320])
  func images(_ width: Int) async throws {
    let flow = TestFlows.showing([
      { screen in
        .column([
          .image(url: "/pictures/tall.svg", label: "A tower"), .image(url: "/pictures/wide.svg", label: "A road"),
          .element(.button("ok", label: "OK") { screen.finish("") }),
        ])
      }
    ])
    let gates = [AsyncSignal(), AsyncSignal()]
    let serve: @Sendable (Router<BasicRequestContext>) -> Void = { router in
      let sizes = [("tall", "width='200' height='900'"), ("wide", "width='900' height='90'")]
      for ((name, size), gate) in zip(sizes, gates) {
        router.get("/pictures/\(name).svg") { _, _ in
          try await gate.wait(orSay: "The images were not let through")
          return Response(
            status: .ok, headers: [.contentType: "image/svg+xml"],
            body: ResponseBody(byteBuffer: .init(string: "<svg xmlns='http://www.w3.org/2000/svg' \(size)/>")))
        }
      }
    }
    try await ScreenSite.run(Screens(flow, at: "/s").images(from: ["/pictures/"]), adding: serve) { site in
      try await withBrowser { browser in
        let tab = try await browser.open(width: width)
        try await tab.go(to: site.address + "/s")
        try await tab.follow("main button")
        let place = "document.getElementById('s-ok').getBoundingClientRect().top"
        let (before, height) = (try await tab.evaluate(place), "[...document.images].map(i => i.clientHeight > 0)")
        for gate in gates { gate.send() }
        try await tab.wait(until: "[...document.images].every(i => i.complete && i.naturalHeight > 0)")
        #expect(try await tab.evaluate(place) == before)
        #expect(try await tab.evaluate(height) == [true, true])
        #expect(try await tab.evaluate("document.documentElement.scrollWidth") == .integer(Int64(width)))
      }
    }
  }

  @Test("Each input of a screen has a name, and nothing is wider than the window", arguments: [1_280, 390, 320])
  func accessible(_ width: Int) async throws {
    let long = String(repeating: "longer", count: 40)
    let flow = TestFlows.showing([
      { _ in
        .column(
          [
            .heading("All elements"), .heading("A part", level: 2), .text(StyledText(long, .dim)),
            .row([.text("Progress"), .bar(fraction: 0.4)]), .framed(.text("Framed"), title: "Title"),
            .element(
              .input("a", label: "Text", text: "x", placeholder: "five digits") { _ in }.hinted("Hint").refused([
                "Wrong"
              ])),
            .element(.input("b", label: "Lines", text: "x\ny") { _ in }.taking(.lines(3))),
            .element(.input("c", label: "Off", text: "") { _ in }.disabled()),
            .element(.toggle("d", label: "On", isOn: true) { _ in }.refused(["Wrong"])),
            .element(.choice("e", label: "Few", options: ["1", "2"], selected: 1) { _ in }),
            .element(.choice("f", label: "Many", options: (1...9).map { "\($0) \(long)" }, selected: nil) { _ in }),
            .group(
              .column([.element(.toggle("g", label: "One", isOn: false) { _ in })]), legend: "Group", hint: "Hint",
              problems: ["Wrong"]),
            .list(["One", "Two"]), .list(["One"], isNumbered: true),
            .table([[StyledText(long), "2"]], titles: ["One", "Two"]), .link("A link", url: "https://example.org"),
            .row([.element(.button("x", label: "Yes") {}), .element(.button("y", label: long) {}.disabled())]),
            .text(
              StyledText("Green ", .green) + StyledText("red ", .red) + StyledText("yellow ", .yellow)
                + StyledText("cyan", .cyan)),
          ], spacing: 1)
      }
    ])
    try await Self.run(Screens(flow, at: "/s"), width: width) { _, tab in
      #expect(try await tab.evaluate(BrowserLawTests.faults) == .array([]))
      #expect(try await tab.evaluate(Tab.faintTexts) == .array([]))
      #expect(try await tab.evaluate("document.documentElement.scrollWidth") == .integer(Int64(width)))
      #expect(try await tab.axeFindings() == .array([]))
      guard let folder = ProcessInfo.processInfo.environment["FLOW_WEB_SCREENSHOTS"] else { return }
      try await tab.screenshot(width: width).write(to: URL(filePath: folder).appending(path: "elements-\(width).png"))
    }
  }
}
