import FlowState
import FlowStateTesting

// What the articles of FlowStateTesting take for granted.

enum TestingAFlowPage {
  static func fetchName(_ reply: (String) -> Void) {
    reply("Al")
  }

  static func prompt(_ question: String, _ reply: (String) -> Void) {
    reply(question.contains("Al") ? "Bo" : "")
  }
}

enum ExploringSchedulesPage {
  /// Asks nobody: the stage answers.
  struct Server: Sendable {
    func fetchName() -> FlowStepHandler<Any, String>? { nil }
    func fetchGreeting() -> FlowStepHandler<Any, String>? { nil }
  }
  struct Offline: Error {}

  static let server = Server()
}

enum FlowStateTestingPage {
  struct Offline: Error {}

  static let flow = Flow(Any.self, String.self, identifier: "Profile") { scope in
    let download = FlowStep(Any.self, String.self, identifier: "Download") { _ in
      FlowStepHandler(Any.self, String.self)
    }
    download.setFailure { _ in .retry(after: .seconds(1)) }
    download.setCompletion { _, name in scope.result = name }
    return download
  }
}
