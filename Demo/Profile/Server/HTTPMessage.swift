import Foundation

/// The answers that the server knows.
enum HTTPStatus: Int, Equatable, Sendable {
  case ok = 200
  case badRequest = 400
  case notFound = 404
  case methodNotAllowed = 405
  case requestTimeout = 408
  case lengthRequired = 411
  case contentTooLarge = 413
  case unprocessableContent = 422
  case headerTooLarge = 431
  case internalServerError = 500
  case notImplemented = 501
  case versionNotSupported = 505

  /// The words after the number in the status line.
  var reason: String {
    switch self {
    case .ok: "OK"
    case .badRequest: "Bad Request"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .requestTimeout: "Request Timeout"
    case .lengthRequired: "Length Required"
    case .contentTooLarge: "Content Too Large"
    case .unprocessableContent: "Unprocessable Content"
    case .headerTooLarge: "Request Header Fields Too Large"
    case .internalServerError: "Internal Server Error"
    case .notImplemented: "Not Implemented"
    case .versionNotSupported: "HTTP Version Not Supported"
    }
  }
}

/// A request that was read whole.
struct HTTPRequest: Equatable, Sendable {
  /// The method, as sent: methods tell upper from lower case.
  let method: String
  /// The path of the target, without its query.
  let path: String
  /// The bytes after the head.
  var body: [UInt8] = []
}

/// Why a request is not worth an answer of its own, with the status and the sentence to refuse it.
struct HTTPFailure: Error, Equatable, Sendable {
  /// The status of the refusal.
  let status: HTTPStatus
  /// What was expected and found.
  let sentence: String
}

/// An answer, always in JSON and always the last on its connection.
struct HTTPResponse: Equatable, Sendable {
  /// The status.
  let status: HTTPStatus
  /// The JSON.
  let body: Data
  /// For ``HTTPStatus/methodNotAllowed``, the method that is.
  var allow: String?

  /// An answer with a body of JSON.
  init(_ status: HTTPStatus, json: Data) {
    self.status = status
    body = json
  }

  /// A refusal, with its sentence as `{"error": …}`.
  init(_ status: HTTPStatus, error sentence: String, allow: String? = nil) {
    self.status = status
    self.allow = allow
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // A dictionary of texts always encodes; if it ever did not, the status alone still tells the client.
    body = (try? encoder.encode(["error": sentence])) ?? Data("{}".utf8)
  }

  /// The refusal of a request that could not be read.
  init(_ failure: HTTPFailure) {
    self.init(failure.status, error: failure.sentence)
  }

  /// The bytes to send. An answer to HEAD goes without its body.
  func bytes(omittingBody: Bool = false) -> [UInt8] {
    var lines = [
      "HTTP/1.1 \(status.rawValue) \(status.reason)",
      "Content-Type: application/json",
      "Content-Length: \(body.count)",
      "Cache-Control: no-store",
      "Connection: close",
    ]
    if let allow { lines.append("Allow: \(allow)") }
    let head = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    return omittingBody ? head : head + body
  }
}
