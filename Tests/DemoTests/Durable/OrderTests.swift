#if os(Linux)
  import Foundation
  import Testing

  @testable import Demo

  /// `Demo order`: an order that survives its process.
  @Suite("An order that survives its process", .timeLimit(.minutes(20)))
  struct OrderTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    private var journal: String { folder.file("orders.journal") }

    private func order(_ options: String..., isControlled: Bool = false) throws -> TerminalDemo {
      try TerminalDemo(["order", "--journal", journal] + options, columns: 200, isControlled: isControlled)
    }

    private func runs(_ words: String...) throws -> DemoProcess {
      try DemoProcess.run(["runs", "--journal", journal] + words)
    }

    private func payments() throws -> [Payment] {
      try PaymentLedger(path: "\(journal).payments.json").load()
    }

    /// Starts the order, waits for a text, and kills the process.
    private func orderKilled(at text: String, typing keys: String? = nil, until next: String = "") throws {
      let demo = try order()
      #expect(demo.read(until: text).contains(text))
      if let keys {
        demo.type(keys)
        #expect(demo.read(until: next).contains(next))
      }
      kill(demo.identifier, SIGKILL)
      #expect(demo.finish().status == 128 + SIGKILL)
    }

    @Test("killed at each prompt and started again, it ends with one payment")
    func killed() throws {
      try orderKilled(at: "What would you like")
      try orderKilled(at: "What would you like", typing: "coffee\n", until: "Pay 3.20")
      try orderKilled(at: "Pay 3.20 for coffee", typing: "yes\n", until: "waits for its shipping")
      try orderKilled(at: "waits for its shipping")
      let demo = try order("--return-time", "0")
      _ = demo.read(until: "waits for its shipping")
      let told = try runs("send", "order/demo", "Shipped", #"{"tracking": "1Z"}"#, "--key", "w1")
      #expect(told.status == 0)
      let ending = demo.finish()
      #expect(ending.status == 0)
      #expect(ending.output.contains("Thank you!"))
      #expect(ending.output.contains("Payment: p1"))
      #expect(try payments().map(\.id) == ["p1"])
      #expect(try payments().map(\.isRefunded) == [false])
      let list = try runs("list")
      #expect(list.output.contains("completed"))
    }

    @Test("the README shows what happens when it is killed")
    func readme() throws {
      var lines: [String] = []
      func show(_ command: String, _ output: String) {
        lines.append("$ \(command)")
        lines += output.replacing("\r\n", with: "\n").replacing(journal, with: "orders.journal")
          .split(separator: "\n").map { String($0.reversed().drop { $0 == " " }.reversed()) }
      }
      /// Plays until a text is read, and kills the process.
      func play(typing keys: String = "", until text: String) throws {
        let demo = try order()
        var output = ""
        if !keys.isEmpty {
          output = demo.read(until: "?")
          demo.type(keys)
        }
        output += demo.read(until: text)
        kill(demo.identifier, SIGKILL)
        show("swift run -q Demo order --journal orders.journal", output + demo.finish().output + "\nKilled")
      }
      try play(typing: "coffee\n", until: "Pay 3.20 for coffee (yes, back)? ")
      try play(typing: "yes\n", until: "1Z\"}'")
      let sent = try runs("send", "order/demo", "Shipped", #"{"tracking": "1Z"}"#)
      show(
        #"swift run -q Demo runs --journal orders.journal send order/demo Shipped '{"tracking": "1Z"}'"#, sent.output)
      let last = try order("--return-time", "0").finish()
      show("swift run -q Demo order --journal orders.journal", last.output)
      let transcript = lines.map { "    \($0)" }.joined(separator: "\n")
      let readme = try String(
        contentsOf: URL(filePath: #filePath).appending(path: "../../../../README.md").standardized, encoding: .utf8)
      #expect(readme.contains(transcript), "The README must show:\n\(transcript)")
    }

    @Test("sent back, the payment is refunded, and the order is paid anew")
    func sentBack() throws {
      let demo = try order("--return-time", "1000")
      demo.type("tea\nyes\n")
      _ = demo.read(until: "waits for its shipping")
      #expect(try runs("send", "1", "Shipped", #"{"tracking": "1Z"}"#).status == 0)
      _ = demo.read(until: "you can send it back")
      #expect(try runs("back", "order/demo", "charge").status == 0)
      let said = demo.read(until: "waits for its shipping")
      #expect(said.contains("Refunded payment p1.") && said.contains("payment p2"))
      #expect(try payments().map(\.isRefunded) == [true, false])
      #expect(try payments().map(\.key) == ["order/demo/charge#1", "order/demo/charge#2"])
      #expect(try runs("cancel", "1").status == 0)
      let ending = demo.finish()
      #expect(ending.status == 0)
      #expect(ending.output.contains("The order was cancelled."))
      #expect(try payments().map(\.isRefunded) == [true, true])
      let shown = try runs("show", "1").output
      #expect(shown.contains("charge#2 undone"))
    }

    @Test("the end of the input leaves the order where it stands")
    func left() throws {
      let first = try DemoProcess.run(["order", "--journal", journal], input: .text("cake\n"))
      #expect(first.status == 0)
      #expect(first.output.contains("The order stays at 'confirm'."))
      #expect(first.output.contains("'Demo order --journal \(journal)' goes on."))
      #expect(try runs("list", "--json").output.contains(#""at":"confirm""#))
      let second = try DemoProcess.run(["order", "--journal", journal], input: .text("back\nbeer\n"))
      #expect(second.output.contains("Pay 4.80 for cake"))
      #expect(second.output.contains("There is no 'beer'. Choose one of: tea, coffee, cake."))
      #expect(second.output.contains("The order stays at 'choose'."))
      #expect(try payments().isEmpty)
    }

    @Test("an order that has ended is shown again, and another key is another order")
    func keys() throws {
      _ = try DemoProcess.run(["order", "--journal", journal], input: .text("cake\n"))
      #expect(try runs("cancel", "1").status == 0)
      let ended = try DemoProcess.run(["order", "--journal", journal])
      #expect(ended.output == "The order was cancelled.\n")
      let other = try DemoProcess.run(["order", "--journal", journal, "--key", "second"])
      #expect(other.output.contains("What would you like"))
      #expect(other.output.contains("--key second' goes on."))
    }

    @Test("a journal that another process has open is named, with the process")
    func locked() throws {
      let demo = try order(isControlled: true)
      _ = demo.read(until: "What would you like")
      let second = try DemoProcess.run(["order", "--journal", journal, "--key", "other"])
      #expect(second.status == 69)
      #expect(second.errors.contains("process \(demo.identifier)"))
      // Showing runs needs no lock.
      #expect(try runs("list").output.contains("at work"))
      demo.type("\u{3}")
      #expect(demo.finish().status == 130)
    }

    @Test("the address of a database is refused with the command that takes it")
    func database() throws {
      for words in [["order", "--journal"], ["runs", "list", "--journal"], ["signup", "--durable"]] {
        let run = try DemoProcess.run(words + ["postgresql:///shop"])
        #expect(run.status == 64)
        #expect(run.errors.contains("'swift run Orders' in Packages/FlowPostgres keeps them in a database"))
      }
    }

    @Test("files that aren't journals, or are damaged, are refused and stay as they are")
    func damaged() throws {
      try folder.write(Data("hello\n".utf8), to: "orders.journal")
      for words in [["order", "--journal", journal], ["runs", "--journal", journal, "list"]] {
        let run = try DemoProcess.run(words)
        #expect(run.status == 65)
        #expect(run.errors.contains("is not a journal"))
      }
      #expect(try folder.text("orders.journal") == "hello\n")
      try FileManager.default.removeItem(atPath: journal)
      _ = try DemoProcess.run(["order", "--journal", journal], input: .text("tea\n"))
      var bytes = try Data(contentsOf: URL(filePath: journal))
      bytes[60] ^= 1
      try bytes.write(to: URL(filePath: journal))
      let run = try DemoProcess.run(["order", "--journal", journal])
      #expect(run.status == 65)
      #expect(run.errors.contains("is damaged at byte"))
      #expect(try Data(contentsOf: URL(filePath: journal)) == bytes)
    }

    @Test(
      "wrong words are told",
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
