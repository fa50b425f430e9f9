/// A statement with its parameters. Values never become part of the text.
struct PostgresStatement: Sendable {
  /// The text, with placeholders such as `$1`.
  let text: String
  let parameters: [PostgresParameter]
  /// Whether the server prepares the statement, because it is sent often.
  let isPrepared: Bool
  /// Whether the columns of the answer are binary values; otherwise, they are text.
  let isBinary: Bool

  init(_ text: String, _ parameters: [PostgresParameter] = [], prepared: Bool = true, binary: Bool = true) {
    self.text = text
    self.parameters = parameters
    isPrepared = prepared
    isBinary = binary
  }
}

/// The text of a prepared statement, as a key. The store has only a few, with different lengths, so only the length is
/// hashed.
struct PreparedText: Hashable, Sendable {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(text.utf8.count)
  }
}

/// The value of a parameter in the form in which it is sent.
struct PostgresParameter: Sendable {
  /// The number of the type on the server; 0 lets the server choose.
  let type: UInt32
  /// The bytes; nil is NULL.
  let bytes: [UInt8]?
  /// Whether the bytes are in the server's binary format of the type; otherwise, they are text.
  let isBinary: Bool

  static func integer(_ value: Int?) -> PostgresParameter {
    PostgresParameter(type: 20, bytes: value.map { bigEndian(Int64($0)) }, isBinary: true)
  }

  static func boolean(_ value: Bool) -> PostgresParameter {
    PostgresParameter(type: 16, bytes: [value ? 1 : 0], isBinary: true)
  }

  static func text(_ value: String?) -> PostgresParameter {
    PostgresParameter(type: 25, bytes: value.map { Array($0.utf8) }, isBinary: true)
  }

  static func utf8(_ value: [UInt8]?) -> PostgresParameter {
    PostgresParameter(type: 25, bytes: value, isBinary: true)
  }

  static func texts(_ values: [String]?) -> PostgresParameter {
    PostgresParameter(type: 1_009, bytes: values.map { array($0.map { Array($0.utf8) }, of: 25) }, isBinary: true)
  }

  static func texts(utf8 values: [[UInt8]]) -> PostgresParameter {
    PostgresParameter(type: 1_009, bytes: array(values, of: 25), isBinary: true)
  }

  static func integers(_ values: [Int]?) -> PostgresParameter {
    PostgresParameter(
      type: 1_016, bytes: values.map { array($0.map { bigEndian(Int64($0)) }, of: 20) }, isBinary: true)
  }

  /// Returns an array of values in the server's binary format, of which some can be NULL.
  static func array(_ values: [[UInt8]?], ofIntegers isInteger: Bool) -> PostgresParameter {
    PostgresParameter(
      type: isInteger ? 1_016 : 1_009, bytes: array(values, of: isInteger ? 20 : 25), isBinary: true)
  }

  /// Returns a value whose type the server determines.
  static func unknown(_ value: String?) -> PostgresParameter {
    PostgresParameter(type: 0, bytes: value.map { Array($0.utf8) + [0] }, isBinary: false)
  }

  /// Returns the binary format of an array: the number of dimensions, whether there are NULLs, the type, and the size
  /// and first index of the dimension.
  private static func array(_ elements: [[UInt8]?], of type: Int32) -> [UInt8] {
    guard !elements.isEmpty else { return bigEndian(Int32(0)) + bigEndian(Int32(0)) + bigEndian(type) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(20 + elements.reduce(0) { $0 + ($1?.count ?? 0) + 4 })
    let hasNulls = elements.contains { $0 == nil }
    for number in [1, hasNulls ? 1 : 0, type, Int32(elements.count), 1] { bytes += bigEndian(number) }
    for element in elements {
      bytes += bigEndian(Int32(element?.count ?? -1))
      bytes += element ?? []
    }
    return bytes
  }

  private static func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
