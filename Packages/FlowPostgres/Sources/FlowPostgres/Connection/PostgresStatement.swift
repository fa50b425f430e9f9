/// A statement and its parameters. Values never become part of the text.
struct PostgresStatement: Sendable {
  /// The text, with `$1` and so on.
  let text: String
  let parameters: [PostgresParameter]
  /// Whether the server keeps the plan of the statement, because it is sent often.
  let isPrepared: Bool
  /// Whether the columns of the answer come as binary values; otherwise as text.
  let isBinary: Bool

  init(_ text: String, _ parameters: [PostgresParameter] = [], prepared: Bool = true, binary: Bool = true) {
    self.text = text
    self.parameters = parameters
    isPrepared = prepared
    isBinary = binary
  }
}

/// The text of a statement that the server keeps, as a key. The store has few of them, with different lengths, so that nothing more is
/// hashed at each call.
struct PreparedText: Hashable, Sendable {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(text.utf8.count)
  }
}

/// The value of a parameter, in the form in which it is sent.
struct PostgresParameter: Sendable {
  /// The number of the type on the server; 0 lets the server choose.
  let type: UInt32
  /// The bytes; nil is NULL.
  let bytes: [UInt8]?
  /// Whether the bytes are the server's binary form of the type; otherwise they are text.
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

  /// A value whose type the server finds out.
  static func unknown(_ value: String?) -> PostgresParameter {
    PostgresParameter(type: 0, bytes: value.map { Array($0.utf8) + [0] }, isBinary: false)
  }

  /// The binary form of an array: dimensions, whether there are NULLs, the type, and for the dimension its size and first index.
  private static func array(_ elements: [[UInt8]], of type: Int32) -> [UInt8] {
    guard !elements.isEmpty else { return bigEndian(Int32(0)) + bigEndian(Int32(0)) + bigEndian(type) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(20 + elements.reduce(0) { $0 + $1.count + 4 })
    for number in [1, 0, type, Int32(elements.count), 1] { bytes += bigEndian(number) }
    for element in elements {
      bytes += bigEndian(Int32(element.count))
      bytes += element
    }
    return bytes
  }

  private static func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
