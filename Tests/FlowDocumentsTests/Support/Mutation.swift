import FlowJSON

/// Changes of documents at random.
enum Mutation {
  private static let values: [JSONValue] = [
    .null, true, 0, 7, -1, 1.5, "", "name", "end", "late", "@{eq(name.first, 'a')}", "@{", "10s", [], [:], ["name"],
    ["id": "p", "page": ["title": "P"]], "choice", "2026-01-01",
    ["en": "A", "de": "B"], ["en"],
  ]
  private static let names = [
    "id", "form", "page", "use", "with", "awaits", "within", "routes", "end", "final", "to", "when", "type", "options",
    "optional", "x", "retry", "timeout", "label", "limit", "url", "hub", "stepkit", "nimbus", "states", "_:component",
    "languages", "upgrades", "formerly", "en",
  ]

  /// Returns a value with a few changes.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - more: The values that replace others, besides those that each document can have.
  ///   - most: The maximum number of changes.
  ///   - generator: The source of chance.
  /// - Returns: The changed value.
  static func of(
    _ value: JSONValue, with more: [JSONValue] = [], upTo most: Int = 3, _ generator: inout some RandomNumberGenerator
  ) -> JSONValue {
    var value = value
    for _ in 0..<Int.random(in: 1...most, using: &generator) { value = once(value, values + more, &generator) }
    return value
  }

  private static func once(
    _ value: JSONValue, _ values: [JSONValue], _ generator: inout some RandomNumberGenerator
  ) -> JSONValue {
    switch value {
    case .array(var elements) where !elements.isEmpty && Int.random(in: 0..<6, using: &generator) > 0:
      let index = elements.indices.randomElement(using: &generator) ?? 0
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: elements.remove(at: index)
      case 1: elements.append(elements[index])
      default: elements[index] = once(elements[index], values, &generator)
      }
      return .array(elements)
    case .object(var members) where !members.isEmpty && Int.random(in: 0..<8, using: &generator) > 0:
      let name = members.names.randomElement(using: &generator) ?? ""
      switch Int.random(in: 0..<12, using: &generator) {
      case 0: members[name] = nil
      case 1: members[names.randomElement(using: &generator) ?? ""] = values.randomElement(using: &generator)
      default: members[name] = once(members[name] ?? .null, values, &generator)
      }
      return .object(members)
    default: return values.randomElement(using: &generator) ?? .null
    }
  }
}
