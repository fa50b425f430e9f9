import AdaptedNavigation
import FlowStateTesting
import Testing
import UIKit

@MainActor
struct FlowNavigationCoordinatorTests {
  private final class PageController: UIViewController {
    init(_ page: Page) {
      super.init()
      title = "\(page)"
    }
  }

  private let journey = Journey()
  private let navigator = UINavigationController()
  private let coordinator: FlowNavigationCoordinator<Page>

  init() {
    let home = UIViewController()
    home.title = "home"
    navigator.setViewControllers([home], animated: false)
    coordinator = FlowNavigationCoordinator(navigationController: navigator, pages: journey.pages) {
      PageController($0)
    }
    journey.start()
    journey.tap(.name, "Bo")
  }

  private var titles: [String] { navigator.viewControllers.map { $0.title ?? "" } }

  @Test("Pages are pushed, and the back button takes the run back to the same view controllers")
  func back() {
    #expect(titles == ["home", "name", "email"])
    let name = navigator.viewControllers[1]
    navigator.userGoesBack(to: 2)
    journey.queue.play()
    #expect(journey.waysBack == ["name"])
    #expect(navigator.viewControllers.last === name)
    journey.tap(.name, "Ada")
    #expect(titles == ["home", "name", "email"])
  }

  @Test("Two pops before the run has noticed are one way back")
  func twoPops() {
    journey.tap(.email, "bo@example.org")
    journey.accept()
    navigator.userGoesBack(to: 3)
    navigator.userGoesBack(to: 2)
    journey.queue.play()
    #expect(journey.waysBack == ["name"])
    #expect(titles == ["home", "name"])
  }

  @Test("Leaving all pages cancels the run")
  func all() {
    navigator.userGoesBack(to: 1)
    journey.queue.play()
    #expect(journey.outcome == "cancelled")
    #expect(titles == ["home"])
  }

  @Test("A swipe that the user takes back changes nothing, and pages of the run come after it")
  func cancelledSwipe() async {
    journey.tap(.email, "bo@example.org")
    navigator.userBeginsSwipe()
    journey.accept()
    #expect(titles == ["home", "name", "email"])
    navigator.userEndsSwipe(isCancelled: true)
    await Task { @MainActor in }.value
    #expect(titles == ["home", "name", "email", "card"])
    #expect(journey.waysBack == [])
  }

  @Test("A swipe that ends after the run has pushed a page takes the run back from there")
  func swipe() async {
    journey.tap(.email, "bo@example.org")
    navigator.userBeginsSwipe()
    journey.accept()
    navigator.userEndsSwipe(isCancelled: false)
    journey.queue.play()
    await Task { @MainActor in }.value
    #expect(journey.waysBack == ["name"])
    #expect(titles == ["home", "name"])
  }

  @Test("A sheet is presented and ends with its step; dismissed, it takes the run back")
  func sheet() {
    journey.tap(.email, "bo@example.org")
    #expect(navigator.presentedViewController?.title == "terms")
    navigator.userDismissesSheet()
    journey.queue.play()
    #expect(journey.waysBack == ["email"])
    // The sheet comes again.
    journey.tap(.email, "bo@example.org")
    #expect(navigator.presentedViewController?.title == "terms")
    journey.accept()
    #expect(navigator.presentedViewController == nil)
    navigator.finishDismissals()
    #expect(titles == ["home", "name", "email", "card"])
  }

  @Test("A sheet that comes while the last one is still being dismissed waits for it")
  func secondSheet() {
    journey.tap(.email, "bo@example.org")
    journey.accept()
    navigator.userGoesBack(to: 3)
    journey.queue.play()
    journey.tap(.email, "ada@example.org")
    #expect(journey.pages.presented == .terms)
    #expect(navigator.presentedViewController == nil)
    navigator.finishDismissals()
    #expect(navigator.presentedViewController?.title == "terms")
  }
}
