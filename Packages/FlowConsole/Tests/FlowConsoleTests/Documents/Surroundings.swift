import FlowConsole
import FlowDurable
import FlowState
import ServiceLifecycle

/// What the code of the README takes for granted. The code is compiled, and never called.
enum READMEPage {
  /// Stands for the one of FlowServices, in another package.
  struct WorkerService: Service {
    init(_ worker: FlowWorker) {}
    func run() async throws {}
  }

  static var store: any FlowStore { missing() }
  static var order: DurableFlow<Order, String> { missing() }
  static var worker: FlowWorker { missing() }
  static var profile: Flow<Any, String> { missing() }

  private static func missing() -> Never { fatalError("The code of the README is only compiled.") }
}

/// What the code of the comments takes for granted. The code is compiled, and never called.
enum CommentsPage {
  static var store: any FlowStore { missing() }
  static var order: DurableFlow<Order, String> { missing() }
  static var profile: Flow<Any, String> { missing() }
  static var console: ConsoleService { missing() }

  private static func missing() -> Never { fatalError("The code of the comments is only compiled.") }
}
