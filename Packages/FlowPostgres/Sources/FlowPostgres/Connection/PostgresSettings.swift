public import FlowDurable

/// How a store uses its server.
///
/// ```swift
/// var settings = PostgresSettings()
/// settings.schema = "billing"
/// settings.isBehindPooler = true
/// let store = try await PostgresStore("postgresql:///shop", settings: settings)
/// ```
public struct PostgresSettings: Sendable {
  /// The name of the schema that has the tables of the store. Small letters, digits and `_`, beginning with a letter.
  public var schema = "flowstate"
  /// The number of connections that the store opens at most for its own calls, at least 1; 4 by default. Transactions of the program,
  /// and listening for notifications, use further ones.
  public var connections = 4
  /// Whether the store tells other processes when a run has become due, with NOTIFY. It is a hint: without it, they find out within
  /// about a second.
  public var notifies = true
  /// Whether a pooler such as PgBouncer, in transaction mode, is between the store and the server. The store then keeps nothing in a
  /// connection: no prepared statements, and no notifications.
  public var isBehindPooler = false
  /// The time for which a call waits for a server that can't be reached, or that is starting. 5 seconds by default.
  public var patience = Duration.seconds(5)
  /// The time after which the store gives up a connection on which the answer to a call of its own doesn't come, and cancels the call in
  /// the server. Statements of the program in a transaction may take longer. 30 seconds by default.
  public var answerLimit = Duration.seconds(30)
  /// The time for which the store keeps runs that have ended; with nil, it removes none. 7 days by default.
  ///
  /// A `FlowWorker` removes ended runs as well, after the time that it was given. The shorter of the two times counts, so runs stay for
  /// ever only if both are nil.
  public var keepEnded: Duration? = .seconds(7 * 86_400)
  /// The sizes beyond which the store refuses what it is given.
  public var limits = StoreLimits()

  /// Receives what the store notices about steps in transactions, on any thread.
  public var report: @Sendable (_ event: PostgresEvent) -> Void = { _ in }

  /// Creates the default settings.
  public init() {}
}
