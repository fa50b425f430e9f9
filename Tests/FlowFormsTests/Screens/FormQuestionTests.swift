import FlowForms
import FlowScreens
import Foundation
import Testing

/// The questions of a form's screen, asked without a presenter.
struct FormQuestionTests {
  private struct Passport: Codable, Sendable, Equatable { var photo: FormFile? }

  private static let passport = FlowForm(Passport(), "Passport") { field in
    field.file("photo", \.photo, "Photo", types: ["image/png"], maximumSize: 10)
  }

  /// Makes an empty folder, which the test removes.
  private static func makeFolder() throws -> FileFolder {
    let folder = FileManager.default.temporaryDirectory.appending(path: "FormQuestionTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return FileFolder(folder.path)
  }

  @Test("The path of a file is answered with a reference to its bytes, or refused with a sentence")
  func files() throws {
    let folder = try Self.makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    func path(_ name: String, _ size: Int) throws -> String {
      let path = folder.path + "/" + name
      try Data(repeating: 7, count: size).write(to: URL(filePath: path))
      return path
    }
    let screen = FormScreen(Self.passport, files: folder)
    #expect(screen.question?.text == "Photo (optional): ")
    let missing = folder.path + "/none.png"
    let reason = "No file can be read at '\(FileFolderError.unreadable(missing).description.split(separator: "'")[1])'."
    #expect(screen.question?.answer(missing) == .refused("Choose another file for 'Photo': \(reason)"))
    #expect(
      screen.question?.answer(try path("large.png", 11)) == .refused("Choose a file of at most 10 bytes for 'Photo'."))
    #expect(
      screen.question?.answer(try path("a.txt", 5))
        == .refused("Choose a file of one of these types for 'Photo': image/png."))
    #expect(screen.question?.answer(try path("a.png", 5)) == .done)
    #expect(screen.isFinished)
    guard case .file(let photo)? = screen.entry["photo"] else { return #expect(Bool(false)) }
    #expect(try folder.bytes(of: photo) == Data(repeating: 7, count: 5))
  }

  @Test("A file that is refused doesn't take the place of the one before")
  func refusedFile() throws {
    let folder = try Self.makeFolder()
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let path = folder.path + "/large.png"
    try Data(repeating: 7, count: 11).write(to: URL(filePath: path))
    let small = FormFile(name: "small.png", mediaType: "image/png", size: 5, digest: FormFile.digest(of: Data([7])))
    let screen = FormScreen(Self.passport, entry: ["photo": .file(small)], files: folder)
    #expect(screen.question?.answer(path) == .refused("Choose a file of at most 10 bytes for 'Photo'."))
    #expect(screen.question?.text == "Photo (optional) [small.png]: ")
    #expect(screen.question?.answer("") == .done)
    #expect(screen.isFinished && screen.entry["photo"] == .file(small))
  }

  @Test("Without a folder, a file can't be given, and the form can be continued without one")
  func withoutFolder() {
    let screen = FormScreen(Self.passport)
    #expect(screen.question?.answer("/etc/passwd") == .refused("A file for 'Photo' can't be given here."))
    #expect(screen.question?.answer("-") == .done)
    #expect(screen.isFinished && screen.entry["photo"] == nil)
  }

  @Test("The first question leads back only if there is an earlier step")
  func back() {
    let first = FormScreen(Pages.person)
    #expect(first.question?.answer(" BACK ") == .refused("This is the first question."))
    var wentBack = false
    let second = FormScreen(Pages.person, goBack: { wentBack = true })
    #expect(second.question?.answer("back") == .done)
    #expect(wentBack && second.isFinished)
  }

