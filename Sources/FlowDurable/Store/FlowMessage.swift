public import FlowJSON

/// A message to a run.
///
/// ```swift
/// let shipped = FlowMessage(.message(name: "Shipped", body: ["tracking": "1Z"]), key: "webhook-88")
/// let delivery = try await store.send(shipped, to: run)
/// ```
public struct FlowMessage: Sendable, Hashable {
  /// The content of a message: a value or a command.
  public enum Content: Sendable, Hashable {
    /// A value for a step that awaits it by name.
    case message(name: String, body: JSONValue)
    /// The command to cancel the run.
    case cancel
    /// The command to go back to a step, and to undo the visits after it.
    case back(to: String)
    /// The command to continue a run that is parked, has failed, or was cancelled.
    case retry
    /// The command to go back to a visit that has passed, and to answer it anew.
    case change(VisitChange)
    /// The command to restart the time limit of the current wait for a message.
    case touch
  }

  /// The content of the message.
  public var content: Content
  /// The key under which the message is delivered only once; nil if each send delivers it.
  public var key: String?
  /// The visit that the message answers; nil if any visit that awaits the message may take it.
  public var answering: VisitAnswer?

  /// Creates a message.
  ///
  /// - Parameters:
  ///   - content: The content of the message.
  ///   - key: The key under which the message is delivered only once.
  ///   - answering: The visit that the message answers; nil for a command.
  public init(_ content: Content, key: String? = nil, answering: VisitAnswer? = nil) {
    self.content = content
    self.key = key
    self.answering = answering
  }

  /// Whether the message is a command. A command wakes every run that rests, even a parked one, and one that has
  /// failed or was cancelled.
  public var isCommand: Bool {
    if case .message = content { false } else { true }
  }

  /// Whether the message is a command that decides how the run continues. A touch isn't, because each visit of a page sends one.
  var isDecision: Bool { isCommand && content != .touch }
}

/// A message that a run has received.
///
/// ```swift
/// for message in claimed.messages where message.message.content == .cancel { print("cancelled at \(message.at)") }
/// ```
public struct ReceivedMessage: Sendable, Hashable {
  /// The number of the message among all messages that the run has received, from 1.
  public let number: Int
  /// The time at which the store received the message.
  public let at: StoreTime
  /// The message.
  public let message: FlowMessage

  /// Creates a received message, for implementations of stores.
  ///
  /// - Parameters:
  ///   - number: The number of the message, from 1.
  ///   - at: The time at which the store received it.
  ///   - message: The message.
  public init(number: Int, at: StoreTime, message: FlowMessage) {
    self.number = number
    self.at = at
    self.message = message
  }
}

/// The outcome of sending a message.
///
/// ```swift
/// if case .duplicate = try await store.send(shipped, to: run) { print("It was sent before.") }
/// ```
public enum MessageDelivery: Sendable, Hashable {
  /// The store has the message, with this number. If the run ends before its worker receives the message, the end drops it.
  case delivered(Int)
  /// A message with this key was received before, or the same command is still waiting. Nothing has changed, but a parked run
  /// whose workers have died before they took the command is due again.
  case duplicate
  /// The message answers a visit at which the run no longer waits. Nothing has changed.
  case tooLate
  /// The message was left for the process that has the journal open, which may still refuse it.
  case posted
}
