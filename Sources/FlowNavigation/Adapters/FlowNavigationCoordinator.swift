#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  /// A coordinator that shows the pages of a run in a `UINavigationController`.
  ///
  /// It pushes a view controller for each page, over those that the navigation controller has already, and presents the presented page.
  /// The back button, the swipe, and the dismissal of a sheet take the run back:
  ///
  ///     let coordinator = FlowNavigationCoordinator(navigationController: navigator, pages: pages) { page in
  ///       switch page {
  ///       case .name: NameViewController { pages.complete(.name, with: $0) }
  ///       case .email: EmailViewController(name: pages.content(of: .email)) { pages.complete(.email, with: $0) }
  ///       }
  ///     }
  ///     signUp(pages)
  ///
  /// Keep the coordinator while the run shows its pages. It is the delegate of the navigation controller.
  ///
  /// In FlowState, `NavigationFlowCoordinator` hosts a flow of screens that show themselves, as in the original.
  @MainActor
  public final class FlowNavigationCoordinator<Page: Hashable & Sendable>: NSObject,
    UINavigationControllerDelegate, UIAdaptivePresentationControllerDelegate
  {
    private typealias Shown = (page: Page, controller: UIViewController)

    /// The navigation controller that shows the pages.
    public let navigationController: UINavigationController
    /// The pages.
    public let pages: FlowPages<Page>

    private let makeViewController: (Page) -> UIViewController
    /// The view controllers below the pages.
    private let below: [UIViewController]
    private var shown: [Shown] = []
    private var presented: Shown?
    private var isDismissing = false

    /// Creates a coordinator, which shows the pages from now on.
    ///
    /// - Parameters:
    ///   - navigationController: The navigation controller.
    ///   - pages: The pages.
    ///   - viewController: Makes the view controller of a page, when the page enters the stack.
    public init(
      navigationController: UINavigationController, pages: FlowPages<Page>,
      viewController: @escaping (_ page: Page) -> UIViewController
    ) {
      self.navigationController = navigationController
      self.pages = pages
      makeViewController = viewController
      below = navigationController.viewControllers
      super.init()
      navigationController.delegate = self
      pages.observe { [weak self] in self?.follow() }
      follow()
    }

    /// Takes the run back if the user has left pages.
    public func navigationController(
      _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool
    ) {
      let remaining = shown.prefix { navigationController.viewControllers.contains($0.controller) }
      if remaining.count < shown.count {
        shown = Array(remaining)
        pages.path = remaining.map(\.page)
      }
      follow()
    }

    /// Takes the run back because the user has dismissed the presented page.
    public func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
      let dismissed = presented
      presented = nil
      if dismissed?.page == pages.presented { pages.presented = nil }
      follow()
    }

    /// Shows the pages that the user must see.
    private func follow() {
      followPath()
      followPresented()
    }

    private func followPath() {
      let path = pages.path
      guard shown.map(\.page) != path else { return }
      // A transition that the user has begun can end in either way. Until then, nothing is known about the user's pages.
      if let transition = navigationController.transitionCoordinator {
        let waits = transition.animate(alongsideTransition: nil) { [weak self] _ in
          Task { self?.follow() }
        }
        if waits { return }
      }
      shown = path.map { page in
        shown.first { $0.page == page } ?? (page, makeViewController(page))
      }
      navigationController.setViewControllers(below + shown.map(\.controller), animated: true)
    }

    private func followPresented() {
      guard presented?.page != pages.presented, !isDismissing else { return }
      if presented != nil {
        presented = nil
        isDismissing = true
        navigationController.dismiss(animated: true) { [weak self] in
          self?.isDismissing = false
          self?.follow()
        }
      } else if let page = pages.presented {
        let controller = makeViewController(page)
        presented = (page, controller)
        navigationController.present(controller, animated: true)
        controller.presentationController?.delegate = self
      }
    }
  }
#endif
