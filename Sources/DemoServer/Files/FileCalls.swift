import Foundation

/// The system calls that replace a file. Tests replace single calls with failing ones.
package struct FileCalls: Sendable {
  /// `write(2)`
  package var append: @Sendable (Int32, UnsafeRawBufferPointer) -> Int
  /// `fsync(2)`
  package var synchronize: @Sendable (Int32) -> Int32
  /// `rename(2)`
  package var move: @Sendable (String, String) -> Int32

  /// The real system calls.
  package static let system = FileCalls(
    append: { descriptor, bytes in write(descriptor, bytes.baseAddress, bytes.count) },
    synchronize: { descriptor in fsync(descriptor) },
    move: { old, new in rename(old, new) })
}
