import FlowConsole
import FlowDurable
import FlowJSON
import FlowStateTesting
import Foundation
import Testing
import WebTestSupport

/// The actions in a browser. Each asks first, and reports its outcome.
@Suite(.serialized, .enabled(if: Browser.path != nil))
struct ActionTests {
  /// Opens the page of the only run, with a worker that receives the messages of the console.
  private func withRun(
    _ shop: ShopStore, hasScript: Bool = true, _ body: @escaping @Sendable (Tab, RunningConsole) async throws -> Void
  ) async throws {
    let flow = try shopFlow()
    let worker = FlowWorker(shop.store, running: [flow], timed: shop.clock)
    try await RunningConsole.run(shop.store, flows: [flow], working: worker) { console in
      try await withBrowser { browser in
        let tab = try await browser.open(hasScript: hasScript)
        try await tab.go(to: console.address)
        try await tab.go(to: console.base + "/runs/1")
        try await body(tab, console)
        // The browser logs each page with status 422.
        #expect(await tab.complaints.filter { !$0.contains("422") } == [])
      }
    }
  }

  @Test("Cancelling asks first, and reports that the run was cancelled")
  func cancel() async throws {
    let shop = ShopStore()
    _ = try await shop.waiting("4711")
    try await withRun(shop) { tab, _ in
      try await tab.follow(".actions a[href$=cancel]")
      #expect(try await tab.text("h1") == "Cancel the run?")
      // Asking changes nothing.
      try await tab.follow(".buttons a")
      #expect(try await tab.text(".title .state").hasPrefix("waits for Shipped"))
      try await tab.follow(".actions a[href$=cancel]")
      try await tab.follow(".buttons button")
      #expect(try await tab.text(".notice") == "The run was cancelled.")
      #expect(try await tab.text(".title .state") == "cancelled")
      #expect(try await tab.text("#records").contains("charge#1 undone"))
    }
  }

  @Test("Going back offers the steps that the run has visited, and the run goes back")
  func back() async throws {
    let shop = ShopStore()
    _ = try await shop.waiting("4711")
    try await withRun(shop) { tab, _ in
      try await tab.follow(".actions a[href$=back]")
      let steps = try await tab.evaluate("[...document.querySelectorAll('[name=step]')].map(e => e.value)")
      #expect(steps == ["charge", "accept"])
      try await tab.follow(".buttons button")
      #expect(try await tab.text(".notice") == "The run was asked to go back to charge. The run stands at shipped now.")
      let records = try await tab.text("#records")
      #expect(records.contains("charge#1 undone") && records.contains("charge#2 completed"))
    }
  }

  @Test("Retrying continues a parked run, also if an earlier retry still waits", arguments: [false, true])
  func retry(isRepeated: Bool) async throws {
    let shop = ShopStore()
    var run = try await shop.begin("4711")
    if isRepeated {
      _ = try await shop.store.send(FlowMessage(.retry), to: run.run)
      // The worker has received it, but hasn't taken it.
      run.note(try await shop.store.append([], to: run, then: .hold(lease: .seconds(30))))
    }
    try await shop.append(
      [ShopStore.settled("accept", to: "charge", after: 1, set: ["TheOrder": ["id": "4711", "cents": 990]])], to: run)
    try await shop.append([.parked(.init("The bank was closed.", step: "charge"))], to: run, then: .park("Closed."))
    try await withRun(shop) { tab, _ in
      try await tab.follow(".actions a[href$=retry]")
      try await tab.follow(".buttons button")
      #expect(try await tab.text(".notice") == "The run was asked to continue. The run stands at shipped now.")
    }
  }

  @Test("The console checks a message before it sends it, and keeps the entered text")
  func send() async throws {
    let shop = ShopStore()
    _ = try await shop.waiting("4711")
    try await withRun(shop) { tab, _ in
      try await tab.follow(".actions a[href$=send]")
      #expect(try await tab.evaluate("document.querySelector('[name=name]').value") == "Shipped")
      try await tab.fill("[name=body]", "{\"tracking\": 1Z}")
      try await tab.fill("[name=key]", "webhook-88")
      try await tab.follow(".buttons button")
      #expect(try await tab.text("#fault").hasPrefix("The body isn't JSON:"))
      #expect(try await tab.evaluate("document.querySelector('[name=key]').value") == "webhook-88")
      try await tab.fill("[name=body]", "{\"tracking\": 1}")
      try await tab.follow(".buttons button")
      #expect(
        try await tab.text("#fault") == "The body doesn't decode as the flow awaits it: $.tracking: expected String.")
      try await tab.fill("[name=body]", "{\"tracking\": \"1Z\"}")
      try await tab.follow(".buttons button")
      #expect(try await tab.text(".notice") == "The message Shipped was sent. The run stands at cool off now.")
      try await tab.follow(".actions a[href$=send]")
      try await tab.fill("[name=body]", "{\"tracking\": \"1Z\"}")
      try await tab.fill("[name=name]", "Shipped")
      try await tab.fill("[name=key]", "webhook-88")
      try await tab.follow(".buttons button")
      #expect(try await tab.text(".notice") == "The message Shipped was sent before. Nothing has changed.")
    }
  }

  @Test("Listing and cancelling a run work without the script, and the page doesn't claim to be live")
  func noScript() async throws {
    let shop = ShopStore()
    _ = try await shop.waiting("4711")
    let flow = try shopFlow()
    let worker = FlowWorker(shop.store, running: [flow], timed: shop.clock)
    try await RunningConsole.run(shop.store, flows: [flow], working: worker) { console in
      try await withBrowser { browser in
        let tab = try await browser.open(hasScript: false)
        try await tab.go(to: console.address)
        try await tab.follow("#runs tbody a")
        try await tab.follow(".actions a[href$=cancel]")
        try await tab.follow(".buttons button")
        #expect(try await tab.text(".notice") == "The run was cancelled.")
        // The page doesn't claim to be live.
        #expect(try await tab.evaluate("document.getElementById('live').hidden") == true)
      }
    }
  }

  @Test("The keyboard reaches the button of an action and presses it")
  func keyboard() async throws {
    let shop = ShopStore()
    _ = try await shop.waiting("4711")
    try await withRun(shop) { tab, console in
      try await tab.go(to: console.base + "/runs/1/cancel")
      try await tab.press("Tab")
      #expect(try await tab.evaluate("document.activeElement.className") == "skip")
      for _ in 0..<20 {
        if try await tab.evaluate("document.activeElement.tagName") == "BUTTON" { break }
        try await tab.press("Tab")
      }
      #expect(try await tab.evaluate("document.activeElement.innerText") == "Cancel the run")
      // The focus is visible.
      #expect(try await tab.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid")
      try await tab.browser.waiting(for: "Page.loadEventFired", in: tab.session) { try await tab.press("Enter") }
      #expect(try await tab.text(".notice") == "The run was cancelled.")
    }
  }

  @Test("A read-only console has no actions")
  func readOnly() async throws {
    let shop = ShopStore()
    _ = try await shop.parked("4711")
    try await RunningConsole.run(shop.store, flows: [shopFlow()], isReadOnly: true) { console in
      try await withBrowser { browser in
        let tab = try await browser.open()
        try await tab.go(to: console.address)
        #expect(try await tab.text(".lock") == "Read only")
        #expect(try await tab.count("a[href$=retry]") == 0)
        try await tab.go(to: console.base + "/runs/1")
        #expect(try await tab.count(".actions") == 0)
        try await tab.go(to: console.base + "/runs/1/cancel")
        #expect(try await tab.text("h1") == "The console is read-only")
      }
    }
  }
}
