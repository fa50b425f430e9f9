import Foundation

/// A pipe that wakes a waiting loop.
///
/// Both ends close when the last owner releases the object, so no call can reach a descriptor that was closed and
/// reused.
package final class WakeUp: Sendable {
  /// The end that becomes readable.
  package let readEnd: Int32
  private let writeEnd: Int32

  /// Opens the pipe.
  package init() throws(SystemFailure) {
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

  /// Makes the read end permanently readable.
  package func signal() {
    var byte: UInt8 = 1
    // If the pipe is full, the read end is already readable.
    _ = write(writeEnd, &byte, 1)
  }
}
