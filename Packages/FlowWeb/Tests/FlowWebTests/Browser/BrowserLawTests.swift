import FlowDurable
import FlowJSON
import FlowWeb
import Foundation
import Testing
import WebTestSupport

/// The pages in a real browser.
///
/// With the variable `FLOW_WEB_SCREENSHOTS`, pictures are written to the folder that it names.
@Suite("The laws in Chromium", .serialized, .enabled(if: Browser.path != nil))
struct BrowserLawTests {
  private static func run(_ works: Works = Works(), _ body: @escaping @Sendable (Site, Browser) async throws -> Void)
    async throws
  {
    try await Site.run(works) { site in
      try await withBrowser { browser in try await body(site, browser) }
    }
  }

  private static func start(_ tab: Tab, _ site: Site) async throws {
    try await tab.go(to: site.address + "/sign-up")
    try await tab.follow("button")
  }

  private static func enter(_ tab: Tab, _ name: String) async throws {
    try await tab.fill("#f-name", name)
    try await tab.fill("#f-email", "\(name)@example.org")
    try await tab.follow("main button")
    // On a busy machine, the page of work can come between.
    try await tab.arrive(at: "document.getElementById('main').dataset.kind !== 'working'")
  }

  /// Answers the pages until the journey charges, and shows the page of that work.
  private static func startWork(_ tab: Tab, _ site: Site) async throws {
    try await start(tab, site)
    try await enter(tab, "Ada")
    try await tab.click("#f-kind-1")
    try await tab.follow("main button")
    try await tab.arrive(at: "document.getElementById('main').dataset.kind === 'working'")
  }

  /// Errors of scripts and of the policy. A refused form, and the icon that this site doesn't have, are none.
  private static func complaints(of tab: Tab) async -> [String] {
    await tab.complaints.filter { !$0.contains("status of 4") }
  }

  @Test("W4: The browser's Back shows what was entered, and sending it changes the answer")
  func back() async throws {
    try await Self.run { site, browser in
      let tab = try await browser.open()
      try await Self.start(tab, site)
      try await Self.enter(tab, "Ada")
      #expect(try await tab.text("h1") == "Which plan?")
      _ = try await tab.evaluate("history.back()")
      try await tab.arrive(at: "document.querySelector('#f-name').value === 'Ada'")
      try await Self.enter(tab, "Bob")
      // A browser that shows the page from its memory sends the earlier form, and the person is asked.
      if try await tab.text("h1") == "Your answer was not saved" { try await tab.follow("main button") }
      try await tab.arrive(at: "document.querySelector('h1').innerText === 'Which plan?'")
      try await tab.follow("a.back")
      #expect(try await tab.evaluate("document.querySelector('#f-name').value") == "Bob")
      #expect(await Self.complaints(of: tab) == [])
    }
  }

  @Test("W3: A double click on a button sends the form once, and an impatient person doesn't do harm")
  func doubleClick() async throws {
    let works = Works()
    try await Self.run(works) { site, browser in
      let tab = try await browser.open()
      try await Self.start(tab, site)
      try await tab.fill("#f-name", "Ada")
      try await tab.fill("#f-email", "ada@example.org")
      try await tab.click("main button")
      // The page may be gone already.
      _ = try? await tab.click("main button")
      try await tab.arrive(at: "document.querySelector('h1').innerText === 'Which plan?'")
      let runs = try await site.store.runs(RunQuery(), after: nil, limit: 10)
      #expect(runs.count == 1)
    }
  }

