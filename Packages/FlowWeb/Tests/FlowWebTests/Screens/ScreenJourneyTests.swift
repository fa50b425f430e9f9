import FlowDocuments
import FlowDurable
import FlowJSON
import FlowStateTesting
import FlowWeb
import Foundation
import Testing
import WebTestSupport

/// The screens at which durable runs wait, as pages: their results are answers of visits, with the laws of forms.
@Suite("Screens of durable journeys")
struct ScreenJourneyTests {
  /// A name, a menu whose choice decides about the route, a recipe of two steps, and a check.
  static let dinner = """
    { "flow": "dinner", "version": 1,
      "steps": [
        { "id": "who", "form": { "title": "Who eats?", "fields": [{ "name": "name", "label": "Your name" }] } },
        { "id": "eat", "hub": { "title": "Menu", "body": [
            { "id": "soup", "text": { "title": "Soup" }, "target": { "actions": ["flow:choose"] } },
            { "id": "bread", "text": { "title": "Bread" }, "target": { "actions": ["flow:choose"] } }] },
          "routes": [{ "to": "table", "when": "@{eq(eat.item, 'bread')}" }] },
        { "id": "cook", "stepkit": [{ "title": "Milk", "description": "Warm it.", "action": { "button": { "title": "Done", "identifier": "milk" } } },
            { "title": "Yeast", "description": "Stir it in.", "action": { "button": { "title": "Stirred", "identifier": "yeast" } } }],
          "title": "Dough" },
        { "id": "table", "nimbus": { "_:component": "layout:column", "children": [
            { "_:component": "layout:text", "properties": { "text": "For @{who}" } },
            { "_:component": "layout:textInput", "id": "seats", "properties": { "label": "Seats", "value": "@{seats}",
              "onChange": [{ "_:action": "setState", "properties": { "path": "seats", "value": "@{onChange}" } }] } },
            { "_:component": "layout:button", "id": "yes", "properties": { "text": "Book",
              "onPress": [{ "_:action": "flow:complete", "properties": { "result": { "seats": "@{seats}" } } }] } }] },
          "states": { "who": "@{who.name}", "seats": "2" } },
        { "id": "bye", "page": { "title": "Is this right?" } } ] }
    """

  static func flow(_ text: String = dinner) throws -> DurableFlow<Any, JSONValue> {
    try FlowDocument(parsing: text, for: FlowRegistry()).durableFlow()
  }

  /// Starts a journey, and returns the menu.
  private static func menu(_ visitor: Visitor) async throws -> Visitor.Reply {
    try await visitor.fill(try await visitor.start(at: "/d"), [("name", "Ada")])
  }

  @Test("A screen is a page with its choices, and its result leads on by the routes")
  func results() async throws {
    try await DocumentSite.run(try Self.flow()) { site in
      let visitor = site.visitor()
      let menu = try await Self.menu(visitor)
      #expect(menu.kind == "screen" && menu.title == "Menu" && menu.body.contains("Bread"))
      #expect(menu.body.contains("action=\"/d/\(visitor.journey ?? "")/eat\""))
      let table = try await visitor.press("s-bread", on: menu)
      #expect(table.kind == "screen" && table.body.contains("For Ada") && table.body.contains(">Back</a>"))
      let seats = table.name(of: "s-seats")
      let check = try await visitor.press("s-yes", on: table, [(seats, "5")])
      #expect(check.title == "Is this right?" && check.body.contains("<dt><bdi>Eat</bdi></dt>"))
      let values = try await site.values(of: visitor)
      #expect(values["eat"]?["item"] == "bread" && values["table"]?["value"] == ["seats": "5"])
      #expect(values["cook"] == nil)
      #expect(try await visitor.fill(check, []).kind == "ended")
    }
  }

  @Test("A screen keeps what was done on it between two requests, and isn't stored before it ends")
  func steps() async throws {
    try await DocumentSite.run(try Self.flow()) { site in
      let visitor = site.visitor()
      var page = try await visitor.press("s-soup", on: try await Self.menu(visitor))
      #expect(page.title == "Dough" && page.body.contains("Warm it."))
      let run = try await site.run(of: visitor)
      let before = try await run.summary().lastRecord
      page = try await visitor.press(page.onlyButton, on: page)
      #expect(page.kind == "screen" && page.body.contains("Stir it in."))
      page = try await visitor.get("/d/\(visitor.journey ?? "")/cook")
      #expect(page.body.contains("Stir it in."))
      #expect(try await run.summary().lastRecord == before)
      page = try await visitor.press(page.onlyButton, on: page)
      #expect(page.body.contains("For Ada"))
      #expect(try await site.values(of: visitor)["cook"]?["last"] == "yeast")
    }
  }

