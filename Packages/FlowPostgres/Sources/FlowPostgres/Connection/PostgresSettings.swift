public import FlowDurable

/// The settings of a store on a PostgreSQL server.
///
/// ```swift
/// var settings = PostgresSettings()
/// settings.schema = "billing"
/// settings.isBehindPooler = true
/// let store = try await PostgresStore("postgresql:///shop", settings: settings)
/// ```
public struct PostgresSettings: Sendable {
  /// The name of the schema with the store's tables: lowercase letters, digits, and `_`, beginning with a letter.
  public var schema = "flowstate"
  /// The maximum number of connections for the store's own calls; at least 1. The default is 4. Transactions of the
  /// program, and listening for notifications, use additional connections.
  public var connections = 4
  /// Whether the store uses NOTIFY to notify other processes when a run has become due. This is a hint: without it,
  /// they find due runs within about a second.
  public var notifies = true
  /// Whether a pooler in transaction mode, such as PgBouncer, is between the store and the server. If so, the store
  /// doesn't rely on the state of a connection: it uses neither prepared statements nor notifications.
  public var isBehindPooler = false
  /// The time for which a call waits for a server that can't be reached or is starting. The default is 5 seconds.
  public var patience = Duration.seconds(5)
  /// The time after which the store gives up a connection if a call of its own isn't answered, and cancels the call in
  /// the server. Statements of the program in a transaction may take longer. The default is 30 seconds.
  public var answerLimit = Duration.seconds(30)
  /// The time for which the store keeps ended runs; if nil, it removes none. The default is 7 days.
  ///
  /// A `FlowWorker` also removes ended runs, according to its own setting. The shorter time applies, so runs stay
  /// forever only if both are nil.
  public var keepEnded: Duration? = .seconds(7 * 86_400)
  /// The maximum sizes of the values that the store accepts.
  public var limits = StoreLimits()

  /// Receives events of the store, on any thread.
  public var report: @Sendable (_ event: PostgresEvent) -> Void = { _ in }

  /// Creates the default settings.
  public init() {}
}
