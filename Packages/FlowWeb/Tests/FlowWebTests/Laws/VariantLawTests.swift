import FlowChains
import FlowDocuments
import FlowDurable
import FlowExperiments
import FlowForms
import FlowJSON
import FlowState
import FlowWeb
import Testing

@Suite("Variants whose steps of one name differ")
struct VariantLawTests {
  private static func experiment() throws -> Experiment {
    try Experiment("kind", variants: [.init("first"), .init("second")])
  }

  @Test("A journey shows the screen of its variant", arguments: ["first", "second"])
  func screens(variant: String) async throws {
    func menu(_ item: String) throws -> FlowChain {
      try FlowDocument(
        parsing: """
          { "flow": "menu", "version": 1, "steps": [{ "id": "eat", "hub": { "title": "Menu", "body": [
            { "id": "\(item)", "text": { "title": "\(item)" }, "target": { "actions": ["flow:choose"] } }] } }] }
          """, for: FlowRegistry()
      ).chain()
    }
    let experiment = try Self.experiment()
    let flow = try DurableFlow(
      FlowVariants(experiment, ["first": try menu("soup"), "second": try menu("bread")]), identifier: "menu", Any.self,
      JSONValue.self, keeping: DocumentValues.self
    ) { $0[DocumentValues.self] }
    let assignment = try experiment.assignment(for: "a test", override: variant)
    try await DocumentSite.run(flow) {
      $0.assigning { _ in [assignment] }
    } body: { site in
      let visitor = site.visitor()
      let item = variant == "first" ? "soup" : "bread"
      let page = try await visitor.start(at: "/d")
      #expect(page.kind == "screen" && page.body.contains("id=\"s-\(item)\""))
      #expect(try await visitor.press("s-\(item)", on: page).kind == "ended")
      #expect(try await site.values(of: visitor)["eat"]?["item"] == .string(item))
    }
  }

  @Test("A step that is a form in one variant, and a screen in another, is a form in the first one")
  func kinds() async throws {
    let screen = try FlowDocument(
      parsing: """
        { "flow": "menu", "version": 1, "steps": [{ "id": "eat", "hub": { "title": "Menu", "body": [
          { "id": "soup", "text": { "title": "Soup" }, "target": { "actions": ["flow:choose"] } }] } }] }
        """, for: FlowRegistry()
    ).chain()
    let form = FlowChain("menu") {
      FlowStepDeclaration.form(
        FlowForm(Person(), "What do you eat?") { $0.text("name", \.name, "Dish") }, identifier: "eat")
    }
    let experiment = try Self.experiment()
    let flow = try DurableFlow(
      FlowVariants(experiment, ["first": screen, "second": form]), identifier: "menu", Any.self, JSONValue.self,
      keeping: DocumentValues.self
    ) { $0[DocumentValues.self] }
    let assignment = try experiment.assignment(for: "a test", override: "second")
    try await DocumentSite.run(flow) {
      $0.assigning { _ in [assignment] }
    } body: { site in
      let visitor = site.visitor()
      let page = try await visitor.start(at: "/d")
      #expect(page.title == "What do you eat?")
      #expect(try await visitor.fill(page, [("name", "Soup")]).kind == "ended")
    }
  }

  @Test("The second click of a sign-in gets the new cookie in each variant", arguments: ["first", "second"])
  func signIn(variant: String) async throws {
    let name = FlowForm(Person(), "Your name") { $0.text("name", \.name, "Name") }
    let email = FlowForm(Person(), "Your address") { $0.email("email", \.email, "Email address") }
    func chain(_ form: FlowForm<Person>) -> FlowChain {
      FlowChain("sign-in") {
        FlowStepDeclaration.form(form, identifier: "person")
        FlowStepDeclaration.form(FlowForm(Confirmed(), "Check") { _ in }, identifier: "check").alwaysAsking()
      }
    }
    let experiment = try Self.experiment()
    let flow = try DurableFlow(
      FlowVariants(experiment, ["first": chain(name), "second": chain(email)]), identifier: "sign-in", Any.self,
      String.self
    ) { _ in "done" }
    let assignment = try experiment.assignment(for: "a test", override: variant)
    try await Site.run(serving: flow) {
      $0.rotatingCookie(after: "person").assigning { _ in [assignment] }
    } body: { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      let second = visitor.moved(to: site.port)
      let answer = variant == "first" ? [("name", "Ada")] : [("email", "ada@example.org")]
      #expect(try await visitor.answer(page, answer).status == 303)
      #expect(try await second.answer(page, answer).status == 303)
      #expect(second.cookies == visitor.cookies)
    }
  }
}
