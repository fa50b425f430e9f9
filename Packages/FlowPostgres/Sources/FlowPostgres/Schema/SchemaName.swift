/// The name of a schema, which becomes part of statements.
struct SchemaName: Sendable, Hashable {
  let text: String

  /// Checks a name.
  ///
  /// - Parameter text: The name.
  /// - Throws: ``PostgresError/invalidSchema(_:)``.
  init(_ text: String) throws(PostgresError) {
    let letters = "abcdefghijklmnopqrstuvwxyz".utf8
    let others = "0123456789_".utf8
    guard let first = text.utf8.first, letters.contains(first), text.utf8.count <= 48,
      text.utf8.allSatisfy({ letters.contains($0) || others.contains($0) }), !text.hasPrefix("pg_")
    else { throw .invalidSchema(text) }
    self.text = text
  }

  /// Returns the text of a statement, with the schema in place of each `@`.
  ///
  /// - Parameter text: The text, in which `@.runs` is the table of runs.
  /// - Returns: The text with the name as a quoted identifier.
  func statement(_ text: String) -> String {
    text.split(separator: "@", omittingEmptySubsequences: false).joined(separator: "\"\(self.text)\"")
  }

  /// Returns a statement with the schema in place of each `@` of its text.
  func statement(_ statement: PostgresStatement) -> PostgresStatement {
    PostgresStatement(
      self.statement(statement.text), statement.parameters, prepared: statement.isPrepared, binary: statement.isBinary)
  }

  /// The channel of the store's notifications.
  var channel: String { "flowstate_\(text)" }
}