  @Test("A form that was answered or left ignores buttons, lines and changes that come late")
  func late() throws {
    var wentBack = 0
    func press(_ name: String, on layout: ScreenLayout) throws {
      let element = try #require(layout.elements.first { $0.id == name })
      guard case .button(let press) = element.kind else { return #expect(Bool(false)) }
      press()
    }
    let entry: FormEntry = ["name": "Ada", "email": "ada@example.org"]
    var changes = 0
    let screen = FormScreen(Pages.person, entry: entry, goBack: { wentBack += 1 }) { _ in changes += 1 }
    let (layout, question) = (screen.layout, screen.question)
    try press("back", on: layout)
    try press("back", on: layout)
    try press("continue", on: layout)
    #expect(question?.answer("Bea") == .done)
    #expect(screen.commands.isEmpty)
    #expect(wentBack == 1 && changes == 0 && screen.entry == entry)
    let answered = FormScreen(Pages.person, entry: entry, goBack: { wentBack += 1 }) { _ in changes += 1 }
    let late = answered.layout
    try press("continue", on: late)
    try press("continue", on: late)
    try press("back", on: late)
    #expect(wentBack == 1 && changes == 1 && answered.isFinished)
  }

  @Test("A choice is answered with its label, the beginning of it, its value, or its number")
  func choices() {
    let form = FlowForm(Sample()) { field in
      field.choice(
        "country", \.country, "Where?", options: [.init("UK", "United Kingdom"), .init("other", "Elsewhere")])
    }
    for (line, value) in [("united kingdom", "UK"), ("e", "other"), ("UK", "UK"), ("2", "other"), ("", "UK")] {
      let screen = FormScreen(form)
      #expect(screen.question?.text == "Where (United Kingdom, Elsewhere) [United Kingdom]? ")
      #expect(screen.question?.answer(line) == .done)
      #expect(screen.entry.text("country") == value, "\(line)")
    }
    let marks = String(repeating: "a\u{301}\u{316}", count: 100_000)
    let screen = FormScreen(form)
    guard case .refused(let sentence)? = screen.question?.answer(marks) else { return #expect(Bool(false)) }
    #expect(sentence.utf8.count < 2_000)
  }

  @Test("A whole label comes before a value, a value before a number, and a number before the beginning of a label")
  func order() {
    let form = FlowForm(Sample()) { field in
      field.choice(
        "country", \.country, "Where?",
        options: [.init("a", "2 rooms"), .init("b", "Both"), .init("3", "B"), .init("B", "All")])
    }
    for (line, value) in [("b", "3"), ("B", "3"), ("bo", "b"), ("2", "b"), ("3", "3"), ("a", "a"), ("2 r", "a")] {
      let screen = FormScreen(form, entry: [:])
      _ = screen.question?.answer(line)
      #expect(screen.entry.text("country") == value, "\(line)")
    }
  }

  @Test(
    "Several options are answered with their labels, values or numbers, and one whose label has a comma with its label",
    arguments: [
      ("Paris, France", ["p"]), ("paris, f", ["p"]), ("Rome,2", ["r", "p"]), ("Rome, Lyon", ["rl"]),
      ("Lyon, Rome", ["l", "r"]),
      ("p,l", ["p", "l"]), ("1, 2", ["r", "p"]), ("", []),
    ])
  func severalChoices(line: String, values: [String]) {
    let form = FlowForm(Sample()) { field in
      field.choices(
        "tags", \.tags, "Cities",
        options: [
          .init("r", "Rome"), .init("p", "Paris, France"), .init("l", "Lyon"), .init("rl", "Rome, Lyon"),
          .init("n", "1, 2 or none"),
        ])
    }
    let screen = FormScreen(form)
    _ = screen.question?.answer(line)
    #expect(screen.entry.texts("tags") == values)
  }

  @Test("A line that names no option is refused with the part that doesn't")
  func unknownChoice() {
    let form = FlowForm(Sample()) { field in
      field.choices("tags", \.tags, "Cities", options: [.init("p", "Paris, France"), .init("l", "Lyon")])
    }
    #expect(
      FormScreen(form).question?.answer("Lyon, Rome")
        == .refused("'Rome' is not one of the choices: Paris, France, Lyon."))
  }

  @Test("A long question is asked in full")
  func longLabel() {
    let label = "Which of the places that you have visited did you like best, and why?"
    let text = FlowForm(Sample()) { field in field.text("name", \.name, label) }
    #expect(FormScreen(text).question?.text == label + " ")
    let gift = FlowForm(Sample()) { field in
      field.toggle("gift", \.gift, "Is it a present for a person of your\u{1B} house?")
    }
    #expect(
      FormScreen(gift).question?.text == "Is it a present for a person of your\\u{1B} house (yes, no) [no]? ")
  }

  @Test("A password can be the word back, and a switch is answered with each word that an entry accepts")
  func words() {
    let password = FlowForm(Sample()) { field in field.password("password", \.password, "Password") }
    let screen = FormScreen(password)
    #expect(screen.question?.answer("back") == .done)
    #expect(screen.isFinished && screen.entry["password"] == "back")
    let gift = FlowForm(Sample()) { field in field.toggle("gift", \.gift, "Gift") }
    for (line, value) in [("ON", "yes"), ("true", "yes"), ("off", "no"), ("False", "no"), ("n", "no")] {
      let screen = FormScreen(gift)
      #expect(screen.question?.answer(line) == .done)
      #expect(screen.entry.text("gift") == value, "\(line)")
    }
  }

  @Test("A form without fields asks to continue")
  func empty() {
    let screen = FormScreen(FlowForm(Passport(), "Welcome") { _ in })
    #expect(screen.question?.text == "Press Enter to continue: ")
    #expect(screen.question?.introduction.map(\.text) == ["Welcome"])
    #expect(screen.question?.answer("") == .done)
    #expect(screen.isFinished)
  }
}
