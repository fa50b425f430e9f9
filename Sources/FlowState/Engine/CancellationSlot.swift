import Synchronization

/// An action that stops a start's work when the start is cancelled.
///
/// `@unchecked Sendable`: the lock of the handler that has the action guards `time`.
final class CancellationAction: @unchecked Sendable {
  let body: @Sendable () -> Void
  /// The time on the clock of late reports when the action was set, if the handler's start had settled; otherwise 0.
  @exclusivity(unchecked) var time: UInt64 = 0

  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
  }
}

/// Atomic storage for the action that stops a start's work when the start is cancelled. Any thread can set it.
///
/// The word is empty, records that the start was cancelled, or owns an action.
struct CancellationSlot: ~Copyable, Sendable {
  private static let empty: UInt = 0
  private static let cancelled: UInt = 1

  private let word = Atomic<UInt>(CancellationSlot.empty)

  deinit {
    _ = Self.action(word.load(ordering: .acquiring))
  }

  /// Sets the action and returns the replaced one for release. If the start was cancelled before, the action isn't kept, and
  /// the caller must call it.
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

  /// Releases the action, because the start has settled.
  func clear() {
    guard word.load(ordering: .relaxed) > Self.cancelled else { return }
    _ = Self.action(word.exchange(Self.empty, ordering: .acquiringAndReleasing))
  }

  /// Whether the start was cancelled or superseded.
  var isCancelled: Bool { word.load(ordering: .acquiring) == Self.cancelled }

  /// Cancels the start and returns the action to call. After that, the slot refuses new actions.
  func cancel() -> CancellationAction? {
    Self.action(word.exchange(Self.cancelled, ordering: .acquiringAndReleasing))
  }

  /// Returns the action that a word owned.
  private static func action(_ word: UInt) -> CancellationAction? {
    guard word > cancelled, let pointer = UnsafeRawPointer(bitPattern: word) else { return nil }
    return Unmanaged<CancellationAction>.fromOpaque(pointer).takeRetainedValue()
  }
}
