// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor public protocol UINavigationControllerDelegate: AnyObject {
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController, animated: Bool)
}

@MainActor public protocol UIViewControllerTransitionCoordinatorContext: AnyObject {
  var isCancelled: Bool { get }
}

@MainActor public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext {
  @discardableResult
  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}

@MainActor open class UINavigationController: UIViewController {
  private final class Transition: UIViewControllerTransitionCoordinator {
    var isCancelled = false
    var completions: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []

    func animate(
      alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
      completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
    ) -> Bool {
      if let completion { completions.append(completion) }
      return true
    }
  }

  open weak var delegate: (any UINavigationControllerDelegate)?
  open private(set) var viewControllers: [UIViewController] = []
  private var transition: Transition?

  open override var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? { transition }

  open func setViewControllers(_ controllers: [UIViewController], animated: Bool) {
    precondition(transition == nil, "A transition is under way.")
    viewControllers = controllers
    if let last = controllers.last { delegate?.navigationController(self, didShow: last, animated: animated) }
  }

  // MARK: What the user does

  /// The user taps the back button, or keeps it pressed and chooses an earlier screen.
  public func userGoesBack(to count: Int) {
    setViewControllers(Array(viewControllers.prefix(count)), animated: true)
  }

  /// The user's finger begins to pull the top screen away.
  public func userBeginsSwipe() { transition = Transition() }

  /// The user's finger leaves the screen. The pop ends, or is taken back.
  public func userEndsSwipe(isCancelled: Bool) {
    guard let ended = transition.take() else { return }
    ended.isCancelled = isCancelled
    if !isCancelled { userGoesBack(to: viewControllers.count - 1) }
    for completion in ended.completions { completion(ended) }
  }
}
