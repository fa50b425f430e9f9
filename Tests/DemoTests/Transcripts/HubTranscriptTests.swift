import DemoTestSupport
import Foundation
import Testing

@testable import Demo

/// `Demo hub` as a process.
@Suite(.timeLimit(.minutes(20)))
struct HubTranscriptTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func run(_ arguments: [String], _ input: String = "") throws -> DemoProcess {
    try DemoProcess.run(["hub"] + arguments, input: .text(input))
  }

  @Test("The food document is shown, and selecting a component prints its target")
  func food() throws {
    let run = try run([], "press featured-0\npress row-9\nquit\n")
    #expect(
      run.output == """
        Delicious Food
        A tour of plates from near and far
        (image: food)

        Great quick meals
          ┌─ Hamburger ──────────────┐ ┌─ Noodles ──────────────────┐
          │ [ Hamburger ]            │ │ [ Noodles ]                │
          │ Known in every town, on  │ │ A pot of boiling water is  │
          │ the table in minutes and │ │ all they ask for; the rest │
          │ gone as fast.            │ │ is up to you.              │
          │ (image: quickfood)       │ │ (image: quickfood)         │
          └──────────────────────────┘ └────────────────────────────┘
          ┌─ Hot Dogs ────────────────┐
          │ [ Hot Dogs ]              │
          │ At home beside a grill,   │
          │ and just as happy in your │
          │ hand on the way.          │
          │ (image: quickfood)        │
          └───────────────────────────┘

        Delicious Swedish Food

        [ Meatballs & mashed potatoes ]
          What a Swedish Sunday tastes like
          (image: sweden)

        [ Fried herring ]
          Open the fermented kind outdoors
          (image: sweden)

        [ Cinnamon bun ]
          Sit down, pour a coffee and call it "fika"
          (image: sweden)
        > press featured-0
        featured-0: {"uri":"https://en.wikipedia.org/wiki/Hamburger"}
        > press row-9
        There is no 'row-9' to press. Now you can press: featured-0, featured-1,
        featured-2, row-0, row-1, row-2.
        > quit
        featured-0: {"uri":"https://en.wikipedia.org/wiki/Hamburger"}

        """)
    #expect(run.errors == "")
    #expect(run.status == 0)
  }

  @Test("The custom schema reads a document of another shape without its hidden row")
  func recipes() throws {
    let run = try run(["--schema", "recipes"])
    #expect(run.output == "Recipes\n\nSoup\n  (image: soup.png)\n\nBread\n")
  }

  @Test("The explanation has the path of each property, and the reason for a missing one")
  func explain() throws {
    let run = try run(["--schema", "recipes", "--explain"])
    #expect(run.output.contains("\n  navigationBarTitle <- heading: the string \"Recipes\"\n"))
    #expect(run.output.contains("\n    title <- label: the string \"Bread\"\n"))
    #expect(run.output.contains("\n  bodyComponentModels <- rows[]{block}: 2 values, the first an object\n"))
    #expect(
      run.output.contains(
        "\n    subtitle <- text.subtitle: nothing. At $.rows[0]: expected a member \"text\", found an object with "))
    #expect(run.status == 0)
  }

  @Test(
    "An invalid document ends the demo with 65 and its name",
    arguments: [
      ("", "The data is empty; a JSON document was expected."), ("<html>", "Line 1, column 1"),
      ("5", "The root of the document is the integer 5; an object or an array was expected."),
    ])
  func badDocument(text: String, reason: String) throws {
    try folder.write(Data(text.utf8), to: "h.json")
    let run = try run([folder.file("h.json")])
    #expect(run.errors.hasPrefix("The document '\(folder.file("h.json"))' is not as expected. "))
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(run.status == 65)
  }

  @Test("An unknown schema is refused")
  func schema() throws {
    let run = try run(["--schema", "menu"])
    #expect(
      run.errors == "Invalid value 'menu' for '--schema': expected default or recipes.\nSee 'Demo hub --help'.\n")
    #expect(run.status == 64)
  }
}
