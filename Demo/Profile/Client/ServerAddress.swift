import FlowCommandLine
import Foundation

/// The address in the option `--server`.
enum ServerAddress {
  private static let expected = "an address such as 'http://127.0.0.1:8080'"

  /// Parses an address, which consists of http or https, a host, and an optional port and path.
  static func parse(_ text: String) throws(UsageError) -> URL {
    let error = UsageError.invalidValue(option: "server", value: text, expected: expected)
    // The text is checked here, because Foundation repairs invalid text: a space becomes `%20`.
    let isClean = text.unicodeScalars.allSatisfy { $0.isASCII && $0.value > 0x20 && $0.value != 0x7F }
    guard isClean, text.utf8.count <= 2_000, let components = URLComponents(string: text),
      let scheme = components.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = components.percentEncodedHost, !host.isEmpty, !host.contains("%"),
      // A port that does not fit an `Int` has a range but no number.
      components.port.map({ (1...65_535).contains($0) }) ?? (components.rangeOfPort == nil),
      components.user == nil, components.password == nil, components.query == nil, components.fragment == nil,
      let url = components.url
    else { throw error }
    return url
  }
}
