import FlowConsole
import FlowDurable
import FlowJSON
import FlowState
import FlowStateTesting
import Foundation
import Testing
import WebTestSupport

/// The pages in a browser.
@Suite(.serialized, .enabled(if: Browser.path != nil))
struct PageTests {
  @Test("The list of runs has filters and pages")
  func runs() async throws {
    let shop = ShopStore()
    try await shop.fill()
    for number in 0..<60 { _ = try await shop.store.add(NewRun(flow: "signup", key: "s\(number)")) }
    try await RunningConsole.run(shop.store, flows: [shopFlow()]) { console in
      try await withBrowser { browser in
        let tab = try await browser.open()
        try await tab.go(to: console.address)
        // The token doesn't stay in the address.
        #expect(try await tab.path == "/runs")
        #expect(try await tab.text("h1") == "Runs")
        #expect(try await tab.text(".chip.all") == "All\n83")
        #expect(try await tab.text(".chip.parked") == "Parked\n2")
        // Parked runs come first, with their reasons.
        let parked = try await tab.text("#parked")
        #expect(parked.contains("The undo of step 'charge' has failed 3 times. The bank has declined the refund."))
        #expect(parked.contains("2 runs of order at shipped: 4710 4709"))
        #expect(try await tab.count("ul.groups li") == 1)
        #expect(try await tab.count("#runs tbody tr") == 50)
        #expect(try await tab.text("#runs tbody th a") == "s59")
        try await tab.follow("a[rel=next]")
        #expect(try await tab.path == "/runs?after=34")
        #expect(try await tab.count("#runs tbody tr") == 31)
        #expect(try await tab.count("#parked li") == 0)
        try await tab.follow(".pager a")
        try await tab.follow(".chip.waiting")
        #expect(try await tab.path == "/runs?state=waiting")
        #expect(try await tab.count("#runs tbody tr") == 9)
        try await tab.fill("[name=key]", "4703")
        try await tab.fill("[name=flow]", "order")
        try await tab.follow(".filter button")
        #expect(try await tab.count("#runs tbody tr") == 1)
        #expect(try await tab.text("#runs tbody").contains("waits for Shipped"))
        try await tab.go(to: console.base + "/runs?age=1h&flow=order&state=parked")
        #expect(try await tab.count("#runs tbody tr") == 1)
        try await tab.go(to: console.base + "/runs?key=nobody")
        #expect(try await tab.text("#runs") == "No runs match.")
        #expect(await tab.complaints == [])
      }
    }
  }

