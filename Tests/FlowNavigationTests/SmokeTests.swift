import FlowNavigation
import FlowState
import FlowStateTesting
import Testing

@MainActor
struct SmokeTests {
  @Test("A run pushes pages, goes back when the user leaves one, and continues")
  func backAndForth() {
    let shop = Shop()
    shop.start()
    #expect(shop.pages.path == [.list])
    shop.goToCard()
    #expect(shop.pages.path == [.list, .detail, .address, .card])
    shop.pages.path = [.list, .detail, .address]
    shop.queue.play()
    #expect(shop.waysBack == ["address"])
    shop.tap(.address, "Ring 2")
    #expect(shop.pages.content(of: .card, as: String.self) == "Ring 2")
    shop.tap(.card, "42")
    #expect(shop.outcome == "completed(Optional(\"42\"))")
  }
}
