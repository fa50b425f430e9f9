@testable import FlowNavigation
import FlowState
import FlowStateTesting
import Foundation
import Observation
import TestSupport
import Testing

/// How a stack begins: with links, with saved pages, with other queues, and with nested flows.
@MainActor
struct OpeningTests {
  @Test("A link opens a page with the pages below it, to which the run can go back")
  func link() {
    let shop = Shop()
    shop.pages.answer(.list, with: "shoes")
    shop.pages.answer(.detail, with: "red")
    shop.pages.answer(.options, with: "gift")
    shop.start()
    shop.answerQuote()
    #expect(shop.pages.path == [.list, .detail, .address], "\(shop.recorder.text)")
    #expect(shop.pages.content(of: .address, as: String.self) == "gift")
    shop.pages.pop()
    shop.queue.play()
    #expect(shop.pages.path == [.list, .detail])
    #expect(shop.pages.accepts(.detail))
  }

  @Test("Saved pages are restored below the page at which a run resumes")
  func saved() throws {
    let shop = Shop()
    shop.start()
    shop.goToCard()
    let saved = shop.pages.saved
    #expect(saved.pages == [.list, .detail, .address, .card])
    let data = try JSONEncoder().encode(saved)
    let restored = FlowPages(restoring: try JSONDecoder().decode(SavedPages<ShopPage>.self, from: data))
    #expect(restored.path == saved.pages)
    #expect(!restored.accepts(.card))
    let again = Shop(restored)
    // The run goes through its earlier pages again.
    for page in [ShopPage.list, .detail, .options, .address] { restored.answer(page, with: "gift") }
    again.start()
    again.answerQuote()
    #expect(restored.path == saved.pages)
    #expect(restored.accepts(.card))
  }

  @Test("A second run begins with an empty stack, and the first one can't disturb it")
  func secondRun() {
    let shop = Shop()
    shop.start()
    shop.tap(.list, "shoes")
    shop.start()
    #expect(shop.pages.path == [.list])
    #expect(shop.outcome == "cancelled")
    #expect(!shop.pages.isFinished)
    #expect(shop.tap(.list, "boots"))
    #expect(shop.pages.path == [.list, .detail])
  }

  @Test("A page of a run that another one has replaced is neither shown, nor takes an answer of the other")
  func replaced() {
    let mails = LockedList<@MainActor () -> Void>()
    let pages = FlowPages<ShopPage>(on: MainQueue { mails.append($0) })
    func start(on queue: ManualQueue) {
      let flow = Flow(Any.self, Void.self, identifier: "short") { [pages] _ in
        let list = pages.step(.list, Any.self, String.self)
        list.nextStep = pages.step(.detail, Any.self, String.self)
        return list
      }
      pages.start(flow.on(queue))
    }
    func play(_ queue: ManualQueue) {
      queue.play()
      for mail in mails.removeAll() { mail() }
    }
    let (first, second) = (ManualQueue(), ManualQueue())
    start(on: first)
    play(first)
    pages.complete(.list, with: "old")
    // The main queue learns that the first run has moved on after a link has opened the second one.
    first.play()
    pages.answer(.detail, with: "of the link")
    start(on: second)
    play(second)
    play(first)
    #expect(pages.path == [.list])
    #expect(pages.complete(.list, with: "new"))
    play(second)
    play(second)
    #expect(pages.isFinished)
  }

  @Test("A run that another one has replaced neither takes its way back, nor writes on its pages")
  func replacedWhileGoingBack() {
    let pages = FlowPages<ShopPage>()
    @MainActor func start(on queue: ManualQueue) {
      let flow = Flow(Any.self, Void.self, identifier: "short") { [pages] _ in
        let list = pages.step(.list, String.self, String.self)
        list.setCompletion { step, result in
          step.content = result
          step.nextStep = pages.step(.detail, Any.self, String.self)
        }
        return list
      }
      pages.start(flow.on(queue))
      queue.play()
    }
    let (first, second) = (ManualQueue(), ManualQueue())
    start(on: first)
    pages.complete(.list, with: "old")
    first.play()
    pages.pop()
    start(on: second)
    pages.complete(.list, with: "new")
    second.play()
    #expect(pages.path == [.list, .detail])
    pages.pop()
    first.play()
    second.play()
    #expect(pages.path == [.list])
    #expect(pages.accepts(.list))

    // The first run learns of its replacement after it has written on its page.
    let (third, fourth) = (ManualQueue(), ManualQueue())
    start(on: third)
    pages.complete(.list, with: "secret")
    start(on: fourth)
    third.play()
    #expect(pages.content(of: .list, as: String.self) != "secret")
  }

  @Test("A run that starts while one whose pages the user has left is still undoing shows its page")
  func whileEnding() {
    let pages = FlowPages<ShopPage>()
    let (queue, undone) = (ManualQueue(), AsyncSignal())
    let flow = Flow(
      Any.self, Void.self, identifier: "slow",
      onMainActor: { [pages] _ in
        let list = pages.step(.list, String.self, String.self)
        list.setUndo { _, _ in try await undone.wait(orSay: "The test didn't let the undo end") }
        list.nextStep = pages.step(.detail, Any.self, String.self)
        return list
      })
    flow.reversible().undoing(.all).on(queue).start()
    queue.play()
    pages.complete(.list, with: "shoes")
    queue.play()
    pages.path = []
    queue.play()
    let outcomes = LockedList<String>()
    flow.reversible().undoing(.all).on(queue).start { outcomes.append("\($0)") }
    queue.play()
    #expect(pages.path == [.list])
    #expect(pages.accepts(.list))
    #expect(outcomes.count == 0)
    undone.send()
  }