  @Test("A double press counts once, and leads on")
  func doublePress() async throws {
    try await DocumentSite.run(try Self.flow()) { site in
      let visitor = site.visitor()
      let menu = try await Self.menu(visitor)
      async let first = visitor.send("s-bread", on: menu)
      async let second = visitor.send("s-bread", on: menu)
      let replies = try await [first, second]
      for reply in replies { #expect(reply.status == 303) }
      #expect(try await visitor.follow(replies[0]).body.contains("For Ada"))
      let later = try await visitor.send("s-bread", on: menu)
      #expect(later.status == 303)
      #expect(try await visitor.follow(later).body.contains("For Ada"))
      #expect(try await site.run(of: visitor).answers().map(\.step) == ["who", "eat"])
    }
  }

  @Test("A press on the page of an answered visit changes nothing, and says so")
  func stale() async throws {
    try await DocumentSite.run(try Self.flow()) { site in
      let visitor = site.visitor()
      let menu = try await Self.menu(visitor)
      try await visitor.press("s-bread", on: menu)
      let before = try await site.run(of: visitor).summary()
      let late = try await visitor.send("s-soup", on: menu)
      #expect(late.status == 409 && late.kind == "stale" && late.body.contains("Nothing has changed."))
      #expect(try await site.run(of: visitor).summary() == before)
    }
  }

  @Test("Another process shows the screen anew, and takes no press on the page of the first one")
  func restart() async throws {
    let store = MemoryStore(timed: WallClock())
    let flow = try Self.flow()
    try await DocumentSite.run(flow, on: store) { site in
      try await DocumentSite.run(flow, on: store) { other in
        let visitor = site.visitor()
        let menu = try await Self.menu(visitor)
        let table = try await visitor.press("s-bread", on: menu)
        let moved = visitor.moved(to: other.port)
        // The other process knows nothing of the double press, but the run does.
        #expect(try await moved.send("s-bread", on: menu).status == 409)
        let again = try await moved.press("s-yes", on: table, [(table.name(of: "s-seats"), "5")])
        #expect(again.note == "The page had changed before you pressed. Nothing was done. This is how it is now.")
        #expect(again.body.contains("value=\"5\""))
        let check = try await moved.press("s-yes", on: again, [(again.name(of: "s-seats"), "6")])
        #expect(check.title == "Is this right?")
        #expect(try await site.values(of: visitor)["table"]?["value"] == ["seats": "6"])
      }
    }
  }

  @Test("An answered screen can be answered again, and the later answers stay")
  func change() async throws {
    try await DocumentSite.run(try Self.flow()) { site in
      let visitor = site.visitor()
      let table = try await visitor.press("s-bread", on: try await Self.menu(visitor))
      let check = try await visitor.press("s-yes", on: table)
      let address = "/d/\(visitor.journey ?? "")"
      let closed = try await visitor.get(address + "/eat")
      // The person has been led on from the end of the screen already.
      #expect(closed.kind == "closed" && closed.body.contains("\(address)/-/change/eat"))
      #expect(check.body.contains("href=\"\(address)/-/change/eat\""))
      let menu = try await visitor.get(address + "/-/change/eat")
      #expect(menu.kind == "screen" && menu.body.contains("Continue without a change"))
      let dough = try await visitor.press("s-soup", on: menu)
      #expect(dough.title == "Dough")
      let second = try await visitor.press(dough.onlyButton, on: dough)
      // The booking is proposed by nothing, but it was kept, so the run comes to the last page.
      let last = try await visitor.press(second.onlyButton, on: second)
      #expect(last.title == "Is this right?")
      #expect(try await site.values(of: visitor)["eat"]?["item"] == "soup")
      #expect(try await visitor.send("s-bread", on: menu).status == 409)
    }
  }

  @Test("A result that the step refuses is shown with its problem, and the screen begins anew")
  func refused() async throws {
    let other = Self.dinner.replacing("{ \"id\": \"soup\"", with: "{ \"id\": \"stew\"")
    let menu = { (actions: String) in
      """
      { "flow": "m", "version": 1, "steps": [{ "id": "eat", "hub": { "title": "Menu", "body": [
        { "id": "soup", "text": { "title": "Soup" }, "target": { "actions": ["\(actions)"] } }] } }] }
      """
    }
    #expect(other != Self.dinner)
    var registry = FlowRegistry()
    registry.hub(actions: ["food:add"])
    let shown = try FlowDocument(parsing: menu("food:add"), for: registry).durableFlow()
    let strict = try FlowDocument(parsing: menu("flow:choose"), for: registry).durableFlow()
    try await DocumentSite.run(shown, workingOn: strict) { site in
      let visitor = site.visitor()
      let page = try await visitor.press("s-soup", on: try await visitor.start(at: "/d"))
      #expect(page.kind == "screen" && page.body.contains("id=\"problems\""))
      #expect(
        page.body.contains("The result of the screen isn&#39;t as expected") || page.body.contains("isn't as expected"))
      #expect(try await visitor.press("s-soup", on: page).body.contains("id=\"problems\""))
    }
  }

