import FlowJSON
import FlowScreens
import Foundation
import Hub
import TestSupport
import Testing

@Suite("Selecting components")
struct HubSelectorTests {
  @Test("Actions are tried in order until one succeeds, and then nothing is opened")
  func firstSuccess() throws {
    let stage = try SelectionStage(["n:no": false, "n:yes": true, "n:never": true])
    let outcome = stage.select(["uri": "a:b", "actions": ["n:no", "n:yes", "n:never"]])
    #expect(outcome == .performed(ComponentIdentifier(namespace: "n", name: "yes")))
    #expect(stage.log.lines == ["n:no on row", "n:yes on row"])
  }

  @Test("If no action succeeds, the URI is opened with the initial view")
  func opened() throws {
    let stage = try SelectionStage(["n:no": false])
    let outcome = stage.select(["uri": "a:b", "actions": ["n:no"], "view": ["title": "T"]])
    #expect(outcome == URL(strict: "a:b").map { .opened($0) })
    #expect(stage.log.lines == ["n:no on row", "open a:b with T"])
  }

  @Test("A selection without a target, or without a URI that can be opened, is unhandled")
  func unhandled() throws {
    let stage = try SelectionStage(["n:no": false])
    #expect(stage.select(nil) == .unhandled)
    #expect(stage.select([:]) == .unhandled)
    #expect(stage.select(["actions": ["n:no"]]) == .unhandled)
    #expect(stage.select(["uri": "refused:x"]) == .unhandled)
    #expect(stage.log.lines == ["n:no on row", "open refused:x with nothing"])
  }

  @Test("An unregistered action is logged, and the next one is tried")
  func unknown() throws {
    let stage = try SelectionStage(["n:yes": true])
    #expect(stage.select(["actions": ["n:unknown", "n:yes"]]) != .unhandled)
    #expect(
      stage.logger.entries == [
        #"warning: Component "row" names the action "n:unknown", which is not registered."#
      ])
  }

  @Test("A URL opener can open targets")
  func plainOpener() throws {
    let selector = HubSelector<Void>(actions: HubActions(), opener: HubTargetOpener(AcceptsEverything()))
    let view = try Fixtures.view(["body": [["target": ["uri": "a:b"]]]])
    #expect(selector.select(view.bodyComponentModels[0], in: view, with: ()) != .unhandled)
  }

  @Test("An action's identifier must be valid and can be registered once")
  func registering() throws {
    var actions = HubActions<Void>()
    try actions.register("a:b") { _, _ in true }
    #expect(throws: HubRegistrationError.alreadyRegistered(.action, "a:b")) {
      try actions.register("a:b") { _, _ in true }
    }
    #expect(throws: HubRegistrationError.malformedIdentifier(of: .action, "b")) {
      try actions.register("b") { _, _ in true }
    }
    #expect(throws: HubRegistrationError.emptyIdentifier(of: .action)) {
      try actions.register("") { _, _ in true }
    }
    actions.unregister("b")
    actions.unregister("a:b")
    try actions.register("a:b") { _, _ in true }
  }
}

private struct AcceptsEverything: URLOpener {
  func open(_ url: URL) -> Bool { true }
}

/// Records actions and opened URIs.
private final class SelectionLog {
  var lines: [String] = []
}

private struct SelectionStage {
  let log = SelectionLog()
  let logger = LogBook()
  private let selector: HubSelector<SelectionLog>

  init(_ answers: [String: Bool]) throws {
    var actions = HubActions<SelectionLog>()
    for (identifier, answer) in answers {
      try actions.register(identifier) { selection, log in
        log.lines.append("\(selection.action) on \(selection.component.identifier)")
        return answer
      }
    }
    let opener = HubTargetOpener { [log] url, view in
      log.lines.append("open \(url.absoluteString) with \(view?.navigationBarTitle ?? "nothing")")
      return url.scheme != "refused"
    }
    selector = HubSelector(actions: actions, opener: opener, logger: logger)
  }

  func select(_ target: JSONObject?) -> HubSelectionOutcome {
    var builder = HubViewModelBuilder()
    builder.body.edit("row") { row in
      if let target { row.editTarget { $0.addJSON(target) } }
    }
    let view = builder.build()
    return selector.select(view.bodyComponentModels[0], in: view, with: log)
  }
}
