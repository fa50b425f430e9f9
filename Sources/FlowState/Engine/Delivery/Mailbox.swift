import Synchronization

/// A message to a run, such as a release or a start.
@usableFromInline
class Message {
  /// The next node in a mailbox: the thread that pushes writes it, and the receiver reads it; the mailbox orders the two.
  @usableFromInline @exclusivity(unchecked) final var older: UInt = 0

  @inlinable
  init() {}

  /// Delivers the message. Called once on the event loop's queue, in the order of arrival.
  @usableFromInline
  func deliver() {}
}

/// A message that calls a closure.
final class ClosureMessage: Message {
  /// The closure, until it is called. What it has captured must not outlive the call: the call can end a run, which is reported while the
  /// event loop still has the message. Guarded by the thread that makes the message, and then by the event loop.
  @exclusivity(unchecked) private var body: (() -> Void)?

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  override func deliver() {
    body.take()?()
  }
}

/// A queue of messages with many senders and one receiver. It also determines the receiver.
///
/// The head is one word: idle, busy without messages, or busy with the newest message. The thread that changes idle to busy is
/// the only one that may deliver, until it changes busy to idle again. So messages are delivered in the order of arrival, and
/// a run's closures exclude each other on any queue.
@usableFromInline
struct Mailbox: ~Copyable {
  private static let idle: UInt = 0
  private static let busy: UInt = 1

  private let head = Atomic<UInt>(Mailbox.idle)

  init() {}

  deinit {
    // The returned batch releases the mail that was never delivered.
    _ = takeAll()
  }

  /// Adds a message. Returns true if the sender must schedule a turn.
  func push(_ message: Message) -> Bool {
    let word = UInt(bitPattern: Unmanaged.passRetained(message).toOpaque())
    var seen = head.load(ordering: .relaxed)
    while true {
      message.older = seen
      let (exchanged, original) = head.weakCompareExchange(
        expected: seen, desired: word, successOrdering: .acquiringAndReleasing, failureOrdering: .relaxed)
      if exchanged { return original == Mailbox.idle }
      seen = original
    }
  }

  /// Whether nothing was under way or waiting a moment ago.
  var isIdle: Bool { head.load(ordering: .relaxed) == Mailbox.idle }

  /// Makes the caller the receiver if nothing is under way or waiting.
  func tryAcquire() -> Bool {
    head.compareExchange(
      expected: Mailbox.idle, desired: Mailbox.busy, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  /// Ends the receiver's turn. Returns false if messages have arrived, and the caller remains the receiver.
  func tryRelease() -> Bool {
    head.compareExchange(
      expected: Mailbox.busy, desired: Mailbox.idle, successOrdering: .releasing, failureOrdering: .relaxed
    ).exchanged
  }

  /// Whether messages wait, as far as the receiver can see.
  var hasMail: Bool { head.load(ordering: .relaxed) > Mailbox.busy }

  /// Takes everything that waits, oldest first. Only for the receiver.
  func takeAll() -> MailBatch {
    var newest = head.exchange(Mailbox.busy, ordering: .acquiring)
    var oldest: UInt = 0
    while newest > Mailbox.busy {
      guard let node = UnsafeRawPointer(bitPattern: newest) else { break }
      let word = newest
      Unmanaged<Message>.fromOpaque(node)._withUnsafeGuaranteedRef {
        newest = $0.older
        $0.older = oldest
      }
      oldest = word
    }
    return MailBatch(next: oldest)
  }
}

/// Mail that was taken from a mailbox, oldest first.
struct MailBatch: ~Copyable {
  private var next: UInt

  init(next: UInt) {
    self.next = next
  }

  var isEmpty: Bool { next == 0 }

  @inline(__always)
  mutating func popFirst() -> Message? {
    guard let node = UnsafeRawPointer(bitPattern: next) else { return nil }
    let message = Unmanaged<Message>.fromOpaque(node).takeRetainedValue()
    next = message.older
    message.older = 0
    return message
  }

  deinit {
    // A batch that wasn't read to its end still owns its mail.
    var rest = next
    while let node = UnsafeRawPointer(bitPattern: rest) {
      let message = Unmanaged<Message>.fromOpaque(node).takeRetainedValue()
      rest = message.older
    }
  }
}
