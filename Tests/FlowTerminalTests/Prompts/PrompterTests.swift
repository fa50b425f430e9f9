import Dispatch
import FlowScreens
import FlowState
import Glibc
import TestSupport
import Testing

@testable import FlowTerminal

@Suite("Prompter")
struct PrompterTests {
  /// A prompter between two pipes.
  struct Desk {
    let input: Pipe
    let output = Pipe()
    let prompter: Prompter

    init(
      typed: String? = nil, terminals: Set<Terminal.Stream> = [.input, .output], maximumLineLength: Int = 100,
      columns: Int = 80, environment: [String: String] = ["NO_COLOR": "1"]
    ) {
      input = Pipe(reading: typed)
      prompter = Prompter(
        lines: LineReader(input: input.readEnd, maximumLineLength: maximumLineLength),
        output: TextOutput(descriptor: output.writeEnd),
        terminal: Terminal(terminals: terminals, environment: environment, columns: columns))
    }

    /// Runs a flow of one question, and returns its result, or nil at the end of input.
    func ask(_ question: String = "Number: ", asksBeforeEnd: Bool = false) async throws -> Int? {
      let prompter = prompter
      let flow = Flow(Any.self, Int.self, identifier: "F") { scope in
        let ask = FlowStep(Any.self, Int.self, identifier: "Ask") { _ in
          prompter.ask(question, asksBeforeEnd: asksBeforeEnd) { line in
            Int(line).map(Reply.accepted) ?? .refused("'\(line.printable)' is not a number.")
          }
        }
        ask.setCompletion { _, number in scope.result = number }
        return ask
      }
      return try await flow.run()
    }

    /// Closes the output, and returns everything that was written.
    func written() -> String {
      output.closeWriteEnd()
      return String(decoding: output.readAll(), as: UTF8.self)
    }
  }

  @Test("A question completes with the answer, and on a terminal only the question is written")
  func answer() async throws {
    let desk = Desk(typed: "42\n")
    #expect(try await desk.ask() == 42)
    #expect(desk.written() == "Number: ")
  }

  @Test("With colours, the question is bold, and a refusal is red")
  func colours() async throws {
    let desk = Desk(typed: "many\n7\n", environment: [:])
    #expect(try await desk.ask() == 7)
    let question = "\u{1B}[1mNumber: \u{1B}[22m"
    #expect(desk.written() == question + "\u{1B}[31m'many' is not a number.\u{1B}[39m\n" + question)
  }

