import FlowJSON
import FlowScreens
import TestSupport
import Testing

@testable import Nimbus

@Suite("Libraries")
struct LibraryTests {
  private struct Label: ViewDecodable {
    var text: String

    func render(_ context: ComponentContext) -> ScreenLayout { .text(StyledText(text)) }
  }

  private struct Plain: Component, Decodable {
    var text: String

    func render(_ context: ComponentContext) -> ScreenLayout { .text(StyledText(text)) }
  }

  private struct Money: OperationDecodable {
    static let properties = ["value", "code"]
    var code: String
    var value: Double?

    func execute() -> String { "\(code) \(value.map { "\($0)" } ?? "-")" }
  }

  private struct Note: ActionDecodable {
    @CoreAction var event: ActionTriggeredEvent
    var text: String

    func execute() throws {
      if text == "bad" { throw Refusal() }
      event.scope.nimbus.logger.info(message: "note \(text) in \(event.scope.name)")
    }
  }

  private struct Refusal: Error, CustomStringConvertible {
    var description: String { "no bad notes" }
  }

  private func stage(debug: Bool = false, _ more: (NimbusSwiftUILibrary) -> Void = { _ in }) -> NimbusHarness {
    NimbusHarness {
      let library = NimbusSwiftUILibrary("my")
        .addComponent("label", Label.self).addOperation("money", Money.self).addAction("note", Note.self)
      more(library)
      $0.libraries.append(library)
      $0.showsDebugMarkers = debug
    }
  }

  private func label(_ text: String) -> String { node("my:label", "\"text\": \(text)") }

  @Test("A library accepts any type that is a Component and Decodable")
  func plainComponent() throws {
    let stage = stage { $0.addComponent("plain", Plain.self) }
    let same: any ViewDecodable = Plain(text: "a")
    #expect(same is Plain)
    #expect(try stage.view(node("my:plain", "\"text\": \"a\"")).lines == ["a"])
    #expect(stage.log.entries == [])
  }

