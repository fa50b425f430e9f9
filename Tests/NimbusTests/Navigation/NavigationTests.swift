import FlowJSON
import FlowScreens
import TestSupport
import Testing

@testable import Nimbus

@Suite("Navigation")
struct NavigationTests {
  private static let list = node(
    "app:column", state: #""note": {"title": "old"}"#,
    children: text("@{note.title}"),
    button(
      "edit",
      action(
        "push",
        #""url": "/edit", "state": {"note": "@{note}"}, "events": {"onSave": [\#(setState("note", "\"@{onSave}\""))]}"#)
    ))

  private static let edit = node(
    "app:column", state: #""title": "@{note.title}""#,
    children: node("app:input", "\"onChange\": [\(setState("title", "\"@{onChange}\""))]"),
    button(
      "save", action("triggerViewEvent", #""event": "onSave", "value": "@{object('title', title)}""#), action("pop")),
    button("late", action("pop"), action("triggerViewEvent", #""event": "onSave", "value": {"title": "late"}"#)),
    button("cancel", action("pop")), button("odd", action("triggerViewEvent", "\"event\": \"onDrop\"")))

  private func stage(_ more: [String: String] = [:]) -> NimbusHarness {
    NimbusHarness(documents: ["/list": Self.list, "/edit": Self.edit].merging(more) { $1 })
  }

  @Test("NB-29: A pushed view returns a value through an event of the view that pushed it")
  func editing() throws {
    let stage = stage()
    stage.navigator.open(ViewRequest("/list"))
    let list = try #require(stage.navigator.current)
    let layout = stage.navigator.layout
    layout.press("edit")
    #expect(stage.navigator.stacks.map(\.count) == [2])
    layout.type("never", into: "input")
    layout.press("cancel")
    #expect(list.lines.first == "old")
    layout.press("edit")
    layout.type("new", into: "input")
    layout.press("save")
    #expect(stage.navigator.stacks.map(\.count) == [1])
    #expect(stage.navigator.current === list)
    #expect(layout.probedLines.first == "new")
    layout.press("edit")
    layout.press("late")
    #expect(layout.probedLines.first == "late")
    #expect(stage.log.entries == [])
    layout.press("edit")
    layout.press("odd")
    #expect(stage.log.errors.first?.hasSuffix("failed: the view has no event \"onDrop\".") == true)
  }

  @Test("A view is pushed with events that are null or empty", arguments: ["null", "[]", "\"@{null}\""])
  func noEvents(_ event: String) throws {
    let stage = stage([
      "/b": text("b"), "/a": button("go", action("push", #""url": "/b", "events": {"onSave": \#(event)}"#)),
    ])
    stage.navigator.open(ViewRequest("/a"))
    stage.navigator.layout.press("go")
    #expect(stage.navigator.stacks.map(\.count) == [2])
    #expect(stage.log.errors == [])
  }

  @Test("Pop stops at the first view, popTo searches the current stack, and dismiss closes the presented stack")
  func stacks() {
    let stage = stage(["/a": text("a"), "/b": text("b"), "/c": text("c")])
    let navigator = stage.navigator
    var changes = 0
    navigator.open(ViewRequest("/a"))
    navigator.onChange = { changes += 1 }
    navigator.pop()
    navigator.dismiss()
    #expect(changes == 0)
    navigator.push(ViewRequest("/b"))
    navigator.push(ViewRequest("/c"))
    navigator.pop(to: "/x")
    navigator.popTo("/c")
    #expect(urls(navigator) == [["/a", "/b", "/c"]])
    navigator.present(ViewRequest("/b"))
    navigator.push(ViewRequest("/c"))
    navigator.popTo("/a")
    #expect(urls(navigator) == [["/a", "/b", "/c"], ["/b", "/c"]])
    navigator.dismiss()
    navigator.pop(to: "/a")
    #expect(urls(navigator) == [["/a"]])
    #expect(stage.log.entries == [])
  }

  @Test("The actions of a document control its navigator")
  func actions() {
    let buttons = [
      button("push", action("push", "\"url\": \"/b\"")), button("present", action("present", "\"url\": \"/b\"")),
      button("pop", action("pop")), button("popTo", action("popTo", "\"url\": \"/a\"")),
      button("dismiss", action("dismiss")),
    ]
    let document = "{\"_:component\": \"app:column\", \"children\": [\(buttons.joined(separator: ","))]}"
    let stage = NimbusHarness(documents: ["http://h/a": document, "http://h/b": document]) { $0.baseURL = "http://h/" }
    let navigator = stage.navigator
    navigator.open(ViewRequest("http://h/a"))
    for label in ["push", "push", "popTo", "present", "push", "pop"] { navigator.layout.press(label) }
    #expect(urls(navigator) == [["http://h/a"], ["http://h/b"]])
    navigator.layout.press("push")
    navigator.layout.press("dismiss")
    #expect(urls(navigator) == [["http://h/a"]])
    #expect(stage.log.entries == [])
  }

  @Test("A failed load shows an error and can be retried, and a malformed document also fails")
  func retrying() throws {
    let source = InMemoryViewSource(["/bad": "{"])
    let stage = NimbusHarness { $0.viewSource = source }
    let navigator = stage.navigator
    navigator.open(ViewRequest("/late"))
    #expect(
      navigator.layout.probedLines == [
        "This could not be shown.", "No view from /late: there is no such document.", "<Try again>",
      ])
    #expect(
      stage.log.take() == ["error: The view /late could not be loaded: No view from /late: there is no such document."])
    source.documents["/late"] = text("there")
    navigator.layout.press("Try again")
    #expect(navigator.layout.probedLines == ["there"])
    navigator.push(ViewRequest("/bad"))
    guard case .failed(ServerDrivenDocumentError.malformedJSON) = try #require(navigator.current).phase else {
      Issue.record("no error is shown")
      return
    }
  }

  @Test("A fallback replaces a view that cannot be loaded, with its own expressions and events")
  func fallback() {
    let fallback = node(
      "app:column", state: "\"x\": 1", children: text("sorry @{x}"), button("again", setState("x", "2")))
    let stage = stage(["/a": button("go", action("push", "\"url\": \"/none\", \"fallback\": \(fallback)"))])
    stage.navigator.open(ViewRequest("/a"))
    stage.navigator.layout.press("go")
    #expect(stage.navigator.layout.probedLines == ["sorry 1", "<again>"])
    stage.navigator.layout.press("again")
    #expect(stage.navigator.layout.probedLines == ["sorry 2", "<again>"])
    #expect(
      stage.log.entries == ["error: The view /none could not be loaded: No view from /none: there is no such document."]
    )
  }

  @Test("A malformed fallback leaves the error and is logged, and a retry updates the view twice")
  func badFallback() {
    let stage = stage(["/a": button("go", action("push", "\"url\": \"/none\", \"fallback\": {\"id\": \"x\"}"))])
    stage.navigator.open(ViewRequest("/a"))
    stage.navigator.layout.press("go")
    #expect(stage.navigator.layout.probedLines.first == "This could not be shown.")
    #expect(
      stage.log.errors.last
        == "The fallback of the view /none could not be shown: The component \"x\" at $ is malformed: expected a string for "
        + "\"_:component\", found nothing.")
    var updates = 0
    stage.navigator.current?.onUpdate = { updates += 1 }
    stage.navigator.current?.retry()
    #expect(updates == 2)
  }