  @Test("The pages of a nested flow and of the flow around it share a stack")
  func nested() {
    let pages = FlowPages<ShopPage>()
    let inner = Flow(Any.self, String.self, identifier: "inner") { [pages] scope in
      let detail = pages.step(.detail, Any.self, String.self)
      let address = pages.step(.address, Any.self, String.self)
      detail.nextStep = address
      address.setCompletion { _, street in scope.result = street }
      return detail
    }.reversible()
    let queue = ManualQueue()
    let flow = Flow(Any.self, Void.self, identifier: "outer") { [pages] _ in
      let list = pages.step(.list, Any.self, String.self)
      let nested = FlowStep(inner)
      list.nextStep = nested
      nested.nextStep = pages.step(.card, Any.self, String.self)
      return list
    }
    pages.start(flow.on(queue))
    queue.play()
    pages.complete(.list, with: "shoes")
    queue.play()
    pages.complete(.detail, with: "red")
    queue.play()
    #expect(pages.path == [.list, .detail, .address])
    pages.pop()
    queue.play()
    #expect(pages.path == [.list, .detail])
    #expect(pages.accepts(.detail))
    pages.popToRoot()
    queue.play()
    #expect(pages.path == [.list])
    #expect(pages.accepts(.list))
    for page in [ShopPage.list, .detail, .address] {
      pages.complete(page, with: "on")
      queue.play()
    }
    #expect(pages.path == [.list, .detail, .address, .card])
    pages.pop()
    queue.play()
    #expect(pages.path == [.list, .detail, .address, .card], "The nested run has ended.")
  }

  @Test("Leaving the pages of a nested flow that has ended takes the run around it back from its work")
  func afterNested() {
    let pages = FlowPages<ShopPage>()
    let charge = Box<FlowStepHandler<Any, String>?>(nil)
    let inner = Flow(Any.self, String.self, identifier: "inner") { [pages] _ in
      pages.step(.detail, Any.self, String.self)
    }.reversible()
    let (queue, recorder) = (ManualQueue(), FlowRecorder())
    let flow = Flow(Any.self, Void.self, identifier: "outer") { [pages] _ in
      let list = pages.step(.list, Any.self, String.self)
      let nested = FlowStep(inner)
      list.nextStep = nested
      nested.nextStep = FlowStep(Any.self, String.self, identifier: "charge") { _ in
        charge.value = FlowStepHandler(Any.self, String.self)
        return charge.value
      }
      return list
    }
    pages.start(flow.on(queue).observed(by: recorder))
    queue.play()
    for page in [ShopPage.list, .detail] {
      pages.complete(page, with: "on")
      queue.play()
    }
    #expect(pages.path == [.list, .detail])
    pages.popToRoot()
    queue.play()
    #expect(pages.path == [.list])
    #expect(pages.accepts(.list))
    #expect(recorder.text.contains("charge cancelled"))
  }

  @Test("A run begins with its first page after the user has left the pages of another run that has ended")
  func afterAnother() {
    let pages = FlowPages<ShopPage>()
    let flow = Flow(
      Any.self, Void.self, identifier: "short",
      onMainActor: { [pages] _ in
        pages.step(.list, Any.self, String.self)
      })
    let queue = ManualQueue()
    flow.reversible().on(queue).start()
    queue.play()
    pages.complete(.list, with: "on")
    queue.play()
    pages.path = []
    let outcomes = LockedList<String>()
    flow.reversible().on(queue).start { outcomes.append("\($0)") }
    queue.play()
    #expect(pages.path == [.list])
    #expect(pages.accepts(.list))
    #expect(outcomes.all == [])
  }

  @Test("A run on a queue of its own shows its pages on the main actor", .timeLimit(.minutes(15)))
  func otherQueue() async throws {
    let pages = FlowPages<ShopPage>()
    let arrived = AsyncSignal()
    pages.observe { arrived.send() }
    let flow = Flow(Any.self, String.self, identifier: "elsewhere") { [pages] scope in
      let list = pages.step(.list, Any.self, String.self)
      let detail = pages.step(.detail, String.self, String.self)
      list.setCompletion { step, item in
        detail.content = item
        step.nextStep = detail
      }
      detail.setCompletion { _, color in scope.result = color }
      return list
    }
    pages.start(flow)
    func wait(for page: ShopPage) async throws {
      while !pages.accepts(page) { try await arrived.wait(orSay: "The run didn't show page '\(page)'") }
    }
    try await wait(for: .list)
    pages.complete(.list, with: "shoes")
    try await wait(for: .detail)
    #expect(pages.content(of: .detail, as: String.self) == "shoes")
    pages.pop()
    try await wait(for: .list)
    #expect(pages.path == [.list])
    pages.complete(.list, with: "boots")
    try await wait(for: .detail)
    pages.complete(.detail, with: "red")
    while !pages.isFinished { try await arrived.wait(orSay: "The run didn't end") }
  }

  @Test("Changes are observable")
  func observable() {
    let shop = Shop()
    shop.start()
    let changes = Box(0)
    func track() {
      withObservationTracking {
        _ = shop.pages.path
      } onChange: {
        changes.value += 1
      }
    }
    track()
    shop.tap(.list, "shoes")
    #expect(changes.value == 1)
    track()
    shop.pages.path += [.late]
    #expect(changes.value == 2, "A refused path is read again.")
  }
}
