import FlowScreens
import FlowState
import FlowStateTesting
import TestSupport
import Testing

@Suite("A custom screen as a step of a flow")
struct FlowStepPresentingTests {
  /// A screen of the test's own type, which counts.
  private final class CountScreen: FlowStepScreen {
    let handler = FlowStepHandler(Int.self, Int.self)
    private(set) var isFinished = false
    private(set) var count = 0
    private var changed: (@Sendable () -> Void)?

    var layout: ScreenLayout {
      .column([.text("Count: \(count)"), .element(.button("more", label: "More") { self.count += 1 })])
    }

    var commands: [ScreenCommand] {
      [
        ScreenCommand("done", help: "completes the step") { _ in
          self.finish()
          return .done
        }
      ]
    }

    func receive(_ content: Int?) {
      count += content ?? 0
      changed?()
    }

    func observe(_ changed: @escaping @Sendable () -> Void) { self.changed = changed }

    func finish() {
      isFinished = true
      handler.complete(count)
      changed?()
    }
  }

  /// A flow with one such screen, on a queue that the test plays.
  private final class Bench {
    let queue = ManualQueue()
    let recorder = FlowRecorder()
    let leaks = LeakCheck()
    let step = Box<FlowStep<Int, Int>?>(nil)
    private let shown = Box<HandPresenter?>(nil)
    private(set) var run: FlowRun?

    var presenter: HandPresenter {
      if let presenter = shown.value { return presenter }
      let presenter = HandPresenter()
      shown.value = presenter
      return presenter
    }

    /// The outcome of the run.
    var outcome: String { recorder.lines.last { $0.hasPrefix("= ") } ?? "none" }

    func start(
      _ content: Int? = nil, around: @escaping @Sendable (FlowStep<Int, Int>) -> AnyFlowStep = { $0 },
      making make: @escaping @Sendable () throws -> CountScreen = { CountScreen() }
    ) {
      shown.value = HandPresenter()
      let flow = Flow(Int.self, Int.self, identifier: "F") { [step, shown] scope in
        guard let presenter = shown.value else { preconditionFailure("There is no presenter.") }
        let made = FlowStep(identifier: "Count", presenting: { _ in try make() }, on: presenter)
        made.content = scope.content
        made.setCompletion { _, count in scope.result = count }
        step.value = made
        return around(made)
      }
      run = flow.on(queue).observed(by: recorder).watched(by: leaks).start(content) { [recorder] outcome in
        switch outcome {
        case .completed(let count): recorder.note("= \(count.map { "\($0)" } ?? "nil")")
        case .failed(let error as FlowError): recorder.note("= \(error.cause.map { "\($0)" } ?? "abandoned")")
        case .failed(let error): recorder.note("= \(error)")
        case .cancelled: recorder.note("= cancelled")
        }
      }
      queue.play()
    }

    func onScreen(_ body: (HandPresenter) -> Void) {
      queue.perform { body(presenter) }
      queue.play()
    }

    func requireNothingAlive() throws {
      step.value = nil
      presenter.screen = nil
      queue.play()
      try leaks.requireNothingAlive()
    }
  }

  private struct Broken: Error {}

  private let bench = Bench()

  @Test("A screen shows the content, performs commands and completes its step")
  func completing() throws {
    bench.start(5)
    #expect(bench.presenter.lines == ["Count: 5", "[ More ]"])
    bench.onScreen { $0.perform("press more") }
    #expect(bench.presenter.lines.first == "Count: 6")
    bench.onScreen { $0.perform("done") }
    #expect(bench.outcome == "= 6")
    #expect(bench.presenter.endings == ["finished"])
    try bench.requireNothingAlive()
  }

  @Test("A screen receives the content once when it starts, and again each time that it is set")
  func content() {
    bench.start(5)
    bench.queue.perform { bench.step.value?.content = 5 }
    bench.queue.play()
    #expect(bench.presenter.lines.first == "Count: 10")
    #expect(bench.presenter.changes == 1)
  }

  @Test("A screen that the user leaves completes its step without a result")
  func leaving() throws {
    bench.start(5)
    bench.onScreen { $0.leave() }
    #expect(bench.outcome == "= nil")
    try bench.requireNothingAlive()
  }

  @Test("A screen that cannot be shown fails its step")
  func failing() throws {
    bench.start(5)
    bench.onScreen { $0.fail(Broken()) }
    #expect(bench.outcome == "= Broken()")
    try bench.requireNothingAlive()
  }

  @Test("A screen that cannot be made fails its step, and nothing is shown")
  func notMade() throws {
    bench.start(5, making: { throw Broken() })
    #expect(bench.outcome == "= Broken()")
    #expect(bench.presenter.screen == nil)
    try bench.requireNothingAlive()
  }

  @Test("A screen that is finished when it is made is not shown")
  func finishedAtOnce() throws {
    bench.start(
      5,
      making: {
        let screen = CountScreen()
        screen.finish()
        return screen
      })
    #expect(bench.outcome == "= 0")
    #expect(bench.presenter.endings == [])
    try bench.requireNothingAlive()
  }

  @Test("Cancelling the run removes the screen")
  func cancelling() throws {
    bench.start(5)
    bench.run?.cancel()
    bench.queue.play()
    #expect(bench.outcome == "= cancelled")
    #expect(bench.presenter.endings == ["taken away"])
    try bench.requireNothingAlive()
  }

  @Test("A step is abandoned when the presenter releases its screen")
  func abandoning() throws {
    bench.start(5)
    bench.onScreen { $0.screen = nil }
    #expect(bench.outcome == "= abandoned")
    try bench.requireNothingAlive()
  }

  @Test("Each start of a step makes a new screen with the content of that start")
  func startedAgain() throws {
    bench.start(5, around: { $0.retry(attempts: 2) })
    bench.onScreen { $0.perform("press more") }
    bench.onScreen { $0.fail(Broken()) }
    #expect(bench.presenter.lines.first == "Count: 5")
    bench.onScreen { $0.perform("done") }
    #expect(bench.outcome == "= 5")
    #expect(bench.presenter.endings == ["failed", "finished"])
    try bench.requireNothingAlive()
  }

  @Test("ShownScreen calls the presenter's closure once, however often it is ended")
  func ending() {
    var count = 0
    let shown = ShownScreen { count += 1 }
    #expect(!shown.isEnded)
    shown.end()
    shown.end()
    #expect(shown.isEnded)
    #expect(count == 1)
  }

  @Test("The user's closures on a step are called, and the screen still receives content and is removed")
  func usersClosures() {
    let bench = Bench()
    let notes = LockedList<String>()
    bench.start(
      1,
      around: { step in
        step.onContentUpdate { notes.append("content \($0 ?? 0)") }
        return step
      })
    bench.queue.play()
    let screen = bench.presenter.screen as? CountScreen
    bench.queue.perform {
      bench.step.value?.content = 4
      bench.step.value?.onCancel { notes.append("stopped") }
    }
    #expect(screen?.count == 5)
    bench.run?.cancel()
    bench.queue.play()
    #expect(notes.all == ["content 1", "content 4", "stopped"])
    #expect(bench.presenter.endings == ["taken away"])
  }
}
