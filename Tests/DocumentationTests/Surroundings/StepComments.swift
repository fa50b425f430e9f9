import FlowState
import FlowTerminal
import Foundation

// Declarations that the comments of Sources/FlowState/Steps, Async and Operators need.

enum AnyFlowStepHandlerComments {
  struct Connection {
    func onLoss(_ action: @escaping @Sendable (any Error) -> Void) {}
  }
  struct Request {
    func cancel() {}
  }
  struct Client {
    func fetch(_ reply: @escaping @Sendable (String) -> Void) -> Request { Request() }
  }

  static var client: Client { Client() }
  static var handler: FlowStepHandler<Any, String> { FlowStepHandler() }
}

enum FlowStep_WorkComments {
  struct Request {
    func cancel() {}
  }
  struct Client {
    func fetch(_ url: URL?, _ reply: @escaping @Sendable (Data) -> Void) -> Request { Request() }
  }
  enum Action: Sendable { case edit }
  final class ProfileScreen {
    let handler = FlowStepHandler(Profile.self, Action.self)
    func show(_ profile: Profile?) {}
  }

  static var client: Client { Client() }
}

enum FlowStep_UndoComments {
  struct Hotel {
    func release(_ reservation: Int) {}
  }

  static var hotel: Hotel { Hotel() }
  static let bank = Bank()
  static let prompter = Prompter()
  static var reserve: FlowStep<Any, Int> { exampleStep() }
  static var charge: FlowStep<Int, Payment> { exampleStep() }

  static func readName(_ line: String) -> Reply<String> { .accepted(line) }
}

enum FlowStepComments {
  static var greet: FlowStep<Any, Any> { exampleStep() }
  static var download: FlowStep<Any, Picture> { exampleStep() }

  static func prompt(_ question: String, _ answer: @escaping @Sendable (String) -> Void) {}
  static func show(_ picture: Picture?) {}
  static func log(_ error: any Error) {}
  static func hideProgress() {}
}

func playSound() {}

enum FlowStep_AsyncComments {
  struct Session: Sendable {
    func data(from url: URL) async throws -> (Data, Int) { (Data(), 0) }
  }

  @MainActor final class Model {
    var isSaving = false
    var draft = ""
  }
  struct Server: Sendable {
    func save(_ draft: String) async throws -> Int { 1 }
  }

  static var session: Session { Session() }
  static var server: Server { Server() }
  @MainActor static let model = Model()
}

enum FlowStep_AsyncWithoutContentComments {
  struct Menu: Sendable {}
  struct Server: Sendable {
    func menu() async throws -> Menu { Menu() }
  }

  static var server: Server { Server() }
}

@MainActor enum FlowStep_RunComments {
  static let confirm: FlowStep<String, Bool> = exampleStep()
  static func deleteEverything() {}
}

enum FlowStep_AlwaysComments {
  struct Spinner {
    func stop() {}
  }

  static var spinner: Spinner { Spinner() }
  static var download: FlowStep<Any, Picture> { exampleStep() }
}

enum FlowStep_BranchComments {
  enum Answer { case edit, quit }

  static var ask: FlowStep<Any, Answer> { exampleStep() }
  static var edit: FlowStep<Any, String> { exampleStep() }
}

enum FlowStep_DelayComments {
  static var show: FlowStep<Any, Any> { exampleStep() }
}

enum FlowStep_MapComments {
  struct NotANumber: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }
  struct User {
    let name: String
  }

  static var askText: FlowStep<Any, String> { exampleStep() }
  static var say: FlowStep<String, Any> { exampleStep() }
}

enum FlowStep_RecoverComments {
  static var fetchCount: FlowStep<Any, Int> { exampleStep() }
  static var download: FlowStep<Any, Picture> { exampleStep() }
  static var readFromCache: FlowStep<Any, Picture> { exampleStep() }
}

enum FlowStep_RetryComments {
  static var fetch: FlowStep<Any, Picture> { exampleStep() }
}

enum FlowStep_ThenComments {
  static var askName: FlowStep<Any, String> { exampleStep() }
  static var save: Saving { Saving() }

  /// The two examples save different things.
  struct Saving {}
}

extension FlowStep where Content == Any, Result == String {
  fileprivate static var saveName: FlowStep<String, Any> { exampleStep() }
  func then(_ save: FlowStep_ThenComments.Saving) -> FlowStep<Any, Any> { then(Self.saveName) }

  func then(
    _ save: FlowStep_ThenComments.Saving, _ transform: @escaping (String?) throws -> Profile?
  ) -> FlowStep<Any, Any> {
    then(exampleStep(Profile.self, Any.self), transform)
  }
}

enum FlowStep_TimeoutComments {
  static var ask: FlowStep<Any, String> { exampleStep() }
}
