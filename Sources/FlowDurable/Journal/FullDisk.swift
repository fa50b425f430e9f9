import FlowState
import Foundation

/// How a journal waits for space on a full disk.
struct FullDisk: Sendable {
  /// The alarm for the next attempt; nil if the disk isn't full.
  var alarm: FlowAlarm?
  /// The error of the system.
  private(set) var code: Int32 = ENOSPC
  private var delay = Duration.zero

  var isWaiting: Bool { alarm != nil }

  /// Notes another attempt that has failed.
  ///
  /// - Returns: The delay before the next one.
  mutating func failed(_ code: Int32) -> Duration {
    self.code = code
    delay = delay == .zero ? .seconds(1) : min(delay * 2, .seconds(30))
    return delay
  }

  /// Notes an attempt that has succeeded.
  ///
  /// - Returns: Whether the disk was full before it.
  mutating func succeeded() -> Bool {
    defer { delay = .zero }
    return delay != .zero
  }
}
