#if os(Linux)
  import Foundation
  import Testing

  @testable import Demo

  /// The questions of `Demo order`: choices on a terminal, and lines elsewhere.
  @Suite("The questions of an order", .timeLimit(.minutes(20)))
  struct OrderQuestionTests {
    private let orders: OrderJournal

    init() throws {
      orders = try OrderJournal()
    }

    @Test("A question lists choices with prices in a column, refuses a wrong word, and can lead back")
    func choices() throws {
      let demo = try orders.start(columns: 40, environment: ["NO_COLOR": "1"])
      let list = ["What would you like?", "› tea     2.50", "  coffee  3.20", "  cake    4.80"]
      var output = demo.read(until: TerminalDemo.choosing)
      #expect(grid(output).lines == list + ["↑ ↓ select · Enter chooses"])
      demo.type("beer\r")
      output += demo.read(until: "cake.")
      #expect(grid(output).lines == list + ["'beer' is not one of the choices: tea,", "coffee, cake."])
      demo.type("c")
      output += demo.read(until: TerminalDemo.choosing)
      demo.type("a\r")
      output += demo.read(until: "Pay 4.80", TerminalDemo.choosing)
      #expect(
        grid(output).lines
          == ["What would you like? cake", "Pay 4.80 for cake?", "› yes", "  back", "↑ ↓ select · Enter chooses"])
      demo.type(TerminalDemo.down + TerminalDemo.enter)
      output += demo.read(until: "What would you like", TerminalDemo.choosing)
      let answered = ["What would you like? cake", "Pay 4.80 for cake? back"]
      // The cursor stands on what was chosen before.
      let again = ["What would you like?", "  tea     2.50", "  coffee  3.20", "› cake    4.80"]
      #expect(grid(output).lines == answered + again + ["↑ ↓ select · Enter chooses"])
      // No code hides the cursor, so a killed process doesn't leave it hidden.
      #expect(!output.contains("\u{1B}[?25l"))
      demo.type("\u{4}")
      let ending = demo.finish()
      #expect(ending.output.contains("The order stays at 'choose'."))
      #expect(ending.status == 75)
      #expect(ending.isGivenBack)
      #expect(try orders.payments().isEmpty)
    }

    @Test("Ctrl-C at a question restores the terminal and leaves the order at the question")
    func interrupted() throws {
      let demo = try orders.start()
      demo.choose(TerminalDemo.enter)
      demo.choose("\u{3}")
      let ending = demo.finish()
      #expect(ending.status == 130)
      #expect(ending.isGivenBack)
      #expect(try orders.runs("list", "--json").output.contains(#""at":"confirm""#))
    }

    @Test("Cancelling an order from another terminal ends its question")
    func cancelled() throws {
      let demo = try orders.start()
      _ = demo.read(until: TerminalDemo.choosing)
      #expect(try orders.runs("cancel", "1").status == 0)
      let ending = demo.finish()
      #expect(ending.output.hasSuffix("The order was cancelled.\r\n"))
      #expect(ending.status == 0)
      #expect(ending.isGivenBack)
    }

    @Test(
      "A pipe and a dumb terminal are asked for lines, which accept the beginning of a word",
      arguments: [false, true])
    func lines(isTerminal: Bool) throws {
      let asked = [
        "What would you like (tea 2.50, coffee 3.20, cake 4.80)? c", "'c' could be coffee or cake.",
        "What would you like (tea 2.50, coffee 3.20, cake 4.80)? COFFEE 3.20", "Pay 3.20 for coffee (yes, back)? b",
        "What would you like (tea 2.50, coffee 3.20, cake 4.80)? t", "Pay 2.50 for tea (yes, back)? ",
        "The order stays at 'confirm'. 'Demo order --journal \(orders.path)' continues it.", "",
      ]
      let typed = ["c\n", "COFFEE 3.20\n", "b\n", "t\n"]
      if isTerminal {
        let demo = try orders.start(environment: ["TERM": "dumb"])
        var output = ""
        for line in typed + ["\u{4}"] {
          output += demo.read(until: ")? ")
          demo.type(line)
        }
        output += demo.finish().output
        #expect(output == asked.joined(separator: "\r\n"))
      } else {
        let run = try DemoProcess.run(["order", "--journal", orders.path], input: .text(typed.joined()))
        #expect(run.output == asked.joined(separator: "\n"))
        #expect(run.status == 75)
      }
    }

    /// The grid of a terminal with 40 columns after a program has written to it.
    private func grid(_ output: String) -> TerminalGrid {
      var grid = TerminalGrid(columns: 40, rows: 12)
      grid.write(output)
      return grid
    }
  }
#endif
