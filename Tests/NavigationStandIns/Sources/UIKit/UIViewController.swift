// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported public import Foundation

// Declared from Apple's documentation of UIKit, as far as FlowNavigation uses it.

@MainActor open class UIViewController: NSObject {
  open var title: String?
  open private(set) var presentedViewController: UIViewController?
  open private(set) var presentationController: UIPresentationController?
  open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { nil }
  /// Completions of dismissals, which end later, as animations do.
  private var dismissals: [() -> Void] = []

  open func present(_ controller: UIViewController, animated: Bool, completion: (() -> Void)? = nil) {
    precondition(presentedViewController == nil && dismissals.isEmpty, "A presentation is under way.")
    presentedViewController = controller
    controller.presentationController = UIPresentationController(presentedViewController: controller)
    completion?()
  }

  open func dismiss(animated: Bool, completion: (() -> Void)? = nil) {
    presentedViewController = nil
    dismissals.append(completion ?? {})
  }

  /// The actions that wait for the end of the animations of dismissals.
  public func finishDismissals() {
    let ended = dismissals
    dismissals = []
    for completion in ended { completion() }
  }

  /// The user's swipe down on a sheet.
  public func userDismissesSheet() {
    guard let presentation = presentedViewController?.presentationController else { return }
    presentedViewController = nil
    presentation.delegate?.presentationControllerDidDismiss(presentation)
  }
}

@MainActor open class UIPresentationController: NSObject {
  public let presentedViewController: UIViewController
  open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?

  init(presentedViewController: UIViewController) {
    self.presentedViewController = presentedViewController
  }
}

@MainActor public protocol UIAdaptivePresentationControllerDelegate: AnyObject {
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController)
}
