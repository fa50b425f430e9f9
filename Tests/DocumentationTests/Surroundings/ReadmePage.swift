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

    func release(_ seat: String) async throws {
      print("DELETE /holds/\(seat)")
    }

    func charge(_ euros: Int, key: String) async throws -> String {
      print("Charged \(euros) euros, with the key \(key).")
      return "p1"
    }

    /// Kills the first process that calls it, as a power cut would.
    func ship() async throws {
      print("Shipping …")
      fflush(nil)
      let mark = "shipping"
      guard FileManager.default.fileExists(atPath: mark) else {
        FileManager.default.createFile(atPath: mark, contents: nil)
        kill(getpid(), SIGKILL)
        return
      }
      print("Shipped.")
    }

    func findSeat() async -> String { "12A" }
    func findPrice() async -> Int { 20 }
  }

  static let server = Server()

  /// Asks a customer, who prefers seat 12B.
  static func ask(_ question: String) async -> Bool {
    let isWanted = question.contains("12B")
    print("\(question) \(isWanted ? "yes" : "no")")
    return isWanted
  }
}
