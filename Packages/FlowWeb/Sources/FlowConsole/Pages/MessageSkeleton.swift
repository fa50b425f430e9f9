import FlowDurable
import FlowJSON
import Foundation

/// A body with the members that a message needs, for the form of a message.
///
/// The type of a message is known only as something that decodes. So this decodes a body again and again, and adds what
/// the error misses: a member without a value gets an empty text, and then other values until the error has another place.
struct MessageSkeleton {
  /// The maximum number of members, and of trials.
  private static let limit = 200
  /// The values that are tried.
  private static let values: [JSONValue] = ["", 0, false, [:], [], .null]

  /// Returns a body for a message; nil if the flow doesn't know the message.
  static func body(of name: String, for run: RunSummary, in flow: DurableDefinition) -> JSONValue? {
    var body: JSONValue = [:]
    var tried: [[String]: Int] = [:]
    for _ in 0..<limit {
      switch flow.problem(ofMessage: name, body, to: run) {
      case nil: return body
      case .unknown: return nil
      case .notDecoded(let text):
        guard let path = path(text) else { return body }
        let next = tried[path] ?? 0
        // The member needs a value that only a person knows.
        let isLost = next >= values.count
        guard let changed = body.replacing(path[...], with: isLost ? "" : values[next]) else { return body }
        body = changed
        if isLost { return body }
        tried[path] = next + 1
      }
    }
    return body
  }

  /// Returns the names in a place such as `$.address.street: there is no value`; nil for places in arrays.
  private static func path(_ text: String) -> [String]? {
    guard text.hasPrefix("$"), let end = text.range(of: ": ")?.lowerBound else { return nil }
    let names = text[..<end].dropFirst().split(separator: ".", omittingEmptySubsequences: true).map(String.init)
    return names.contains { $0.contains { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" } } ? nil : names
  }
}

extension JSONValue {
  /// Returns the value with a part replaced; nil if an outer part isn't an object.
  fileprivate func replacing(_ path: ArraySlice<String>, with value: JSONValue) -> JSONValue? {
    guard let name = path.first else { return value }
    guard case .object(var object) = self else { return nil }
    guard let inner = (object[name] ?? [:]).replacing(path.dropFirst(), with: value) else { return nil }
    object[name] = inner
    return .object(object)
  }
}
