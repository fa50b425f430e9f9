import FlowDurable
import FlowJSON
import FlowWeb
import Foundation
import Hummingbird
import Testing
import WebTestSupport

@testable import web_demo

/// Every page of `web-demo` in Chromium, checked with axe-core if `FLOW_WEB_AXE` has the path of its script.
///
/// With the variable `FLOW_WEB_SCREENSHOTS`, the pictures are written to the folder that it names.
@Suite("The looks of the demo", .serialized, .enabled(if: Browser.path != nil))
struct WebDemoLookTests {
  /// All windows if pages are checked with axe-core or pictures are made, and otherwise one of each width.
  private static let windows: [(Int, Bool)] = {
    let variables = ProcessInfo.processInfo.environment
    let isWhole = variables["FLOW_WEB_SCREENSHOTS"] != nil || variables["FLOW_WEB_AXE"] != nil
    return [(1_280, false), (390, true)] + (isWhole ? [(1_280, true), (390, false)] : [])
  }()

  /// A tab that shows pages of the demo.
  private struct Looker {
    let tab: Tab
    let port: Int
    let width: Int
    let isDark: Bool
    /// The kinds of the pages that were checked.
    let kinds = Log()

    func open(_ path: String) async throws { try await tab.go(to: "http://127.0.0.1:\(port)\(path)") }

    func arrive(at kind: String) async throws {
      try await tab.arrive(at: "document.getElementById('main').dataset.kind === '\(kind)'")
    }

    /// Sends the form of the page with texts for its fields.
    func send(_ fields: [String: String] = [:], checking boxes: [String] = []) async throws {
      for (name, text) in fields { try await tab.fill("#f-\(name)", text) }
      for box in boxes { try await tab.click("#f-\(box)") }
      try await tab.follow("main button")
    }

    /// Checks a page, and takes its picture.
    func check(_ name: String) async throws {
      let place = "\(name), \(width), dark: \(isDark)"
      let kind = try await tab.evaluate("document.querySelector('main').dataset.kind ?? 'index'")
      if case .string(let kind) = kind { kinds.note(kind) }
      #expect(try await tab.evaluate(Tab.faintTexts) == .array([]), "\(place)")
      #expect(try await tab.axeFindings() == .array([]), "\(place)")
      #expect(try await tab.evaluate("document.documentElement.scrollWidth") == .integer(Int64(width)), "\(place)")
      guard let folder = ProcessInfo.processInfo.environment["FLOW_WEB_SCREENSHOTS"] else { return }
      let file = "\(name)-\(width)-\(isDark ? "dark" : "light").png"
      try await tab.screenshot(width: width).write(to: URL(filePath: folder).appending(path: file))
      try await tab.resize(width: width, height: 900)
    }
  }

  /// Serves the pages of the demo beside a test, which checks pages of some kinds. The steps wait until they are let go.
  private static func look(
    _ window: (Int, Bool), _ works: Works = Works(), at kinds: Set<String>,
    _ body: @escaping @Sendable (Looker) async throws -> Void
  ) async throws {
    let signUp = try SignUp.flow { _ in try await works.perform("create") }
    let bank = Purchase.Bank { _ in
      try await works.perform("charge")
      return "R-1"
    } refund: { _ in
    }
    let order = try Purchase.flow(bank: bank, packing: .seconds(86_400))
    let worker = FlowWorker(MemoryStore(timed: WallClock()), running: [signUp, order])
    let router = Router()
    try SignUp.pages(signUp, worker: worker, in: "person first").add(to: router)
    Purchase.pages(order, worker: worker).add(to: router)
    try Demo.addKitchen(to: router)
    Demo.addIndex(to: router, console: "http://127.0.0.1:8081/")
    try await Served.run(router, worker) { port in
      try await withBrowser { browser in
        let tab = try await browser.open(width: window.0, isDark: window.1)
        let looker = Looker(tab: tab, port: port, width: window.0, isDark: window.1)
        try await body(looker)
        #expect(Set(looker.kinds.lines) == kinds)
        // Pages of faults are meant.
        #expect(await tab.complaints.filter { !$0.contains("status of 4") } == [])
      }
    }
  }

  @Test("Each page of the sign-up can be read and used, wide and narrow, light and dark", arguments: windows)
  func signUp(_ width: Int, _ isDark: Bool) async throws {
    let works = Works(holding: ["create"])
    try await Self.look(
      (width, isDark), works,
      at: ["index", "error", "start", "form", "stale", "underWay", "leave", "check", "working", "ended"]
    ) { look in
      try await look.open("/")
      try await look.check("index")
      try await look.open("/sign-up/moon")
      try await look.check("sign-up-404")
      try await look.open("/sign-up")
      try await look.check("sign-up-start")
      try await look.send()
      try await look.check("sign-up-person")
      try await look.send(["email": "nobody"])
      try await look.check("sign-up-person-refused")
      try await look.send(["name": "Ada", "email": "ada@example.com"])
      try await look.arrive(at: "form")
      try await look.check("sign-up-person-taken")
      // Another tab answers the page before this one does.
      try await look.tab.fill("#f-email", "ada@example.org")
      _ = try await look.tab.evaluate(
        """
        (async () => { const form = document.querySelector("main form");
        await fetch(form.action, { method: "POST", body: new URLSearchParams(new FormData(form)) }); })()
        """)
      try await look.send(["name": "Bob"])
      try await look.check("sign-up-409")
      #expect(try await look.tab.evaluate("document.getElementById('main').dataset.kind") == "stale")
      try await look.open("/sign-up")
      try await look.check("sign-up-under-way")
      try await look.tab.follow("main a")
      try await look.check("sign-up-terms")
      try await look.send()
      try await look.check("sign-up-terms-refused")
      try await look.tab.follow("a.back")
      try await look.check("sign-up-person-again")
      try await look.tab.follow("p.leave a")
      try await look.check("sign-up-leave")
      try await look.open("/sign-up")
      try await look.tab.follow("main a")
      try await look.send(checking: ["terms"])
      try await look.arrive(at: "check")
      try await look.check("sign-up-check")
      try await look.send()
      try await look.arrive(at: "working")
      try await look.check("sign-up-working")
      works.letGo("create")
      try await look.arrive(at: "ended")
      try await look.check("sign-up-ended")
    }
  }

