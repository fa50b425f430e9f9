/// The reason why a store on PostgreSQL can't be opened, or a transaction can't continue.
///
/// ```swift
/// do {
///   _ = try await PostgresStore("postgresql://localhost:1/shop")
/// } catch {
///   print(error)  // Can't connect to 'postgresql://localhost:1/shop': …
/// }
/// ```
public enum PostgresError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The connection string can't be read, for the reason in the text.
  case invalidAddress(String)
  /// The name of the schema isn't allowed.
  case invalidSchema(String)
  /// The server can't be reached, or has refused the connection.
  case unreachable(server: String, reason: String)
  /// The server has refused a statement. `code` is the error code of the server, such as `23505`.
  case refused(server: String, action: String, code: String, reason: String)
  /// The connection was lost before the answer arrived, so the change may have been made.
  case lost(server: String, action: String, reason: String)
  /// The server can't keep the store, for the reason in the text.
  case unfit(server: String, reason: String)
  /// A newer version of the library has changed the schema.
  case newerSchema(server: String, schema: String, version: Int, known: Int)
  /// A value has a zero byte, which the server doesn't accept.
  case zeroByte(String)
  /// The transaction was used after its end.
  case ended
  /// A step works in a transaction of a store that doesn't hold the step's run.
  case otherStore(visit: String)
  /// A step of a nested flow works in a transaction.
  case innerStep(visit: String)
  /// The work of a step was rolled back as often as the store repeats it, because of lost connections or conflicts with
  /// other transactions.
  case takenBack(visit: String, attempts: Int, reason: String)

  /// The error as a sentence.
  public var description: String {
    switch self {
    case .invalidAddress(let reason): "The address of the server can't be read: \(reason)."
    case .invalidSchema(let name):
      "'\(name)' can't be the name of a schema: expected up to 48 small letters, digits and '_', beginning with a letter."
    case .unreachable(let server, let reason): "Can't connect to '\(server)': \(reason)."
    case .refused(let server, let action, let code, let reason): "Can't \(action) in '\(server)': \(reason) (\(code))."
    case .lost(let server, let action, let reason):
      "Can't \(action) in '\(server)': \(reason). The server may have done it before the connection was lost."
    case .unfit(let server, let reason): "'\(server)' can't keep runs: \(reason)."
    case .newerSchema(let server, let schema, let version, let known):
      "Schema '\(schema)' in '\(server)' has version \(version), which is newer than version \(known) of this library."
    case .zeroByte(let what): "\(what) has a zero byte, which PostgreSQL doesn't keep in text."
    case .ended: "The transaction has ended, so nothing more can be done in it."
    case .takenBack(let visit, let attempts, let reason):
      "The work of the visit \(visit) was taken back \(attempts) times, and isn't tried again. The last reason: \(reason)"
    case .otherStore(let visit):
      "The visit \(visit) works in a transaction of a store that doesn't hold its run. Give the step the store of its worker."
    case .innerStep(let visit):
      """
      The visit \(visit) works in a transaction, but its flow is nested in another step, so no record commits the work. Move the step \
      to the chain of the durable flow.
      """
    }
  }
}
