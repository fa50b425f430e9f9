import Foundation

/// Disturbs workers and their server, and checks the runs.
///
/// `PostgresChaos drive CLUSTER N` starts the test, where `CLUSTER` is a folder of the script `cluster`.
/// `PostgresChaos work URL LEDGER NAME` is one of the workers.
@main
struct PostgresChaos {
  static func main() async throws {
    let arguments = CommandLine.arguments
    switch (arguments.dropFirst().first, arguments.count) {
    case ("work", 5): try await ChaosWorker(url: arguments[2], ledger: arguments[3], name: arguments[4]).work()
    case ("drive", 4):
      guard let count = Int(arguments[3]), count > 0 else {
        print("'\(arguments[3])' isn't a number of disturbances, such as 40.")
        exit(2)
      }
      let driver = try ChaosDriver(cluster: arguments[2], disturbances: count)
      let report = try await driver.drive()
      print(report)
      exit(report.findings.isEmpty ? 0 : 1)
    default:
      print("Usage: PostgresChaos drive CLUSTER N")
      exit(2)
    }
  }
}
