import DemoTestSupport
import FlowChains
import FlowPictures
import FlowState
import FlowStateTesting
import Foundation
import TestSupport
import Testing

@testable import Demo

/// A picture of the documentation, and how the demo makes it.
struct DocumentationPicture: Sendable, CustomTestStringConvertible {
  /// The file, from the root of the package.
  let file: String
  /// Makes the text of the file, which is the same at any time and on any machine.
  let make: @Sendable () throws -> String

  var testDescription: String { file }

  /// The file on this machine.
  var url: URL { Self.root.appending(path: file) }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  #if os(Linux)
    static let all = [trace, orders, recipe, hub]
  #else
    static let all = [trace, orders]
  #endif
}

extension DocumentationPicture {
  /// The profile flow of the demo: the first download gets no answer in time.
  static let trace = DocumentationPicture(
    file: "Sources/FlowPictures/FlowPictures.docc/Resources/trace.svg"
  ) {
    let name = try ProfileName("Bo")
    let script = FlowScript([
      "Download": [.never, .after(.milliseconds(700), .result(UserProfile.initial))],
      "Display": [
        .after(.milliseconds(900), .result(ProfileAction.edit)),
        .after(.milliseconds(500), .result(ProfileAction.quit)),
      ],
      "Edit": [.after(.milliseconds(800), .result(NameAnswer.change(name)))],
      "Update": [.after(.milliseconds(1_100), .result(UserProfile(name: "Bo", bio: "")))],
    ])
    let queue = ManualQueue()
    let clock = ManualClock(playing: queue)
    let log = EventLog()
    ProfileFlow.unseen.on(queue).timed(by: clock).scripted(by: script).observed(by: log).start()
    queue.play()
    while clock.advanceToNextTimer() != nil {}
    // A run's number counts all runs of the process.
    let run = log.all.first.map { "\($0.run)" } ?? ""
    let trace = ChromeTrace(log.all).json.replacing(run, with: "Profile#1")
    return try TracePicture.text(of: trace, title: "The run of the profile flow as a trace")
  }
}

extension DocumentationPicture {
  /// Forty runs of an order flow in one picture. Some runs wait, and a bank has declined some cards.
  static let orders = DocumentationPicture(
    file: "Sources/FlowPictures/FlowPictures.docc/Resources/orders.svg"
  ) {
    let queue = ManualQueue()
    let clock = ManualClock(playing: queue)
    let waiting = LockedList<FlowStepHandler<Int, Int>>()
    /// A step that completes with the number of the order after a delay, or fails, or waits forever.
    func step(
      _ identifier: String, after delay: Duration, failing fails: @escaping @Sendable (Int) -> Bool = { _ in false },
      waiting waits: @escaping @Sendable (Int) -> Bool = { _ in false }
    ) -> FlowStepDeclaration<Int, Int> {
      FlowStepDeclaration(Int.self, Int.self, identifier: identifier) { _ in
        FlowStep(Int.self, Int.self, identifier: identifier) { step in
          let handler = FlowStepHandler(Int.self, Int.self)
          let number = step.content ?? 0
          waiting.append(handler)
          if !waits(number) {
            _ = clock.schedule(after: delay) {
              if fails(number) { handler.fail(CancellationError()) } else { handler.complete(number) }
            }
          }
          return handler
        }
      }
    }
    let chain = FlowChain("order") {
      step("accept", after: .milliseconds(1))
      step("charge", after: .milliseconds(3)) { $0 % 8 == 0 }
        .catching(["declined": .step("apologize")]) { _ in "declined" }
      step("ship", after: .milliseconds(20), waiting: { $0 % 5 == 1 })
        .branching(["shipped": .next, "out of stock": .step("apologize"), "moved": .step("accept")]) {
          $0 == 10 ? "out of stock" : "shipped"
        }
      step("thank", after: .milliseconds(2)).branching(["done": .end]) { _ in "done" }
      FlowStepDeclaration(Any.self, Int.self, identifier: "apologize") { _ in
        FlowStep(Any.self, Int.self, identifier: "apologize") { _ in
          let handler = FlowStepHandler(Any.self, Int.self)
          handler.complete(nil)
          return handler
        }
      }
    }
    let log = EventLog()
    let flow = try Flow(chain, Int.self, Int.self).on(queue).timed(by: clock).observed(by: log)
    for number in 1...40 { flow.start(number) }
    queue.play()
    while clock.advanceToNextTimer() != nil {}
    return chain.svg(overlaying: FlowOverlay(log.all))
  }
}

/// Records the events of runs.
private final class EventLog: FlowObserver {
  private let events = Locked<[FlowEvent]>([])

  var all: [FlowEvent] { events.withLock { $0 } }

  func receive(_ event: FlowEvent) {
    events.withLock { $0.append(event) }
  }
}

#if os(Linux)
  extension DocumentationPicture {
    /// A recipe whose first timer has run for a while. Its time runs so slowly that the picture always shows the same second.
    static let recipe = DocumentationPicture(
      file: "Sources/FlowTerminal/FlowTerminal.docc/Resources/recipe.svg"
    ) {
      let folder = try TemporaryFolder()
      var steps = try String(contentsOf: root.appending(path: "Demo/Resources/doughnuts.json"), encoding: .utf8)
      steps.replace("\"seconds\": 300,", with: "\"seconds\": 300, \"completedSeconds\": 131.5,")
      try folder.write(Data("{\"steps\":\(steps)}".utf8), to: "p.json")
      return try screen(
        ["recipe", "--speed", "0.01", "--progress", folder.file("p.json")], columns: 80, rows: 11,
        typing: [("[ Start ]", "\r"), ("pause", nil)], title: "A recipe of the demo while its first timer runs")
    }

    /// The cards and rows of the demo's own document.
    static let hub = DocumentationPicture(
      file: "Sources/FlowTerminal/FlowTerminal.docc/Resources/hub.svg"
    ) {
      try screen(
        ["hub"], columns: 64, rows: 34, typing: [("quit", nil)],
        title: "A Hub view of the demo, the button of the first card selected")
    }

    /// Draws the demo on a terminal. Waits for each text, and then types its keys.
    private static func screen(
      _ arguments: [String], columns: Int, rows: Int, typing: [(text: String, keys: String?)], title: String
    ) throws -> String {
      let demo = try TerminalDemo(arguments, columns: columns, rows: rows)
      var grid = TerminalGrid(columns: columns, rows: rows)
      for (text, keys) in typing {
        // The demo brackets each change of the screen; this code ends it.
        var shown = demo.read(until: text)
        let end = "\u{1B}[?2026l"
        if let found = shown.firstRange(of: text), !shown[found.upperBound...].contains(end) {
          shown += demo.read(until: end)
        }
        grid.write(shown)
        if let keys { demo.type(keys) }
      }
      demo.type("\u{4}")
      _ = demo.finish()
      return TerminalPicture.text(of: grid, title: title)
    }
  }
#endif