  @Test("NB-12: A missing component renders nothing, is logged once, and leaves its siblings")
  func missingComponent() throws {
    let stage = stage()
    let view = try stage.view(
      node("app:column", id: "c", children: label("\"a\""), node("app:missing", id: "m"), label("\"b\"")))
    #expect(view.lines == ["a", "b"])
    #expect(view.lines == ["a", "b"])
    #expect(
      stage.log.entries == [
        "error: The component \"app:missing\" in nimbus > view > nimbus:root > c > m is not registered."
      ])
  }

  @Test("A component that cannot be decoded renders nothing, and the error has the path and the type")
  func undecodableComponent() throws {
    let stage = stage()
    let view = try stage.view(
      node("app:column", id: "c", children: label("\"a\""), node("my:label", id: "l", "\"text\": null")))
    #expect(view.lines == ["a"])
    #expect(
      stage.log.entries == [
        "error: The component \"my:label\" in nimbus > view > nimbus:root > c > l could not be made: "
          + "at $.text: Expected String, found null."
      ])
  }

  @Test("Debug markers replace components that are missing or cannot be decoded")
  func markers() throws {
    let view = try stage(debug: true).view(node("app:column", children: node("x:y"), label("null")))
    #expect(
      view.lines == ["There is no component \"x:y\".", "The component \"my:label\" could not be made; see the log."])
  }

  @Test("NB-13: Actions that are unknown or cannot be decoded do not stop the others")
  func failingActions() throws {
    let stage = stage()
    let view = try stage.view(
      button(
        "go", action("my:note"), action("my:unknown"), action("my:note", "\"text\": \"bad\""),
        action("log", "\"message\": \"end\"")))
    _ = stage.log.take()
    view.layout.press("go")
    let place = "in nimbus > view > nimbus:root > nimbus:1 > onPress"
    #expect(
      stage.log.entries == [
        "error: The action \"my:note\" \(place) could not be decoded: at $: Expected a member named \"text\", found none.",
        "error: The action \"my:unknown\" \(place) is not registered.",
        "error: The action \"my:note\" \(place) failed: no bad notes", "info: end",
      ])
  }

  @Test(
    "NB-14: Operations receive their arguments by position",
    arguments: [
      ("money(1.5,'BRL')", "BRL 1.5", 0), ("money(1.5)", .null, 1), ("money(null,'BRL')", "BRL -", 0),
      ("money(1.5,'BRL',9)", "BRL 1.5", 0),
    ] as [(String, JSONValue, Int)])
  func operations(call: String, expected: JSONValue, errors: Int) throws {
    let stage = stage()
    let view = try stage.view(text("@{\(call)}"))
    #expect(view.root?.children[0].properties?["text"]?.plain == expected)
    #expect(stage.log.errors.count == errors)
  }

  @Test("NB-15: An unregistered operation evaluates to nothing and logs one error")
  func missingOperation() throws {
    let stage = stage()
    #expect(try stage.view(text("Total: @{bad(1)}!")).lines == ["Total: !"])
    #expect(stage.log.errors.count == 1)
    #expect(stage.log.errors.first?.contains("calls the operation \"bad\", which is not registered.") == true)
  }

  @Test("An action has access to the event that triggered it")
  func coreAction() throws {
    let stage = stage()
    try stage.view(button("go", action("my:note", "\"text\": \"x\""))).pressKeeping("go")
    #expect(stage.log.entries == ["info: note x in onPress"])
  }

  @Test("Observers are notified of each action of any library that succeeds, and of no other")
  func observers() throws {
    let seen = Counter()
    let stage = stage { $0.addActionObserver { event in seen.text += "\(event.action.name) " } }
    let view = try stage.view(
      button(
        "go", action("log", "\"message\": \"a\""), action("my:note"), action("my:note", "\"text\": \"bad\""),
        action("my:note", "\"text\": \"b\"")))
    view.layout.press("go")
    #expect(seen.text == "log my:note ")
  }

  @Test("An initializer runs for each action when its node is created")
  func initializers() throws {
    let seen = Counter()
    let stage = stage {
      $0.addActionInitializer("note") { event in
        seen.text += event.action.properties?["text"]?.plain?.canonicalText ?? "-"
        if seen.text.hasSuffix("b") { throw Refusal() }
      }
    }
    _ = try stage.view(
      node(
        "app:column", state: "\"t\": \"b\"", children: button("x", action("my:note", "\"text\": \"a\"")),
        button("y", action("my:note", "\"text\": \"@{t}\""))))
    #expect(seen.text == "ab")
    #expect(
      stage.log.entries == [
        "error: Initializing the action \"my:note\" in nimbus > view > nimbus:root > nimbus:1 > nimbus:3 > onPress failed: no bad notes"
      ])
  }

  @Test("Later entries win, libraries of one namespace are merged, and the registered ones do not change")
  func merging() throws {
    let first = NimbusSwiftUILibrary("a").addOperation("f") { _ in 1 }.addOperation("f") { _ in 2 }.addOperation("g") {
      _ in 3
    }
    let second = NimbusSwiftUILibrary("a").addOperation("f") { _ in 4 }.addAction("x") { _ in }.addActionObserver { _ in
    }
    let table = LibraryTable([
      first, second, NimbusSwiftUILibrary("b").addOperation("f") { _ in 5 }.addOperation("h") { _ in 6 },
    ])
    let none: [JSONValue] = []
    #expect(try table.operation("f").perform(none.span) == 4)
    #expect(try table.operation("g").perform(none.span) == 3)
    #expect(try table.operation("h").perform(none.span) == 6)
    #expect(try table.operation("i").perform(none.span) == .null)
    #expect(table.operation("f").isRegistered && !table.operation("i").isRegistered)
    #expect(try first.operation(named: "f")?([]) == 2)
    #expect(first.action(named: "x") == nil)
    #expect(first.merge(second) === first)
    #expect(first.action(named: "x") != nil && first.observers.count == 1)
    #expect(table.action("a:x") != nil && table.action("x") == nil && table.observers.count == 1)
  }

  @Test("Nimbus's names of methods work beside the Swift names")
  func nimbusNames() throws {
    let library = NimbusSwiftUILibrary("a").addComponent("c") { _ in TextComponent("c") }.addAction("x") { _ in }
      .addOperation("f") { _ in 1 }
    #expect(library.component(named: "c") != nil && library.getComponent("c") != nil)
    #expect(library.action(named: "x") != nil && library.getAction("x") != nil)
    #expect(try library.operation(named: "f")?([]) == 1)
    #expect(try library.getOperation("f")?([]) == 1)
    #expect(library.component(named: "d") == nil && library.getComponent("d") == nil)
    library.addActionObserver { _ in }.addActionObserver(observer: { _ in })
    #expect(library.observers.count == 2)
  }

  @Test("Only a library without a namespace can replace operations of the core library")
  func replacingCore() throws {
    for (namespace, expected) in [("", "mine"), ("other", "2")] {
      let stage = NimbusHarness {
        $0.libraries.append(NimbusSwiftUILibrary(namespace).addOperation("sum") { _ in "mine" })
      }
      #expect(try stage.view(text("@{sum(1,1)}")).lines == [expected])
    }
  }

  @Test(
    "An incomplete or malformed name finds no action",
    arguments: ["", ":", "app:", "app:text:x", "app:te xt", "app-text", " app:text"])
  func names(name: String) throws {
    let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let odd = NimbusSwiftUILibrary(parts.count > 1 ? parts[0] : "").addAction(parts.last ?? "") { _ in }
    let usual = [NimbusSwiftUILibrary("").addAction("x") { _ in }, NimbusSwiftUILibrary("a").addAction("x") { _ in }]
    let table = LibraryTable(usual + [odd])
    #expect(table.action(name) == nil)
    #expect(table.action(":x") == nil)
    #expect(table.action("x") != nil)
    #expect(table.action("a:x") != nil)
  }
}
