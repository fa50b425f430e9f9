import DemoServer
import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sends requests to a profile server, with a time limit.
///
///     let client = ProfileClient(server: url)
///     let request = client.fetch { result in print(result) }
///     request.cancel()
final class ProfileClient: Sendable {
  /// The server's address.
  let server: URL
  /// The time limit of a whole request. Without it, a server that sends single bytes could delay the request forever.
  /// Callers usually cancel earlier.
  let timeout: Duration

  /// The queue that prepares the results, one at a time.
  private let queue = DispatchQueue(label: "flowstate.demo.profile-client", target: .global())

  /// Creates a client of the server at an address. Request paths are appended to it.
  init(server: URL, timeout: Duration = .seconds(30)) {
    self.server = server
    self.timeout = timeout
  }

  /// Fetches the profile. `done` is called once, on the client's queue.
  @discardableResult
  func fetch(_ done: @escaping @Sendable (Result<UserProfile, ServerRequestError>) -> Void) -> ProfileRequest {
    start(URLRequest(url: server.appending(path: "profile")), done)
  }

  /// Changes the name and returns the new profile. `done` is called once, on the client's queue.
  @discardableResult
  func updateName(
    _ name: String, _ done: @escaping @Sendable (Result<UserProfile, ServerRequestError>) -> Void
  ) -> ProfileRequest {
    var request = URLRequest(url: server.appending(path: "profile/name"))
    request.httpMethod = "PUT"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    // A dictionary of strings can always be encoded. Otherwise, the server would refuse the empty body with a message.
    request.httpBody = (try? JSONEncoder().encode(["name": name])) ?? Data()
    return start(request, done)
  }

  private func start(
    _ request: URLRequest, _ done: @escaping @Sendable (Result<UserProfile, ServerRequestError>) -> Void
  ) -> ProfileRequest {
    let exchange = HTTPExchange(queue: queue) { done($0.flatMap(ProfileAnswer.read)) }
    return ProfileRequest(exchange: exchange, session: exchange.start(request, timeout: timeout))
  }
}

/// A request in progress.
struct ProfileRequest: Sendable {
  fileprivate let exchange: HTTPExchange
  fileprivate let session: URLSession

  /// Ends the request with ``ServerRequestError/cancelled``, unless it has already ended.
  func cancel() {
    exchange.finish(.failure(.cancelled), session)
  }
}
