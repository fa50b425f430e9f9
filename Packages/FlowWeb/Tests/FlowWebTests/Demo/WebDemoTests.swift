import FlowJSON
import Foundation
import Synchronization
import Testing
import WebTestSupport

/// The program `web-demo` as a process.
@Suite("The demo of pages", .serialized)
struct WebDemoTests {
  private static func process(_ arguments: [String]) -> (Process, output: Pipe, errors: Pipe) {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
      path: "web-demo")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    return (process, output, errors)
  }

  /// Runs the demo while a closure is called with its port.
  private static func serve(_ body: @Sendable (_ port: Int) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    let (process, output, _) = Self.process(["--port", "0", "--journal", folder.path("shop.journal")])
    try process.run(orSay: "The demo did not end")
    defer { if process.isRunning { process.terminate() } }
    let text = Mutex("")
    try await onThread {
      while !text.withLock({ $0.contains("Order: ") && $0.hasSuffix("\n") }) {
        let bytes = output.fileHandleForReading.availableData
        if bytes.isEmpty { return }
        text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
      }
    }
    let line = text.withLock { $0 }.split(separator: "\n").first { $0.hasPrefix("Order: ") }
    try await body(try #require(line.flatMap { URL(string: String($0.dropFirst(7)))?.port }))
    process.terminate()
    try await onThread { process.waitUntilExit() }
    #expect(process.terminationStatus == 0 && process.terminationReason == .exit)
  }

  @Test("The demo serves a sign-up and an order, and ends with SIGTERM")
  func served() async throws {
    try await Self.serve { port in
      try await Self.order(Visitor(port: UInt16(port)))
    }
  }

  private static func order(_ visitor: Visitor) async throws {
    let tea = try await visitor.start(at: "/order")
    #expect(tea.title == "Which tea?")
    var page = try await visitor.fill(
      try await visitor.fill(tea, [("kind", "mint"), ("boxes", "2")]), [("street", "Elm St 1"), ("note", "")])
    // The payment takes a second.
    try await patiently("The payment was not made") {
      page = try await visitor.follow(try await visitor.get("/order/\(visitor.journey ?? "")"))
      return page.kind == "check"
    }
    #expect(page.body.contains("Mint") && page.body.contains("Place the order"))
    #expect(try await visitor.fill(page, []).kind == "waiting")
  }

  @Test("The demo shows screens of StepKit, Nimbus and Hub, which lead to their ends")
  func screens() async throws {
    try await Self.serve { port in
      let visitor = Visitor(port: UInt16(port))
      let index = try await visitor.get("/")
      for path in ["/sign-up", "/order", "/recipe", "/booking", "/menu"] {
        #expect(index.body.contains("href=\"\(path)\""))
        #expect(try await visitor.get(path).status == 200)
      }
      var page = try await visitor.start(at: "/booking")
      page = try await visitor.press("s-more", on: page, [(page.name(of: "s-name"), "Ada")])
      page = try await visitor.press("s-book", on: page)
      #expect(page.kind == "ended" && page.body.contains("Ada, a table for 3 at 19"))
      page = try await visitor.start(at: "/menu")
      #expect(page.title == "What shall it be?" && page.body.contains("src=\"/pictures/soup.svg\""))
      #expect(try await visitor.get("/pictures/soup.svg").status == 200)
      #expect(try await visitor.press("s-soup", on: page).body.contains("You get: Soup."))
      page = try await visitor.start(at: "/recipe")
      page = try await visitor.press("s-press", on: page)
      let boxes = (1...3).map { (page.name(of: "s-item-45-\($0)"), "on") }
      page = try await visitor.follow(try await visitor.answer(page, boxes))
      for _ in 0..<4 { page = try await visitor.press("s-advance", on: page) }
      page = try await visitor.press("s-start", on: page)
      #expect(page.body.contains("s-pause") && page.body.contains("http-equiv=\"refresh\""))
    }
  }

  /// All windows if pictures are made, and otherwise one of each width.
  private static let windows: [(Int, Bool)] =
    [(1_280, false), (390, true)]
    + (ProcessInfo.processInfo.environment["FLOW_WEB_SCREENSHOTS"] == nil ? [] : [(1_280, true), (390, false)])

  @Test(
    "The demo's pages fit a wide and a narrow window, light and dark, and their texts can be read",
    .enabled(if: Browser.path != nil), arguments: windows)
  func looks(_ width: Int, _ isDark: Bool) async throws {
    let folder = ProcessInfo.processInfo.environment["FLOW_WEB_SCREENSHOTS"].map { URL(filePath: $0) }
    try await Self.serve { port in
      try await withBrowser { browser in
        let tab = try await browser.open(width: width, isDark: isDark)
        func check(_ name: String) async throws {
          #expect(try await tab.evaluate(Tab.faintTexts) == .array([]), "\(name)")
          #expect(try await tab.axeFindings() == .array([]), "\(name)")
          #expect(try await tab.evaluate("document.documentElement.scrollWidth") == .integer(Int64(width)), "\(name)")
          guard let folder else { return }
          let file = "\(name)-\(width)-\(isDark ? "dark" : "light").png"
          try await tab.screenshot(width: width).write(to: folder.appending(path: file))
        }
        func open(_ path: String) async throws {
          try await tab.go(to: "http://127.0.0.1:\(port)\(path)")
        }
        try await open("/")
        try await check("index")
        for path in ["sign-up", "order", "recipe", "booking", "menu"] {
          try await open("/\(path)")
          try await check("\(path)-start")
          try await tab.follow("main button")
          try await check("\(path)-first")
        }
        try await open("/recipe/screen")
        try await tab.click("#s-press")
        try await tab.wait(until: "document.querySelector('#s-item-45-1')")
        try await check("recipe-boxes")
        for item in 1...3 {
          try await tab.click("#s-item-45-\(item)")
          try await tab.wait(
            until: item < 3
              ? "document.querySelector('#s-item-45-\(item):disabled')" : "document.querySelector('#s-advance')")
        }
        for fold in 1...4 {
          try await tab.click("#s-advance")
          try await tab.wait(
            until:
              "document.querySelector('main').innerText.includes('\(fold + 1) of 4') || document.querySelector('#s-start')"
          )
        }
        try await tab.wait(until: "document.querySelector('#s-start')")
        try await tab.click("#s-start")
        try await tab.wait(until: "/\\b5\\ds\\b/.test(document.querySelector('main').innerText)")
        try await check("recipe-countdown")
        #expect(await tab.complaints.filter { !$0.contains("status of 4") } == [])
      }
    }
  }

  @Test(
    "An invalid command line is reported with the usage",
    arguments: [["--port"], ["--port", "x"], ["--moon"], ["--journal"]])
  func wrong(_ arguments: [String]) throws {
    let (process, _, errors) = Self.process(arguments)
    try process.run(orSay: "The demo did not end")
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 64 && text.contains("Usage: web-demo"))
  }
}
