/// Names that aren't used twice.
struct NameList {
  private var used: Set<String> = ["next", "back", "end", "true", "false", "null", "moments"]

  /// Returns a name for a step or a field: letters, digits and `_`, with a letter first.
  mutating func name(for text: String) -> String {
    var name = text.unicodeScalars.map { scalar in
      scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) ? Character(scalar) : "_"
    }.reduce(into: "") { $0.append($1) }
    while name.hasPrefix("_") { name.removeFirst() }
    if name.first.map({ !$0.isLetter }) ?? true { name = "p\(name)" }
    name = String(name.prefix(50))
    var unique = name
    var number = 2
    while !used.insert(unique).inserted {
      unique = "\(name)_\(number)"
      number += 1
    }
    return unique
  }

  /// Returns the name of a flow.
  static func title(_ text: String) -> String {
    var names = NameList()
    return names.name(for: text)
  }
}
