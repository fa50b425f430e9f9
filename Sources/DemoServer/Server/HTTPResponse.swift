package import Foundation

/// A JSON response. It is always the last on its connection.
package struct HTTPResponse: Equatable, Sendable {
  /// The status.
  package let status: HTTPStatus
  /// The JSON body.
  package let body: Data
  /// The allowed method, for ``HTTPStatus/methodNotAllowed``.
  package var allow: String?

  /// Creates a response with a JSON body.
  package init(_ status: HTTPStatus, json: Data) {
    self.status = status
    body = json
  }

  /// Creates a refusal with a message, as `{"error": …}`.
  package init(_ status: HTTPStatus, error sentence: String, allow: String? = nil) {
    self.status = status
    self.allow = allow
    let encoder = JSONEncoder()
    encoder.outputFormatting = .withoutEscapingSlashes
    // A dictionary of strings can always be encoded. Otherwise, the status alone would inform the client.
    body = (try? encoder.encode(["error": sentence])) ?? Data("{}".utf8)
  }

  /// Creates the response to a request that could not be parsed.
  package init(_ failure: HTTPFailure) {
    self.init(failure.status, error: failure.sentence)
  }

  /// Returns the bytes to send. The response to HEAD has no body.
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
