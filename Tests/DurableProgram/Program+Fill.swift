import FlowDurable
import FlowState
import FlowStateTesting
import Foundation

extension Program {
  /// Starts runs until the system refuses to let the journal grow; then lets it grow again.
  static func fill(_ path: String) async throws {
    // The system's default for a file that is too large is to end the process.
    signal(SIGXFSZ, SIG_IGN)
    let clock = ManualClock()
    let (events, continuation) = AsyncStream<JournalEvent>.makeStream()
    let store = try FileStore(at: path, timed: clock) { continuation.yield($0) }
    let starting = Task {
      for count in 1...200 {
        let (number, _) = try await store.add(NewRun(flow: "fill", key: "\(count)"))
        if number.rawValue % 50 == 0 { say("started \(number.rawValue)") }
      }
    }
    for await event in events {
      if case .full = event {
        say("full")
        var limit = rlimit()
        getrlimit(resource, &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
        clock.advance(by: .seconds(1))
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
