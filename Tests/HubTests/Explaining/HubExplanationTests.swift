import FlowJSON
import Hub
import Testing

@Suite("Explanations of documents")
struct HubExplanationTests {
  @Test("An explanation lists every property of a view, and why it has no value")
  func view() {
    #expect(
      HubJSONSchema().explanation(of: ["title": 5, "body": ["id": "c"], "custom": [:]]).lines == [
        "view model at $",
        #"  identifier <- id: nothing. At $: expected a member "id", found an object with "title", "body", "custom"."#,
        "  navigationBarTitle <- title: nothing. At $.title: expected a string, found the integer 5.",
        """
          headerComponentModel <- header: nothing. At $: expected a member "header", \
        found an object with "title", "body", "custom".
        """,
        "  bodyComponentModels <- body[]: nothing. At $.body: expected an array, found an object.",
        """
          overlayComponentModels <- overlays[]: nothing. At $: expected a member "overlays", \
        found an object with "title", "body", "custom".
        """,
        "  customData <- custom: an empty object",
      ])
  }

  @Test("Components, images and targets are parts of an explanation, with their locations")
  func parts() {
    let explanation = HubJSONSchema().explanation(of: .object(FullDocument.view))
    #expect(
      explanation.parts.map { "\($0.subject) at \($0.location)" } == [
        "header component at $.header", "body component 0 at $.body[0]", "body component 1 at $.body[1]",
        "overlay component 0 at $.overlays[0]",
      ])
    let component = explanation.parts[1]
    #expect(
      component.parts.map { "\($0.subject) at \($0.location)" } == [
        "main image at $.body[0].images.main", "background image at $.body[0].images.background",
        #"custom image "badge" at $.body[0].images.custom.badge"#,
        #"custom image "stamp" at $.body[0].images.custom.stamp"#, "target at $.body[0].target",
        "child component 0 at $.body[0].children[0]",
      ])
    #expect(component.properties.count == 17)
    #expect(component.properties.allSatisfy { $0.path.hasValues })
    #expect(component.parts[4].parts.map(\.subject) == ["initial view model"])
    #expect(
      component.parts[4].properties.map(\.name) == [
        "uri", "actionIdentifiers", "initialViewModel", "customData",
      ])
  }

  @Test("An explanation includes the default values and the dropped ones")
  func notes() throws {
    let explanation = HubJSONSchema().explanation(of: [
      ["images": ["main": [:]], "target": ["actions": ["n:a", "bad"]]], 5,
    ])
    #expect(explanation.parts.map(\.subject) == ["body component 0"])
    let component = try #require(explanation.parts.first)
    let found = #"found an object with "images", "target"."#
    #expect(
      component.properties.prefix(4).map(\.text) == [
        #"identifier <- id: nothing. At $[0]: expected a member "id", \#(found) (generated)"#,
        #"groupIdentifier <- group: nothing. At $[0]: expected a member "group", \#(found)"#,
        #"componentIdentifier <- component.id: nothing. At $[0]: expected a member "component", \#(found) (default:row)"#,
        #"componentCategory <- component.category: nothing. At $[0]: expected a member "component", \#(found) (row)"#,
      ])
    #expect(component.parts[0].subject == "main image, left out because nothing of it is there,")
    #expect(
      component.parts[1].properties[1].text
        == #"actionIdentifiers <- actions[]: 2 values, the first the string "n:a" (1 dropped, "bad" is not namespace:name)"#
    )
  }

  @Test("A custom schema is explained by its own paths")
  func recipes() throws {
    let document = try JSONValue(parsing: Fixtures.recipes)
    let explanation = Fixtures.recipesSchema.explanation(of: document)
    #expect(explanation.properties[1].text == #"navigationBarTitle <- heading: the string "Recipes""#)
    #expect(explanation.properties[3].text == "bodyComponentModels <- rows[]{visible}: 2 values, the first an object")
    #expect(explanation.parts.map(\.location.description) == ["$.rows[0]", "$.rows[2]"])
    #expect(
      explanation.parts[1].parts[0].properties[0].text
        == #"url <- href: nothing. At $.rows[2].picture.href: expected a URL, found the string "not an address"."#)
  }

  @Test("Any document can be explained")
  func anything() {
    #expect(HubJSONSchema().explanation(of: 5).properties.allSatisfy { !$0.path.hasValues })
    for seed in 0..<20 as Range<UInt64> {
      var documents = RandomDocuments(seed: seed)
      #expect(!HubJSONSchema().explanation(of: documents.damaged(.object(documents.view()))).description.isEmpty)
    }
  }

  @Test("An explanation has at most the requested number of models, and counts the others")
  func limit() throws {
    let document = JSONValue.array(Array(repeating: ["children": [[:], [:]]], count: 100))
    let explanation = HubJSONSchema().explanation(of: document, limit: 10)
    #expect(explanation.parts.count == 4)
    #expect(explanation.omittedParts == 96)
    #expect(explanation.parts[3].parts.isEmpty)
    #expect(explanation.parts[3].omittedParts == 2)
    #expect(explanation.lines.last == "  … and 96 more, left out")
    let text = explanation.lines.filter { $0.hasPrefix("  body component") || $0.hasPrefix("    …") }
    #expect(
      text == [
        "  body component 0 at $[0]", "  body component 1 at $[1]", "  body component 2 at $[2]",
        "  body component 3 at $[3]", "    … and 2 more, left out",
      ])
    let big = JSONValue.object(["body": .array(Array(repeating: [:], count: 100_000))])
    #expect(HubJSONSchema().explanation(of: big).lines.count < 20_000)
  }

  @Test("Custom images of one component also count toward the limit")
  func customImages() {
    let images = JSONObject((0..<100).map { ("i\($0)", ["uri": "https://example.org/i"] as JSONValue) })
    let document: JSONValue = ["body": [["images": ["custom": .object(images)]]]]
    let text = HubJSONSchema().explanation(of: document, limit: 10).lines
    #expect(text.count { $0.contains("custom image \"") } == 8)
  }

  @Test("An explanation shortens long locations and names")
  func locations() throws {
    var document: JSONValue = [:]
    for _ in 0..<30 { document = ["children": [document]] }
    let lines = HubJSONSchema().explanation(of: ["body": [document]]).lines
    #expect(
      lines.contains { $0.hasSuffix("at $.body[0].children[0].children[0]….children[0].children[0].children[0]") })
    #expect(lines.allSatisfy { $0.count < 300 })
    let name = String(repeating: "n", count: 10_000)
    let long = HubJSONSchema().explanation(of: ["body": [["images": ["custom": .object([name: ["uri": 5]])]]]])
    #expect(long.lines.contains { $0.contains(#"…"].uri: expected a URL, found the integer 5."#) })
    #expect(long.lines.allSatisfy { $0.count < 250 })
  }
}
