import FlowState
import FlowStateTesting
import TestSupport
import Testing

@testable import FlowNavigation

/// A user who leaves all pages while the run moves to another one, in particular to that of a nested flow on a queue of its own.
@MainActor struct LeavingAllTests {
  private let pages = FlowPages<ShopPage>()
  private let queue = ManualQueue()
  private let ownQueue = ManualQueue()

  /// A flow on a queue of its own that shows one page.
  private func nested(_ page: ShopPage = .detail) -> FlowStep<Any, Void> {
    let inner = Flow(
      Any.self, Void.self, identifier: "\(page)", onMainActor: { [pages] _ in pages.step(page, Any.self, Void.self) })
    return FlowStep(inner.on(ownQueue))
  }

  /// Leaves all pages, and lets the nested run play before the run around it.
  private func expectToLeaveAll() {
    pages.path = []
    ownQueue.play()
    queue.play()
    ownQueue.play()
    queue.play()
    #expect(pages.path == [])
    #expect(pages.isFinished)
  }

  @Test("The page of a nested flow that comes after the user has left all pages isn't shown")
  func leavingBeforeANestedPage() {
    let flow = Flow(
      Any.self, Void.self, identifier: "outer",
      onMainActor: { [pages] _ in
        let list = pages.step(.list, Any.self, String.self)
        list.nextStep = nested()
        return list
      })
    pages.start(flow.on(queue))
    queue.play()
    pages.complete(.list, with: "on")
    queue.play()
    expectToLeaveAll()
  }

  @Test("Nor is the page of one that follows a nested flow which has ended")
  func leavingBetweenNestedPages() {
    let flow = Flow(
      Any.self, Void.self, identifier: "outer",
      onMainActor: { _ in
        let first = nested(.list)
        first.nextStep = nested()
        return first
      })
    pages.start(flow.on(queue))
    queue.play()
    ownQueue.play()
    pages.complete(.list)
    ownQueue.play()
    queue.play()
    expectToLeaveAll()
  }

  @Test("The page of a nested flow is over those of its run if a final step keeps the run from going back")
  func nestedPageAfterALateRefusal() {
    let charges = Box<FlowStepHandler<Any, String>?>(nil)
    let flow = Flow(
      Any.self, Void.self, identifier: "outer",
      onMainActor: { [pages] _ in
        let list = pages.step(.list, Any.self, String.self)
        let charge = FlowStep(Any.self, String.self, identifier: "charge") { _ in
          charges.value = FlowStepHandler()
          return charges.value
        }
        charge.isFinal = true
        list.nextStep = charge
        charge.nextStep = nested()
        return list
      })
    flow.reversible().on(queue).start()
    queue.play()
    pages.complete(.list, with: "on")
    queue.play()
    pages.path = []
    charges.value?.complete("charged")
    queue.play()
    ownQueue.play()
    // The run is asked once more, and refuses at once.
    queue.play()
    #expect(pages.path == [.list, .detail])
    #expect(pages.accepts(.detail))
  }

  @Test("A page that comes in the moment in which its run ends isn't shown")
  func pageOfAnEndingRun() {
    let mails = LockedList<@MainActor () -> Void>()
    let pages = FlowPages<ShopPage>(on: MainQueue { mails.append($0) })
    func deliver() { for mail in mails.removeAll() { mail() } }
    let flow = Flow(Any.self, Void.self, identifier: "short") { [pages] _ in
      let list = pages.step(.list, Any.self, String.self)
      list.nextStep = pages.step(.detail, Any.self, Void.self)
      return list
    }
    pages.start(flow.on(queue))
    queue.play()
    deliver()
    pages.complete(.list, with: "on")
    queue.play()
    pages.path = []
    queue.play()
    deliver()
    #expect(pages.path == [])
    #expect(pages.isFinished)
  }
}
