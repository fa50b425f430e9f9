import Synchronization

/// What stops a start's work when the start is cancelled.
///
/// Guard of `@unchecked Sendable`: the lock of the handler on which it is set, for the time.
final class CancellationAction: @unchecked Sendable {
  let body: @Sendable () -> Void
  /// The time on the clock of late reports at which it was set, if the handler's start had settled; else 0.
  @exclusivity(unchecked) var time: UInt64 = 0

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

/// InlineStorage for the action that stops a start's work when the start is cancelled; set from any thread.
///
/// The word is empty, says that the start was cancelled, or owns an action.
struct CancellationSlot: ~Copyable, Sendable {
  private static let empty: UInt = 0
  private static let cancelled: UInt = 1

  private let word = Atomic<UInt>(CancellationSlot.empty)

  deinit {
    _ = Self.action(word.load(ordering: .acquiring))
  }

  /// Sets the action, in place of an earlier one, which the caller lets go of. It is not kept if the start was cancelled before;
  /// then it is to be called.
  func set(_ action: CancellationAction) -> (isKept: Bool, replaced: CancellationAction?) {
    let owned = Unmanaged.passRetained(action)
    let desired = UInt(bitPattern: owned.toOpaque())
    var seen = word.load(ordering: .acquiring)
    while true {
      guard seen != Self.cancelled else {
        owned.release()
        return (false, nil)
      }
      let (exchanged, original) = word.weakCompareExchange(
        expected: seen, desired: desired, successOrdering: .acquiringAndReleasing, failureOrdering: .acquiring)
      if exchanged { return (true, Self.action(original)) }
      seen = original
    }
  }

  /// Lets go of the action: the start has settled.
  func clear() {
    guard word.load(ordering: .relaxed) > Self.cancelled else { return }
    _ = Self.action(word.exchange(Self.empty, ordering: .acquiringAndReleasing))
  }

  /// Whether the start was cancelled or superseded.
  var isCancelled: Bool { word.load(ordering: .acquiring) == Self.cancelled }

  /// The start is cancelled: returns the action, to be called. From now on new ones are refused.
  func cancel() -> CancellationAction? {
    Self.action(word.exchange(Self.cancelled, ordering: .acquiringAndReleasing))
  }

  /// The action that a word owned.
  private static func action(_ word: UInt) -> CancellationAction? {
    guard word > cancelled, let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
    return Unmanaged<CancellationAction>.fromOpaque(pointer).takeRetainedValue()
  }
}