  @Test("Times are shown in the reader's zone, and in UTC without the script")
  func zone() async throws {
    let shop = ShopStore()
    _ = try await shop.waiting("4711")
    shop.pass(14 * 3_600_000)
    _ = try await shop.store.send(
      FlowMessage(.message(name: "Shipped", body: ["tracking": "1Z"])), to: RunNumber(rawValue: 1))
    let claimed = try await shop.store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30)))
    try await shop.append([ShopStore.settled("shipped", to: "thank", after: 1)], to: claimed[0])
    try await RunningConsole.run(shop.store) { console in
      try await withBrowser { browser in
        let tab = try await browser.open()
        try await tab.setZone("Asia/Tokyo")
        try await tab.go(to: console.address)
        let spaces = ".replace(/\\s/g, ' ')"
        let started = try await tab.evaluate("document.querySelector('#runs td.started').innerText" + spaces)
        #expect(started == "Nov 17, 2026, 6:20 PM")
        #expect(
          try await tab.evaluate("document.querySelector('#runs td.started time').title" + spaces)
            == "Tuesday, November 17, 2026 at 6:20:00 PM GMT+9")
        try await tab.follow("#runs tbody a")
        let records = try await tab.text("#records")
        #expect(records.contains("Tuesday, November 17, 2026") && records.contains("18:20:00.120"))
        // In UTC, the last record is of the same day.
        #expect(records.contains("Wednesday, November 18, 2026") && records.contains("08:20:00.970"))
        let plain = try await browser.open(hasScript: false)
        try await plain.go(to: console.address)
        #expect(try await plain.text("#runs td.started") == "2026-11-17 09:20 UTC")
        #expect(await tab.complaints == [])
      }
    }
  }

  @Test("On a phone, the list of runs begins on the first screen")
  func phone() async throws {
    let shop = ShopStore()
    try await shop.fill()
    try await RunningConsole.run(shop.store, flows: [shopFlow()]) { console in
      try await withBrowser { browser in
        let tab = try await browser.open(width: 390, height: 844)
        try await tab.go(to: console.address)
        let top = try await tab.evaluate(
          "Math.round(document.querySelector('#runs tbody tr').getBoundingClientRect().bottom)")
        guard case .integer(let bottom) = top else { throw Browser.Fault(description: "\(top)") }
        #expect(bottom < 844)
      }
    }
  }

  @Test("The page of a run shows its picture, times, records, and inbox, and values only after a click")
  func run() async throws {
    let shop = ShopStore()
    try await shop.fill()
    let store = shop.store
    try await RunningConsole.run(store, flows: [shopFlow()]) { console in
      try await withBrowser { browser in
        let tab = try await browser.open()
        try await tab.go(to: console.address)
        try await tab.go(to: console.base + "/runs/22")
        #expect(try await tab.text("h1") == "4711")
        #expect(try await tab.text(".title .state") == "waits for Shipped, 2 d left")
        let picture = try await tab.text("#picture")
        #expect(picture.contains("1 visit, 850 ms"))
        #expect(try await tab.count("#picture .here") == 1)
        #expect(try await tab.count("#timeline li:not(.axis)") == 3)
        let records = try await tab.text("#records")
        #expect(records.contains("charge#1 completed in 850 ms → shipped"))
        #expect(!records.contains("p-4711"))
        #expect(try await tab.text("#inbox").contains("message Note (webhook-87)"))
        try await tab.follow("#inbox a.values")
        #expect(try await tab.text("pre") == "{\n  \"text\": \"Leave it at the door.\"\n}")
        try await tab.follow(".crumbs a:last-child")
        try await tab.follow("#records a[href$='records/3']")
        #expect(try await tab.text("main").contains("\"id\": \"p-4711\""))
        #expect(await tab.complaints == [])
      }
    }
  }

  @Test("The page of a flow shows how many runs are at each step, and how long its steps take")
  func flow() async throws {
    let shop = ShopStore()
    try await shop.fill()
    try await RunningConsole.run(shop.store, flows: [shopFlow()]) { console in
      try await withBrowser { browser in
        let tab = try await browser.open()
        try await tab.go(to: console.address)
        try await tab.go(to: console.base + "/flows")
        try await tab.follow("#flows tbody a")
        #expect(try await tab.path == "/flows/order")
        #expect(try await tab.text("#picture").contains("p50 700 ms"))
        let badges = try await tab.evaluate(
          "[...document.querySelectorAll('#picture .count')].map(e => e.childNodes[0].data)")
        #expect(badges == ["1", "9", "2"])
        let row = try await tab.text("#steps tbody tr:nth-child(3)")
        #expect(row.split(separator: "\t").map(String.init).prefix(3) == ["shipped", "9", "2"])
        try await tab.follow("#steps tbody tr:nth-child(3) td:nth-child(3) a")
        #expect(try await tab.path == "/runs?state=parked&flow=order&step=shipped")
        #expect(try await tab.count("#runs tbody tr") == 2)
        #expect(await tab.complaints == [])
      }
    }
  }

  @Test("The picture of an unknown flow shows the steps of its runs")
  func unknownFlow() async throws {
    let shop = ShopStore()
    try await shop.fill()
    try await RunningConsole.run(shop.store) { console in
      try await withBrowser { browser in
        let tab = try await browser.open()
        try await tab.go(to: console.address)
        try await tab.go(to: console.base + "/flows/order")
        let text = try await tab.text("#picture")
        #expect(text.contains("this console doesn't know the flow"))
        #expect(text.contains("charge") && text.contains("cool off") && !text.contains("apology"))
      }
    }
  }

  @Test("The page of a run follows the run without loading again")
  func moving() async throws {
    let shop = ShopStore()
    let run = try await shop.waiting("4711")
    let worker = FlowWorker(shop.store, running: [try shopFlow()], timed: shop.clock)
    let (clock, store) = (shop.clock, shop.store)
    try await RunningConsole.run(store, flows: [shopFlow()], working: worker) { console in
      try await withBrowser { browser in
        let tab = try await browser.open()
        try await tab.go(to: console.address)
        try await tab.go(to: console.base + "/runs/1")
        try await tab.wait(until: "!document.getElementById('live').hidden")
        _ = try await tab.evaluate("document.querySelector('#records a.values').focus(); window.mark = 1")
        let shipped = FlowMessage(.message(name: "Shipped", body: ["tracking": "1Z"]))
        _ = try await store.send(shipped, to: run.run)
        try await tab.wait(until: "document.querySelector('#records').innerText.includes('cool off#1 waits')")
        clock.advance(by: .seconds(14 * 86_400))
        try await tab.wait(until: "document.querySelector('.title .state').innerText === 'completed'")
        try await tab.wait(until: "document.getElementById('news').textContent === '4711: completed, at thank'")
        // The page wasn't loaded again, and the focus stays.
        #expect(try await tab.evaluate("window.mark") == 1)
        #expect(try await tab.evaluate("document.activeElement.className") == "values")
        #expect(try await tab.count(".actions") == 0)
        #expect(await tab.complaints == [])
      }
    }
  }

  @Test("A part that changes while its text is selected changes when it isn't any more, whatever has changed since")
  func selected() async throws {
    let shop = ShopStore()
    let run = try await shop.begin("4711")
    try await RunningConsole.run(shop.store, flows: [shopFlow()]) { console in
      try await withBrowser { browser in
        let tab = try await browser.open()
        try await tab.go(to: console.address)
        try await tab.go(to: console.base + "/runs/1")
        try await tab.wait(until: "!document.getElementById('live').hidden")
        _ = try await tab.evaluate("getSelection().selectAllChildren(document.getElementById('records')); 0")
        try await shop.append([ShopStore.settled("accept", to: "charge", after: 120)], to: run)
        try await tab.wait(until: "document.getElementById('head').innerText.includes('charge')")
        #expect(try await !tab.text("#records").contains("accept#1 completed"))
        _ = try await shop.store.send(FlowMessage(.message(name: "Note", body: [:])), to: run.run)
        try await tab.wait(until: "document.getElementById('inbox').innerText.includes('Note')")
        _ = try await tab.evaluate("getSelection().removeAllRanges(); 0")
        try await tab.wait(until: "document.getElementById('records').innerText.includes('accept#1 completed')")
        #expect(await tab.complaints == [])
      }
    }
  }

  @Test("Pages follow the runs of this process by their events")
  func process() async throws {
    let watch = RunWatch()
    let queue = ManualQueue()
    let clock = ManualClock(playing: queue)
    let flow = Flow(Any.self, Void.self, identifier: "Profile") { _ in
      let (download, display) = (Self.step("Download"), Self.step("Display"))
      download.nextStep = display
      return download
    }
    .on(queue).timed(by: clock).observed(by: watch)
    .scripted(by: ["Download": [.after(.seconds(2), .result("Alice"))], "Display": [.after(.seconds(3), .result("q"))]])
    try await RunningConsole.run(MemoryStore(), watching: watch) { console in
      try await withBrowser { browser in
        let tab = try await browser.open()
        try await tab.go(to: console.address)
        try await tab.follow("nav a[href='/process']")
        #expect(try await tab.text("#runs") == "No runs yet. They appear here as soon as one starts.")
        try await tab.wait(until: "!document.getElementById('live').hidden")
        flow.start()
        queue.play()
        try await tab.wait(until: "document.querySelector('#runs tbody')?.innerText.includes('under way')")
        try await tab.follow("#runs tbody a")
        #expect(try await tab.text("h1") == "Profile#1")
        try await tab.wait(until: "!document.getElementById('live').hidden")
        clock.advance(by: .seconds(2))
        try await tab.wait(until: "document.querySelector('#records').innerText.includes('Display began.')")
        clock.advance(by: .seconds(3))
        try await tab.wait(until: "document.querySelector('.title .state').innerText === 'completed'")
        #expect(try await tab.text("#picture").contains("1 visit, 2000 ms"))
        #expect(try await tab.text("#timeline").contains("3 s"))
        try await tab.follow(".crumbs a:last-child")
        #expect(try await tab.path == "/process/flows/Profile")
        #expect(await tab.complaints == [])
      }
    }
  }

  private static func step(_ identifier: String) -> FlowStep<Any, String> {
    FlowStep(Any.self, String.self, identifier: identifier) { _ in FlowStepHandler(Any.self, String.self) }
  }
}
