import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Why an exchange over plain HTTP ended without an answer.
enum ExchangeFailure: Error, Equatable, Sendable {
  /// Nobody wants the answer any more.
  case stopped
  /// The time was up.
  case timedOut
  /// The host has no address.
  case unknownHost
  /// No address of the host took the connection.
  case noConnection(SystemFailure)
  /// The connection ended before the answer was complete.
  case lost
  /// The answer is not the HTTP that was expected.
  case malformed(HTTPSyntaxError)

  /// What `URLSession` calls it.
  var code: URLError.Code {
    switch self {
    case .stopped: .cancelled
    case .timedOut: .timedOut
    case .unknownHost: .cannotFindHost
    case .noConnection: .cannotConnectToHost
    case .lost: .networkConnectionLost
    case .malformed: .cannotParseResponse
    }
  }
}