  @Test("Each page of the order can be read and used, wide and narrow, light and dark", arguments: windows)
  func order(_ width: Int, _ isDark: Bool) async throws {
    let works = Works(holding: ["charge"])
    try await Self.look(
      (width, isDark), works, at: ["start", "form", "working", "check", "waiting", "underWay", "leave", "cancelled"]
    ) { look in
      try await look.open("/order")
      try await look.check("order-start")
      try await look.send()
      try await look.check("order-tea")
      try await look.send(["boxes": "21"])
      try await look.check("order-tea-refused")
      try await look.send(["boxes": "2"], checking: ["kind"])
      try await look.tab.arrive(at: "document.querySelector('#f-street')")
      try await look.check("order-address")
      try await look.send(["street": ""])
      try await look.check("order-address-refused")
      try await look.send(["street": "Elm St 1", "note": "Ring twice"])
      try await look.arrive(at: "working")
      try await look.check("order-working")
      works.letGo("charge")
      try await look.arrive(at: "check")
      try await look.check("order-check")
      try await look.tab.follow("a.back")
      try await look.check("order-address-again")
      try await look.open("/order")
      try await look.tab.follow("main a")
      try await look.send()
      try await look.arrive(at: "waiting")
      try await look.check("order-waiting")
      try await look.open("/order")
      try await look.check("order-under-way")
      try await look.tab.follow("p.leave a")
      try await look.check("order-leave")
      try await look.tab.follow("main button")
      try await look.arrive(at: "cancelled")
      try await look.check("order-cancelled")
    }
  }

  @Test("A page that reports a failure can be read and used", arguments: windows)
  func failed(_ width: Int, _ isDark: Bool) async throws {
    try await Self.look((width, isDark), Works(failing: ["charge"]), at: ["failed"]) { look in
      try await look.open("/order")
      try await look.send()
      try await look.send(["boxes": "2"], checking: ["kind"])
      try await look.tab.arrive(at: "document.querySelector('#f-street')")
      try await look.send(["street": "Elm St 1"])
      try await look.arrive(at: "failed")
      try await look.check("order-failed")
    }
  }

  @Test("Each stage of the screens can be read and used, wide and narrow, light and dark", arguments: windows)
  func screens(_ width: Int, _ isDark: Bool) async throws {
    try await Self.look((width, isDark), at: ["error", "gone", "start", "screen", "leave", "cancelled", "ended"]) {
      look in
      for path in ["recipe", "booking", "menu"] {
        try await look.open("/\(path)/moon")
        try await look.check("\(path)-404")
        try await look.open("/\(path)/screen")
        try await look.check("\(path)-410")
        try await look.open("/\(path)")
        try await look.check("\(path)-start")
        try await look.tab.follow("main button")
        try await look.check("\(path)-first")
        try await look.open("/\(path)/leave")
        try await look.check("\(path)-leave")
        try await look.open("/\(path)/screen")
      }
      try await Self.recipe(look)
      try await Self.booking(look)
      try await look.open("/menu/screen")
      _ = try await look.tab.evaluate("document.querySelector('#s-soup').click()")
      try await look.arrive(at: "ended")
      try await look.check("menu-ended")
    }
  }

  private static func recipe(_ look: Looker) async throws {
    let tab = look.tab
    try await look.open("/recipe/screen")
    try await tab.click("#s-press")
    try await tab.wait(until: "document.querySelector('#s-item-45-1')")
    try await look.check("recipe-boxes")
    for item in 1...3 {
      try await tab.click("#s-item-45-\(item)")
      try await tab.wait(
        until: item < 3
          ? "document.querySelector('#s-item-45-\(item):disabled')" : "document.querySelector('#s-advance')")
    }
    try await look.check("recipe-folds")
    for fold in 1...4 {
      try await tab.click("#s-advance")
      try await tab.wait(
        until:
          "document.querySelector('main').innerText.includes('\(fold + 1) of 4') || document.querySelector('#s-start')")
    }
    try await tab.wait(until: "document.querySelector('#s-start')")
    try await look.check("recipe-timer")
    try await tab.click("#s-start")
    try await tab.wait(until: "/\\b5\\ds\\b/.test(document.querySelector('main').innerText)")
    try await look.check("recipe-countdown")
    try await look.open("/recipe/leave")
    try await tab.follow("main button")
    try await look.check("recipe-left")
  }

  private static func booking(_ look: Looker) async throws {
    let tab = look.tab
    try await look.open("/booking/screen")
    for guests in 3...6 {
      try await tab.click("#s-more")
      try await tab.wait(until: "document.querySelector('main').innerText.includes('Guests: \(guests)')")
    }
    try await look.check("booking-six")
    try await tab.click("input[id^='s-name']")
    try await tab.type("Ada")
    // Leaving the field sends what was typed.
    try await tab.press("Tab")
    try await tab.wait(until: "!document.querySelector('#s-book').disabled")
    try await look.check("booking-named")
    try await tab.click("#s-book")
    try await look.arrive(at: "ended")
    try await look.check("booking-ended")
  }
}
