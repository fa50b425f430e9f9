#if os(Linux)
  import DemoTestSupport
  import Foundation
  import Testing

  @testable import Demo

  /// `Demo order`: an order that survives its process.
  @Suite("An order that survives its process", .timeLimit(.minutes(20)))
  struct OrderTests {
    private let orders: OrderJournal

    init() throws {
      orders = try OrderJournal()
    }

    /// Starts the order, waits for a text, and kills the process.
    private func orderKilled(at text: String, typing keys: String? = nil, until next: String = "") throws {
      let demo = try orders.start()
      #expect(demo.read(until: text).contains(text))
      if let keys {
        demo.type(keys)
        #expect(demo.read(until: next).contains(next))
      }
      kill(demo.identifier, SIGKILL)
      #expect(demo.finish().status == 128 + SIGKILL)
    }

    @Test("An order that is killed at each prompt and started again ends with one payment")
    func killed() throws {
      try orderKilled(at: TerminalDemo.choosing)
      try orderKilled(
        at: TerminalDemo.choosing, typing: TerminalDemo.down + TerminalDemo.enter, until: "Pay 3.20 for coffee?")
      try orderKilled(at: TerminalDemo.choosing, typing: TerminalDemo.enter, until: "waits for its shipping")
      try orderKilled(at: "waits for its shipping")
      let demo = try orders.start("--return-time", "0")
      _ = demo.read(until: "waits for its shipping")
      let told = try orders.runs("send", "order/demo", "Shipped", #"{"tracking": "1Z"}"#, "--key", "w1")
      #expect(told.status == 0)
      let ending = demo.finish()
      #expect(ending.status == 0)
      #expect(ending.output.contains("Thank you!"))
      #expect(ending.output.contains("Payment: p1"))
      #expect(try orders.payments().map(\.id) == ["p1"])
      #expect(try orders.payments().map(\.isRefunded) == [false])
      let list = try orders.runs("list")
      #expect(list.output.contains("completed"))
    }

    @Test("The page of the demo shows the output of an order that is killed")
    func readme() throws {
      var lines: [String] = []
      func show(_ command: String, _ output: String) {
        var grid = TerminalGrid(columns: 200, rows: 24)
        grid.write(output.replacing(orders.path, with: "orders.journal"))
        lines += ["$ \(command)"] + grid.lines.filter { !$0.isEmpty }
      }
      /// Chooses, reads two texts, and kills the process. The message of the shell is on a separate line.
      func play(typing keys: String, until first: String, _ second: String) throws {
        let demo = try orders.start()
        let output = demo.choose(keys) + demo.read(until: first, second)
        kill(demo.identifier, SIGKILL)
        show("swift run -q Demo order --journal orders.journal", output + demo.finish().output + "\r\nKilled")
      }
      try play(typing: TerminalDemo.down + TerminalDemo.enter, until: "Pay 3.20", TerminalDemo.choosing)
      try play(typing: TerminalDemo.enter, until: "shipping", "1Z\"}'")
      let sent = try orders.runs("send", "order/demo", "Shipped", #"{"tracking": "1Z"}"#)
      show(
        #"swift run -q Demo runs --journal orders.journal send order/demo Shipped '{"tracking": "1Z"}'"#, sent.output)
      // With a return time of 0, the order could end before the message that it can be sent back.
      let last = try orders.start("--return-time", "1").finish()
      show("swift run -q Demo order --journal orders.journal", last.output)
      let transcript = lines.map { "    \($0)" }.joined(separator: "\n")
      let readme = try String(
        contentsOf: URL(filePath: #filePath).appending(path: "../../../../Demo/README.md").standardized,
        encoding: .utf8)
      #expect(readme.contains(transcript), "Demo/README.md must show:\n\(transcript)")
    }

    @Test("An order that is sent back is refunded and paid again")
    func sentBack() throws {
      let demo = try orders.start("--return-time", "1000")
      demo.choose(TerminalDemo.enter)
      demo.choose(TerminalDemo.enter)
      _ = demo.read(until: "waits for its shipping")
      #expect(try orders.runs("send", "1", "Shipped", #"{"tracking": "1Z"}"#).status == 0)
      _ = demo.read(until: "you can send it back")
      #expect(try orders.runs("back", "order/demo", "charge").status == 0)
      let said = demo.read(until: "waits for its shipping")
      #expect(said.contains("Refunded payment p1.") && said.contains("payment p2"))
      #expect(try orders.payments().map(\.isRefunded) == [true, false])
      #expect(try orders.payments().map(\.key) == ["order/demo/charge#1", "order/demo/charge#2"])
      #expect(try orders.runs("cancel", "1").status == 0)
      let ending = demo.finish()
      #expect(ending.status == 0)
      #expect(ending.output.contains("The order was cancelled."))
      #expect(try orders.payments().map(\.isRefunded) == [true, true])
      let shown = try orders.runs("show", "1").output
      #expect(shown.contains("charge#2 undone"))
    }

    @Test("The end of the input leaves an order at its question")
    func left() throws {
      let first = try DemoProcess.run(["order", "--journal", orders.path], input: .text("cake\n"))
      #expect(first.status == 75)
      #expect(first.output.contains("The order stays at 'confirm'."))
      #expect(first.output.contains("'Demo order --journal \(orders.path)' continues it."))
      #expect(try orders.runs("list", "--json").output.contains(#""at":"confirm""#))
      let second = try DemoProcess.run(["order", "--journal", orders.path], input: .text("back\nbeer\n"))
      #expect(second.output.contains("Pay 4.80 for cake"))
      #expect(second.output.contains("'beer' is not one of the choices: tea, coffee, cake."))
      #expect(second.output.contains("The order stays at 'choose'."))
      #expect(try orders.payments().isEmpty)
    }

    @Test("An order that has ended is shown again, and another key is another order")
    func keys() throws {
      _ = try DemoProcess.run(["order", "--journal", orders.path], input: .text("cake\n"))
      #expect(try orders.runs("cancel", "1").status == 0)
      let ended = try DemoProcess.run(["order", "--journal", orders.path])
      #expect(ended.output == "The order was cancelled.\n")
      let other = try DemoProcess.run(["order", "--journal", orders.path, "--key", "second"])
      #expect(other.output.contains("What would you like"))
      #expect(other.output.contains("--key second' continues it."))
    }

    @Test("A journal that another process has open is refused with the number of the process")
    func locked() throws {
      let demo = try orders.start(isControlled: true)
      _ = demo.read(until: "What would you like")
      let second = try DemoProcess.run(["order", "--journal", orders.path, "--key", "other"])
      #expect(second.status == 69)
      #expect(second.errors.contains("process \(demo.identifier)"))
      // Showing runs needs no lock.
      #expect(try orders.runs("list").output.contains("at work"))
      demo.type("\u{3}")
      #expect(demo.finish().status == 130)
    }

    @Test("An order whose bank can't use its file fails, and continues when it is retried after a repair")
    func brokenBank() throws {
      let ledger = "orders.journal.payments.json"
      try orders.folder.write(Data("x".utf8), to: ledger)
      let failed = try DemoProcess.run(["order", "--journal", orders.path], input: .text("tea\nyes\n"))
      #expect(failed.status == 69)
      #expect(failed.errors.contains("it isn't a list of payments"))
      let retrying = "Demo runs --journal \(orders.path) retry order/demo"
      #expect(failed.errors.contains("The order has failed. To try its step again: \(retrying)"))
      #expect(!failed.output.contains("We are sorry"))
      try FileManager.default.removeItem(atPath: orders.folder.file(ledger))
      #expect(try orders.runs("retry", "order/demo").status == 0)
      let demo = try orders.start()
      #expect(demo.read(until: "waits for its shipping").contains("Paid 2.50: payment p1."))
      kill(demo.identifier, SIGKILL)
      _ = demo.finish()
      #expect(try orders.payments().map(\.id) == ["p1"])
    }

    @Test("All names of a journal lead to one bank, and their hints are words for a shell")
    func links() throws {
      _ = try DemoProcess.run(["order", "--journal", orders.path], input: .text("tea\n"))
      let link = orders.folder.file("my orders")
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "orders.journal")
      #expect(try PaymentLedger.beside(journal: link).path == PaymentLedger.beside(journal: orders.path).path)
      let left = try DemoProcess.run(["order", "--journal", link], input: .text(""))
      #expect(left.output.contains("'Demo order --journal '\(link)'' continues it."))
    }

    @Test("The address of a database is refused with the command that accepts it")
    func database() throws {
      for words in [["order", "--journal"], ["runs", "list", "--journal"], ["signup", "--durable"]] {
        let run = try DemoProcess.run(words + ["postgresql:///shop"])
        #expect(run.status == 64)
        #expect(run.errors.contains("'swift run Orders' in Packages/FlowPostgres keeps them in a database"))
      }
    }

    @Test("Files that are damaged or are not journals are refused and not changed")
    func damaged() throws {
      try orders.folder.write(Data("hello\n".utf8), to: "orders.journal")
      for words in [["order", "--journal", orders.path], ["runs", "--journal", orders.path, "list"]] {
        let run = try DemoProcess.run(words)
        #expect(run.status == 65)
        #expect(run.errors.contains("is not a journal"))
      }
      #expect(try orders.folder.text("orders.journal") == "hello\n")
      try FileManager.default.removeItem(atPath: orders.path)
      _ = try DemoProcess.run(["order", "--journal", orders.path], input: .text("tea\n"))
      var bytes = try Data(contentsOf: URL(filePath: orders.path))
      bytes[60] ^= 1
      try bytes.write(to: URL(filePath: orders.path))
      let run = try DemoProcess.run(["order", "--journal", orders.path])
      #expect(run.status == 65)
      #expect(run.errors.contains("is damaged at byte"))
      #expect(try Data(contentsOf: URL(filePath: orders.path)) == bytes)
    }

    @Test(
      "A wrong command line is refused with a message",
      arguments: [
        (
          ["order", "--return-time", "soon"], 64,
          "Invalid value 'soon' for '--return-time': expected a number of seconds."
        ),
        (["runs", "--journal"], 64, "Missing value: '--journal' needs one"),
        (["runs", "list", "--journal"], 64, "Missing value: '--journal' needs one"),
        (["runs", "--journal", "/nowhere/x", "list"], 69, "/nowhere/x"),
        (["runs", "list", "--journal", "/nowhere/x"], 69, "/nowhere/x"),
        (["runs", "list", "--json", "--journal=/nowhere/x"], 69, "/nowhere/x"),
        (
          ["runs", "--journal", "/nowhere/x", "list", "--journal", "/nowhere/y"], 64,
          "Repeated option: '--journal' is allowed once."
        ),
        (["runs", "--journal", "/nowhere/x", "lst"], 64, "Unknown command 'lst'"),
        (["runs", "--journal", "/nowhere/x", "show"], 64, "RUN"),
      ])
    func usage(words: [String], status: Int32, message: String) throws {
      let run = try DemoProcess.run(words)
      #expect(run.status == status)
      #expect(run.errors.contains(message))
    }
  }
#endif
