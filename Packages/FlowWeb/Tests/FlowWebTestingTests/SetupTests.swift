import FlowChains
import FlowDurable
import FlowExperiments
import FlowForms
import FlowMarkup
import FlowState
import FlowWeb
import FlowWebTesting
import Synchronization
import Testing

/// Setups that explore nothing fail, and correct ones explore what they declare.
@Suite("The setup of an explorer")
struct SetupTests {
  private struct Birth: Codable, Sendable {
    var name = ""
    var born: FormDate?
  }
  private struct Photo: Codable, Sendable { var photo = FormFile(name: "", mediaType: "", size: 0, digest: "") }

  /// A journey of one form and a check.
  private static func pages<Value>(
    _ form: FlowForm<Value>, _ stage: JourneyStage, _ answers: KeyValuePairs<String, String>...,
    at step: String = "form",
    style: some PageStyle = DefaultPageStyle()
  ) throws -> Pages<Any, String> {
    let chain = FlowChain("one") {
      FlowStepDeclaration.form(form, identifier: "form")
      FlowStepDeclaration.form(FlowForm(Confirmed(), "Check your answers") { _ in }, identifier: "check").alwaysAsking()
    }
    let flow = try DurableFlow(chain, Any.self, String.self) { _ in "done" }
    for answer in answers { stage.answer(step, with: answer) }
    return Pages(flow, worker: stage.worker(running: flow), at: "/one").keyed(by: secret).styled(by: style)
  }

  private static let birth = FlowForm(Birth(), "Who are you?") { field in
    field.text("name", \.name, "Your name")
    field.date("born", \.born, "Date of birth")
  }

  private static let person = FlowForm(Person(), "Who are you?") { $0.text("name", \.name, "Your name") }

  /// The sentence of the failure of an exploration.
  private static func sentence(
    of setUp: @escaping @Sendable (JourneyStage) throws -> Pages<Any, String>
  ) async throws -> String {
    let failure = await #expect(throws: JourneyFailure.self) { try await JourneyExplorer(setUp).explore(actions: 2) }
    #expect(failure?.rule == .setup)
    return failure?.sentence ?? ""
  }

  @Test("The answer to a date is one text, though a page asks for its parts")
  func dates() async throws {
    let explorer = JourneyExplorer { try Self.pages(Self.birth, $0, ["name": "Ada", "born": "1815-12-10"]) }
    #expect(
      try await explorer.replay("A start, A send 1, A link 1, A send 1") == [
        "Tab A opens the start page, and starts.",
        "Tab A sends 'Who are you?' with name=Ada, born-year=1815, born-month=12, born-day=10.",
        "Tab A follows the link 'Back' to 'Who are you?'.",
        "Tab A sends 'Who are you?' with name=Ada, born-year=1815, born-month=12, born-day=10.",
      ])
  }

  @Test("An answer that a page can't take fails, with the names of the page")
  func fields() async throws {
    let sentence = try await Self.sentence { try Self.pages(Self.person, $0, ["name": "Ada"], ["nam": "Bob"]) }
    #expect(sentence == "The setup has an answer for 'form' with 'nam', and the page asks for 'name'.")
  }

  @Test("Answers for a step that isn't there fail")
  func steps() async throws {
    let sentence = try await Self.sentence { try Self.pages(Self.person, $0, ["name": "Ada"], at: "from") }
    #expect(sentence == "The setup has answers for 'from', and no step of this name shows a form.")
  }

  @Test("A first answer that the form refuses fails, such as that of a form with a required file")
  func refused() async throws {
    let photo = FlowForm(Photo(), "Your photo") {
      $0.file("photo", \.photo, "Photo", maximumSize: 100)
    }
    let sentence = try await Self.sentence { try Self.pages(photo, $0, [:]) }
    #expect(sentence.hasPrefix("The form of 'form' refuses the first answer of the setup: "))
  }

  @Test("A form at the top of each page, such as a search, doesn't hide the forms of the journey")
  func search() async throws {
    struct Searching: PageStyle {
      func top(_ page: JourneyPage) -> Markup {
        "<form action=\"/search\"><input name=\"query\"><button>Find</button></form>"
      }
    }
    let explorer = JourneyExplorer { try Self.pages(Self.person, $0, ["name": "Ada"], style: Searching()) }
    #expect(try await explorer.replay("A start, A send 1").last == "Tab A sends 'Who are you?' with name=Ada.")
  }

  @Test("A setup that throws an error is a failure of the setup, also in the process after a kill")
  func error() async throws {
    struct NoRoom: Error {}
    let first = try await Self.sentence { _ in throw NoRoom() }
    #expect(first == "The setup throws an error: NoRoom()")
    let processes = Atomic(0)
    let explorer = JourneyExplorer { stage in
      if processes.add(1, ordering: .relaxed).oldValue.isMultiple(of: 2) {
        return try Self.pages(Self.person, stage, ["name": "Ada"])
      }
      throw NoRoom()
    }
    let failure = await #expect(throws: JourneyFailure.self) { try await explorer.replay("A start, kill") }
    #expect(failure?.rule == .setup)
    #expect(failure?.sentence == "The setup throws an error: NoRoom()")
    #expect(failure?.lines == ["Tab A opens the start page, and starts.", "'kill' isn't over."])
  }

  @Test("Pages at which no journey can begin fail")
  func mute() async throws {
    struct Mute: PageStyle {
      func form(_ form: JourneyPage.Form, on page: JourneyPage) -> Markup { "" }
    }
    let sentence = try await Self.sentence { try Self.pages(Self.person, $0, ["name": "Ada"], style: Mute()) }
    #expect(sentence == "The start page has no form that begins a journey.")
  }
}
