import FlowForms
import FlowScreens
import FlowState
import Foundation
import Testing
import WebTestSupport

@testable import FlowWeb

@Suite("Screens")
struct ScreenTests {
  private static let counter = Screens(TestFlows.counter(), at: "/s").named("The shop")
    .ending { count in PageText("The end", "You counted to \(count ?? -1).") }

  @Test("A press changes the screen, and finishing it leads to the end with its result")
  func presses() async throws {
    try await ScreenSite.run(Self.counter) { site in
      let visitor = site.visitor()
      var page = try await visitor.begin()
      #expect(page.title == "The counter" && page.kind == "screen" && page.body.contains("Count: 0"))
      page = try await visitor.press("s-more", on: page)
      #expect(page.body.contains("Count: 1") && page.note.isEmpty)
      let end = try await visitor.press("s-done", on: page)
      #expect(end.kind == "ended" && end.body.contains("You counted to 1."))
      // A new start is a new run.
      page = try await visitor.begin()
      #expect(page.body.contains("Count: 0"))
    }
  }

  @Test("What was entered is taken with a press, and with no press at all")
  func entries() async throws {
    try await ScreenSite.run(Self.counter) { site in
      let visitor = site.visitor()
      var page = try await visitor.begin()
      page = try await visitor.press(
        "s-more", on: page,
        [
          (page.name(of: "s-name"), "Ada"), (page.name(of: "s-secret"), "abc"), (page.name(of: "s-on"), "on"),
          (page.name(of: "s-size"), "1"),
        ])
      #expect(page.body.contains("Count: 1") && page.body.contains("value=\"Ada\""))
      #expect(page.body.contains("Secret has 3 letters, size 1"))
      #expect(!page.body.contains("abc") && page.body.contains("What you entered is kept."))
      #expect(page.body.contains("value=\"on\" checked") && page.body.contains("value=\"1\" checked"))
      // An empty password is none, and a box that isn't checked is off.
      page = try await visitor.follow(
        try await visitor.answer(page, [(page.name(of: "s-secret"), ""), (page.name(of: "s-name"), "Bob\u{7}\r\n")]))
      #expect(page.body.contains("Secret has 3 letters") && page.body.contains("value=\"Bob\""))
      #expect(!page.body.contains("value=\"on\" checked") && page.body.contains("Count: 1"))
    }
  }

  @Test("A press that is sent twice counts once, and the page says so once")
  func twice() async throws {
    try await ScreenSite.run(Self.counter) { site in
      let visitor = site.visitor()
      let page = try await visitor.begin()
      async let one = visitor.send("s-more", on: page)
      async let other = visitor.send("s-more", on: page)
      let replies = try await [one, other]
      #expect(replies.map(\.status) == [303, 303])
      let shown = try await visitor.follow(replies[1])
      #expect(shown.body.contains("Count: 1") && shown.note == "You pressed twice. It counted once.")
      #expect(try await visitor.get("/s/screen").note.isEmpty)
    }
  }

  @Test("A form of an earlier page changes nothing, and what was entered there isn't lost")
  func late() async throws {
    try await ScreenSite.run(Self.counter) { site in
      let visitor = site.visitor()
      let early = try await visitor.begin()
      _ = try await visitor.press("s-more", on: early)
      let page = try await visitor.press(
        "s-done", on: early,
        [
          (early.name(of: "s-name"), "Ada"), (early.name(of: "s-secret"), "abc"), (early.name(of: "s-on"), "on"),
          (early.name(of: "s-size"), "1"),
        ])
      #expect(page.kind == "screen" && page.body.contains("Count: 1"))
      #expect(page.body.contains("value=\"on\" checked") && page.body.contains("value=\"1\" checked"))
      #expect(page.body.contains("size -1"))
      #expect(page.note.contains("Nothing was done") && page.body.contains("value=\"Ada\""))
      #expect(!page.body.contains("abc") && page.body.contains("Secret has 0 letters"))
      #expect(!(try await visitor.get("/s/screen").body.contains("value=\"Ada\"")))
    }
  }

