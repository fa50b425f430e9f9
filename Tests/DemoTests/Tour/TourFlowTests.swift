import Dispatch
import FlowScreens
import FlowState
import FlowStateTesting
import FlowTerminal
import Foundation
import StepKit
import TestSupport
import Testing

@testable import Demo

/// Records what is logged.
private final class EntryLog: FlowLogger {
  private let kept = Locked<[String]>([])
  var entries: [String] { kept.withLock { $0 } }

  func log(_ level: FlowLogLevel, _ message: String) {
    kept.withLock { $0.append("\(level.rawValue): \(message)") }
  }
}

@Suite("The tour", .timeLimit(.minutes(20)))
struct TourFlowTests {
  private static var documents: TourFlow.Documents {
    get throws {
      let folder = URL(filePath: #filePath).appending(path: "../../../../Demo/Resources/tour").standardized.path
      return TourFlow.Documents(
        list: try DocumentSource.file("\(folder)/list.json").hubDocument(schema: .standard),
        form: try DocumentSource.file("\(folder)/form.json").screen(),
        recipe: try DocumentSource.file("\(folder)/recipe.json").steps())
    }
  }

  @Test("The three screens of the tour complete under a manual clock, and nothing is logged")
  func tour() async throws {
    let input = Pipe()
    let output = Pipe()
    let log = EntryLog()
    let clock = ManualClock()
    let session = ScreenSession(
      lines: LineReader(input: input.fileHandleForReading.fileDescriptor),
      output: TextOutput(descriptor: output.fileHandleForWriting.fileDescriptor),
      terminal: Terminal(terminals: [], environment: [:]))
    let tour = TourFlow(documents: try Self.documents, session: session, logger: log)
    input.fileHandleForWriting.write(
      Data("press tea\ntype guest Bo\npress serve\npress\ntick 2\ntick 1\nstart\nwait\n".utf8))
    let recorder = FlowRecorder()
    let flow = tour.flow.timed(by: clock).observed(by: recorder)
    // Waiting for output must not block a thread of the pool that the test's tasks need.
    let outcome: FlowOutcome<TourFlow.Result> = try await patiently("The tour did not end") { resume in
      _ = flow.start { resume($0) }
      DispatchQueue.global().async {
        var written = ""
        while !written.contains("> wait") {
          written += String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        }
        clock.advance(by: .seconds(2))
      }
    }
    guard case .completed(let served?) = outcome else {
      Issue.record("The tour ended as \(outcome).")
      return
    }
    #expect(served.dish == "tea")
    #expect(served.guest == "Bo")
    #expect(served.steps.map(\.completed) == [true, true, true])
    #expect(log.entries == [])
  }

  @Test("Leaving a screen ends the tour without a result", arguments: ["quit\n", "press toast\nquit\n", ""])
  func left(commands: String) throws {
    let run = try DemoProcess.run(["tour"], input: .text(commands))
    #expect(run.output.hasSuffix("The tour was left.\n"))
    #expect(run.errors == "")
    #expect(run.status == 75)
  }

  @Test("Commands from a pipe complete the tour")
  func piped() throws {
    let run = try DemoProcess.run(
      ["tour"], input: .text("press tea\ntype guest Bo\npress serve\npress\ntick 1\ntick 2\nstart\nwait\n"))
    #expect(run.output.hasSuffix("Served tea to Bo in 3 steps.\n"))
    #expect(run.errors == "")
    #expect(run.status == 0)
  }
}
