import FlowScreens
import Testing

@testable import FlowTerminal

@Suite("ElementCommands")
struct ElementCommandsTests {
  /// A form that records the actions of its elements.
  private final class Form {
    var done: [String] = []

    var layout: ScreenLayout {
      .column([
        .element(.input("name", label: "Name", text: "") { self.done.append("name: \($0)") }),
        .element(.toggle("news", label: "News", isOn: false) { self.done.append("news: \($0)") }),
        .element(
          .choice("size", label: "Size", options: ["small", "very large"], selected: nil) {
            self.done.append("size: \($0)")
          }),
        .element(.button("send", label: "Send") { self.done.append("send") }),
        .element(.button("reset", label: "Reset") { self.done.append("reset") }.disabled()),
      ])
    }

    func table(_ own: [ScreenCommand] = []) -> CommandTable {
      CommandTable(own, common: ElementCommands(layout).commands)
    }
  }

  @Test(
    "Commands use the elements of a layout",
    arguments: [
      ("press send", "send"), ("  PRESS   send ", "send"), ("type name Bo  Müller", "name: Bo  Müller"),
      ("type name", "name: "),
      ("set news on", "news: true"), ("set news OFF", "news: false"), ("choose size very large", "size: 1"),
      ("choose size SMALL", "size: 0"), ("choose size 2", "size: 1"), ("choose size ve", "size: 1"),
      ("pre SEN", "send"), ("ty na Bo", "name: Bo"), ("SET n of", "news: false"), ("cho si V", "size: 1"),
    ])
  func use(line: String, done: String) {
    let form = Form()
    #expect(form.table().perform(line) == .done)
    #expect(form.done == [done])
  }

  @Test(
    "A wrong command is refused with what is possible now",
    arguments: [
      ("dance", "There is no command 'dance'. Now you can: press, type, set, choose, help."),
      ("\u{1B}[2J", "There is no command '\\u{1B}[2j'. Now you can: press, type, set, choose, help."),
      ("press", "'press' needs ID. Now you can press: send."),
      ("press dance", "There is no 'dance' to press. Now you can press: send."),
      ("press name", "There is no 'name' to press. Now you can press: send."),
      ("press reset", "'reset' cannot be used now. Now you can press: send."),
      ("press res", "There is no 'res' to press. Now you can press: send."),
      ("set news maybe", "'maybe' is not one of the choices: on, off."),
      ("set news o", "'o' could be on or off."), ("set news", "Choose one of these: on, off."),
      ("choose size 3", "'3' is not one of the choices: small, very large."),
      ("choose size 0", "'0' is not one of the choices: small, very large."),
      ("choose size \(Int.min)", "'\(Int.min)' is not one of the choices: small, very large."),
      ("choose size", "Choose one of these: small, very large."),
      ("p", "There is no command 'p'. Now you can: press, type, set, choose, help."),
    ])
  func wrong(line: String, answer: String) {
    let form = Form()
    #expect(form.table().perform(line) == .refused(answer))
    #expect(form.done == [])
  }

