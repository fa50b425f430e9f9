@testable import FlowNavigation
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// The user leaves pages, and the run goes back.
@MainActor
struct GoingBackTests {
  private let shop = Shop()

  init() {
    shop.start()
    shop.goToCard()
  }

  @Test("Leaving several pages at once is one way back, which undoes the visits")
  func several() {
    shop.pages.path = [.list, .detail]
    #expect(shop.pages.path == [.list, .detail])
    shop.queue.play()
    #expect(shop.waysBack == ["detail"])
    #expect(shop.recorder.text.contains("undo address Ring 1\naddress undone"))
    #expect(shop.pages.accepts(.detail))
    #expect(shop.pages.content(of: .detail, as: String.self) == "shoes")
  }

  @Test("Leaving pages again before the run has noticed is still one way back")
  func twice() {
    shop.pages.path = [.list, .detail, .address]
    shop.pages.pop()
    shop.pages.popToRoot()
    #expect(shop.pages.path == [.list])
    shop.queue.play()
    #expect(shop.waysBack == ["list"])
    #expect(shop.pages.path == [.list])
    #expect(shop.pages.accepts(.list))
  }

  @Test("A tap on a page that is being left, or gone back to, does nothing")
  func tapDuringTransition() {
    shop.pages.pop()
    #expect(!shop.pages.complete(.card, with: "42"))
    #expect(!shop.pages.complete(.address, with: "Ring 2"))
    #expect(!shop.pages.accepts(.address))
    shop.queue.play()
    #expect(shop.extras == [])
    #expect(shop.pages.path == [.list, .detail, .address])
    #expect(shop.pages.complete(.address, with: "Ring 2"))
  }

  @Test("A second tap does nothing")
  func doubleTap() {
    #expect(shop.pages.complete(.card, with: "again"))
    #expect(!shop.pages.complete(.card, with: "again"))
    shop.queue.play()
    #expect(shop.pages.path == [.list, .detail])
    #expect(shop.extras == [])
  }

  @Test("A swipe right after a tap takes the run back from the page that the tap led to")
  func swipeAfterTap() {
    shop.pages.pop()
    shop.queue.play()
    #expect(shop.pages.complete(.address, with: "Ring 3"))
    shop.pages.path = [.list, .detail]
    shop.queue.play()
    #expect(shop.pages.path == [.list, .detail])
    #expect(shop.waysBack == ["address", "detail"])
  }

  @Test("A page that the system pushes is refused")
  func systemPushes() {
    let before = shop.pages.path
    shop.pages.path += [.late]
    shop.pages.path = [.detail]
    shop.queue.play()
    #expect(shop.pages.path == before)
    #expect(shop.waysBack == [])
  }

  @Test("Leaving all pages ends the run as cancelled")
  func all() {
    shop.pages.path = []
    shop.queue.play()
    #expect(shop.outcome == "cancelled")
    #expect(shop.pages.path == [])
    #expect(shop.pages.isFinished)
  }

  @Test("A page that the run visits again, while it is in the stack, becomes the top page")
  func reused() {
    shop.pages.pop()
    shop.queue.play()
    shop.tap(.address, "back to list")
    #expect(shop.pages.path == [.list])
    #expect(shop.waysBack == ["address"])
    #expect(shop.pages.accepts(.list))
  }

  @Test("Leaving a page while a server works cancels the work; so does a button that stays on the page")
  func duringWork() {
    shop.pages.popToRoot()
    shop.queue.play()
    shop.tap(.list, "boots")
    shop.tap(.detail, "blue")
    shop.pages.pop(to: .detail)
    #expect(!shop.pages.accepts(.detail))
    shop.queue.play()
    #expect(shop.pages.accepts(.detail))
    shop.tap(.detail, "green")
    shop.pages.pop()
    shop.answerQuote()
    #expect(shop.pages.path == [.list])
    #expect(shop.pages.presented == nil)
    #expect(shop.waysBack == ["list", "detail", "list"])
  }

  @Test("A page whose step times out leaves the stack when the run shows the next one")
  func timedOut() {
    shop.clock.advance(by: .seconds(60))
    shop.queue.play()
    #expect(shop.pages.path == [.list, .detail, .address, .late])
    shop.pages.pop()
    shop.queue.play()
    #expect(shop.pages.path == [.list, .detail, .address])
    #expect(shop.pages.accepts(.address))
  }

  @Test("When the run can't go back, the user sees its pages again")
  func refused() {
    let pages = FlowPages<ShopPage>()
    let flow = Flow(
      Any.self, Void.self, identifier: "short",
      onMainActor: { [pages] _ in
        let list = pages.step(.list, Any.self, String.self)
        let detail = pages.step(.detail, Any.self, Void.self)
        list.nextStep = detail
        return list
      })
    let queue = ManualQueue()
    flow.reversible(visits: 0).on(queue).start()
    queue.play()
    pages.complete(.list, with: "shoes")
    queue.play()
    pages.pop()
    #expect(pages.path == [.list])
    queue.play()
    #expect(pages.path == [.list, .detail])
    #expect(pages.accepts(.detail))
  }