  @Test("A prefetched document is requested once, when its node is created, and is used by the next push")
  func prefetching() {
    let source = SlowSource()
    let stage = NimbusHarness { $0.viewSource = source }
    stage.navigator.open(document: button("go", action("push", "\"url\": \"/b\", \"prefetch\": true")))
    #expect(source.asked == ["/b"])
    stage.navigator.layout.press("go")
    #expect(source.asked == ["/b"])
    #expect(stage.navigator.layout.probedLines == ["Loading…"])
    source.answer(.success(text("b")))
    #expect(stage.navigator.layout.probedLines == ["b"])
    stage.navigator.pop()
    stage.navigator.layout.press("go")
    #expect(source.asked == ["/b", "/b"])
  }

  @Test("A document whose prefetch failed is requested again when it is pushed")
  func failedPrefetch() {
    let source = SlowSource()
    let stage = NimbusHarness { $0.viewSource = source }
    stage.navigator.open(document: button("go", action("push", "\"url\": \"/b\", \"prefetch\": true")))
    source.answer(.failure(ViewSourceError(url: "/b", reason: "offline")))
    stage.navigator.layout.press("go")
    #expect(source.asked == ["/b", "/b"])
    source.answer(.success(text("b")))
    #expect(stage.navigator.layout.probedLines == ["b"])
  }

  @Test("Prefetches are limited to 32, and unused ones make room when a view loads")
  func forgottenPrefetches() {
    let source = SlowSource()
    let stage = NimbusHarness { $0.viewSource = source }
    func links(_ names: String) -> String {
      let buttons = (0..<40).map { button("\($0)", action("push", "\"url\": \"/\(names)\($0)\", \"prefetch\": true")) }
      return "{\"_:component\": \"app:column\", \"children\": [\(buttons.joined(separator: ","))]}"
    }
    stage.navigator.open(document: links("a"))
    #expect(source.asked.count == 32)
    stage.navigator.layout.press("39")
    #expect(source.asked.last == "/a39")
    for _ in 0..<32 { source.answer(.failure(ViewSourceError(url: "", reason: "late"))) }
    source.answer(.success(links("b")))
    #expect(source.asked.count == 33 + 32)
    #expect(source.asked.last == "/b31")
  }

