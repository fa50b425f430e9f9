import BenchAdapter
import Dispatch
import Foundation

// Jobs that are under way end well, even if nobody reads the lines any more.
signal(SIGPIPE, SIG_IGN)
guard let settings = AdapterSettings(ProcessInfo.processInfo.environment) else {
  try? FileHandle.standardError.write(
    contentsOf: Data("Set DATABASE_URL, and SCENARIO to 'long_horizon' or not at all.\n".utf8))
  exit(2)
}
let (stops, stop) = AsyncStream<Void>.makeStream()
let sources = [SIGTERM, SIGINT].map { number in
  signal(number, SIG_IGN)
  let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
  source.setEventHandler { @Sendable in stop.yield() }
  source.resume()
  return source
}
do {
  try await BenchAdapter(settings) { line in
    try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }.run(until: stops)
} catch {
  try? FileHandle.standardError.write(contentsOf: Data("\(error)\n".utf8))
  exit(1)
}
withExtendedLifetime(sources) {}
