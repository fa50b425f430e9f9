import DemoServer
import FlowJSON
import FlowState
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client of a bank that pays and refunds, with a time limit for each request.
struct PaymentClient: Sendable {
  private let server: URL
  private let queue = DispatchQueue(label: "flowstate.demo.payment-client", target: .global())

  /// Creates a client of the bank at an address.
  init(server: URL) {
    self.server = server
  }

  /// Pays. Another payment with the same key has no effect.
  func pay(_ cents: Int, key: String) async throws -> Payment {
    let body: JSONValue = ["cents": .integer(Int64(cents))]
    let reply = try await send("PUT", key, Data(body.jsonText.utf8))
    guard let answer = try? JSONValue(parsing: reply.body), case .string(let id)? = answer["id"] else {
      throw ServerRequestError.mismatch(expected: "a payment")
    }
    return Payment(key: key, id: id, cents: cents)
  }

  /// Refunds a payment. A second refund has no effect.
  func refund(key: String) async throws {
    _ = try await send("DELETE", key, Data())
  }

  /// Returns whether the bank has declined a payment: it has understood it, and doesn't take it.
  static func isDecline(_ error: (any Error)?) -> Bool {
    if case .status(422, _)? = error as? ServerRequestError { true } else { false }
  }

  private func send(_ method: String, _ key: String, _ body: Data) async throws -> HTTPReply {
    // The key is one path component, so its slashes are escaped.
    let name = key.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    guard let url = URL(string: "\(server.absoluteString)/payments/\(name)") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = body
    let prepared = request
    let ending = RequestEnding()
    let reply = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let exchange = HTTPExchange(queue: queue) { continuation.resume(with: $0.mapError { $0 as any Error }) }
        let session = exchange.start(prepared, timeout: .seconds(10))
        ending.set { exchange.finish(.failure(.cancelled), session) }
      }
    } onCancel: {
      ending.end()
    }
    if let refusal = reply.refusal { throw refusal }
    return reply
  }
}

/// The action that ends a request early. The request may be ended before or after the action is set.
private final class RequestEnding: Sendable {
  private enum State {
    case none
    case set(@Sendable () -> Void)
    case ended
  }

  private let state = Locked(State.none)

  func set(_ end: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      if case .ended = state { return true }
      state = .set(end)
      return false
    }
    if hasEnded { end() }
  }

  func end() {
    let old = state.withLock { state in
      defer { state = .ended }
      return state
    }
    if case .set(let end) = old { end() }
  }
}