  @Test("A choice of an earlier page isn't shown again among other options")
  func lateChoice() async throws {
    let changes = Log()
    let flow = TestFlows.showing([
      { screen in
        let options = changes.lines.isEmpty ? ["Red", "Blue"] : ["Black", "White"]
        return .column([
          .element(.choice("color", label: "Color", options: options, selected: nil) { _ in }),
          .element(.toggle("on", label: "On", isOn: false) { _ in }),
          .element(.button("ok", label: "OK") { screen.finish("") }),
        ])
      }
    ])
    try await ScreenSite.run(Screens(flow, at: "/s")) { site in
      let visitor = site.visitor()
      let early = try await visitor.begin()
      changes.note("other options")
      let page = try await visitor.press(
        "s-ok", on: early, [(early.name(of: "s-color"), "1"), (early.name(of: "s-on"), "on")])
      #expect(page.note.contains("Nothing was done") && page.body.contains("White"))
      #expect(page.body.contains("value=\"on\" checked") && !page.body.contains("value=\"1\" checked"))
    }
  }

  @Test("A button of an earlier screen doesn't press one of the next screen that has the same place")
  func nextScreen() async throws {
    let layout: @Sendable (String) -> @Sendable (PlainScreen) -> ScreenLayout = { title in
      { screen in .column([.heading(StyledText(title)), .element(.button("ok", label: "OK") { screen.finish(title) })])
      }
    }
    let screens = Screens(TestFlows.showing([layout("Pay?"), layout("Pay again?")]), at: "/s")
    try await ScreenSite.run(screens) { site in
      let visitor = site.visitor()
      let page = try await visitor.begin()
      _ = try await visitor.send("s-ok", on: page)
      let next = try await visitor.press("s-ok", on: page)
      #expect(next.title == "Pay again?" && next.note == "You pressed twice. It counted once.")
    }
  }

  @Test("Typing is taken before a button is pressed, and doesn't make the page late")
  func live() async throws {
    let log = Log()
    try await ScreenSite.run(Screens(TestFlows.counter(log), at: "/s")) { site in
      let visitor = site.visitor()
      let page = try await visitor.begin()
      _ = try await visitor.answer(page, [(page.name(of: "s-name"), "A"), ("flow-live", "")])
      _ = try await visitor.answer(page, [(page.name(of: "s-name"), "Ada"), ("flow-live", "")])
      let next = try await visitor.press("s-more", on: page, [(page.name(of: "s-name"), "Ada")])
      #expect(next.body.contains("Count: 1") && next.note.isEmpty && log.lines == ["name A", "name Ada"])
    }
  }

  @Test("Text that the script sends after the screen has changed is neither taken nor shown again")
  func lateLive() async throws {
    try await ScreenSite.run(Self.counter) { site in
      let visitor = site.visitor()
      let early = try await visitor.begin()
      _ = try await visitor.press("s-more", on: early)
      _ = try await visitor.answer(early, [(early.name(of: "s-name"), "Ada"), ("flow-live", "")])
      let page = try await visitor.get("/s/screen")
      #expect(page.note.isEmpty && !page.body.contains("value=\"Ada\""))
    }
  }

  @Test("A disabled button can't be pressed, and a command without a button can be used")
  func commands() async throws {
    try await ScreenSite.run(Self.counter) { site in
      let visitor = site.visitor()
      var page = try await visitor.begin()
      page = try await visitor.press("s-less", on: page)
      #expect(page.note == "That isn&#39;t possible now." && page.body.contains("Count: 0"))
      page = try await visitor.press("c0-do", on: page, [("c0", " seven ")])
      #expect(page.note == "&#39;seven&#39; is no number.")
      page = try await visitor.press("c0-do", on: page, [("c0", " 7 ")])
      #expect(page.body.contains("Count: 7") && page.note.isEmpty)
      // The screen is left, and the step has no result.
      #expect(try await visitor.press("c1", on: page).body.contains("You counted to -1."))
    }
  }

