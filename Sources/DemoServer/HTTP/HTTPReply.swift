import FlowJSON
import FlowScreens
package import Foundation

/// The reply of a server to a request.
package struct HTTPReply: Sendable {
  /// The maximum number of bytes of a reply.
  static let sizeLimit = 1 << 20

  package var status = 0
  package var body = Data()

  /// The error that the reply represents. Nil if it has the status 200.
  package var refusal: ServerRequestError? {
    status == 200 ? nil : .status(status, sentence: sentence)
  }

  /// The server's error message, if it sent one. It is shortened because it comes from outside.
  private var sentence: String? {
    guard let refusal = try? JSONValue(parsing: body), case .string(let error)? = refusal["error"], !error.isEmpty
    else { return nil }
    return String(String.UnicodeScalarView(error.unicodeScalars.prefix(500))).printable
  }
}
