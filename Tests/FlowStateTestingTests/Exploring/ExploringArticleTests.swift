import FlowState
import FlowStateTesting
import Foundation
import Testing

/// The article on schedules shows code that is compiled and run, and what it prints.
struct ExploringArticleTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// What the article's race prints.
  private static func raceFailure() -> ScheduleFailure? {
    // ARTICLE ▸ a flow
    let greet = Flow(Any.self, String.self, identifier: "Greet") { scope in
      var name: String?
      let askName = FlowStep(Any.self, String.self, identifier: "Name") { _ in server.fetchName() }
      askName.setCompletion { _, answer in name = answer }
      let askGreeting = FlowStep(Any.self, String.self, identifier: "Greeting") { _ in server.fetchGreeting() }
      askGreeting.setCompletion { _, greeting in scope.result = "\(greeting ?? "") \(name ?? "nobody")" }
      return ConcurrentFlowStep(identifier: "Both", steps: [askName, askGreeting])
    }
    // ◂ ARTICLE

    // ARTICLE ▸ its explorer
    let explorer = ScheduleExplorer { stage in
      stage.answer("Name", with: .result("Al"), .failure(Offline()))
      stage.answer("Greeting", with: .result("Hello"), .abandonment, .twice(.result("Hello")))
      stage.start(greet)
      stage.require { report in
        report.outcome.contains("nobody") ? "Nobody was greeted." : nil
      }
    }
    // ◂ ARTICLE

    do {
      try explorer.explore(seeds: 0..<1_000)
      return nil
    } catch {
      return error
    }
  }

  /// A fake that replies when the explorer chooses so.
  private static func ownFake() -> ScheduleExplorer {
    // ARTICLE ▸ a fake
    ScheduleExplorer { stage in
      let fetch = Flow(Any.self, String.self, identifier: "Fetch") { scope in
        let request = FlowStep(Any.self, String.self, identifier: "Request") { _ in
          let handler = FlowStepHandler(Any.self, String.self)
          let reply = stage.later("reply") { handler.complete("page") }
          handler.onCancel { reply.withdraw() }
          return handler
        }
        request.setCompletion { _, page in scope.result = page }
        return request
      }
      stage.start(fetch)
      stage.require { report in ["completed: page", "cancelled"].contains(report.outcome) ? nil : report.outcome }
    }
    // ◂ ARTICLE
  }

  @Test("its code blocks are the marked parts of this file, and the failure is what the race prints")
  func blocks() throws {
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let marked = source.components(separatedBy: "// ARTICLE ▸ ").dropFirst().filter { $0.contains("// ◂ ARTICLE\n") }
      .map { part in
        let lines = part.components(separatedBy: "// ◂ ARTICLE")[0].split(
          separator: "\n", omittingEmptySubsequences: false
        ).dropFirst().dropLast()
        return lines.map { String($0.dropFirst(4)) }.joined(separator: "\n")
      }
    let article = try String(
      contentsOf: Self.root.appending(path: "Sources/FlowStateTesting/FlowStateTesting.docc/ExploringSchedules.md"),
      encoding: .utf8)
    let parts = article.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    #expect(parts.filter { !$0.hasPrefix("try explorer") } == marked)
    #expect(marked.count == 3)
    let failure = try #require(Self.raceFailure())
    #expect(article.contains("```\n\(failure.description)\n```"))
  }

  @Test("its fake replies, or is called off")
  func fake() throws {
    try Self.ownFake().explore(seeds: 0..<200)
  }
}

/// Asks nobody: the stage answers.
private struct Server: Sendable {
  func fetchName() -> FlowStepHandler<Any, String>? { nil }
  func fetchGreeting() -> FlowStepHandler<Any, String>? { nil }
}

private let server = Server()