  @Test("Forms show what is wrong, Back shows what was entered, and the end has the answers")
  func forms() async throws {
    let screens = Screens(try TestFlows.forms(), at: "/s").ending { PageText("Thanks", $0 ?? "nothing") }
    try await ScreenSite.run(screens) { site in
      let visitor = site.visitor()
      var page = try await visitor.begin()
      #expect(page.title == "Who are you?" && page.body.contains("For the receipt"))
      page = try await visitor.press("s-continue", on: page, [(page.name(of: "s-name"), "Ada")])
      #expect(page.body.contains("aria-invalid=\"true\"") && page.body.contains("id=\"s-email-problem\""))
      #expect(page.body.contains("value=\"Ada\""))
      page = try await visitor.press("s-continue", on: page, [(page.name(of: "s-email"), "ada@example.org")])
      #expect(page.title == "Which plan?" && !page.body.contains("id=\"back\""))
      page = try await visitor.press("s-back", on: page)
      #expect(page.title == "Who are you?" && page.body.contains("value=\"ada@example.org\""))
      page = try await visitor.press("s-continue", on: page)
      page = try await visitor.press("s-continue", on: page, [(page.name(of: "s-kind"), "1")])
      #expect(page.kind == "ended" && page.body.contains("Ada paid"))
    }
  }

  @Test("A page has Back if the run can go back and the screen has none of its own")
  func back() async throws {
    let layouts: [@Sendable (PlainScreen) -> ScreenLayout] = ["One", "Two"].map { title in
      { screen in
        .column([.heading(StyledText(title)), .element(.button("ok", label: "OK") { screen.finish(title) })])
      }
    }
    let flow = TestFlows.showing(layouts).reversible()
    try await ScreenSite.run(Screens(flow, at: "/s")) { site in
      let visitor = site.visitor()
      var page = try await visitor.begin()
      #expect(!page.body.contains("id=\"back\""))
      page = try await visitor.press("s-ok", on: page)
      #expect(page.title == "Two")
      page = try await visitor.press("back", on: page)
      #expect(page.title == "One")
    }
  }

  @Test("A page says that work is done between two screens, and that the run has failed")
  func work() async throws {
    struct Broken: Error {}
    let gate = AsyncSignal()
    let flow = Flow(Any.self, Void.self, identifier: "Work") { scope in
      let show = FlowStep(
        identifier: "ok",
        presenting: { _ in PlainScreen { s in .element(.button("ok", label: "OK") { s.finish("") }) } },
        on: scope.context.presenter)
      let work = FlowStep(Any.self, Void.self, identifier: "work") { _ in
        try await gate.wait(orSay: "The work was not let go")
        throw Broken()
      }
      show.setCompletion { step, _ in step.nextStep = work }
      return show
    }
    try await ScreenSite.run(Screens(flow, at: "/s").named("Work").limited(toBytes: 9_999, patience: .zero)) { site in
      let visitor = site.visitor()
      _ = try await visitor.begin()
      var page = try await visitor.get("/s/screen")
      try await patiently("The screen was not shown") {
        page = try await visitor.get("/s/screen")
        return page.kind == "screen"
      }
      #expect(page.title == "Work")
      page = try await visitor.press("s-ok", on: page)
      #expect(page.kind == "working" && page.body.contains("http-equiv=\"refresh\""))
      gate.send()
      try await patiently("The failure was not shown") { try await visitor.get("/s/screen").kind == "failed" }
    }
  }

  @Test("The pages are below the group of a router")
  func group() async throws {
    try await ScreenSite.run(Screens(TestFlows.counter(), at: "/shop/s"), in: "/shop") { site in
      let visitor = site.visitor()
      let page = try await visitor.start(at: "/shop/s")
      #expect(page.title == "The counter")
      let script = try await visitor.get(page.between("<script src=\"", "\""))
      #expect(script.status == 200 && script.header("content-type")?.hasPrefix("text/javascript") == true)
    }
  }
}