  @Test("A page that follows its screen by itself doesn't restart the time of the visit, and an entry does")
  func time() async throws {
    let clock = ManualClock()
    let flow = try Self.flow(
      Self.dinner.replacing("\"id\": \"eat\",", with: "\"id\": \"eat\", \"within\": \"20m\","))
    try await DocumentSite.run(flow, on: MemoryStore(timed: clock)) { site in
      let visitor = site.visitor()
      let menu = try await Self.menu(visitor)
      #expect(menu.body.contains("Answer within 20 minutes."))
      clock.advance(by: .seconds(900))
      func script() async throws -> String {
        try await visitor.send("GET", "/d/\(visitor.journey ?? "")/eat", ["Sec-Fetch-Dest": "empty"]).body
      }
      for _ in 1...2 { #expect(try await script().contains("Answer within 5 minutes.")) }
      #expect(try await visitor.answer(menu, [("flow-live", "")]).status == 303)
      // The worker restarts the time at the time that it reads.
      try await patiently("The time did not restart") { try await script().contains("Answer within 20 minutes.") }
    }
  }

  @Test("A result counts late in the time of a visit, also if no worker comes before the reply")
  func absentWorker() async throws {
    let clock = ManualClock()
    let store = MemoryStore(timed: clock)
    let flow = try Self.flow(
      """
      { "flow": "m", "version": 1, "steps": [{ "id": "eat", "within": "20m", "hub": { "title": "Menu", "body": [
        { "id": "soup", "text": { "title": "Soup" }, "target": { "actions": ["flow:choose"] } }] } }] }
      """)
    try await DocumentSite.run(flow, on: store) {
      $0.limited(patience: .milliseconds(300))
    } body: { site in
      let visitor = site.visitor()
      var menu = try await visitor.start(at: "/d")
      try await patiently("The screen was not shown") {
        if menu.kind != "screen" { menu = try await visitor.get("/d/\(visitor.journey ?? "")/eat") }
        return menu.kind == "screen"
      }
      let run = try await site.run(of: visitor).number
      await site.worker.stop()
      clock.advance(by: .seconds(900))
      #expect(try await visitor.send("s-soup", on: menu).status == 303)
      try await patiently("The answer was not handed in") {
        try await store.messages(of: run, after: 0, limit: 9).contains { $0.message.answering != nil }
      }
    }
  }

  @Test("A stranger, a foreign token, and a form that isn't one of a screen are refused before anything changes")
  func strangers() async throws {
    try await DocumentSite.run(try Self.flow()) { site in
      let visitor = site.visitor()
      let menu = try await Self.menu(visitor)
      let path = "/d/\(visitor.journey ?? "")/eat"
      let stranger = site.visitor()
      _ = try await stranger.start(at: "/d")
      #expect(try await stranger.get(path).status == 404)
      #expect(try await stranger.send("s-soup", on: menu).status == 404)
      let press = ("flow-press", "e0")
      let without = menu.allHidden.filter { $0.0 != "flow-form" } + [press]
      #expect(try await visitor.post(path, without).status == 403)
      #expect(
        try await visitor.post(path, menu.allHidden + [press], headers: ["Sec-Fetch-Site": "cross-site"]).status == 403)
      for name in ["flow-visit", "flow-screen"] {
        #expect(try await visitor.post(path, menu.allHidden.filter { $0.0 != name } + [press]).status == 400)
      }
      let changes = menu.between("data-changes=\"", "\"")
      #expect(changes.hasPrefix("/d/\(visitor.journey ?? "")/-/changes/answer/"))
      #expect(try await stranger.get(changes).status == 404)
      #expect(try await visitor.send("HEAD", changes).header("x-accel-buffering") == "no")
      #expect(try await visitor.get("/d/\(visitor.journey ?? "")/-/changes/answer/x/1").status == 204)
      #expect(try await visitor.get("/d/\(visitor.journey ?? "")/-/change/eat").location.hasSuffix("/eat"))
      #expect(try await site.values(of: visitor) == ["who": ["name": "Ada"]])
    }
  }
}

extension Visitor.Reply {
  /// The identifier of the main button of a screen with one.
  var onlyButton: String { between("<button class=\"button\" id=\"", "\"") }
}
