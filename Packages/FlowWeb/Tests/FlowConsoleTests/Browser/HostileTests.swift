import FlowConsole
import FlowDurable
import FlowJSON
import FlowStateTesting
import Foundation
import Testing
import WebTestSupport

/// Hostile texts, large values, and lost connections.
@Suite(.serialized, .enabled(if: Browser.path != nil))
struct HostileTests {
  private static let script = "<script>window.hit=1</script><img src=x onerror=window.hit=1>\"'><b>&amp;"
  private static let turned = "\u{202E}txt.exe\u{2066}"

  @Test("No text of a run becomes markup or a script, or makes a page too wide")
  func markup() async throws {
    let shop = ShopStore()
    for text in [Self.script, Self.turned, String(repeating: "long", count: 256), "a\u{1}b\u{1B}[2J\nc", " "] {
      let run = try await shop.begin(text, flow: text, content: .string(text))
      let settled = ShopStore.settled(
        text, to: text, route: text, after: 1, result: .string(text), set: [text: .string(text)])
      try await shop.append([settled, .parked(.init(text, step: text))], to: run, then: .park(text))
      _ = try await shop.store.send(FlowMessage(.message(name: text, body: .string(text)), key: text), to: run.run)
    }
    try await RunningConsole.run(shop.store) { console in
      try await withBrowser { browser in
        let tab = try await browser.open(width: 390)
        try await tab.go(to: console.address)
        var pages = ["/runs", "/flows", "/runs?key=\(Self.encoded(Self.script))&flow=\(Self.encoded(Self.turned))"]
        for run in 1...5 {
          for part in ["", "/records/1", "/records/2", "/messages/1", "/cancel", "/back", "/send", "/retry"] {
            pages.append("/runs/\(run)\(part)")
          }
        }
        pages.append("/flows/\(Self.encoded(Self.script))")
        pages.append("/flows/\(Self.encoded(Self.turned))")
        pages.append("/\(Self.encoded(Self.script))")
        for page in pages {
          try await tab.go(to: console.base + page)
          #expect(try await tab.evaluate("window.hit ?? null") == .null, "\(page)")
          #expect(try await tab.count("script") == 1, "\(page)")
          #expect(try await tab.count("main b b, main img, main script") == 0, "\(page)")
          // Nothing is wider than a phone.
          let width = try await tab.evaluate("document.documentElement.scrollWidth")
          #expect(width == 390, "\(page)")
        }
        let refused = await tab.complaints.filter { !$0.contains("404") }
        #expect(refused == [])
      }
    }
  }

  private static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  @Test("A value of 1 MB is cut, and a sealed value isn't shown")
  func values() async throws {
    let shop = ShopStore()
    let run = try await shop.begin("1", content: .string(String(repeating: "x", count: 1_000_000)))
    let sealed: JSONValue = ["card": ["sealed": "c2VjcmV0"], "open": "seen"]
    try await shop.append(
      [ShopStore.settled("accept", to: "charge", after: 1, result: sealed)], to: run, then: .release(after: .zero))
    try await RunningConsole.run(shop.store, flows: [shopFlow()]) { console in
      try await withBrowser { browser in
        let tab = try await browser.open(width: 390)
        try await tab.go(to: console.address)
        try await tab.go(to: console.base + "/runs/1/records/1")
        #expect(try await tab.text().contains("1,000,002 bytes"))
        #expect(try await tab.text("pre").count < 20_100)
        try await tab.go(to: console.base + "/runs/1/records/2")
        let text = try await tab.text("pre")
        #expect(text.contains("sealed") && text.contains("seen") && !text.contains("c2VjcmV0"))
      }
    }
  }

  @Test("A page reports that it has lost the connection, and follows again later")
  func lostConnection() async throws {
    let shop = ShopStore()
    _ = try await shop.waiting("4711")
    let port = try await RunningConsole.run(shop.store) { URL(string: $0.address)?.port ?? 0 }
    try await withBrowser { browser in
      let tab = try await browser.open()
      try await RunningConsole.run(shop.store, port: port) { console in
        try await tab.go(to: console.address)
        try await tab.wait(until: "!document.getElementById('live').hidden")
      }
      try await tab.wait(until: "!document.getElementById('lost').hidden")
      #expect(
        try await tab.text("#lost").hasPrefix("The connection to the console is lost. This page shows what was known"))
      #expect(try await tab.evaluate("document.getElementById('live').hidden") == true)
      try await RunningConsole.run(shop.store, port: port) { _ in
        try await tab.wait(until: "document.getElementById('lost').hidden")
      }
    }
  }

  @Test("A page reports a store that can't be read in a sentence, and follows it again later")
  func lostStore() async throws {
    let shop = ShopStore()
    _ = try await shop.waiting("4711")
    let store = FailingStore(shop.store)
    try await RunningConsole.run(store) { console in
      try await withBrowser { browser in
        let tab = try await browser.open()
        try await tab.go(to: console.address)
        try await tab.wait(until: "!document.getElementById('live').hidden")
        store.isGone = true
        try await tab.wait(
          until:
            "document.getElementById('lost').innerText.startsWith(\"Can't read 'orders.journal': the disk is gone.\")")
        let other = try await browser.open()
        try await other.go(to: console.address)
        #expect(try await other.text("h1") == "The store doesn't answer")
        store.isGone = false
        try await tab.wait(until: "document.getElementById('lost').hidden")
      }
    }
  }
}
