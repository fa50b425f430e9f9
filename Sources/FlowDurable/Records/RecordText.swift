import FlowJSON

extension FlowRecord {
  /// Returns the record as JSON, for a store that keeps it.
  ///
  /// The number of the record isn't in the JSON. Its time is, if it has one.
  ///
  /// - Parameter limits: The limits of the store.
  /// - Returns: The bytes, in UTF-8.
  /// - Throws: ``StoreError/tooLarge(value:bytes:limit:)``, ``StoreError/tooDeep(value:limit:)`` or
  ///   ``StoreError/unstorable(value:reason:)``.
  public func encoded(within limits: StoreLimits) throws(StoreError) -> [UInt8] { try bytes(limits) }

  /// Reads a record that ``encoded(within:)`` has written.
  ///
  /// - Parameters:
  ///   - bytes: The bytes, in UTF-8.
  ///   - run: The number of the run, for the error.
  ///   - number: The number of the record in its run.
  /// - Throws: ``StoreError/invalidRecord(run:number:_:)``.
  public init(decoding bytes: [UInt8], of run: RunNumber, number: Int) throws(StoreError) {
    self = try RecordText.record(bytes, run: run.rawValue, number: number)
  }
}

/// Turns JSON into the bytes that a store keeps, and back, within the store's limits.
enum RecordText {
  /// The number of levels that a kept object may have. The reader stops at 512, and a line of a journal adds some.
  static let deepest = 500
  /// The number of combining marks in a row. The time to compare two texts grows with the square of it, and stores compare keys and
  /// names.
  private static let mostMarks = 1_000
  /// The size of one append.
  static let largestAppend = 32 << 20

  /// Writes an object.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - name: What the object is, for the error.
  /// - Returns: The bytes.
  /// - Throws: ``StoreError/tooDeep(value:limit:)`` or ``StoreError/unstorable(value:reason:)``.
  static func bytes(_ object: JSONObject, of name: @autoclosure () -> String) throws(StoreError) -> [UInt8] {
    let bytes = JSONValue.object(object).utf8(.compact)
    if isDeep(bytes) { throw .tooDeep(value: name(), limit: deepest) }
    // Only a long text can have as many marks. A row of them doesn't go beyond its string, because a quotation mark ends it.
    if bytes.count > 2 * mostMarks { try requireComparable(String(decoding: bytes, as: UTF8.self), name()) }
    return bytes
  }

  /// Refuses a text that would take too long to compare.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: What the text is, for the error.
  /// - Throws: ``StoreError/unstorable(value:reason:)``.
  static func requireComparable(_ text: String?, _ name: @autoclosure () -> String) throws(StoreError) {
    guard let text, text.hasMarks(inARow: mostMarks + 1) else { return }
    throw .unstorable(value: name(), reason: "it has more than \(mostMarks) combining marks in a row")
  }

  /// Reads what ``bytes(_:of:)`` has written.
  static func record(_ bytes: [UInt8], run: Int, number: Int) throws(StoreError) -> FlowRecord {
    do {
      return try FlowRecord(json: try JSONValue(stored: bytes), number: number)
    } catch let error as JSONTypeError {
      throw .invalidRecord(run: RunNumber(rawValue: run), number: number, error)
    } catch {
      let mismatch = JSONTypeError(at: JSONLocation(), expected: "JSON", found: "\(error)")
      throw .invalidRecord(run: RunNumber(rawValue: run), number: number, mismatch)
    }
  }

  static func isDeep(_ bytes: [UInt8]) -> Bool {
    // Most objects have fewer brackets than levels are allowed, strings included.
    let opens = bytes.reduce(0) { $0 + ($1 == UInt8(ascii: "{") || $1 == UInt8(ascii: "[") ? 1 : 0) }
    guard opens > deepest else { return false }
    var (depth, deepest, isInString, isEscaped) = (0, 0, false, false)
    for byte in bytes {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = true
      case UInt8(ascii: "\""): isInString.toggle()
      case UInt8(ascii: "{") where !isInString, UInt8(ascii: "[") where !isInString:
        depth += 1
        deepest = max(deepest, depth)
      case UInt8(ascii: "}") where !isInString, UInt8(ascii: "]") where !isInString: depth -= 1
      default: break
      }
    }
    return deepest > self.deepest
  }
}
