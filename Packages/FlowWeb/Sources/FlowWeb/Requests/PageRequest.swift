import FlowMarkup
import WebServing

/// A request for a page, without the server that received it.
struct PageRequest: Sendable {
  var method = "GET"
  /// The path below the start page of the flow, still encoded.
  var path = ""
  /// The host and the port that the client has requested.
  var host: String?
  /// Whether the client has used TLS; nil if that isn't known.
  var isEncrypted: Bool?
  /// The headers, with names in lowercase. Several headers of one name are joined.
  var headers: [String: String] = [:]

  /// The parts of the path, decoded; nil if a part isn't UTF-8.
  var parts: [String]? {
    var parts: [String] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: true) {
      guard let text = String(validating: Array(part.utf8)[...].percentDecoded(), as: UTF8.self) else { return nil }
      parts.append(text)
    }
    return parts
  }

  /// Returns the values of the cookies with a name. A browser sends one for each path.
  func cookies(_ name: String) -> [String] { Cookies.values(name, in: headers["cookie"]) }

  /// Whether the client reached the server under a name of its own machine, where cookies don't need TLS.
  var isLocal: Bool {
    let name = (host ?? "").lowercased()
    return ["localhost", "127.0.0.1", "[::1]"].contains { name == $0 || name.hasPrefix($0 + ":") }
  }
}
