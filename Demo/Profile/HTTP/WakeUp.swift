import Foundation

/// A pipe that gets a waiting loop to look up.
///
/// Both ends close when the last owner lets go, so no call can hit a descriptor that was closed and given to another.
final class WakeUp: Sendable {
  /// The end that becomes readable.
  let readEnd: Int32
  private let writeEnd: Int32

  /// Opens the pipe.
  init() throws(SystemFailure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .last }
    (readEnd, writeEnd) = (ends[0], ends[1])
    try Socket.makeNonblocking(readEnd)
    try Socket.makeNonblocking(writeEnd)
  }

  deinit {
    close(readEnd)
    close(writeEnd)
  }

  /// Makes the read end readable for good.
  func signal() {
    var byte: UInt8 = 1
    // A full pipe wakes the loop just as well.
    _ = write(writeEnd, &byte, 1)
  }
}
