import Foundation
import NIOCore
import WebServing

/// The connections that the console has at most, and the time that a client has.
struct ConsoleLimits: Sendable {
  /// The maximum number of connections. It leaves most file descriptors to the program that the console belongs to.
  var connections = min(64, FileDescriptors.limit / 4)
  /// The time for the head of a request, since the connection was opened or the previous request was answered.
  var headTime = TimeAmount.seconds(15)
  /// The time for the body of a request, since its head has arrived.
  var bodyTime = TimeAmount.seconds(30)
  /// The time for which the console still receives from a client that it has answered before the end of the request.
  /// A connection that is closed at once would often lose the answer.
  var farewellTime = TimeAmount.seconds(1)
  /// The number of bytes that it receives in this time.
  var farewellBytes = FormFields.limit
  /// The time between two looks for free file descriptors, while there are too few.
  var retryTime = TimeAmount.seconds(1)
  /// The time for which a page waits for numbers of runs.
  var countTime = Duration.milliseconds(60)
  /// Whether the process has enough file descriptors for another connection.
  var hasDescriptors: @Sendable () -> Bool = { FileDescriptors.areFree(min(64, FileDescriptors.limit / 4)) }
}

/// The file descriptors of this process.
enum FileDescriptors {
  /// The number of descriptors that the process can have.
  static let limit: Int = {
    var limit = rlimit()
    #if canImport(Glibc)
      let result = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
      let result = getrlimit(RLIMIT_NOFILE, &limit)
    #endif
    return result == 0 ? Int(clamping: limit.rlim_cur) : 256
  }()

  /// Returns whether a number of descriptors is free.
  static func areFree(_ count: Int) -> Bool {
    // The system gives the lowest number that is free.
    let lowest = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard lowest >= 0 else { return false }
    close(lowest)
    return Int(lowest) < limit - count
  }
}
