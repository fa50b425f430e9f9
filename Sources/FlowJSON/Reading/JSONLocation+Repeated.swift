extension JSONLocation {
  /// Returns the locations of the members whose names their objects have already.
  ///
  /// RFC 8259 leaves open what such an object means. Reading keeps the last member, which a person who writes a document rarely wants.
  ///
  /// - Parameters:
  ///   - bytes: The JSON text as UTF-8. It must be valid.
  ///   - limit: The maximum number of locations.
  /// - Returns: The locations, in the order of the text.
  package static func ofRepeatedNames(in bytes: [UInt8], atMost limit: Int) -> [JSONLocation] {
    bytes.withUnsafeBufferPointer { buffer in
      var search = NameSearch(limit: limit)
      var cursor = JSONCursor(buffer, marksInARow: .max)
      try? search.read(&cursor)
      return search.found
    }
  }
}

/// A search through the names of all objects of a text.
private struct NameSearch {
  /// An object or array whose end hasn't been read.
  private struct Container {
    /// The names that were read; nil for an array.
    var names: Set<String>?
    /// The part that is being read.
    var part: JSONLocation.Component
  }

  let limit: Int
  private(set) var found: [JSONLocation] = []
  private var open: [Container] = []

  init(limit: Int) { self.limit = limit }

  mutating func read(_ cursor: inout JSONCursor) throws(JSONSyntaxError) {
    var isName = false
    while cursor.place < cursor.bytes.count, found.count < limit {
      let byte = cursor.byte
      cursor.place += 1
      switch byte {
      case UInt8(ascii: "{"):
        open.append(Container(names: [], part: .key("")))
        isName = true
      case UInt8(ascii: "["):
        open.append(Container(names: nil, part: .index(0)))
        isName = false
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        open.removeLast()
        isName = false
      case UInt8(ascii: ","): isName = advance()
      case UInt8(ascii: "\"") where isName:
        add(try cursor.string())
        isName = false
      case UInt8(ascii: "\""): try cursor.skipString()
      default: break
      }
    }
  }

  /// Begins the next part of the innermost container, and returns whether it begins with a name.
  private mutating func advance() -> Bool {
    guard case .index(let index) = open[open.count - 1].part else { return true }
    open[open.count - 1].part = .index(index + 1)
    return false
  }

  private mutating func add(_ name: String) {
    open[open.count - 1].part = .key(name)
    if open[open.count - 1].names?.insert(name).inserted == false { found.append(JSONLocation(open.map(\.part))) }
  }
}
