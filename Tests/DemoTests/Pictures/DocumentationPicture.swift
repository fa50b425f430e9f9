import FlowState
import FlowStateTesting
import Foundation
import Synchronization
import Testing

@testable import Demo

/// A picture of the documentation, and how the demo makes it.
struct DocumentationPicture: Sendable, CustomTestStringConvertible {
  /// The file, from the root of the package.
  let file: String
  /// Makes the text of the file. The same program makes the same text, whatever the time and the machine.
  let make: @Sendable () throws -> String

  var testDescription: String { file }

  /// The file on this machine.
  var url: URL { Self.root.appending(path: file) }

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  #if os(Linux)
    static let all = [trace, recipe, hub]
  #else
    static let all = [trace]
  #endif
}

extension DocumentationPicture {
  /// The profile flow of the demo: the first download gets no answer in time.
  static let trace = DocumentationPicture(
    file: "Sources/FlowState/FlowState.docc/Resources/trace.svg"
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

/// Keeps the events of a run.
private final class EventLog: FlowObserver {
  private let events = Mutex<[FlowEvent]>([])

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

    /// The cards and rows of the document that the demo brings along.
    static let hub = DocumentationPicture(
      file: "Sources/FlowTerminal/FlowTerminal.docc/Resources/hub.svg"
    ) {
      try screen(
        ["hub"], columns: 64, rows: 34, typing: [("quit", nil)],
        title: "A Hub view of the demo, the button of the first card selected")
    }

    /// What the demo shows on a terminal: waits for each text, then types what stands beside it.
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
