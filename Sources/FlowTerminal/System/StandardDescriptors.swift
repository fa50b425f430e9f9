#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The descriptors 0, 1 and 2, which every program takes for its standard streams.
///
/// A program may be started with one of them closed (`Demo <&-`). The next file or socket that it opens is then given the
/// free number, and a prompt would be written into a data file. Call this first:
///
/// ```swift
/// StandardDescriptors.reserveClosed()
/// let reader = LineReader()
/// ```
public enum StandardDescriptors {
  /// Occupies those of the three that are closed, so that no file opened later gets their number.
  ///
  /// They stay unusable, as closed ones are: reading ends at once, writing fails. Does nothing to open ones. Call it at
  /// the start of `main`, before other threads open files.
  public static func reserveClosed() {
    reserveClosed([0, 1, 2])
  }

  static func reserveClosed(_ descriptors: [CInt]) {
    for descriptor in descriptors where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // The wrong way round on purpose: to lose output silently would be worse than to fail.
      let null = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
      guard null >= 0, null != descriptor else { continue }
      dup2(null, descriptor)
      close(null)
    }
  }
}
