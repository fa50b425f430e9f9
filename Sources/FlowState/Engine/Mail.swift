/// One delivery of an event loop: a message, or the report of a handler. Reports are by far the most frequent deliveries, so a
/// handler travels itself.
enum Mail {
  case message(Message)
  case report(AnyFlowStepHandler)
}

/// A reference to mail that waits, in one word. It owns the message or the handler.
///
/// Each piece of mail is a node of the mailbox's list, so that posting allocates nothing.
struct MailNode {
  /// Set in the word of a handler. Objects are aligned, so the lowest bits of their addresses are free.
  private static let handlerBit: UInt = 2

  let word: UInt

  init(word: UInt) {
    self.word = word
  }

  init(owning message: Message) {
    word = UInt(bitPattern: Unmanaged.passRetained(message).toOpaque())
  }

  init(owning handler: AnyFlowStepHandler) {
    word = UInt(bitPattern: Unmanaged.passRetained(handler).toOpaque()) | MailNode.handlerBit
  }

  /// The word of the next node. The thread that pushes writes it, and the receiver reads it; the mailbox orders the two.
  var older: UInt {
    get {
      if let handler { return handler._withUnsafeGuaranteedRef { $0.older } }
      return message?._withUnsafeGuaranteedRef { $0.older } ?? 0
    }
    nonmutating set {
      if let handler { return handler._withUnsafeGuaranteedRef { $0.older = newValue } }
      message?._withUnsafeGuaranteedRef { $0.older = newValue }
    }
  }

  /// Takes the mail over from the node.
  consuming func take() -> Mail? {
    if let handler { return .report(handler.takeRetainedValue()) }
    return message.map { .message($0.takeRetainedValue()) }
  }

  private var handler: Unmanaged<AnyFlowStepHandler>? {
    guard word & MailNode.handlerBit != 0 else { return nil }
    return UnsafeRawPointer(bitPattern: word & ~MailNode.handlerBit).map { .fromOpaque($0) }
  }

  private var message: Unmanaged<Message>? {
    UnsafeRawPointer(bitPattern: word).map { .fromOpaque($0) }
  }
}
