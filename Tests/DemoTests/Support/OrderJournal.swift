import DemoTestSupport

#if os(Linux)
  import Foundation

  @testable import Demo

  /// A journal of orders in a folder of its own, and the commands that use it.
  struct OrderJournal {
    let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    var path: String { folder.file("orders.journal") }

    /// Starts `Demo order` on a terminal.
    func start(
      _ options: String..., columns: Int = 200, environment: [String: String] = [:], isControlled: Bool = false
    ) throws -> TerminalDemo {
      try TerminalDemo(
        ["order", "--journal", path] + options, columns: columns, environment: environment, isControlled: isControlled)
    }

    /// Runs `Demo runs` to its end.
    func runs(_ words: String...) throws -> DemoProcess {
      try DemoProcess.run(["runs", "--journal", path] + words)
    }

    /// The payments that the bank has received.
    func payments() throws -> [Payment] {
      try PaymentLedger(path: "\(path).payments.json").load()
    }
  }
#endif
