import FlowNavigation
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// A person who taps, swipes, and dismisses in any order, against a run that is played in pieces.
@MainActor
struct UserModelTests {
  private enum Action: CaseIterable {
    case tap, doubleTap, tapAnyPage, swipe, swipeSeveral, pop, popToRoot, stay, dismiss, push, answerQuote, playOne,
      playAll
  }

  @Test(
    "After every order of actions, the user sees the pages that the run has visited",
    arguments: 0..<trials(2_000, debug: 500, few: 150))
  func explore(_ seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let shop = Shop()
    shop.start()
    var actions: [String] = []
    for _ in 0..<40 {
      /// The pages that the user sees after leaving some, until the next tap that counts.
      var left: [ShopPage]?
      for _ in 0..<Int.random(in: 1...5, using: &generator) {
        guard let action = Action.allCases.randomElement(using: &generator) else { continue }
        actions.append("\(action)")
        let (before, taps) = (shop.pages.path + sheet(of: shop), perform(action, on: shop, &generator))
        let seen = shop.pages.path + sheet(of: shop)
        if taps { left = nil } else if seen.count < before.count || action == .stay { left = seen }
        if action == .answerQuote || action == .playOne || action == .playAll, left != seen { left = nil }
      }
      shop.queue.play()
      let trail = PageTrail(shop.recorder.events)
      let seen = shop.pages.path + sheet(of: shop)
      // After the end, the user sees what the user has left there.
      let isRight = trail.hasEnded ? trail.stack.starts(with: seen) : seen == trail.stack
      #expect(isRight, "seed \(seed): \(actions): \(seen)\n\(shop.recorder.text)")
      // A run that has to return to the list removes the page to which the user has gone back.
      if let left { #expect(seen == left || seen == [.list], "seed \(seed): \(actions)\n\(shop.recorder.text)") }
      #expect(ShopPage.allCases.filter { shop.pages.accepts($0) } == (trail.current.map { [$0] } ?? []))
      #expect(shop.extras == [], "seed \(seed): \(actions)")
      if trail.hasEnded { break }
    }
    #expect(shop.pages.isFinished == (shop.outcome != nil))
  }

  private func sheet(of shop: Shop) -> [ShopPage] { shop.pages.presented.map { [$0] } ?? [] }

  /// Performs an action. Returns whether it was a tap that counts.
  private func perform(_ action: Action, on shop: Shop, _ generator: inout SeededGenerator) -> Bool {
    let pages = shop.pages
    let top = pages.presented ?? pages.path.last ?? .list
    switch action {
    case .tap: return pages.complete(top, with: result(&generator))
    case .doubleTap:
      let isFirst = pages.complete(top, with: result(&generator))
      let isSecond = pages.complete(top, with: result(&generator))
      // The pages below a presented page don't wait either.
      #expect(!isSecond)
      return isFirst
    case .tapAnyPage: return pages.complete(ShopPage.allCases.randomElement(using: &generator) ?? .list, with: "any")
    case .swipe: if pages.path.count > 1 { pages.path.removeLast() }
    case .swipeSeveral:
      let count = pages.path.count
      if count > 1 { pages.path.removeLast(Int.random(in: 1..<count, using: &generator)) }
    case .pop: if pages.path.count > 1 { pages.pop() }
    case .popToRoot: pages.popToRoot()
    case .stay: if let page = pages.path.last { pages.pop(to: page) }
    case .dismiss: pages.presented = nil
    case .push: pages.path.append(.late)
    case .answerQuote: shop.quotes.value.take()?.complete(5)
    case .playOne: shop.queue.playOne()
    case .playAll: shop.queue.play()
    }
    return false
  }

  private func result(_ generator: inout SeededGenerator) -> String {
    ["on", "on", "again", "back to list"].randomElement(using: &generator) ?? ""
  }
}
