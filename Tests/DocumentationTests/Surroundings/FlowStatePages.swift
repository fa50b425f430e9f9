import Dispatch
import FlowState
import Synchronization

// Declarations that the articles of FlowState need.

enum FlowStatePage {
  static var fetch: FlowStep<Any, Picture> { exampleStep() }
  static var readFromCache: FlowStep<Any, Picture> { exampleStep() }

  /// Asks a person named Bo.
  static func prompt(_ question: String, _ answer: @escaping @Sendable (String) -> Void) {
    print(question)
    answer("Bo")
  }
}

enum GettingStartedPage {
  /// A server that counts the names that it saves, unless it is down.
  actor Server {
    struct Down: Error, CustomStringConvertible {
      let description = "The server is down."
    }

    nonisolated let down = Mutex(false)
    private var count = 0

    nonisolated var isDown: Bool {
      get { down.withLock { $0 } }
      set { down.withLock { $0 = newValue } }
    }

    func save(_ name: String) throws -> Int {
      if isDown { throw Down() }
      count += 1
      return count
    }
  }

  static let server = Server()
  static let done = Gate()

  /// Shows a question to a person named Bo.
  static func showEntry(_ question: String) -> FlowStepHandler<String, String> {
    print(question)
    let handler = FlowStepHandler(String.self, String.self)
    DispatchQueue.global().async { handler.complete("Bo") }
    return handler
  }
}

/// Lets an example wait for a callback.
struct Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func signal() { semaphore.signal() }
  func wait() { semaphore.wait() }
}

enum OwnershipAndMemoryPage {
  final class Screen {
    let results = FlowStepHandler(Any.self, String.self)
  }

  /// Calls a closure after the intent.
  static func later(_ action: sending @escaping () -> Void) {
    Task { action() }
  }
}

enum ThreadsAndSwift6Page {
  @MainActor final class TitleScreen {
    private let results = FlowStepHandler(String.self, String.self)

    func present() -> FlowStepHandler<String, String> {
      results.contentUpdateHandler = { [results] title in
        print("The title is \(title ?? "").")
        results.complete("tapped")
      }
      return results
    }
  }

  actor Adder {
    func next() -> Int { 2 }
  }

  static let adder = Adder()

  /// A button that a person presses twice, on another thread.
  struct Button {
    func whenPressed(_ action: @escaping @Sendable () -> Void) {
      DispatchQueue.global().async {
        action()
        action()
      }
    }
  }

  static let button = Button()
}

enum TestingFlowsPage {
  struct Offline: Error {}

  static let profile = Flow(Any.self, String.self, identifier: "Profile") { scope in
    let download = FlowStep(Any.self, String.self, identifier: "Download") { _ in
      FlowStepHandler(Any.self, String.self)
    }
    download.setFailure { _ in .retry(after: .seconds(1)) }
    download.setCompletion { _, name in scope.result = name }
    return download
  }
}

enum EndingsPage {
  struct Request: Sendable {
    func cancel() { print("The request is cancelled.") }
  }

  /// A client that keeps its reply closures and never calls them.
  final class Client: Sendable {
    private let replies = Mutex<[@Sendable (String) -> Void]>([])
    private let requests: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation

    init() {
      (requests, continuation) = AsyncStream.makeStream()
    }

    func request(_ reply: @escaping @Sendable (String) -> Void) -> Request {
      replies.withLock { $0.append(reply) }
      continuation.yield()
      return Request()
    }

    func requested() async {
      for await _ in requests { return }
    }
  }

  static let client = Client()
}

enum ReorderingStepsPage {
  private static let refusals = Mutex(1)
  private static let cards = Mutex(["a new card", "an old card"])

  /// Asks a person named Bo, who doesn't keep the first seat, and whose first card is declined.
  @Sendable static func ask(_ question: String) async -> String {
    print(question)
    switch question {
    case "Name?": return "Bo"
    case "Which seat? []", "Which seat? [12A]": return "12A"
    case "Keep it?":
      return refusals.withLock { count in
        count -= 1
        return count < 0 ? "keep" : "back"
      }
    case "Which card?": return cards.withLock { $0.popLast() ?? "" }
    case "Declined. Try again?": return "again"
    default: return "bo@example.org"
    }
  }
}

enum AntiPatternsPage {
  final class Screen: Sendable {
    let results = FlowStepHandler(Any.self, String.self)
  }

  /// A display that keeps the screen that it shows, and that a person taps.
  final class Display: Sendable {
    private let shown = Mutex<Screen?>(nil)

    func show(_ screen: Screen) {
      shown.withLock { $0 = screen }
      DispatchQueue.global().async { screen.results.complete("tapped") }
    }
  }

  struct Silence: Error, CustomStringConvertible {
    let description = "The server does not answer."
  }

  struct Server {
    func fetch(_ reply: @escaping @Sendable (Result<String, any Error>) -> Void) {
      DispatchQueue.global().async { reply(.failure(Silence())) }
    }
  }

  static let display = Display()
  static var server: Server { Server() }

  static func choose(_ choice: String?) -> FlowStepHandler<Any, String> {
    let handler = FlowStepHandler(Any.self, String.self)
    handler.complete(choice)
    return handler
  }
}

@MainActor enum MigratingFromTheOriginalPage {
  struct UserProfile: Sendable {
    static func getUser(_ completion: @escaping @Sendable (UserProfile?) -> Void) { completion(UserProfile()) }
  }
  enum UserProfileAction { case downloadProfile }
  class ViewController {}
  final class LoadingModalViewController: ViewController {}
  final class UserProfileViewController: ViewController {
    let results = FlowStepHandler(UserProfile.self, UserProfileAction.self)
  }

  final class NavigationController {
    private var controllers: [ViewController] = []

    func setViewControllers(_ controllers: [ViewController], animated: Bool) { self.controllers = controllers }
    func present(_ controller: ViewController, animated: Bool, completion: (() -> Void)?) {}
    func dismiss(animated: Bool, completion: (() -> Void)?) {}
  }

  static let navigationController = NavigationController()
}
