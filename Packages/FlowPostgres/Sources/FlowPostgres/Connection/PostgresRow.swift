/// A row of an answer whose columns are binary values.
struct PostgresRow: Sendable {
  /// The bytes of each column; nil is NULL.
  let columns: [[UInt8]?]

  /// Returns a column as an integer of any size; nil if it is NULL.
  func integer(_ column: Int) -> Int? {
    guard let bytes = columns[column], !bytes.isEmpty else { return nil }
    // The first byte has the sign.
    var value = Int(Int8(bitPattern: bytes[0]))
    for byte in bytes.dropFirst() { value = value << 8 | Int(byte) }
    return value
  }

  func boolean(_ column: Int) -> Bool { columns[column]?.first == 1 }

  func text(_ column: Int) -> String? { columns[column].map { String(decoding: $0, as: UTF8.self) } }

  func texts(_ column: Int) -> [String] { elements(column).map { String(decoding: $0 ?? [], as: UTF8.self) } }

  func integers(_ column: Int) -> [Int?] {
    elements(column).map { element in element.flatMap { PostgresRow(columns: [$0]).integer(0) } }
  }

  /// Returns the elements of an array, row by row if it has several dimensions; none if the column is NULL. Of an array that is cut off,
  /// returns the complete ones.
  func elements(_ column: Int) -> [[UInt8]?] {
    guard let bytes = columns[column], bytes.count > 20 else { return [] }
    func number(_ place: Int) -> Int { PostgresRow(columns: [Array(bytes[place..<place + 4])]).integer(0) ?? 0 }
    var elements: [[UInt8]?] = []
    // The number of dimensions, and for each its size and its first index, come before the elements.
    var place = 12 + 8 * max(0, number(0))
    while place + 4 <= bytes.count {
      let count = number(place)
      place += 4
      guard count <= bytes.count - place else { break }
      elements.append(count < 0 ? nil : Array(bytes[place..<place + count]))
      place += max(0, count)
    }
    return elements
  }
}

/// The answer to a statement.
struct PostgresRows: Sendable {
  var rows: [PostgresRow] = []
  /// The names of the text columns.
  var names: [String] = []
  /// The number of rows that the statement has returned or changed.
  var affected = 0
  /// The server's description of the command, such as `INSERT 0 1`.
  var tag = ""
}

/// The reason why a statement has no answer.
struct PostgresFailure: Error, Sendable, Equatable {
  /// The meaning of a failure for the change that the statement makes.
  enum Kind: Sendable, Equatable {
    /// There was no connection, so the statement wasn't sent.
    case unreachable
    /// The connection was lost before the answer arrived, so the change may have been made.
    case lost
    /// The server has refused the statement, with a five-character error code. Nothing has changed.
    case refused(String)
  }

  let kind: Kind
  /// The reason, without a full stop.
  let reason: String

  init(kind: Kind, reason: String) {
    self.kind = kind
    self.reason = reason
  }

  /// Creates the failure that a server, or a pooler in front of it, has reported.
  ///
  /// - Parameters:
  ///   - code: The error code; nil if libpq itself reports the failure, for example because it can't read the answer.
  ///   - severity: The severity, in English.
  ///   - reason: The reason, without a full stop.
  init(code: String?, severity: String?, reason: String) {
    guard let code, severity != "FATAL", severity != "PANIC", !code.hasPrefix("57P") else {
      // The others end the connection. A server that is stopping or crashing may have committed before it reports one.
      self.init(kind: .lost, reason: reason)
      return
    }
    self.init(kind: .refused(code), reason: reason)
  }

  /// The error code of the server.
  var code: String? {
    if case .refused(let code) = kind { code } else { nil }
  }

  /// Whether the same statement can succeed if it is sent again at once, because it conflicted with another
  /// transaction.
  var isConflict: Bool { code == "40001" || code == "40P01" }

  /// Whether the server can only be read, for example because it is a standby.
  var isReadOnly: Bool { code == "25006" }
}