  @Test("A run that the pages haven't started goes back past its first page")
  func pastTheFirst() {
    let pages = FlowPages<ShopPage>()
    let queue = ManualQueue()
    let recorder = FlowRecorder()
    let flow = Flow(
      Any.self, Void.self, identifier: "short",
      onMainActor: { [pages] _ in
        let list = pages.step(.list, Any.self, String.self)
        let detail = pages.step(.detail, Any.self, Void.self)
        list.nextStep = detail
        return list
      })
    flow.reversible().on(queue).observed(by: recorder).start()
    queue.play()
    pages.complete(.list, with: "shoes")
    queue.play()
    pages.path = []
    queue.play()
    #expect(pages.path == [])
    #expect(recorder.text.hasSuffix("detail cancelled\nshort#1 cancelled"))
  }

  @Test("Leaving all pages of a run that visited some of them twice takes it back past its first visit")
  func pastALoop() {
    let pages = FlowPages<ShopPage>()
    let (queue, outcomes) = (ManualQueue(), LockedList<String>())
    let flow = Flow(
      Any.self, Void.self, identifier: "loop",
      onMainActor: { [pages] _ in
        let list = pages.step(.list, Any.self, String.self)
        let detail = pages.step(.detail, Any.self, String.self)
        list.nextStep = detail
        detail.nextStep = list
        return list
      })
    flow.reversible().on(queue).start { outcomes.append("\($0)") }
    queue.play()
    for page in [ShopPage.list, .detail, .list] {
      pages.complete(page, with: "on")
      queue.play()
    }
    pages.path = []
    queue.play()
    #expect(outcomes.all == ["cancelled"])
    #expect(pages.path == [])
  }

  /// Starts a run of two pages with a final step between, which works as the closure does, and leaves the first page.
  private func startCharging(
    on queue: ManualQueue, _ pages: FlowPages<ShopPage>,
    _ work: @escaping @MainActor () -> FlowStepHandler<Any, String>?
  ) {
    let flow = Flow(
      Any.self, Void.self, identifier: "final",
      onMainActor: { _ in
        let list = pages.step(.list, Any.self, String.self)
        let charge = FlowStep(Any.self, String.self, identifier: "charge") { _ in work() }
        charge.isFinal = true
        list.nextStep = charge
        charge.nextStep = pages.step(.detail, Any.self, String.self)
        return list
      })
    flow.reversible().on(queue).start()
    queue.play()
    pages.complete(.list, with: "on")
    queue.play()
  }

  @Test("The user who has left all pages sees them again if a final step keeps the run from going back")
  func pastAFinalStep() {
    let pages = FlowPages<ShopPage>()
    let queue = ManualQueue()
    startCharging(on: queue, pages) { nil }
    pages.path = []
    queue.play()
    #expect(pages.path == [.list, .detail])
    #expect(pages.accepts(.detail))
  }

  @Test(
    "The user who leaves pages just before a final step completes sees the pages of the run again",
    arguments: [false, true])
  func lateRefusal(leavesAll: Bool) {
    let pages = FlowPages<ShopPage>()
    let (queue, charges) = (ManualQueue(), Box<FlowStepHandler<Any, String>?>(nil))
    startCharging(on: queue, pages) {
      charges.value = FlowStepHandler()
      return charges.value
    }
    if leavesAll { pages.path = [] } else { pages.popToRoot() }
    charges.value?.complete("charged")
    queue.play()
    #expect(pages.path == [.list, .detail])
    #expect(pages.accepts(.detail))
  }

  @Test("One swipe goes back once, although the page to which a tap has led is shown in between")
  func oneSwipe() {
    let mails = LockedList<@MainActor () -> Void>()
    let pages = FlowPages<ShopPage>(on: MainQueue { mails.append($0) })
    let (queue, trace) = (ManualQueue(), Trace())
    func deliver() { for mail in mails.removeAll() { mail() } }
    let flow = Flow(Any.self, Void.self, identifier: "menu") { [pages] _ in
      let list = pages.step(.list, Any.self, String.self)
      let detail = pages.step(.detail, Any.self, String.self)
      detail.setUndo { _, result in trace.note("undo \(result ?? "")") }
      list.nextStep = detail
      detail.setCompletion { step, result in
        step.nextStep = result == "loop" ? list : pages.step(.card, Any.self, String.self)
      }
      return list
    }
    pages.start(flow.on(queue))
    for (page, result) in [(ShopPage.list, "on"), (.detail, "loop"), (.list, "on")] {
      queue.play()
      deliver()
      pages.complete(page, with: result)
    }
    queue.play()
    deliver()
    // A tap, and a swipe before the run has worked.
    pages.complete(.detail, with: "card")
    pages.path = [.list]
    queue.play()
    // The page for the card is shown before the one to which the run has gone back.
    let waiting = mails.removeAll()
    waiting.first?()
    queue.play()
    for mail in waiting.dropFirst() { mail() }
    deliver()
    #expect(trace.lines == ["undo card"])
    #expect(pages.path == [.list])
    #expect(pages.accepts(.list))
  }
}
