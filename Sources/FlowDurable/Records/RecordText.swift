import FlowJSON

extension FlowRecord {
  /// Returns the record as JSON for a store.
  ///
  /// The JSON includes the record's time, if it has one, but not its number.
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
  ///   - run: The number of the run, for errors.
  ///   - number: The number of the record in its run.
  /// - Throws: ``StoreError/invalidRecord(run:number:_:)``.
  public init(decoding bytes: [UInt8], of run: RunNumber, number: Int) throws(StoreError) {
    self = try RecordText.record(bytes, run: run.rawValue, number: number)
  }
}

/// Converts records to the bytes that a store keeps, and back, within the store's limits.
enum RecordText {
  /// The maximum nesting depth of a stored object. The reader stops at 512 levels, and a line of a journal adds some.
  static let deepest = 500
  /// The maximum number of consecutive combining marks. The time to compare two texts grows with the square of this
  /// number, and stores compare keys and names.
  private static let mostMarks = 1_000
  /// The maximum size of an append in bytes.
  static let largestAppend = 32 << 20

  /// Encodes an object.
  ///
  /// - Parameters:
  ///   - object: The object.
  ///   - name: The description of the object for errors.
  /// - Returns: The bytes.
  /// - Throws: ``StoreError/tooDeep(value:limit:)`` or ``StoreError/unstorable(value:reason:)``.
  static func bytes(_ object: JSONObject, of name: @autoclosure () -> String) throws(StoreError) -> [UInt8] {
    let bytes = JSONValue.object(object).utf8(.compact)
    if isDeep(bytes) { throw .tooDeep(value: name(), limit: deepest) }
    // Only a long text can have so many marks. They belong to one string, because a quotation mark would interrupt
    // them.
    if bytes.count > 2 * mostMarks { try requireComparable(String(decoding: bytes, as: UTF8.self), name()) }
    return bytes
  }

  /// Throws if a text would take too long to compare.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - name: The description of the text for errors.
  /// - Throws: ``StoreError/unstorable(value:reason:)``.
  static func requireComparable(_ text: String?, _ name: @autoclosure () -> String) throws(StoreError) {
    guard let text, text.hasMarks(inARow: mostMarks + 1) else { return }
    throw .unstorable(value: name(), reason: "it has more than \(mostMarks) combining marks in a row")
  }

  /// Reads a record that ``bytes(_:of:)`` has written.
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

  static func isDeep(_ bytes: [UInt8], than limit: Int = deepest) -> Bool {
    // Most objects have fewer brackets than the allowed number of levels, even with those in strings.
    let opens = bytes.reduce(0) { $0 + ($1 == UInt8(ascii: "{") || $1 == UInt8(ascii: "[") ? 1 : 0) }
    guard opens > limit else { return false }
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
    return deepest > limit
  }
}