  @Test("W6: Everything works without scripts, also the page of work", arguments: [true, false])
  func scripts(_ hasScript: Bool) async throws {
    let works = Works(holding: ["charge"])
    try await Self.run(works) { site, browser in
      let tab = try await browser.open(width: 390, hasScript: hasScript)
      try await Self.start(tab, site)
      try await tab.fill("#f-email", "nobody")
      try await tab.follow("main button")
      #expect(try await tab.evaluate("document.title.startsWith('Error: ')") == true)
      #expect(try await tab.count("#problems a") == 2)
      if hasScript { #expect(try await tab.evaluate("document.activeElement.id") == "problems") }
      try await Self.enter(tab, "Ada")
      try await tab.click("#f-kind-1")
      try await tab.follow("main button")
      #expect(try await tab.evaluate("document.getElementById('main').dataset.kind") == "working")
      works.letGo("charge")
      try await tab.arrive(at: "document.querySelector('h1').innerText === 'Anything else?'")
      try await tab.fill("#f-text", "By noon")
      try await tab.follow("main button")
      try await tab.arrive(at: "document.querySelector('dl') !== null")
      #expect(try await tab.text("dl").contains("By noon"))
      try await tab.follow("main button")
      try await tab.arrive(at: "document.getElementById('main').dataset.kind === 'ended'")
      #expect(await Self.complaints(of: tab) == [])
    }
  }

  @Test("W9: A reply of a proxy that is away for a moment doesn't end a page that follows work")
  func away() async throws {
    let works = Works(holding: ["charge"])
    try await Self.run(works) { site, browser in
      let tab = try await browser.open()
      try await Self.startWork(tab, site)
      _ = try await tab.evaluate(
        """
        window.looks = 0; window.real = window.fetch;
        window.fetch = async () => { looks += 1; return new Response("<main id=main data-kind=error>", { status: 503 }); }; 0
        """)
      try await tab.arrive(at: "window.looks >= 2")
      #expect(try await tab.evaluate("document.getElementById('main').dataset.kind") == "working")
      _ = try await tab.evaluate("window.fetch = window.real; 0")
      works.letGo("charge")
      try await tab.arrive(at: "document.querySelector('#f-text')")
    }
  }

  @Test("W9: A page that follows work says that its journey is gone")
  func gone() async throws {
    let works = Works(holding: ["charge"])
    try await Self.run(works) { site, browser in
      defer { works.letGo("charge") }
      let tab = try await browser.open()
      try await Self.startWork(tab, site)
      // Without the cookie, the browser has no journey.
      _ = try await browser.call("Network.clearBrowserCookies", session: tab.session)
      try await tab.arrive(at: "document.querySelector('h1').innerText === 'There is nothing open here'")
    }
  }

  @Test("W3: A form whose sending was stopped can be sent again")
  func stopped() async throws {
    try await Self.run { site, browser in
      let tab = try await browser.open()
      try await Self.start(tab, site)
      // The browser's Stop leaves the page as it is, as a listener does that prevents the sending.
      let state = try await tab.evaluate(
        """
        (() => { const form = document.querySelector("main form"), button = form.querySelector("button");
        let posts = 0, later; const states = [];
        window.setTimeout = (call) => (later = call);
        form.addEventListener("submit", (event) => { if (!event.defaultPrevented) posts += 1; event.preventDefault(); });
        const send = () => { form.requestSubmit(); states.push(posts, button.ariaDisabled === "true"); };
        send(); send(); later?.(); send(); return states; })()
        """)
      #expect(state == [1, true, 1, true, 2, true])
    }
  }

  @Test(
    "W8: Each input has a name, problems lead to their inputs, and nothing is wider than the window",
    arguments: [390, 320])
  func accessible(_ width: Int) async throws {
    try await Self.run { site, browser in
      let tab = try await browser.open(width: width, isDark: width == 320)
      let folder = ProcessInfo.processInfo.environment["FLOW_WEB_SCREENSHOTS"].map { URL(filePath: $0) }
      var pages = 0
      func check() async throws {
        let title = try await tab.text("h1")
        #expect(try await tab.evaluate(Self.faults) == .array([]), "\(title)")
        #expect(try await tab.evaluate(Tab.faintTexts) == .array([]), "\(title)")
        #expect(try await tab.evaluate("document.documentElement.scrollWidth") == .integer(Int64(width)), "\(title)")
        #expect(try await tab.axeFindings() == .array([]), "\(title)")
        pages += 1
        guard let folder else { return }
        try await tab.screenshot(width: width).write(to: folder.appending(path: "page-\(pages)-\(width).png"))
      }
      try await tab.go(to: site.address + "/sign-up")
      try await check()
      try await tab.follow("button")
      try await check()
      try await tab.follow("main button")
      try await check()
      try await tab.click("#problems a")
      #expect(try await tab.evaluate("document.activeElement.id") == "f-name")
      try await Self.enter(tab, String(repeating: "long", count: 40))
      try await check()
      try await tab.follow("main button")
      try await check()
      try await tab.click("#problems a")
      #expect(try await tab.evaluate("document.activeElement.id") == "f-kind")
      // The keyboard suffices.
      try await tab.press(" ")
      for _ in 0..<8 where try await tab.evaluate("document.activeElement.tagName") != "BUTTON" {
        try await tab.press("Tab")
      }
      try await browser.waiting(for: "Page.loadEventFired", in: tab.session) { try await tab.press("Enter") }
      try await check()
      try await tab.follow("main button")
      try await tab.arrive(at: "document.querySelector('h1').innerText === 'Check your answers'")
      try await check()
      try await tab.follow("p.leave a")
      try await check()
    }
  }

  /// Lists what a page does wrong: inputs without labels, double identifiers, links and descriptions that lead nowhere, small targets.
  static let faults = """
    (() => { const faults = []; const all = [...document.querySelectorAll("*")]; const ids = all.map((e) => e.id).filter(Boolean);
    for (const id of ids) if (ids.filter((i) => i === id).length > 1) faults.push("double " + id);
    for (const e of document.querySelectorAll("input:not([type=hidden]), textarea, select")) {
      if (!e.labels.length || !e.labels[0].innerText.trim()) faults.push("no label " + e.id);
      if (["radio", "checkbox"].includes(e.type) && e.getBoundingClientRect().height < 24) faults.push("small " + e.id);
      for (const id of (e.getAttribute("aria-describedby") || "").split(" ").filter(Boolean)) if (!document.getElementById(id)) faults.push("no " + id); }
    for (const e of document.querySelectorAll("fieldset")) if (!e.querySelector(":scope > legend")) faults.push("no legend");
    for (const e of document.querySelectorAll("a[href^='#']")) if (!document.querySelector(e.getAttribute("href"))) faults.push("no target " + e.href);
    if (document.querySelectorAll("h1").length !== 1 || document.querySelectorAll("main").length !== 1) faults.push("h1 or main");
    if (!document.documentElement.lang || !document.title) faults.push("lang or title");
    return faults; })()
    """
}

@Suite("W6: No script needed")
struct ScriptTests {
  @Test("The script is under 3 KiB when it is compressed")
  func size() async throws {
    try await Site.run { site in
      let page = try await site.visitor().get("/sign-up")
      let script = try await site.visitor().get(page.between("<script src=\"", "\""))
      let process = Process()
      let (input, output) = (Pipe(), Pipe())
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = ["-c", "gzip -9 -c"]
      process.standardInput = input
      process.standardOutput = output
      try process.run(orSay: "gzip did not end")
      try input.fileHandleForWriting.write(contentsOf: Data(script.body.utf8))
      try input.fileHandleForWriting.close()
      let bytes = try #require(try output.fileHandleForReading.readToEnd())
      #expect(script.status == 200 && bytes.count < 3_072 && bytes.count > 100)
    }
  }
}
