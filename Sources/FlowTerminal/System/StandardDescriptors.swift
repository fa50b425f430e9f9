#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The descriptors 0, 1, and 2, which a program uses as its standard streams.
///
/// A program can be started with one of them closed (`Demo <&-`). The next file or socket that it opens then gets the
/// free number, and a prompt could be written to a data file. To prevent this, reserve closed descriptors first:
///
/// ```swift
/// StandardDescriptors.reserveClosed()
/// let reader = LineReader()
/// ```
public enum StandardDescriptors {
  /// Reserves closed standard descriptors, so that no file that is opened later gets their numbers.
  ///
  /// A reserved descriptor stays unusable: reading ends immediately, and writing fails. Open descriptors don't change.
  /// Call it at the start of `main`, before other threads open files.
  public static func reserveClosed() {
    reserveClosed([0, 1, 2])
  }

  static func reserveClosed(_ descriptors: [CInt]) {
    for descriptor in descriptors where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // Open each one for the wrong direction on purpose, because a failure is better than silently lost output.
      let null = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
      guard null >= 0, null != descriptor else { continue }
      dup2(null, descriptor)
      close(null)
    }
  }
}
