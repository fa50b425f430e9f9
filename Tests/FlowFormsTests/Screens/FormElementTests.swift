import FlowForms
import FlowScreens
import Foundation
import Testing

/// The elements of a form's screen, used without a presenter.
struct FormElementTests {
  private static let form = FlowForm(Sample()) { field in
    field.choices("days", \.days, "Days")
    field.choice("backup", \.backup, "Otherwise")
    field.file("photo", \.photo, "Photo")
  }

  private func element(_ id: String, _ layout: ScreenLayout) throws -> LayoutElement {
    try #require(layout.elements.first { $0.id == id })
  }

  private func set(_ id: String, _ isOn: Bool, _ layout: ScreenLayout) throws {
    guard case .toggle(_, let set) = try element(id, layout).kind else { return #expect(Bool(false)) }
    set(isOn)
  }

  @Test("Two toggles of one layout keep both answers, and an option that has vanished doesn't stay chosen")
  func toggles() throws {
    let screen = FormScreen(Self.form, entry: ["days": ["sun", "mon"], "backup": "slow"])
    let layout = screen.layout
    try set("days.wed", true, layout)
    try set("days.fri", true, layout)
    try set("days.mon", false, layout)
    #expect(screen.entry["days"] == ["wed", "fri"])
    #expect(FormScreen(Self.form, entry: ["days": ["sun"], "backup": "slow"]).entry == ["days": []])
  }

  @Test("A choice that can stay empty can be emptied again")
  func none() throws {
    let screen = FormScreen(Self.form, entry: ["backup": "express"])
    guard case .choice(let options, let selected, let select) = try element("backup", screen.layout).kind else {
      return #expect(Bool(false))
    }
    #expect(options == ["None", "standard", "express"] && selected == 2)
    select(0)
    #expect(screen.entry["backup"] == nil)
    guard case .choice(_, 0, _) = try element("backup", screen.layout).kind else { return #expect(Bool(false)) }
    select(1)
    #expect(screen.entry["backup"] == "standard")
  }

  @Test("The name of a file that is kept never becomes a path, and a hyphen removes the file")
  func keptFile() throws {
    let screen = FormScreen(Self.form, entry: ["photo": .file(Sample.file)])
    guard case .input(let text, let placeholder, _, let change) = try element("photo", screen.layout).kind else {
      return #expect(Bool(false))
    }
    #expect(text.isEmpty && placeholder == "a.png, - removes it")
    // So that a presenter for other computers doesn't offer it.
    #expect(try element("photo", screen.layout).textKind == .path)
    change("/tmp")
    change("")
    #expect(screen.entry["photo"] == .file(Sample.file))
    change("-")
    guard case .button(let press) = try element("continue", screen.layout).kind else { return #expect(Bool(false)) }
    press()
    #expect(screen.isFinished && screen.entry["photo"] == nil)
    let photo = FlowForm(Sample()) { field in field.file("photo", \.photo, "Photo") }
    let asked = FormScreen(photo, entry: ["photo": .file(Sample.file)])
    #expect(asked.question?.answer("a.png") == .done)
    #expect(asked.isFinished && asked.entry["photo"] == .file(Sample.file))
  }

  @Test("A file that can't be given is reported with all other problems")
  func refusedFile() throws {
    struct Person: Codable, Sendable {
      var name = ""
      var photo: FormFile?
    }
    let form = FlowForm(Person()) { field in
      field.text("name", \.name, "Name")
      field.file("photo", \.photo, "Photo")
    }
    let screen = FormScreen(form, entry: ["photo": .text("/etc/passwd")])
    guard case .button(let press) = try element("continue", screen.layout).kind else { return #expect(Bool(false)) }
    press()
    #expect(screen.problems.problems.map(\.field) == ["name", "photo"])
  }
}
