import FlowNavigation
import FlowState
import FlowStateTesting
import Testing

/// The entries of the user come back with their page.
@MainActor
struct DraftTests {
  private let shop = Shop()

  init() {
    shop.start()
    shop.goToCard()
  }

  @Test("A draft comes back when the user leaves the page and the run visits it again")
  func draft() {
    shop.pages.setDraft("42", of: .card)
    shop.pages.pop()
    shop.queue.play()
    #expect(shop.pages.path == [.list, .detail, .address])
    shop.tap(.address, "Ring 2")
    #expect(shop.pages.path.last == .card)
    #expect(shop.pages.draft(of: .card) == "42")
    #expect(shop.pages.draft(of: .address, as: String.self) == nil)
    shop.pages.setDraft(nil as String?, of: .card)
    #expect(shop.pages.draft(of: .card, as: String.self) == nil)
  }

  @Test("A page that is submitted has no draft: its result comes back")
  func submitted() {
    shop.pages.pop()
    shop.queue.play()
    shop.pages.setDraft("Ring", of: .address)
    shop.tap(.address, "Ring 2")
    shop.pages.pop()
    shop.queue.play()
    #expect(shop.pages.draft(of: .address, as: String.self) == nil)
    #expect(shop.pages.earlierResult(of: .address) == "Ring 2")
  }

  @Test("The result of a page comes back with it, also when the user has gone back further")
  func earlierResult() {
    #expect(shop.pages.earlierResult(of: .card, as: String.self) == nil)
    shop.pages.pop()
    shop.queue.play()
    #expect(shop.pages.earlierResult(of: .address) == "Ring 1")
    shop.pages.popToRoot()
    shop.queue.play()
    #expect(shop.pages.earlierResult(of: .list) == "shoes")
    shop.tap(.list, "boots")
    #expect(shop.pages.earlierResult(of: .detail) == "red")
    #expect(shop.pages.content(of: .detail) == "boots")
    shop.tap(.detail, "blue")
    shop.answerQuote()
    shop.tap(.options, "none")
    #expect(shop.pages.earlierResult(of: .address) == "Ring 1")
    shop.tap(.address, "Ring 2")
    #expect(shop.pages.earlierResult(of: .card, as: String.self) == nil)
  }

  @Test("A run begins without the drafts of another one")
  func otherRun() {
    shop.pages.setDraft("42", of: .card)
    shop.start()
    #expect(shop.pages.draft(of: .card, as: String.self) == nil)
    shop.pages.setDraft("shoes", of: .list)
    shop.pages.path = []
    shop.queue.play()
    #expect(shop.pages.isFinished)
    #expect(shop.pages.draft(of: .list, as: String.self) == nil)
  }
}
