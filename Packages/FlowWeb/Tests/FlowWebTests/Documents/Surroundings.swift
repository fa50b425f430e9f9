import FlowChains
import FlowConsole
import FlowDocuments
import FlowDurable
import FlowExperiments
import FlowForms
import FlowState
import FlowWeb
import FlowWebTesting
import Hummingbird
import ServiceLifecycle
import StepKit

/// The content of the order.
struct Order: Codable, Sendable {}

/// The declarations that the code of the page on the console needs. The code is compiled, but never called.
enum ConsolePage {
  /// Stands in for the service of the same name in FlowServices, which is another package.
  struct WorkerService: Service {
    init(_ worker: FlowWorker) {}
    func run() async throws {}
  }

  static var store: any FlowStore { missing() }
  static var order: DurableFlow<Order, String> { missing() }
  static var worker: FlowWorker { missing() }
  static var profile: Flow<Any, String> { missing() }

  private static func missing() -> Never { fatalError("The code of the page is only compiled.") }
}

/// The declarations that the code of the comments needs. The code is compiled, but never called.
enum CommentsPage {
  static var store: any FlowStore { missing() }
  static var order: DurableFlow<Order, String> { missing() }
  static var profile: Flow<Any, String> { missing() }
  static var console: ConsoleService { missing() }
  static var signUp: DurableFlow<Any, String> { missing() }
  static var worker: FlowWorker { missing() }
  static var router: Router<BasicRequestContext> { missing() }
  static var pages: Pages<Any, String> { missing() }
  static var page: JourneyPage { missing() }
  static var document: FlowDocument { missing() }
  static var screens: Screens<Any, [Step]> { missing() }
  static var steps: [Step] { missing() }
  static var recipe: Flow<Any, [Step]> { missing() }
  static var explorer: JourneyExplorer { missing() }
  static var stage: JourneyStage { missing() }

  private static func missing() -> Never { fatalError("The code of the comments is only compiled.") }
}

/// The declarations that the code of the page on styles needs. The code is compiled, but never called.
enum StylingPage {
  static var pages: Pages<Any, String> { fatalError("The code of the page is only compiled.") }
}

/// The declarations that the tutorial needs. A test calls what it shares.
enum JourneysPage {
  static var bank: Bank { missing() }
  static var router: Router<BasicRequestContext> { missing() }

  private static func missing() -> Never { fatalError("The code of the page is only compiled.") }
}

/// The declarations that the code of the README needs. The code is compiled, but never called.
enum READMEPage {
  struct Bank: Sendable {
    func charge(_ cents: Int, key: String) async throws -> String { "p1" }
  }

  static var bank: Bank { Bank() }
  static var pages: Pages<Any, String> { fatalError("The code of the README is only compiled.") }
  static var steps: [Step] { fatalError("The code of the README is only compiled.") }
  static var router: Router<BasicRequestContext> { fatalError("The code of the README is only compiled.") }

  static func signUpFlow(
    _ charging: @escaping @Sendable (_ visit: DurableVisit) -> Void
  ) throws -> DurableFlow<Any, String> {
    fatalError("The code of the README is only compiled.")
  }
}
