import FlowDocuments
import FlowDurable
import FlowJSON
import FlowScreens
import FlowState
import Foundation

// Declarations that the comments of FlowDocuments use.

private let documentOfAPage = #"{"flow":"f","version":1,"steps":[{"id":"p","page":{"title":"P"}}]}"#

enum FlowDocumentComments {
  static var text: String { documentOfAPage }
  static var registry: FlowRegistry { FlowRegistry() }
  static var store: MemoryStore { MemoryStore() }
}

enum FlowDocumentProblemComments {
  static var text: String { documentOfAPage }
  static var registry: FlowRegistry { FlowRegistry() }
}

enum FlowRegistryComments {
  struct Bank: Sendable {
    func charge(_ cents: Int, key: String) async throws -> String { key }
  }

  static var bank: Bank { Bank() }
}

enum DocumentKeysComments {
  static var run: DurableRun<Any, JSONValue> { preconditionFailure("The run is only mentioned.") }
}

enum FlowDocument_FlowComments {
  static var document: FlowDocument { preconditionFailure("The document is only mentioned.") }
}

enum FlowRegistry_ScreensComments {
  struct Server: Sendable {
    func data(at url: String) async throws -> Data { Data() }
  }

  static var server: Server { Server() }
  static func beep() {}
}

enum DocumentScreenComments {
  static var run: DurableRun<Any, JSONValue> { preconditionFailure("The run is only mentioned.") }
  static var flow: DurableFlow<Any, JSONValue> { preconditionFailure("The flow is only mentioned.") }
  static var presenter: any ScreenPresenter & Sendable { preconditionFailure("The presenter is only mentioned.") }
}

enum DocumentExperimentComments {
  struct Visitor: Codable, Sendable { var age: Int, country: String }

  static var short: FlowDocument { preconditionFailure("The document is only mentioned.") }
  static var long: FlowDocument { preconditionFailure("The document is only mentioned.") }
}

enum FlowDocument_LanguageComments {
  static var document: FlowDocument { preconditionFailure("The document is only mentioned.") }
  static var flow: DurableFlow<Any, JSONValue> { preconditionFailure("The flow is only mentioned.") }
  static var worker: FlowWorker { preconditionFailure("The worker is only mentioned.") }
}
