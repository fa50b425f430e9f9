import FlowNavigation
import FlowState
import FlowStateTesting
import Testing

/// Sheets.
@MainActor
struct PresentedPageTests {
  private let shop = Shop()

  init() {
    shop.start()
    shop.tap(.list, "shoes")
    shop.tap(.detail, "red")
    shop.answerQuote()
  }

  @Test("A presented page isn't part of the path, and ends when its step completes")
  func completed() {
    #expect(shop.pages.presented == .options)
    #expect(shop.pages.content(of: .options, as: Int.self) == 5)
    #expect(shop.pages.path == [.list, .detail])
    #expect(!shop.pages.accepts(.detail))
    #expect(shop.pages.complete(.options, with: "gift"))
    #expect(shop.pages.presented == nil)
    #expect(!shop.pages.complete(.options, with: "gift"))
    shop.queue.play()
    #expect(shop.pages.path == [.list, .detail, .address])
  }

  @Test("Dismissing it takes the run back to the page below")
  func dismissed() {
    shop.pages.presented = nil
    #expect(!shop.pages.complete(.options, with: "gift"))
    shop.queue.play()
    #expect(shop.waysBack == ["detail"])
    #expect(shop.pages.path == [.list, .detail])
    #expect(shop.pages.accepts(.detail))
  }

  @Test("Leaving pages below it, right after it was dismissed, is one way back")
  func dismissedAndLeft() {
    shop.pages.presented = nil
    shop.pages.pop()
    shop.queue.play()
    #expect(shop.waysBack == ["list"])
    #expect(shop.pages.path == [.list])
  }

  @Test("Another page than nil can't be presented by the system")
  func set() {
    shop.pages.presented = .late
    shop.queue.play()
    #expect(shop.pages.presented == .options)
    #expect(shop.waysBack == [])
  }

  @Test("The run doesn't return to it when the user leaves the next page, but can go back to it itself")
  func passedOver() {
    shop.tap(.options, "gift")
    shop.pages.pop()
    shop.queue.play()
    #expect(shop.pages.path == [.list, .detail])
    #expect(shop.pages.presented == nil)
  }

  @Test("When a run ends, it is dismissed")
  func ended() {
    let shop = Shop()
    let run = shop.start()
    shop.tap(.list, "shoes")
    shop.tap(.detail, "red")
    shop.answerQuote()
    run.cancel()
    shop.queue.play()
    #expect(shop.pages.presented == nil)
    #expect(shop.pages.path == [.list, .detail])
    #expect(!shop.pages.accepts(.detail))
  }

  @Test("A run that goes back by itself passes over it, to the page that was below")
  func runGoesBack() {
    let shop = Shop()
    let run = shop.start()
    shop.tap(.list, "shoes")
    shop.tap(.detail, "red")
    shop.answerQuote()
    shop.tap(.options, "gift")
    run.goBack()
    shop.queue.play()
    #expect(shop.pages.presented == nil)
    #expect(shop.pages.path == [.list, .detail])
    #expect(shop.pages.accepts(.detail))
  }

  @Test("When its step times out, it is dismissed, also if the run then works")
  func timedOut() {
    let pages = FlowPages<ShopPage>()
    let (queue, clock) = (ManualQueue(), ManualClock())
    let flow = Flow(
      Any.self, Void.self, identifier: "short",
      onMainActor: { [pages] _ in
        let options = pages.presentingStep(.options, Any.self, Void.self).timeout(.seconds(5))
        let work = FlowStep(Any.self, Void.self, identifier: "work") { _ in FlowStepHandler(Any.self, Void.self) }
          .delay(.seconds(5))
        options.setFailure { _ in .goTo(work) }
        return options
      })
    pages.start(flow.on(queue).timed(by: clock))
    queue.play()
    #expect(pages.presented == .options)
    clock.advance(by: .seconds(5))
    queue.play()
    #expect(pages.presented == nil)
    #expect(!pages.isFinished)
  }
}