  @Test("The screen's own commands come first, and are refused while they are not possible")
  func own() {
    let own = [
      ScreenCommand("press", help: "presses it", key: "p") { .answered("pressed\($0)") },
      ScreenCommand("expand", argument: "N", help: "expands step N", isPossible: false) { _ in .done },
    ]
    let table = Form().table(own)
    #expect(table.perform("press") == .answered("pressed"))
    #expect(table.perform("press send") == .refused("'press' takes no argument, but 'send' follows it."))
    #expect(
      table.perform("expand 1")
        == .refused("'expand' is not possible now. Now you can: press, type, set, choose, help."))
    #expect(table.perform(key: "p") == .answered("pressed"))
    #expect(table.perform(key: "x") == nil)
    #expect(table.perform("") == .done)
    #expect(table.perform("help") == .answered(table.help))
    #expect(
      table.help == """
        press             presses it (key p)
        expand N          expands step N; not now
        type ID TEXT      replaces the text of an input
        set ID on|off     switches something on or off
        choose ID OPTION  chooses an option, by its name or number
        help              lists the commands
        """)
  }

  @Test(
    "A command finds the element with the longest id that fits, also if it has spaces",
    arguments: [
      ("press a", "a"), ("press a b", "a b"), ("press a  b", "a"), ("press a b c", "a b c"),
      ("type in put x y", "in put: x y"),
      ("type in put", "in put: "),
    ])
  func spaces(line: String, done: String) {
    var told: [String] = []
    let buttons = ["a", "a b c", "a b"].map { id in ScreenLayout.element(.button(id, label: "") { told.append(id) }) }
    let input = ScreenLayout.element(.input("in put", label: "", text: "") { told.append("in put: \($0)") })
    let table = CommandTable([], common: ElementCommands(.column(buttons + [input])).commands)
    #expect(table.perform(line) == .done)
    #expect(told == [done])
  }

  @Test(
    "An option is found by its whole name, then by its number, then by a prefix",
    arguments: [
      ("choose n 2 nights", 1), ("choose n 1", 0), ("choose n 3", 2), ("choose n 10", 2), ("choose n 2 n", 1),
      ("choose n 2 N", 1), ("choose n 4 e", 3), ("choose n 4", 3),
      ("choose n 2", 4),
    ])
  func numbers(line: String, choice: Int) {
    var chosen: Int?
    let options = ["3 nights", "2 nights", "10", "4 Evenings", "2"]
    let layout = ScreenLayout.element(.choice("n", label: "", options: options, selected: nil) { chosen = $0 })
    #expect(CommandTable([], common: ElementCommands(layout).commands).perform(line) == .done)
    #expect(chosen == choice)
  }

  @Test("An ambiguous prefix is refused with the words that it could mean")
  func ambiguous() {
    var told: [String] = []
    let layout = ScreenLayout.column([
      .element(.button("send", label: "") { told.append("send") }), .element(.button("save all", label: "") {}),
      .element(.button("sent", label: "") {}.disabled()),
    ])
    let table = CommandTable(
      [ScreenCommand("print", help: "prints") { _ in .answered("printed") }], common: ElementCommands(layout).commands)
    #expect(table.perform("press s") == .refused("'s' could be send or save all."))
    #expect(table.perform("pr send") == .refused("'pr' could be print or press."))
    #expect(table.perform("pri") == .answered("printed"))
    // A disabled element is not a candidate.
    #expect(table.perform("press sen") == .done)
    #expect(table.perform("press sa") == .done)
    #expect(told == ["send"])
    let many = (1...20).map { "b\($0)" }
    #expect(
      WordList(many).refusal(of: "B")
        == "'B' could be b1 or b2 or b3 or b4 or b5 or b6 or b7 or b8 or b9 or b10 or b11 or b12 or 8 more.")
  }

  @Test("A refusal names at most 12 elements")
  func many() {
    let layout = ScreenLayout.column((1...20).map { .element(.button("b\($0)", label: "") {}) })
    let table = CommandTable([], common: ElementCommands(layout).commands)
    #expect(
      table.perform("press x")
        == .refused(
          "There is no 'x' to press. Now you can press: b1, b2, b3, b4, b5, b6, b7, b8, b9, b10, b11, b12 and 8 more."))
  }

  @Test("A command can be typed as its key, unless another command has that name")
  func keys() {
    var done: [String] = []
    let table = Form().table([
      ScreenCommand("quit", help: "leaves", key: "q") { _ in .leave },
      ScreenCommand("tick", help: "ticks", key: "t") { _ in
        done.append("tick")
        return .done
      },
      ScreenCommand("t", help: "talks") { _ in .answered("t") },
    ])
    #expect(table.perform("q") == .leave)
    #expect(table.perform(" q ") == .leave)
    #expect(table.perform("t") == .answered("t"))
    #expect(table.perform("Q") != .leave)
    #expect(table.perform("q now") == .refused("'quit' takes no argument, but 'now' follows it."))
    #expect(done.isEmpty)
  }

  @Test("A line of combining marks is refused like any other, and an id made of them can be used")
  func marks() {
    let marks = "a" + String(repeating: "\u{301}\u{316}", count: 15_000)
    let form = Form()
    guard case .refused(let text) = form.table().perform(marks) else {
      Issue.record("performed")
      return
    }
    #expect(text.utf8.starts(with: "There is no command 'a".utf8))
    #expect(text.unicodeScalars.count < 600)
    guard case .refused = form.table().perform("press \(marks)") else {
      Issue.record("performed")
      return
    }
    guard case .refused = form.table().perform("choose size \(marks)") else {
      Issue.record("performed")
      return
    }
    var pressed = 0
    let layout = ScreenLayout.column([
      .element(.button(marks + "b", label: "") {}), .element(.button(marks, label: "") { pressed += 1 }),
    ])
    #expect(CommandTable([], common: ElementCommands(layout).commands).perform("press \(marks)") == .done)
    #expect(pressed == 1)
  }

  @Test("An id is found when it is typed in another canonical form")
  func canonical() {
    var pressed = 0
    let layout = ScreenLayout.element(.button("e\u{301}", label: "") { pressed += 1 })
    #expect(CommandTable([], common: ElementCommands(layout).commands).perform("press \u{E9}") == .done)
    #expect(pressed == 1)
  }
}
