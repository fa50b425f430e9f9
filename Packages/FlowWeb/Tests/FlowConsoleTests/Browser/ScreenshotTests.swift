import FlowConsole
import FlowDurable
import FlowJSON
import FlowMarkup
import FlowState
import FlowStateTesting
import Foundation
import Testing
import WebTestSupport

/// Each page, light and dark, on a desktop and on a phone.
///
/// With the variable `FLOW_CONSOLE_SCREENSHOTS`, the pictures are written to the folder that it names.
@Suite(.serialized, .enabled(if: Browser.path != nil))
struct ScreenshotTests {
  private static let pages: [(name: String, path: String)] = [
    ("runs", "/runs"), ("run", "/runs/22"), ("parked", "/runs/21"), ("flow", "/flows/order"), ("flows", "/flows"),
    ("values", "/runs/22/records/3"), ("send", "/runs/22/send"), ("back", "/runs/22/back"), ("error", "/runs/4711"),
    ("process", "/process/1"), ("failed", "/runs/11"), ("failures", "/runs?state=failed"),
  ]

  @Test("Each page fits a desktop and a phone, and has enough contrast, light and dark")
  func pages() async throws {
    let shop = ShopStore()
    try await shop.fill()
    let folder = ProcessInfo.processInfo.environment["FLOW_CONSOLE_SCREENSHOTS"].map { URL(filePath: $0) }
    let watch = RunWatch()
    Self.play(watch)
    try await RunningConsole.run(shop.store, flows: [shopFlow()], watching: watch) { console in
      try await withBrowser { browser in
        for (width, isDark) in [(1_280, false), (1_280, true), (390, false), (390, true)] {
          let tab = try await browser.open(width: width, height: 900, isDark: isDark)
          try await tab.go(to: console.address)
          let question = try await tab.evaluate(
            "document.querySelector('a[href*=\"groups/retry\"]').getAttribute('href')")
          guard case .string(let question) = question else {
            throw Browser.Fault(description: "No group has a button.")
          }
          for page in Self.pages + [("group", question)] {
            try await tab.go(to: console.base + page.path)
            if try await tab.count("[data-follow]") > 0 {
              try await tab.wait(until: "!document.getElementById('live').hidden")
            }
            #expect(
              try await tab.evaluate("document.documentElement.scrollWidth") == .integer(Int64(width)), "\(page.name)")
            let faint = try await tab.evaluate(Tab.faintTexts)
            #expect(faint == [], "\(page.name), dark: \(isDark)")
            let picture = try await tab.screenshot(width: width)
            #expect(picture.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            let name = "\(page.name)-\(width)-\(isDark ? "dark" : "light").png"
            if let folder { try picture.write(to: folder.appending(path: name)) }
            try await tab.resize(width: width, height: 900)
          }
        }
      }
    }
  }

  /// A run of a flow that isn't declared, up to a question.
  private static func play(_ watch: RunWatch) {
    let queue = ManualQueue()
    let clock = ManualClock(playing: queue)
    @Sendable func step(_ identifier: String) -> FlowStep<Any, String> {
      FlowStep(Any.self, String.self, identifier: identifier) { _ in FlowStepHandler(Any.self, String.self) }
    }
    let flow = Flow(Any.self, Void.self, identifier: "Profile") { _ in
      let (download, display, edit, update) = (step("Download"), step("Display"), step("Edit"), step("Update"))
      download.nextStep = display
      edit.nextStep = update
      update.nextStep = display
      display.setCompletion { step, _ in step.nextStep = edit }
      return download
    }
    flow.on(queue).timed(by: clock).observed(by: watch).scripted(by: [
      "Download": [.after(.milliseconds(720), .result("Alice"))],
      "Display": [.after(.seconds(2), .result("edit")), .never],
      "Edit": [.after(.milliseconds(3_100), .result("Bob"))], "Update": [.after(.milliseconds(450), .result("Bob"))],
    ]).start()
    queue.play()
    clock.advance(by: .seconds(10))
  }
}
