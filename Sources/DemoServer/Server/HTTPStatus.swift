/// The statuses that the server sends.
package enum HTTPStatus: Int, Equatable, Sendable {
  case ok = 200
  case badRequest = 400
  case notFound = 404
  case methodNotAllowed = 405
  case requestTimeout = 408
  case lengthRequired = 411
  case contentTooLarge = 413
  case expectationFailed = 417
  case misdirectedRequest = 421
  case unprocessableContent = 422
  case headerTooLarge = 431
  case internalServerError = 500
  case notImplemented = 501
  case versionNotSupported = 505

  /// The reason phrase in the status line.
  var reason: String {
    switch self {
    case .ok: "OK"
    case .badRequest: "Bad Request"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .requestTimeout: "Request Timeout"
    case .lengthRequired: "Length Required"
    case .contentTooLarge: "Content Too Large"
    case .expectationFailed: "Expectation Failed"
    case .misdirectedRequest: "Misdirected Request"
    case .unprocessableContent: "Unprocessable Content"
    case .headerTooLarge: "Request Header Fields Too Large"
    case .internalServerError: "Internal Server Error"
    case .notImplemented: "Not Implemented"
    case .versionNotSupported: "HTTP Version Not Supported"
    }
  }
}
