import Testing

@testable import FlowTerminal

@Suite("Choices")
struct ChoicesTests {
  let choices = Choices([("download", 1), ("edit", 2), ("Edit name", 3), ("quit", 4), ("Übung", 5)])

  @Test(
    "A word or an unambiguous prefix is accepted, whatever its case and the space around it",
    arguments: [
      ("download", 1), ("d", 1), ("DOWN", 1), ("  q ", 4), ("\tquit", 4), ("edit", 2), ("EDIT", 2), ("edit ", 2),
      ("edit n", 3), ("edit name", 3), ("ü", 5), ("U\u{308}b", 5),
    ])
  func accepted(line: String, answer: Int) {
    #expect(choices.read(line) == .accepted(answer))
  }

  @Test(
    "A line that is not a choice is refused with a message",
    arguments: [
      ("", "Choose one of these: download, edit, Edit name, quit, Übung."),
      (" \t ", "Choose one of these: download, edit, Edit name, quit, Übung."),
      ("e", "'e' could be edit or Edit name."),
      (" ED ", "' ED ' could be edit or Edit name."),
      ("dance", "'dance' is not one of the choices: download, edit, Edit name, quit, Übung."),
      ("downloads", "'downloads' is not one of the choices: download, edit, Edit name, quit, Übung."),
      ("\u{1B}[2J", "'\\u{1B}[2J' is not one of the choices: download, edit, Edit name, quit, Übung."),
      ("q\0", "'q\\u{0}' is not one of the choices: download, edit, Edit name, quit, Übung."),
    ])
  func refused(line: String, sentence: String) {
    #expect(choices.read(line) == .refused(sentence))
  }

  @Test("A refusal cuts a line of more than 40 characters")
  func long() {
    let forty = String(repeating: "x", count: 40)
    let list = "is not one of the choices: download, edit, Edit name, quit, Übung."
    #expect(choices.read(forty) == .refused("'\(forty)' \(list)"))
    #expect(choices.read(forty + "x") == .refused("'\(forty.dropLast())…' \(list)"))
    #expect(
      choices.read(String(repeating: "é", count: 100_000))
        == .refused("'\(String(repeating: "é", count: 39))…' \(list)"))
  }

  @Test("The words are listed in order")
  func list() {
    #expect(choices.list == "download, edit, Edit name, quit, Übung")
    #expect(Choices<Int>([]).list == "")
  }

  @Test("A word that begins another word is chosen when it is typed completely")
  func wholeWord() {
    let choices = Choices([("editor", "editor"), ("edit", "edit")])
    #expect(choices.read("edit") == .accepted("edit"))
    #expect(choices.read("edito") == .accepted("editor"))
    #expect(choices.read("edi") == .refused("'edi' could be editor or edit."))
  }

  @Suite("Choices with details")
  struct Detailed {
    let choices = Choices([("tea", 250), ("coffee", 320), ("水", 0)]) { $0 == 0 ? "" : "\($0) ct" }

    @Test("Details are listed after the words, and shown in a column")
    func shown() {
      #expect(choices.list == "tea 250 ct, coffee 320 ct, 水")
      #expect(choices.rows == ["tea     250 ct", "coffee  320 ct", "水"])
    }

    @Test(
      "A word is accepted with or without its detail",
      arguments: [("tea", 250), ("c", 320), ("COFFEE", 320), ("coffee 320 ct", 320), ("tea 2", 250), ("水", 0)])
    func accepted(line: String, answer: Int) {
      #expect(choices.read(line) == .accepted(answer))
    }

    @Test("A refusal names only the words", arguments: ["250 ct", "tea 3", "beer"])
    func refused(line: String) {
      #expect(choices.read(line) == .refused("'\(line)' is not one of the choices: tea, coffee, 水."))
    }
  }
}
