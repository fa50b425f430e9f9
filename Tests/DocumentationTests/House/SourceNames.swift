/// The type names that a source file declares and uses.
struct SourceNames {
  /// The types that are declared at the top level.
  private(set) var declared: Set<String> = []
  /// All words that begin as names of types do, outside comments and texts.
  private(set) var used: Set<String> = []

  private static let modifiers: Set<String> = [
    "public", "package", "internal", "private", "fileprivate", "open", "final", "indirect", "nonisolated",
  ]
  private static let keywords: Set<String> = ["class", "struct", "enum", "protocol", "actor", "typealias"]

  init(_ text: String) {
    for line in Self.code(of: text).split(separator: UInt8(ascii: "\n")) {
      let words = Self.words(in: line)
      used.formUnion(words.filter { $0.first?.isUppercase == true })
      // Members are indented.
      guard line.first != UInt8(ascii: " ") else { continue }
      let rest = words.drop { Self.modifiers.contains($0) || $0.hasPrefix("@") }
      if let keyword = rest.first, Self.keywords.contains(keyword), let name = rest.dropFirst().first {
        declared.insert(name)
      }
    }
  }

  /// Returns a source text without its comments and the contents of its string literals.
  static func code(of text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    var code: [UInt8] = []
    var index = 0
    func follows(_ word: StaticString) -> Bool {
      guard index + word.utf8CodeUnitCount <= bytes.count else { return false }
      return word.withUTF8Buffer { word in word.indices.allSatisfy { bytes[index + $0] == word[$0] } }
    }
    func skip(to end: StaticString) {
      while index < bytes.count, !follows(end) { index += 1 }
    }
    while index < bytes.count {
      if bytes[index] != UInt8(ascii: "/"), bytes[index] != UInt8(ascii: "\"") {
        // Most bytes, so that a test of the whole house is quick.
        code.append(bytes[index])
        index += 1
      } else if follows("//") {
        skip(to: "\n")
      } else if follows("/*") {
        skip(to: "*/")
        index += 2
      } else if follows("\"\"\"") {
        index += 3
        skip(to: "\"\"\"")
        index += 3
      } else if follows("\"") {
        index += 1
        while index < bytes.count, !follows("\""), !follows("\n") { index += follows("\\") ? 2 : 1 }
        index += 1
      } else {
        code.append(bytes[index])
        index += 1
      }
    }
    return code
  }

  private static func words(in line: some Sequence<UInt8>) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    for byte in line {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "@"):
        word.append(byte)
      default:
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        word = []
      }
    }
    if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
    return words
  }
}
