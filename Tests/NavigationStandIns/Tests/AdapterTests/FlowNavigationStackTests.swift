import AdaptedNavigation
import FlowStateTesting
import SwiftUI
import Testing

@MainActor
struct FlowNavigationStackTests {
  private let journey = Journey()

  private var screen: Screen {
    Screen(FlowNavigationStack(journey.pages) { page in PageView(pages: journey.pages, page: page) })
  }

  private struct PageView: View {
    let pages: FlowPages<Page>
    let page: Page

    var body: some View {
      Text(page == .email ? "email of \(pages.content(of: .email, as: String.self) ?? "")" : "\(page)")
    }
  }

  @Test("Pages are pushed over the first one, and a swipe takes the run back")
  func swipe() {
    #expect(screen.stack == [""])
    journey.start()
    #expect(screen.stack == ["name"])
    journey.tap(.name, "Bo")
    #expect(screen.stack == ["name", "email of Bo"])
    screen.userGoesBack()
    #expect(screen.stack == ["name"])
    journey.queue.play()
    #expect(journey.waysBack == ["name"])
    journey.tap(.name, "Ada")
    #expect(screen.stack == ["name", "email of Ada"])
  }

  @Test("A sheet is shown and completed; dismissed, it takes the run back")
  func sheet() {
    journey.start()
    journey.tap(.name, "Bo")
    journey.tap(.email, "bo@example.org")
    #expect(screen.sheet == "terms")
    screen.userDismissesSheet()
    #expect(screen.sheet == nil)
    journey.queue.play()
    #expect(journey.waysBack == ["email"])
    journey.tap(.email, "bo@example.org")
    journey.accept()
    #expect(screen.sheet == nil)
    #expect(screen.stack == ["name", "email of Bo", "card"])
    screen.userGoesBack(by: 2)
    journey.queue.play()
    #expect(journey.waysBack == ["email", "name"])
  }

  @Test("Over a root of its own, leaving all pages cancels the run")
  func root() {
    journey.start()
    journey.tap(.name, "Bo")
    let screen = Screen(
      FlowNavigationStack(journey.pages) {
        Text("home")
      } content: { page in
        Text("\(page)")
      })
    #expect(screen.stack == ["home", "name", "email"])
    screen.userGoesBack(by: 2)
    journey.queue.play()
    #expect(journey.outcome == "cancelled")
  }
}
