import FlowDurable
import FlowState
import FlowStateTesting
import Foundation

extension Program {
  /// Starts runs until the system refuses to let the journal grow; then lets it grow again.
  ///
  /// - Parameters:
  ///   - path: The path of the journal.
  ///   - isTold: Whether a line of the input says that there is space again.
  /// - Throws: An error of the store.
  static func fill(_ path: String, isTold: Bool = false) async throws {
    // The system's default for a file that is too large is to end the process.
    signal(SIGXFSZ, SIG_IGN)
    let clock = ManualClock()
    let (events, continuation) = AsyncStream<JournalEvent>.makeStream()
    let store = try FileStore(at: path, timed: clock) { continuation.yield($0) }
    let starting = Task {
      // A disk that is never full is not waited for.
      defer { continuation.finish() }
      for count in 1...200 {
        let (number, _) = try await store.add(NewRun(flow: "fill", key: "\(count)"))
        if number.rawValue % 50 == 0 { say("started \(number.rawValue)") }
      }
    }
    for await event in events {
      if case .full(_, _, let delay) = event {
        say("full")
        if isTold { _ = readLine() }
        var limit = rlimit()
        getrlimit(resource, &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
        clock.advance(by: delay)
      } else if case .recovered = event {
        say("recovered")
        break
      }
    }
    try await starting.value
    try await store.close()
    say("closed")
  }

  #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
  #else
    private static let resource = RLIMIT_FSIZE
  #endif
}
