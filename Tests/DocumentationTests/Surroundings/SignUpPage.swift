import FlowState
import Foundation
import Synchronization

/// A person named Ada, and a server that knows her first address.
enum BuildASignUpPage {
  struct Taken: Error {}
  struct NoAnswer: Error {}

  /// Doesn't answer the first request of each sign-up.
  final class Server: Sendable {
    private let requests = Mutex(0)

    func createAccount<Person: Encodable>(_ person: Person?, idempotencyKey key: String) async throws -> Int {
      let text = String(decoding: try JSONEncoder().encode(person), as: UTF8.self)
      let count = requests.withLock { count in
        count = (count + 1) % 3
        return count
      }
      if count == 1 {
        print("POST /accounts: no answer")
        throw NoAnswer()
      }
      if text.contains("ada@example.org") {
        print("POST /accounts: ada@example.org is taken")
        throw Taken()
      }
      print("POST /accounts: created")
      return 1
    }
  }

  static let server = Server()
  static var journal: String { ExampleFiles.journal("sign-up") }

  @Sendable static func ask(_ question: String) async -> String {
    let answers = ["Name?": "Ada", "Email?": "ada@example.org", "Another email?": "countess@example.org"]
    let answer = answers[question] ?? ""
    print(question, answer)
    return answer
  }

  struct Exposures: FlowObserver {
    func receive(_ event: FlowEvent) {
      if case .variantExposed(let assignment) = event.kind { print(assignment) }
    }
  }
}
