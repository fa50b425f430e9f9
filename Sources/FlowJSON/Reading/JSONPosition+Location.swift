extension JSONPosition {
  /// Creates the position where the value at a location begins, for errors that are found after reading.
  ///
  /// ```swift
  /// JSONPosition(of: JSONLocation().key("a").index(1), in: #"{"a": [1, 2]}"#)?.column  // 11
  /// ```
  ///
  /// The result is `nil` if there is no value at the location, or if the text before it isn't JSON. If a name repeats,
  /// the position is that of the last member, whose value wins when the text is read.
  ///
  /// - Parameters:
  ///   - location: The location of the value.
  ///   - text: The JSON text.
  public init?(of location: JSONLocation, in text: String) {
    self.init(of: location, in: text.utf8)
  }

  /// Creates the position where the value at a location begins, for errors that are found after reading.
  ///
  /// The result is `nil` if there is no value at the location, or if the text before it isn't JSON.
  ///
  /// - Parameters:
  ///   - location: The location of the value.
  ///   - bytes: The JSON text as UTF-8, such as `Data`.
  public init?(of location: JSONLocation, in bytes: some Collection<UInt8>) {
    let (position, levels) = Self.search(location, in: bytes)
    guard levels == location.components.count else { return nil }
    self = position
  }

  /// Creates the position of the value at a location or, if there is none, of the container in which it is missing.
  ///
  /// ```swift
  /// let error = JSONTypeError(at: JSONLocation().key("title"), expected: "a string", found: "nothing")
  /// JSONPosition(closestTo: error.location, in: #"  {"subtitle": "x"}"#).column  // 3: the object
  /// ```
  ///
  /// - Parameters:
  ///   - location: The location of the value.
  ///   - text: The JSON text.
  public init(closestTo location: JSONLocation, in text: String) {
    self.init(closestTo: location, in: text.utf8)
  }

  /// Creates the position of the value at a location or, if there is none, of the container in which it is missing.
  ///
  /// - Parameters:
  ///   - location: The location of the value.
  ///   - bytes: The JSON text as UTF-8, such as `Data`.
  public init(closestTo location: JSONLocation, in bytes: some Collection<UInt8>) {
    self = Self.search(location, in: bytes).position
  }

  /// Returns the position of the deepest existing value on the way to a location, and its level.
  private static func search(
    _ location: JSONLocation, in bytes: some Collection<UInt8>
  ) -> (position: JSONPosition, levels: Int) {
    [UInt8](bytes).withUnsafeBufferPointer { buffer in
      var cursor = JSONCursor(buffer, marksInARow: .max)
      cursor.skipSpace()
      var place = cursor.place
      // The level is -1 if there isn't even a root value.
      var levels = place < buffer.count ? 0 : -1
      for component in location.components where levels >= 0 {
        guard let next = try? cursor.part(component) else { break }
        place = next
        cursor.place = next
        levels += 1
      }
      return (JSONPosition(offset: place, in: buffer), levels)
    }
  }
}

extension JSONCursor {
  /// Returns the beginning of a part of the container at the cursor; `nil` if there is no such part.
  fileprivate mutating func part(_ component: JSONLocation.Component) throws(JSONSyntaxError) -> Int? {
    switch component {
    case .key(let name): try member(name)
    case .index(let index): try element(index)
    }
  }

  private mutating func member(_ name: String) throws(JSONSyntaxError) -> Int? {
    guard skip(UInt8(ascii: "{")) else { return nil }
    var found: Int?
    do throws(JSONSyntaxError) {
      repeat {
        skipSpace()
        guard skip(UInt8(ascii: "\"")) else { return found }
        let isWanted = try string() == name
        skipSpace()
        guard skip(UInt8(ascii: ":")) else { return found }
        skipSpace()
        if isWanted { found = place }
        try skipValue()
        skipSpace()
      } while skip(UInt8(ascii: ","))
    } catch {
      // The text that isn't JSON stands after the member.
      guard found != nil else { throw error }
    }
    return found
  }

  private mutating func element(_ index: Int) throws(JSONSyntaxError) -> Int? {
    guard skip(UInt8(ascii: "[")) else { return nil }
    var count = 0
    repeat {
      skipSpace()
      if byte == UInt8(ascii: "]") { return nil }
      if count == index { return place < bytes.count ? place : nil }
      try skipValue()
      skipSpace()
      count += 1
    } while skip(UInt8(ascii: ","))
    return nil
  }

  /// Skips a value without validating it.
  private mutating func skipValue() throws(JSONSyntaxError) {
    var depth = 0
    repeat {
      skipSpace()
      guard place < bytes.count else { throw fault("a value") }
      defer { place += 1 }
      switch byte {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ","), UInt8(ascii: ":"): break
      case UInt8(ascii: "\""):
        place += 1
        try skipString()
        place -= 1
      default:
        while place + 1 < bytes.count, !Self.endsWord(bytes[place + 1]) { place += 1 }
      }
    } while depth > 0
  }

  static func endsWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 0...0x20, UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"): true
    default: false
    }
  }
}
