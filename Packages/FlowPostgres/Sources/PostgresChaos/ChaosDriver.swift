import FlowDurable
import FlowPostgres
import Foundation
import OrderExample

/// Starts workers and orders, disturbs them, and waits until all orders have ended.
final class ChaosDriver {
  private let cluster: String
  private let url: String
  private let ledger: String
  private let disturbances: Int
  private var workers: [Process] = []
  private var stopped: [Process] = []
  private var names = 0
  private var report = ChaosReport()
  /// The times in which the server was down or restarting, in milliseconds since 1970, when no worker can take over a
  /// run.
  private var outages: [ClosedRange<Int>] = []
  private let log: FileHandle
  /// The inputs of the workers, which stay open as long as the driver lives.
  private var inputs: [Pipe] = []

  init(cluster: String, disturbances: Int) throws {
    self.cluster = cluster
    self.disturbances = disturbances
    url = "postgresql://flow@/postgres?host=\(cluster)"
    ledger = "\(cluster)/ledger"
    _ = FileManager.default.createFile(atPath: "\(cluster)/workers.log", contents: nil)
    log = try FileHandle(forWritingTo: URL(filePath: "\(cluster)/workers.log"))
  }

  // MARK: Processes

  private func startWorker() throws {
    names += 1
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    #if !os(Linux)
      process.executableURL = Bundle.main.executableURL
    #endif
    process.arguments = ["work", url, ledger, "w\(names)"]
    let input = Pipe()
    inputs.append(input)
    process.standardInput = input
    process.standardError = log
    process.standardOutput = log
    try process.run()
    workers.append(process)
  }

  /// Runs the script, and waits for it. Foundation's `Process` would also wait for the server that the script starts.
  private func script(_ words: String...) throws {
    let path = ProcessInfo.processInfo.environment["FLOWPOSTGRES_SCRIPT"] ?? "./cluster"
    let arguments = ([path] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    var status: Int32 = 0
    guard posix_spawn(&process, path, nil, nil, arguments, environ) == 0, waitpid(process, &status, 0) == process,
      status == 0
    else { throw POSIXError(.ECHILD) }
  }

  private var now: Int { Int(Date().timeIntervalSince1970 * 1_000) }

  // MARK: The course

  func drive() async throws -> ChaosReport {
    let store = try await ChaosPlan.open(url, "driver")
    try await ChaosAudit.prepare(store)
    for _ in 0..<4 { try startWorker() }
    let orders = ChaosOrders(store, try ChaosPlan.flow(Ledger(ledger), store), count: max(20, 2 * disturbances))
    let ordering = Task { try await orders.place() }
    for _ in 0..<disturbances {
      try await Task.sleep(for: .milliseconds(Int.random(in: 20...200)))
      try await disturb(store)
    }
    for process in stopped { kill(process.processIdentifier, SIGCONT) }
    try await ordering.value
    try await orders.finish()
    for process in workers {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try await check(store, orders)
    await store.close()
    return report
  }

  private func disturb(_ store: PostgresStore) async throws {
    switch Int.random(in: 0..<100) {
    case 0..<35:
      guard let place = workers.indices.randomElement() else { return }
      let process = workers.remove(at: place)
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      stopped.removeAll { $0 === process }
      report.kills += 1
      try startWorker()
    case 35..<60:
      // At least two workers must continue.
      guard stopped.count < 2,
        let process = workers.filter({ worker in !stopped.contains { $0 === worker } }).randomElement()
      else { return try await wake() }
      kill(process.processIdentifier, SIGSTOP)
      stopped.append(process)
      report.stops += 1
      let number = process.processIdentifier
      Task {
        // Longer than its lease.
        try? await Task.sleep(for: ChaosPlan.lease * Double.random(in: 1.1...2))
        kill(number, SIGCONT)
      }
    case 60..<94:
      try await cut(store)
    default:
      let start = now
      try script("stop", cluster, "immediate")
      try await Task.sleep(for: .milliseconds(Int.random(in: 0...300)))
      try script("start", cluster)
      report.crashes += 1
      // Connections are opened again with a delay of up to a second.
      outages.append(start...now + 1_500)
    }
  }

  private func wake() async throws {
    guard let process = stopped.popLast() else { return }
    kill(process.processIdentifier, SIGCONT)
  }

  /// Cuts some connections of any process.
  private func cut(_ store: PostgresStore) async throws {
    // Sometimes, this includes the driver's own connection.
    _ = try? await store.transaction { sql in
      try await sql.execute(
        """
        select pg_terminate_backend(pid) from pg_stat_activity
          where pid <> pg_backend_pid() and backend_type = 'client backend' and random() < 0.2
        """)
    }
    report.cuts += 1
  }

  // MARK: The check

  private func check(_ store: PostgresStore, _ orders: ChaosOrders) async throws {
    let text = (try? String(contentsOfFile: ledger, encoding: .utf8)) ?? ""
    let rows = try await store.transaction { sql in
      (
        writes: try await sql.query(
          "select run, number, holder, writer from chaos.audit where holder is not null and holder <> writer"),
        takeovers: try await sql.query("select due, at from chaos.takeovers"),
        taken: try await sql.query("select visit from taken")
      )
    }
    for row in rows.writes {
      report.findings.append(
        "Record \(row["number"] ?? "") of run \(row["run"] ?? "") was written by \(row["writer"] ?? "nobody"), "
          + "and \(row["holder"] ?? "nobody") held the run.")
    }
    for row in rows.takeovers {
      guard let due = row["due"].flatMap({ Int($0) }), let at = row["at"].flatMap({ Int($0) }) else { continue }
      report.takeovers += 1
      // Time without a server isn't counted.
      let late = outages.reduce(at - due) { late, outage in
        late - max(0, min(at, outage.upperBound) - max(due, outage.lowerBound))
      }
      report.latest = max(report.latest, late)
    }
    // A short run shares its machine with other tests.
    if report.latest > 2_000, disturbances >= 200 {
      report.findings.append("A lease was taken over \(report.latest) ms after its end.")
    }
    try await ChaosLedger(text, taken: Set(rows.taken.compactMap { $0["visit"] })).check(orders, store, &report)
  }
}
