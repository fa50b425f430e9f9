import FlowJSON
import FlowScreens
import FlowState
import FlowStateTesting
import TestSupport
import Testing

@testable import Nimbus

@Suite("Screens as flow steps")
@MainActor
struct ScreenStepTests {
  private struct Profile: Decodable, Sendable, Equatable {
    var name: String
    var age: Int
  }

  private struct Save: ActionDecodable {
    @CoreAction var event: ActionTriggeredEvent
    var name: String

    func execute() throws { try event.completeStep(with: Profile(name: name, age: 1)) }
  }

  private struct Wrong: ActionDecodable {
    @CoreAction var event: ActionTriggeredEvent

    func execute() throws { try event.completeStep(with: 5) }
  }

  private struct Break: ActionDecodable {
    @CoreAction var event: ActionTriggeredEvent

    func execute() throws { try event.failStep(ViewSourceError(url: "u", reason: "broken")) }
  }

  private static let form = node(
    "app:column", state: "\"typed\": \"\"",
    children: text("Hello @{name}"), node("app:input", "\"onChange\": [\(setState("typed", "\"@{onChange}\""))]"),
    button("save", action("my:save", "\"name\": \"@{typed}\"")), button("wrong", action("my:wrong")),
    button("document", action("flow:complete", #""result": {"name": "@{typed}", "age": "7"}"#)),
    button("undecodable", action("flow:complete", "\"result\": {}")), button("finish", action("flow:finish")),
    button("break", action("my:break")), button("twice", action("flow:finish"), action("flow:finish")))

  /// A flow with one screen, on a queue that the test plays.
  @MainActor
  private final class Show {
    let log = LogBook()
    let queue = ManualQueue()
    let presenter = HandPresenter()
    var step: FlowStep<String, Profile>?
    var outcome = ""
    /// The screen, also after its removal.
    var screen: NimbusScreen<String, Profile>?
    private(set) var run: FlowRun?

    @MainActor
    func start(_ content: String) {
      let log = log
      let make = { @MainActor [unowned self] (scope: FlowScope<String, Profile>) -> any Startable in
        let presenting = { @MainActor [unowned self] in
          var configuration = NimbusConfiguration()
          configuration.logger = log
          configuration.libraries = [
            NimbusHarness.library, .flow(),
            NimbusSwiftUILibrary("my").addAction("save", Save.self).addAction("wrong", Wrong.self)
              .addAction("break", Break.self),
          ]
          let screen = NimbusScreen<String, Profile>(
            NimbusInstance(configuration), document: ScreenStepTests.form,
            states: { name in ["name": .string(name ?? "")] })
          self.screen = screen
          return screen
        }
        let step = FlowStep(identifier: "Form", presenting: { _ in presenting() }, on: presenter)
        step.content = scope.content
        step.setCompletion { [unowned step] _, profile in
          _ = step
          scope.result = profile
        }
        self.step = step
        return step
      }
      let flow = Flow(String.self, Profile.self, identifier: "Signup", onMainActor: make).on(queue)
      run = flow.start(content) { [weak self] outcome in
        let text =
          switch outcome {
          case .completed(let profile): profile.map { "\($0.name) \($0.age)" } ?? "nothing"
          case .failed(let error): "\(error)"
          case .cancelled: "cancelled"
          }
        MainActor.assumeIsolated { self?.outcome = text }
      }
      queue.play()
    }

    func press(_ label: String) {
      queue.perform { screen?.layout.press(label) }
      queue.play()
    }

    func type(_ text: String) {
      queue.perform { screen?.layout.type(text, into: "input") }
      queue.play()
    }

    func cancel() {
      run?.cancel()
      queue.play()
    }

    var lines: [String] { screen?.layout.probedLines ?? [] }
  }

  private func shown() -> Show {
    let show = Show()
    show.start("Bo")
    return show
  }

  @Test("The content becomes a state, and an action completes the step")
  func completing() {
    let show = shown()
    #expect(show.lines.first == "Hello Bo")
    show.type("Al")
    show.press("save")
    #expect(show.outcome == "Al 1")
    #expect(show.presenter.endings == ["finished"])
    #expect(show.log.entries == [])
  }

  @Test("New content updates its state and keeps the other states")
  func newContent() {
    let show = shown()
    show.type("kept")
    show.queue.perform { show.step?.content = "Cy" }
    show.queue.play()
    #expect(show.lines.first == "Hello Cy")
    show.press("save")
    #expect(show.outcome == "kept 1")
  }

  @Test("A document can complete its step, and a result that does not fit is logged")
  func documents() {
    let show = shown()
    show.type("Al")
    show.press("undecodable")
    show.press("wrong")
    #expect(show.outcome == "")
    #expect(
      show.log.take() == [
        "error: The action \"flow:complete\" in nimbus > navigator > view > nimbus:root > nimbus:1 > nimbus:7 > onPress "
          + "could not be decoded: at $: Expected a member named \"name\", found none.",
        "error: The action \"my:wrong\" in nimbus > navigator > view > nimbus:root > nimbus:1 > nimbus:5 > onPress failed: "
          + "The result of the step is of type Profile, not Int.",
      ])
    show.press("document")
    #expect(show.outcome == "Al 7")
  }

  @Test("A step can finish without a result, but only once, or fail")
  func otherEndings() {
    let finished = shown()
    finished.press("finish")
    #expect(finished.outcome == "nothing")
    let twice = shown()
    twice.press("twice")
    #expect(twice.outcome == "nothing")
    #expect(twice.log.errors.count == 1)
    #expect(twice.log.errors.first?.hasSuffix("No step of a flow shows the screen.") == true)
    let broken = shown()
    broken.press("break")
    #expect(broken.outcome.contains("No view from u: broken."), "\(broken.outcome)")
  }

  @Test("A screen that is left completes its step without a result, and one that cannot be shown fails it")
  func presenting() {
    let used = shown()
    used.queue.perform { used.screen?.leave() }
    used.queue.play()
    #expect(used.outcome == "nothing")
    #expect(used.presenter.endings == ["finished"])
    let left = shown()
    left.queue.perform { left.presenter.leave() }
    left.queue.play()
    #expect(left.outcome == "nothing")
    let broken = shown()
    broken.queue.perform { broken.presenter.fail(ViewSourceError(url: "u", reason: "broken")) }
    broken.queue.play()
    #expect(broken.outcome.contains("No view from u: broken."), "\(broken.outcome)")
  }

  @Test("Releasing the screen abandons the step")
  func abandoning() {
    let show = shown()
    show.queue.perform {
      show.presenter.screen = nil
      show.screen = nil
    }
    show.queue.play()
    #expect(show.outcome.contains("Form"), "\(show.outcome)")
    #expect(show.presenter.endings == [])
  }

  @Test("Cancelling the run removes the screen, and its actions then complete nothing")
  func cancelling() {
    let show = shown()
    show.cancel()
    #expect(show.outcome == "cancelled")
    #expect(show.presenter.endings == ["taken away"])
    show.press("save")
    #expect(show.outcome == "cancelled")
    #expect(show.log.errors.count == 1)
  }
}
