import FlowState
import Foundation
import Synchronization

// Declarations that the README needs.

enum READMEPage {
  /// A server that ignores the first request, and then holds one seat after the other.
  final class Server: Sendable {
    private let requestCount = Mutex(0)

    func holdSeat(inRow row: Int) async throws -> String {
      let count = requestCount.withLock { count in
        count += 1
        return count
      }
      guard count > 1 else {
        print("POST /holds: no answer")
        while true { try await Task.sleep(for: .seconds(3_600)) }
      }
      let seat = "\(row)\(count == 2 ? "A" : "B")"
      print("POST /holds: seat \(seat)")
      return seat
    }

    func holdSeat(inRow row: Int, key: String) async throws -> String {
      print("POST /holds (\(key)): seat \(row)A")
      return "\(row)A"
    }

    func release(_ seat: String) async throws {
      print("DELETE /holds/\(seat)")
    }

    func findSeat() async -> String { "12A" }
    func findPrice() async -> Int { 20 }
  }

  static let server = Server()

  static var journal: String { ExampleFiles.journal("tickets") }

  /// Asks a person named Ada.
  @Sendable static func read(_ question: String) async -> String {
    let answer = ["Name?": "Ada", "Email?": "ada@example.org", "Terms?": "yes"][question] ?? ""
    print("\(question) \(answer)")
    return answer
  }

  static let name = FlowStepDeclaration(Any.self, String.self, identifier: "name") { _ in await read("Name?") }
  static let terms = FlowStepDeclaration(Any.self, Bool.self, identifier: "terms") { _ in await read("Terms?") == "yes"
  }

  /// Asks a customer, who prefers seat 12B.
  static func ask(_ question: String) async -> Bool {
    let isWanted = question.contains("12B")
    print("\(question) \(isWanted ? "yes" : "no")")
    return isWanted
  }
}
