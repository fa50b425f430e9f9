import Foundation

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
