@testable import FlowNavigation
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Runs that other runs replace, and completions that start runs.
@MainActor
struct ReplacedRunTests {
  /// An app that shows its home page whenever nothing else is shown.
  @MainActor private final class App {
    let pages: FlowPages<ShopPage>
    let queue = ManualQueue()
    /// The starts and the outcomes, in order.
    private(set) var log: [String] = []

    init(_ pages: FlowPages<ShopPage> = FlowPages()) { self.pages = pages }

    private func flow(_ page: ShopPage) -> Flow<Any, String> {
      Flow(
        Any.self, String.self, identifier: "\(page)",
        onMainActor: { [pages] _ in
          pages.step(page, Any.self, String.self)
        }
      ).on(queue)
    }

    func home() {
      log.append("home")
      pages.start(flow(.list)) { [self] outcome in
        log.append("home \(outcome)")
        home()
      }
    }

    func open() {
      log.append("open")
      pages.start(flow(.detail)) { [self] outcome in
        log.append("link \(outcome)")
        home()
      }
    }
  }

  @Test("A run that the completion of a replaced run would start doesn't replace its successor")
  func onTheSpot() {
    let app = App()
    app.home()
    app.queue.play()
    #expect(app.pages.path == [.list])
    // On the queue of the run, the cancellation takes effect immediately.
    app.queue.perform { app.open() }
    #expect(app.log == ["home", "open", "home cancelled", "home"])
    app.queue.play()
    #expect(app.pages.path == [.detail])
    #expect(app.pages.accepts(.detail))
    #expect(!app.pages.isFinished)
    #expect(app.log.count == 4)
    // The completion of the run that is shown starts the next one.
    app.pages.complete(.detail, with: "done")
    app.queue.play()
    #expect(app.log.count == 6)
    #expect(app.pages.path == [.list])
    #expect(app.pages.accepts(.list))
  }

  @Test("The same is true if the main queue learns later that the run has been replaced")
  func later() {
    let mails = LockedList<@MainActor () -> Void>()
    let app = App(FlowPages(on: MainQueue { mails.append($0) }))
    func play() {
      for _ in 0..<5 {
        app.queue.play()
        for mail in mails.removeAll() { mail() }
      }
    }
    app.home()
    play()
    app.open()
    play()
    #expect(app.log == ["home", "open", "home cancelled", "home"])
    #expect(app.pages.path == [.detail])
    #expect(app.pages.accepts(.detail))
  }

  @Test("A run that a cancelled step starts is replaced too")
  func byStep() {
    let (pages, queue) = (FlowPages<ShopPage>(), ManualQueue())
    let outcomes = LockedList<String>()
    func start(_ page: ShopPage, cancelled: (@MainActor @Sendable () -> Void)? = nil) {
      let flow = Flow(
        Any.self, String.self, identifier: "\(page)",
        onMainActor: { [pages] _ in
          let step = pages.step(page, Any.self, String.self)
          if let cancelled { step.onCancel { MainActor.assumeIsolated { cancelled() } } }
          return step
        })
      pages.start(flow.on(queue)) { outcomes.append("\(page) \($0)") }
    }
    start(.list) { start(.late) }
    queue.play()
    queue.perform { start(.detail) }
    queue.play()
    #expect(pages.path == [.detail])
    #expect(pages.accepts(.detail))
    #expect(outcomes.all == ["list cancelled", "late cancelled"])
  }

  @Test("A run that isn't started has ended")
  func notStarted() {
    let (pages, queue) = (FlowPages<ShopPage>(), ManualQueue())
    let flow = Flow(
      Any.self, String.self, identifier: "short",
      onMainActor: { [pages] _ in
        pages.step(.list, Any.self, String.self)
      }
    ).on(queue)
    let second = Box<FlowRun?>(nil)
    let first = pages.start(flow) { _ in second.value = pages.start(flow) }
    queue.play()
    queue.perform { pages.start(flow) }
    queue.play()
    #expect(second.value != nil && second.value?.id != first.id)
    second.value?.goBack()
    second.value?.cancel()
    queue.play()
    #expect(pages.accepts(.list))
  }
}
