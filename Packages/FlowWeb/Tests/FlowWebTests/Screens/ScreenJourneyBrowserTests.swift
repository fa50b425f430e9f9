import FlowDocuments
import FlowDurable
import FlowJSON
import Testing
import WebTestSupport

/// The screens of durable runs in a real browser.
@Suite("Screens of durable journeys in Chromium", .serialized, .enabled(if: Browser.path != nil))
struct ScreenJourneyBrowserTests {
  private static func shows(_ text: String) -> String { "document.querySelector('main').innerText.includes('\(text)')" }

  @Test(
    "With the script and without it, a screen leads on to another screen, to a form, and to the end",
    arguments: [true, false])
  func scripts(_ hasScript: Bool) async throws {
    let flow = try FlowDocument(parsing: ScreenJourneyTests.dinner, for: FlowRegistry()).durableFlow()
    try await DocumentSite.run(flow) { site in
      try await withBrowser { browser in
        let tab = try await browser.open(width: 390, hasScript: hasScript)
        try await tab.go(to: "http://127.0.0.1:\(site.port)/d")
        try await tab.follow("main button")
        try await tab.fill("#f-name", "Ada")
        try await tab.follow("main form button")
        try await tab.click("#s-soup")
        try await tab.arrive(at: Self.shows("Warm it."))
        // The address is that of the next step, so that loading the page again shows it.
        try await tab.arrive(at: "location.pathname.endsWith('/cook')")
        try await tab.click("#content .button:not([disabled])")
        try await tab.arrive(
          at: Self.shows("Stir it in.") + " && !document.querySelector('#content .button:not(.plain)').disabled")
        try await tab.click("#content .button:not(.plain)")
        try await tab.arrive(at: Self.shows("For Ada"))
        try await tab.fill("#s-seats", "7")
        try await tab.click("#s-yes")
        try await tab.arrive(at: "document.querySelector('h1').innerText === 'Is this right?'")
        #expect(await tab.complaints.filter { !$0.contains("status of 4") } == [])
        let runs = try await site.worker.store.runs(.init(flows: ["dinner"]), after: nil, limit: 2)
        let number = try #require(runs.first?.number)
        let run = try #require(try await site.worker.find(site.flow, number: number))
        #expect(try await run.values()[DocumentValues.self]?["table"]?["value"] == ["seats": "7"])
      }
    }
  }
}
