import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The reason why a plain HTTP exchange ended without a response.
enum ExchangeFailure: Error, Equatable, Sendable {
  /// The exchange was cancelled.
  case stopped
  /// The exchange timed out.
  case timedOut
  /// The host has no address.
  case unknownHost
  /// No address of the host accepted the connection.
  case noConnection(SystemFailure)
  /// The connection ended before the response was complete.
  case lost
  /// The response is not valid HTTP.
  case malformed(HTTPSyntaxError)

  /// The corresponding error of `URLSession`.
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
