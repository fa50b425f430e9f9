import FlowJSON
import FlowScreens
import FlowState
import FlowStateTesting
import Foundation
import Hub
import TestSupport
import Testing

@Suite("A Hub view as a step of a flow")
struct HubScreenTests {
  @Test("An action completes the step with the selected component")
  func completed() {
    let stage = ScreenStage()
    stage.start(["title": "Menu", "body": [["id": "soup", "target": ["actions": ["food:choose"]]]]])
    #expect(stage.screen?.viewModel.navigationBarTitle == "Menu")
    #expect(stage.select(0) == .performed(ComponentIdentifier(namespace: "food", name: "choose")))
    stage.queue.play()
    #expect(stage.recorder.text.hasSuffix("= soup"))
    #expect(stage.recorder.lines.filter { $0.contains("extra") }.isEmpty)
  }

  @Test("Commands use the screen without a terminal, and leaving it gives no result")
  func commands() {
    let stage = ScreenStage()
    stage.start(["title": "Menu", "body": [["id": "soup", "target": ["actions": ["food:choose"]]]]])
    #expect(stage.lines == ["Menu", "", "[ soup ]"])
    stage.perform("press soup")
    #expect(stage.recorder.text.hasSuffix("= soup"))
    #expect(stage.endings == ["finished"])
    let other = ScreenStage()
    other.start([:])
    other.leave()
    #expect(other.recorder.text.hasSuffix("= nothing"))
  }

  @Test("A screen that cannot be shown fails its step, and cancelling the run removes the screen")
  func otherEndings() {
    struct Broken: Error {}
    let stage = ScreenStage()
    stage.start([:])
    stage.fail(Broken())
    #expect(stage.recorder.text.contains("Menu failed: Broken()"))
    let other = ScreenStage()
    other.start([:])
    other.cancel()
    #expect(other.endings == ["taken away"])
  }

  @Test("The content is added once to the builder of the screen")
  func contentOnce() {
    var builder = HubViewModelBuilder()
    builder.navigationBarTitle = "Base"
    builder.body.append { $0.title = "first" }
    let stage = ScreenStage(builder)
    stage.start([["text": ["title": "second"]]])
    #expect(stage.screen?.viewModel.navigationBarTitle == "Base")
    #expect(stage.screen?.viewModel.bodyComponentModels.map(\.title) == ["first", "second"])
    #expect(stage.changes.value == 0)
  }

  @Test("Without content, the builder is shown unchanged")
  func noContent() {
    var builder = HubViewModelBuilder()
    builder.navigationBarTitle = "Base"
    let stage = ScreenStage(builder)
    stage.start(nil)
    #expect(stage.screen?.viewModel.navigationBarTitle == "Base")
    #expect(stage.changes.value == 0)
  }

  @Test("Content that is set while the view is shown is added to the view")
  func laterContent() {
    let stage = ScreenStage()
    stage.start(["title": "T", "body": [["id": "a"]]])
    stage.update(["body": [["id": "b"]]])
    #expect(stage.screen?.viewModel.navigationBarTitle == "T")
    #expect(stage.screen?.viewModel.bodyComponentModels.map(\.identifier) == ["a", "b"])
    #expect(stage.changes.value == 1)
  }

  @Test("Other code can edit the builder of a shown screen")
  func edited() {
    let stage = ScreenStage()
    stage.start(["body": [["id": "a"]]])
    stage.queue.perform { stage.screen?.edit { $0.body.edit("a") { $0.title = "A" } } }
    #expect(stage.screen?.viewModel.bodyComponentModels[0].title == "A")
    #expect(stage.changes.value == 1)
  }

  @Test("Invalid content fails the step, at its start and later")
  func wrongContent() {
    let first = ScreenStage()
    first.start(5)
    let sentence = "The root of the document is the integer 5; an object or an array was expected."
    #expect(first.recorder.text.contains("Menu failed: \(sentence)"))
    #expect(first.screen == nil)
    let second = ScreenStage()
    second.start([:])
    second.update(5)
    second.queue.play()
    #expect(second.recorder.text.contains("Menu failed: \(sentence)"))
  }

  @Test("Releasing the screen abandons its step")
  func abandoned() {
    let stage = ScreenStage()
    stage.start([:])
    stage.letGo()
    stage.queue.play()
    #expect(stage.recorder.text.contains("Menu abandoned"))
  }

  @Test("The screen is released after the run")
  func noLeak() {
    let stage = ScreenStage()
    stage.start([["target": ["actions": ["food:choose"]]]])
    weak let screen = stage.screen
    stage.select(0)
    stage.queue.play()
    stage.letGo()
    #expect(screen == nil)
  }
}

/// A flow with one Hub view, on a queue that the test plays.
private final class ScreenStage {
  let queue = ManualQueue()
  let recorder = FlowRecorder()
  let changes = Box(0)
  private let builder: HubViewModelBuilder
  private let presenter = Box(HandPresenter())
  private let run = Box<FlowRun?>(nil)
  private let step = Box<FlowStep<JSONValue, String>?>(nil)

  init(_ builder: HubViewModelBuilder = HubViewModelBuilder()) {
    self.builder = builder
  }

  var screen: HubScreen<String>? { presenter.value.screen as? HubScreen<String> }

  func start(_ content: JSONValue?) {
    let (builder, presenter, step, changes) = (builder, presenter, step, changes)
    presenter.value = HandPresenter { screen in
      (screen as? HubScreen<String>)?.onChange = { _ in changes.value += 1 }
    }
    let flow = Flow(JSONValue.self, String.self, identifier: "Lunch") { scope in
      var actions = HubActions<HubScreen<String>>()
      try? actions.register("food:choose") { selection, screen in
        screen.complete(selection.component.identifier)
        return true
      }
      let menu = FlowStep(
        identifier: "Menu", presenting: { [actions] _ in HubScreen(builder, actions: actions) }, on: presenter.value)
      menu.content = scope.content
      menu.setCompletion { _, dish in scope.result = dish }
      step.value = menu
      return menu
    }
    run.value = flow.on(queue).observed(by: recorder).start(content) { [recorder] outcome in
      if case .completed(let dish) = outcome { recorder.note("= \(dish ?? "nothing")") }
    }
    queue.play()
  }

  func update(_ content: JSONValue) {
    queue.perform { step.value?.content = content }
  }

  @discardableResult
  func select(_ index: Int) -> HubSelectionOutcome? {
    var outcome: HubSelectionOutcome?
    queue.perform { outcome = screen.map { $0.select($0.viewModel.bodyComponentModels[index]) } }
    return outcome
  }

  var lines: [String] { presenter.value.lines }
  var endings: [String] { presenter.value.endings }

  func perform(_ line: String) {
    queue.perform { _ = presenter.value.perform(line) }
    queue.play()
  }

  func leave() {
    queue.perform { presenter.value.leave() }
    queue.play()
  }

  func fail(_ error: any Error) {
    queue.perform { presenter.value.fail(error) }
    queue.play()
  }

  func cancel() {
    run.value?.cancel()
    queue.play()
  }

  func letGo() {
    presenter.value.screen = nil
    step.value = nil
  }
}
