/// The settings of the adapter, from the variables that the benchmark's contract names.
public struct AdapterSettings: Sendable {
  let address: String
  let schema: String
  /// The number of jobs that are started each second; nil to keep the depth of the queue instead.
  let rate: Double?
  let targetDepth: Int
  let workers: Int
  let payloadBytes: Int
  let work: Duration
  let batchSize: Int
  let batchPause: Duration
  /// The time between two samples, in seconds.
  let tick: Int
  /// A file with the rate, which the benchmark changes.
  let rateFile: String?
  let instance: Int
  let produces: Bool
  /// Whether the process counts the jobs that no worker has claimed: one reports their number, and those that keep it need it.
  var watchesDepth: Bool { instance == 0 || produces && rate == nil }

  /// Reads the settings. A variable that isn't a number has its default. Fails without `DATABASE_URL`, and with a `SCENARIO` other
  /// than `long_horizon`.
  ///
  /// - Parameter environment: The variables.
  public init?(_ environment: [String: String]) {
    func number(_ name: String, _ fallback: Int) -> Int { environment[name].flatMap { Int($0) } ?? fallback }
    guard let address = environment["DATABASE_URL"],
      environment["SCENARIO"].map({ $0 == "long_horizon" }) ?? true
    else { return nil }
    self.address = address
    schema = environment["FLOW_BENCH_SCHEMA"] ?? "flowstate"
    rate = environment["PRODUCER_MODE"] == "depth-target" ? nil : Double(number("PRODUCER_RATE", 800))
    targetDepth = number("TARGET_DEPTH", 1_000)
    workers = max(1, number("WORKER_COUNT", 32))
    payloadBytes = max(0, number("JOB_PAYLOAD_BYTES", 256))
    work = .milliseconds(max(0, number("JOB_WORK_MS", 1)))
    batchSize = max(1, number("PRODUCER_BATCH_MAX", 128))
    batchPause = .milliseconds(max(1, number("PRODUCER_BATCH_MS", 10)))
    tick = max(1, number("SAMPLE_EVERY_S", 5))
    rateFile = environment["PRODUCER_RATE_CONTROL_FILE"]
    instance = number("BENCH_INSTANCE_ID", 0)
    produces = instance == 0 || number("PRODUCER_ONLY_INSTANCE_ZERO", 0) == 0
  }
}
