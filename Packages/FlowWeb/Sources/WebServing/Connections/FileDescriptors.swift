import Foundation

/// The file descriptors of this process.
package enum FileDescriptors {
  /// The number of descriptors that the process can have.
  package static let limit: Int = {
    var limit = rlimit()
    #if canImport(Glibc)
      let result = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
      let result = getrlimit(RLIMIT_NOFILE, &limit)
    #endif
    return result == 0 ? Int(clamping: limit.rlim_cur) : 256
  }()

  /// Returns whether a number of descriptors is free.
  package static func areFree(_ count: Int) -> Bool {
    // The system gives the lowest number that is free.
    let lowest = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard lowest >= 0 else { return false }
    close(lowest)
    return Int(lowest) < limit - count
  }
}
