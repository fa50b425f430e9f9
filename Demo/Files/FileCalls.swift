import Foundation

/// The system calls that replace a file. Tests replace single calls with failing ones.
struct FileCalls: Sendable {
  /// `write(2)`
  var append: @Sendable (Int32, UnsafeRawBufferPointer) -> Int
  /// `fsync(2)`
  var synchronize: @Sendable (Int32) -> Int32
  /// `rename(2)`
  var move: @Sendable (String, String) -> Int32

  /// The real system calls.
  static let system = FileCalls(
    append: { descriptor, bytes in write(descriptor, bytes.baseAddress, bytes.count) },
    synchronize: { descriptor in fsync(descriptor) },
    move: { old, new in rename(old, new) })
}
