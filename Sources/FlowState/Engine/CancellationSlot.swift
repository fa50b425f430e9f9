import Synchronization

/// Room for the closure that stops a start's work when the start is cancelled; set from any thread.
///
/// The word is empty, says that the start was cancelled, or owns a closure.
struct CancellationSlot: ~Copyable, Sendable {
  private final class Action: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }

  private static let empty: UInt = 0
  private static let cancelled: UInt = 1

  private let word = Atomic<UInt>(CancellationSlot.empty)

  deinit {
    _ = Self.action(word.load(ordering: .acquiring))
  }

  /// Sets the closure, in place of an earlier one; false if the start was cancelled before, and the closure is to be called.
  func set(_ body: @escaping @Sendable () -> Void) -> Bool {
    let action = Unmanaged.passRetained(Action(body))
    let desired = UInt(bitPattern: action.toOpaque())
    var seen = word.load(ordering: .acquiring)
    while true {
      guard seen != Self.cancelled else {
        action.release()
        return false
      }
      let (exchanged, original) = word.weakCompareExchange(
        expected: seen, desired: desired, successOrdering: .acquiringAndReleasing, failureOrdering: .acquiring)
      if exchanged {
        _ = Self.action(original)
        return true
      }
      seen = original
    }
  }

  /// Lets go of the closure: the start has settled.
  func clear() {
    guard word.load(ordering: .relaxed) > Self.cancelled else { return }
    _ = Self.action(word.exchange(Self.empty, ordering: .acquiringAndReleasing))
  }

  /// The start is cancelled: returns the closure, to be called. From now on new ones are refused.
  func cancel() -> (@Sendable () -> Void)? {
    Self.action(word.exchange(Self.cancelled, ordering: .acquiringAndReleasing))?.body
  }

  /// The closure that a word owned.
  private static func action(_ word: UInt) -> Action? {
    guard word > cancelled, let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
    return Unmanaged<Action>.fromOpaque(pointer).takeRetainedValue()
  }
}
