/// The maximum sizes of the values that a store accepts, and the maximum numbers of messages, commands, and attempts.
///
/// ```swift
/// var limits = StoreLimits()
/// limits.value = 64 * 1_024
/// let store = MemoryStore(limits: limits)
/// ```
public struct StoreLimits: Sendable, Hashable {
  /// The maximum size in bytes of a name or a key, in UTF-8: of a flow, a step, a run, a queue, a tenant, or a message.
  public static let nameBytes = 1_024

  /// The maximum size in bytes of a value as JSON: content, result, kept value, or body of a message. The default is 1
  /// MiB.
  public var value = 1 << 20
  /// The maximum size in bytes of a snapshot as JSON. The default is 4 MiB.
  public var snapshot = 4 << 20
  /// The maximum number of messages that wait in a run, excluding commands. The default is 10,000.
  public var messages = 10_000
  /// The number of waiting commands from which a run refuses commands to go back. The default is 100. The same command
  /// isn't stored twice, and commands to cancel and to retry are always accepted.
  public var commands = 100
  /// The number of claims without a record after which a run is parked. The default is 5.
  public var attempts = 5

  /// Creates the default limits.
  public init() {}

  /// The maximum size in bytes of an answer and its draft in one member of a record.
  var answer: Int { value > (.max - 1_024) / 2 ? .max : 2 * value + 1_024 }
}