  @Test("A choice that is refused is asked again, with the reason")
  func refusedChoice() async throws {
    let desk = Desk(typed: "no\nmaybe\ny\n", terminals: [])
    let prompter = desk.prompter
    let flow = Flow(Any.self, Bool.self, identifier: "F") { scope in
      let ask = FlowStep(Any.self, Bool.self, identifier: "Ask") { _ in
        prompter.choose("Sure", from: Choices([("yes", true), ("no", false)])) { $0 ? nil : "Be sure." }
      }
      ask.setCompletion { _, answer in scope.result = answer }
      return ask
    }
    #expect(try await flow.run() == true)
    #expect(
      desk.written() == """
        Sure (yes, no)? no
        Be sure.
        Sure (yes, no)? maybe
        'maybe' is not one of the choices: yes, no.
        Sure (yes, no)? y

        """)
  }

  @Test("A question is asked again, with the reason, until a line is accepted")
  func again() async throws {
    let desk = Desk(typed: "many\n\n7\n")
    #expect(try await desk.ask() == 7)
    #expect(desk.written() == "Number: 'many' is not a number.\nNumber: '' is not a number.\nNumber: ")
  }

  @Test("A question and a refusal are broken between words in a narrow window")
  func narrow() async throws {
    let desk = Desk(typed: "many\n7\n", columns: 16)
    #expect(try await desk.ask("Which number shall it be? ") == 7)
    let question = "Which number\nshall it be? "
    #expect(desk.written() == question + "'many' is not a\nnumber.\n" + question)
  }

  @Test("The answer is written after the question if the input is not a terminal")
  func echo() async throws {
    let desk = Desk(typed: "m\u{1B}any\n7\n", terminals: [.output])
    #expect(try await desk.ask() == 7)
    #expect(desk.written() == "Number: m\\u{1B}any\n'm\\u{1B}any' is not a number.\nNumber: 7\n")
  }

  @Test(
    "The end of input completes the step with nil, on a new line",
    arguments: [[], [.input, .output]] as [Set<Terminal.Stream>])
  func endOfInput(terminals: Set<Terminal.Stream>) async throws {
    let desk = Desk(typed: "", terminals: terminals)
    #expect(try await desk.ask() == nil)
    #expect(desk.written() == "Number: \n")
  }

  @Test("The end of input after a refused line completes the step with nil")
  func endAfterRefusal() async throws {
    let desk = Desk(typed: "many")
    #expect(try await desk.ask() == nil)
    #expect(desk.written() == "Number: 'many' is not a number.\nNumber: \n")
  }

  @Test("On a terminal, the first end of input asks before answers are lost, and the second completes with nil")
  func asksBeforeEnd() async throws {
    let question = "Leave, and drop what you have entered? Ctrl-D again leaves."
    let desk = Desk(typed: "many")
    #expect(try await desk.ask(asksBeforeEnd: true) == nil)
    #expect(
      desk.written() == "Number: 'many' is not a number.\nNumber: \n\(question)\nNumber: \n")
    let piped = Desk(typed: "", terminals: [])
    #expect(try await piped.ask(asksBeforeEnd: true) == nil)
    #expect(piped.written() == "Number: \n")
  }

  @Test("An unreadable line is refused with the reason, and the question is asked again")
  func refusedLine() async throws {
    let desk = Desk(maximumLineLength: 10)
    desk.input.write(Array("12".utf8) + [0xFF, 0x0A])
    desk.input.write("12345678901\n7\n")
    #expect(try await desk.ask() == 7)
    #expect(
      desk.written()
        == "Number: The line is not UTF-8 text: byte 3 is wrong.\nNumber: The line is longer than 10 bytes.\nNumber: ")
  }

  @Test("An unreadable line is refused on a separate line if the input is not a terminal")
  func refusedLineEchoed() async throws {
    let desk = Desk(terminals: [])
    desk.input.write([0xFF, 0x0A, 0x37, 0x0A])
    #expect(try await desk.ask() == 7)
    #expect(desk.written() == "Number: \nThe line is not UTF-8 text: byte 1 is wrong.\nNumber: 7\n")
  }

  @Test("An output without a reader fails the step")
  func closedOutput() async throws {
    let desk = Desk(typed: "42\n")
    desk.output.closeReadEnd()
    let error = try #require(await #expect(throws: FlowError.self) { try await desk.ask() })
    #expect(error.step == "Ask")
    #expect(error.cause as? OutputFailure == OutputFailure(code: EPIPE))
    // The next request still receives the line.
    #expect(await LineReader(input: desk.input.readEnd).next() == .line("42"))
  }

  @Test("An output that closes after the question fails the step", arguments: ["many\n", ""])
  func closedLater(typed: String) async throws {
    let script = ScriptedCalls([.takes(8), .fails(EPIPE)])
    let input = Pipe(reading: typed)
    let prompter = Prompter(
      lines: LineReader(input: input.readEnd), output: TextOutput(descriptor: 1, calls: script.calls),
      terminal: Terminal(terminals: [.input], environment: [:]))
    let flow = Flow(Any.self, Int.self, identifier: "F") { _ in
      FlowStep(Any.self, Int.self, identifier: "Ask") { _ in prompter.ask("Number: ") { _ in .refused("No.") } }
    }
    let error = try #require(await #expect(throws: FlowError.self) { try await flow.run() })
    #expect(error.cause as? OutputFailure == OutputFailure(code: EPIPE))
    #expect(script.written == ["Number: "])
  }

  @Test("Two questions of one prompter receive lines in the order in which they were asked")
  func twoQuestions() async throws {
    let desk = Desk()
    let prompter = desk.prompter
    let flow = Flow(Any.self, [String?].self, identifier: "F") { scope in
      let steps = ["first", "second"].map { name in
        FlowStep(Any.self, String.self, identifier: name) { _ in prompter.ask("\(name)? ") { .accepted($0) } }
      }
      let all = FlowStep(identifier: "all", joining: steps)
      all.setCompletion { _, answers in scope.result = answers }
      return all
    }
    desk.input.write("one\ntwo\n")
    #expect(try await flow.run() == ["one", "two"])
    #expect(desk.written() == "first? second? ")
  }

  @Test(
    "An open question is asked again when the process continues, and an answered one is not",
    .enabled(if: PseudoTerminal.isAvailable))
  func continued() async throws {
    let terminal = try #require(PseudoTerminal(columns: 80))
    let prompter = Prompter(
      lines: LineReader(input: terminal.terminal), output: TextOutput(descriptor: terminal.terminal),
      terminal: Terminal(
        input: terminal.terminal, output: terminal.terminal, error: terminal.terminal,
        environment: ["NO_COLOR": "1"]))
    let flow = Flow(Any.self, String.self, identifier: "F") { scope in
      let ask = FlowStep(Any.self, String.self, identifier: "Ask") { _ in
        prompter.ask("Name: ") { line in .accepted(line) }
      }
      ask.setCompletion { _, name in scope.result = name }
      return ask
    }
    async let answer = flow.run()
    #expect(await terminal.read(until: "Name: ") == "Name: ")
    ContinuedProcess.shared.hasContinued(on: terminal.terminal)
    #expect(await terminal.read(until: "Name: ") == "Name: ")
    terminal.type("Bo\n")
    #expect(try await answer == "Bo")
    ContinuedProcess.shared.hasContinued(on: terminal.terminal)
    // The terminal has echoed the answer, and nothing followed.
    try TextOutput(descriptor: terminal.terminal).write("end")
    #expect(await terminal.read(until: "end") == "Bo\r\nend")
  }
}
