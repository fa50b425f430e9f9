import FlowState
import Foundation

/// The state of a journal that waits for space on a full disk.
struct FullDisk: Sendable {
  /// The alarm for the next attempt; nil if the disk isn't full.
  var alarm: FlowAlarm?
  /// The error code of the latest failure.
  private(set) var code: Int32 = ENOSPC
  private var delay = Duration.zero

  var isWaiting: Bool { alarm != nil }

  /// Returns whether calls are refused while so many bytes wait, because the process would run out of memory.
  func refusesCalls(waiting bytes: Int) -> Bool { isWaiting && bytes > 64 << 20 }

  /// Records a failed attempt.
  ///
  /// - Returns: The delay before the next attempt.
  mutating func failed(_ code: Int32) -> Duration {
    self.code = code
    delay = delay == .zero ? .seconds(1) : min(delay * 2, .seconds(30))
    return delay
  }

  /// Records a successful attempt.
  ///
  /// - Returns: Whether the disk was full before the attempt.
  mutating func succeeded() -> Bool {
    defer { delay = .zero }
    return delay != .zero
  }
}
