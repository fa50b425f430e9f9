import FlowState
import FlowStateTesting
import Synchronization

// Declarations that the articles of FlowStateTesting need.

enum TestingAFlowPage {
  static func fetchName(_ reply: (String) -> Void) {
    reply("Al")
  }

  static func prompt(_ question: String, _ reply: (String) -> Void) {
    reply(question.contains("Al") ? "Bo" : "")
  }
}

enum ExploringSchedulesPage {
  /// Asks nothing, because the stage answers.
  struct Server: Sendable {
    func fetchName() -> FlowStepHandler<Any, String>? { nil }
    func fetchGreeting() -> FlowStepHandler<Any, String>? { nil }
  }
  struct Offline: Error {}

  static let server = Server()

  final class Orders: Sendable {
    private let placed = Atomic<Int>(0)

    var count: Int { placed.load(ordering: .relaxed) }

    func place() { placed.add(1, ordering: .relaxed) }
  }

  final class Flag: Sendable {
    private let value = Atomic<Bool>(false)

    var isSet: Bool { value.load(ordering: .relaxed) }

    func set() { value.store(true, ordering: .relaxed) }
  }

  final class Draft: Sendable {
    private let stored = Mutex("")

    var text: String {
      get { stored.withLock { $0 } }
      set { stored.withLock { $0 = newValue } }
    }
  }
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
