/// The sizes beyond which a store refuses what it is given.
///
/// ```swift
/// var limits = StoreLimits()
/// limits.value = 64 * 1_024
/// let store = MemoryStore(limits: limits)
/// ```
public struct StoreLimits: Sendable, Hashable {
  /// The size of a value as JSON, in bytes: content, result, kept value, body of a message. 1 MiB by default.
  public var value = 1 << 20
  /// The size of a snapshot as JSON, in bytes. 4 MiB by default.
  public var snapshot = 4 << 20
  /// The number of messages that wait in a run. 10,000 by default. Commands don't count.
  public var messages = 10_000
  /// The number of commands that wait in a run, beyond which no other step to go back to is accepted. 100 by default. The same command
  /// doesn't wait twice, and commands to cancel and to retry are always accepted.
  public var commands = 100
  /// The number of claims without a record after which a run is parked. 5 by default.
  public var attempts = 5

  /// Creates the default limits.
  public init() {}
}
