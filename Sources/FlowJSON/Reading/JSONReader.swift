/// Reads a document in one pass over its bytes.
///
/// Open containers are kept in an array, so nested values don't use the thread's stack.
struct JSONReader: ~Copyable {
  private var cursor: JSONCursor
  private let maximumDepth: Int
  private var open: [Container] = []
  private var values = JSONStack<JSONValue>(capacity: 64)
  private var names = JSONStack<String>(capacity: 32)
  private var knownNames = JSONNames()

  /// An array or object whose end hasn't been read.
  private struct Container {
    let isObject: Bool
    /// The position of the container's first value on the stack.
    let firstValue: Int
    /// The position of the container's first name on the stack.
    let firstName: Int
    /// A bit for each hash of the names read so far.
    var kinds: UInt64 = 0
    /// Whether a name may occur twice, so that the object must look for repeated names.
    var mayRepeat = false
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int, marksInARow: Int = String.marksInARow) {
    cursor = JSONCursor(bytes, marksInARow: marksInARow)
    self.maximumDepth = maximumDepth
  }

  mutating func document() throws(JSONSyntaxError) -> JSONValue {
    cursor.skipSpace()
    while true {
      guard var value = try begin() else { continue }
      while true {
        guard let container = open.last else { return try end(with: value) }
        values.push(value)
        cursor.skipSpace()
        if cursor.skip(UInt8(ascii: ",")) {
          cursor.skipSpace()
          if container.isObject { try name(expecting: "the name of a member") }
          break
        }
        guard cursor.skip(container.isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw cursor.fault(container.isObject ? #""," or "}""# : #""," or "]""#)
        }
        value = close()
      }
    }
  }

  /// Reads a value. Returns `nil` if it opened a container that isn't empty.
  @inline(__always)
  private mutating func begin() throws(JSONSyntaxError) -> JSONValue? {
    switch cursor.byte {
    case UInt8(ascii: "\""):
      cursor.place += 1
      return .string(try cursor.string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try cursor.number()
    case UInt8(ascii: "{"):
      try push(isObject: true)
      if cursor.skip(UInt8(ascii: "}")) { return close() }
      try name(expecting: #"the name of a member or "}""#)
      return nil
    case UInt8(ascii: "["):
      try push(isObject: false)
      if cursor.skip(UInt8(ascii: "]")) { return close() }
      return nil
    case UInt8(ascii: "t"):
      try cursor.word("true")
      return .bool(true)
    case UInt8(ascii: "f"):
      try cursor.word("false")
      return .bool(false)
    case UInt8(ascii: "n"):
      try cursor.word("null")
      return .null
    default: throw cursor.fault("a value")
    }
  }

  private mutating func push(isObject: Bool) throws(JSONSyntaxError) {
    guard open.count < maximumDepth else {
      throw cursor.fault(
        "at most \(maximumDepth) levels of arrays and objects", at: cursor.place, found: "one more")
    }
    open.append(Container(isObject: isObject, firstValue: values.count, firstName: names.count))
    cursor.place += 1
    cursor.skipSpace()
  }

  /// Reads a name and its colon, and records whether the name may repeat an earlier one.
  @inline(__always)
  private mutating func name(expecting expected: @autoclosure () -> String) throws(JSONSyntaxError) {
    guard cursor.skip(UInt8(ascii: "\"")) else { throw cursor.fault(expected()) }
    let last = open.count - 1
    if let range = try cursor.plainString() {
      let kind = kind(ofName: range)
      if open[last].kinds & (1 << UInt64(kind)) != 0 { open[last].mayRepeat = true }
      open[last].kinds |= 1 << UInt64(kind)
      names.push(knownNames.text(range, in: cursor.bytes, kind: kind))
    } else {
      // A name with escapes or beyond ASCII may be equal to a name with another hash.
      open[last].mayRepeat = true
      names.push(try cursor.string())
    }
    cursor.skipSpace()
    guard cursor.skip(UInt8(ascii: ":")) else { throw cursor.fault(#"":""#) }
    cursor.skipSpace()
  }

  /// Returns the hash of a name, which is below 64.
  @inline(__always)
  private func kind(ofName range: Range<Int>) -> Int {
    guard !range.isEmpty else { return 0 }
    let first = Int(cursor.bytes[range.lowerBound])
    let middle = Int(cursor.bytes[range.lowerBound + range.count / 2])
    let last = Int(cursor.bytes[range.upperBound - 1])
    return (range.count &* 7 &+ first &* 31 &+ middle &* 11 &+ last &* 5) & 63
  }

  /// Removes the innermost container, whose end has been read, and returns its value.
  private mutating func close() -> JSONValue {
    let container = open.removeLast()
    let elements = values.pop(downTo: container.firstValue)
    guard container.isObject else {
      var values: [JSONValue] = []
      values.reserveCapacity(elements.count)
      for index in elements.indices { values.append(elements.moveElement(from: index)) }
      return .array(values)
    }
    guard !elements.isEmpty else { return .object(JSONObject()) }
    let keys = names.pop(downTo: container.firstName)
    // Don't use `Array(unsafeUninitializedCapacity:)`, which looks up the type of the array's storage each time.
    var members: [JSONObject.Member] = []
    members.reserveCapacity(elements.count)
    for index in elements.indices {
      members.append(
        JSONObject.Member(name: keys.moveElement(from: index), value: elements.moveElement(from: index)))
    }
    return .object(JSONObject(members, mayRepeat: container.mayRepeat))
  }

  private mutating func end(with value: JSONValue) throws(JSONSyntaxError) -> JSONValue {
    cursor.skipSpace()
    guard cursor.place == cursor.bytes.count else { throw cursor.fault("the end of the text") }
    return value
  }
}