  @Test("Actions inside actions are prefetched like the outer ones")
  func innerPrefetch() {
    let source = SlowSource()
    let stage = NimbusHarness { $0.viewSource = source }
    func push(_ url: String) -> String { action("push", "\"url\": \"\(url)\", \"prefetch\": true") }
    stage.navigator.open(
      document: button(
        "go", action("sendRequest", "\"url\": \"/x\", \"onFinish\": [\(push("/a"))]"),
        action("condition", "\"condition\": true, \"onTrue\": [\(action("condition", "\"onFalse\": [\(push("/b"))]"))]")
      ))
    #expect(source.asked == ["/a", "/b"])
    #expect(stage.log.entries == [])
  }

  @Test("An action that does not prefetch is evaluated only when it runs")
  func noPrefetch() throws {
    let stage = stage()
    func push(_ more: String) -> String {
      let push = action("push", #""url": "/o/@{substr(onSuccess.data.id, 0, 8)}""# + more)
      return button("go", action("sendRequest", "\"url\": \"/x\", \"onSuccess\": [\(push)]"))
    }
    for more in ["", ", \"prefetch\": false", ", \"prefetch\": null"] {
      _ = try stage.view(push(more))
      #expect(stage.log.take() == [])
    }
    _ = try stage.view(push(", \"prefetch\": \"@{true}\""))
    #expect(stage.log.take().count == 1)
  }

  @Test("A property with an expression can decide whether an action prefetches")
  func chosenPrefetch() {
    let source = SlowSource()
    let stage = NimbusHarness(states: ["on": true, "off": false]) { $0.viewSource = source }
    stage.navigator.open(
      document: button(
        "go", action("push", #""url": "/a", "prefetch": "@{on}""#),
        action("push", #""url": "/b", "prefetch": "@{off}""#), action("present", #""url": "@{'/c'}", "prefetch": true"#)
      ))
    #expect(source.asked == ["/a", "/c"])
  }

  @Test("A response that arrives after its view was released, or after a retry, changes nothing")
  func lateAnswers() {
    let source = SlowSource()
    let stage = NimbusHarness { $0.viewSource = source }
    stage.navigator.open(document: text("first"))
    stage.navigator.push(ViewRequest("/b"))
    weak let pushed = stage.navigator.current
    stage.navigator.pop()
    #expect(pushed == nil)
    source.answer(.success(text("b")))
    #expect(stage.navigator.layout.probedLines == ["first"])
    stage.navigator.push(ViewRequest("/c"))
    stage.navigator.current?.retry()
    source.answer(.success(text("old")))
    #expect(stage.navigator.layout.probedLines == ["Loading…"])
    source.answer(.success(text("new")))
    #expect(stage.navigator.layout.probedLines == ["new"])
  }

  @Test("A request for a view has a method, headers and a body, which can be named data")
  func requests() {
    let source = SlowSource()
    let stage = NimbusHarness { $0.viewSource = source }
    for key in ["body", "data"] {
      stage.navigator.open(
        document: button(
          "go", action("push", #""url": "/b", "method": "POST", "headers": {"A": 1}, "\#(key)": {"x": [1]}"#)))
      stage.navigator.layout.press("go")
      #expect(
        source.requests.last
          == NimbusRequest(
            url: "/b", method: .post, headers: ["A": "1", "Content-Type": "application/json"], body: "{\"x\":[1]}"))
    }
  }

  @Test("Navigation actions outside of a navigator are errors")
  func noNavigator() throws {
    let stage = stage()
    try stage.view(button("go", action("push", "\"url\": \"/a\""), action("pop"), action("push"))).pressKeeping("go")
    #expect(stage.log.errors.count == 3)
    #expect(
      stage.log.errors[1].hasSuffix("The view has no navigator.")
        || stage.log.errors[1].hasSuffix("the view has no navigator."))
    #expect(stage.log.errors[2].hasSuffix("expected a string for \"url\", found nothing."))
  }

  private func urls(_ navigator: NimbusNavigator) -> [[String?]] { navigator.stacks.map { $0.map(\.url) } }
}

/// A source that answers its requests in order, each when the test calls `answer`.
private final class SlowSource: ViewSource {
  private(set) var requests: [NimbusRequest] = []
  private var waiting: [(Result<String, any Error>) -> Void] = []

  var asked: [String] { requests.map(\.url) }

  func load(_ request: NimbusRequest, completion: @escaping (Result<String, any Error>) -> Void) {
    requests.append(request)
    waiting.append(completion)
  }

  func answer(_ result: Result<String, any Error>) {
    waiting.removeFirst()(result)
  }
}
