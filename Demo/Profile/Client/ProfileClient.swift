import Dispatch
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asks a profile server, and gives up in time.
///
///     let client = ProfileClient(server: url)
///     let request = client.fetch { result in print(result) }
///     request.cancel()
final class ProfileClient: Sendable {
  /// The server's address.
  let server: URL
  /// How long a whole request may take, so that a server which sends a byte now and then cannot hold it. Who asks has
  /// mostly less patience, and cancels.
  let timeout: Duration

  /// Where the answers are made ready, one at a time.
  private let queue = DispatchQueue(label: "flowstate.demo.profile-client", target: .global())

  /// A client of the server at an address, to which the paths are appended.
  init(server: URL, timeout: Duration = .seconds(30)) {
    self.server = server
    self.timeout = timeout
  }

  /// Asks for the profile. `done` is called once, on the client's own queue.
  @discardableResult
  func fetch(_ done: @escaping @Sendable (Result<UserProfile, ProfileClientError>) -> Void) -> ProfileRequest {
    start(URLRequest(url: server.appending(path: "profile")), done)
  }

  /// Asks for another name, and for the profile with it. `done` is called once, on the client's own queue.
  @discardableResult
  func updateName(
    _ name: String, _ done: @escaping @Sendable (Result<UserProfile, ProfileClientError>) -> Void
  ) -> ProfileRequest {
    var request = URLRequest(url: server.appending(path: "profile/name"))
    request.httpMethod = "PUT"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    // A dictionary of texts always encodes; an empty body would be refused by the server in words.
    request.httpBody = (try? JSONEncoder().encode(["name": name])) ?? Data()
    return start(request, done)
  }

  private func start(
    _ request: URLRequest, _ done: @escaping @Sendable (Result<UserProfile, ProfileClientError>) -> Void
  ) -> ProfileRequest {
    let exchange = ProfileExchange(queue: queue, done: done)
    return ProfileRequest(exchange: exchange, session: exchange.start(request, timeout: timeout))
  }
}

/// A request on its way.
struct ProfileRequest: Sendable {
  fileprivate let exchange: ProfileExchange
  fileprivate let session: URLSession

  /// Ends the request with ``ProfileClientError/cancelled``, unless it has ended already.
  func cancel() {
    exchange.finish(.failure(.cancelled), session)
  }
}
