import FlowScreens
import FlowState

// Declarations that the comments of FlowScreens need.

enum CachedLayoutComments {
  static var oldMessages: [String] { ["Hello"] }
  static var latestMessage: String { "Bye" }
}

enum FrameComments {
  static var layout: ScreenLayout { .text("Profile") }
  static var frame: Frame { layout.laidOut(width: 40) }
  static var element: Frame.PlacedElement { frame.elements[0] }
}

enum LayoutFocusComments {
  static var form: ScreenLayout { .element(.input("name", label: "Name", text: "Bo") { _ in }) }
}

enum ScreenLayoutComments {
  static var name: String {
    get { "Bo" }
    set {}
  }

  static func send() {}
}

enum LayoutElementComments {
  static func send() {}
}

enum ScreenCommandComments {
  struct Item {
    mutating func tick() {}
  }

  static var items: [Item] {
    get { [] }
    set {}
  }
}

enum ScreenEndingComments {
  static var step: FlowStep<Any, String> { exampleStep() }
  static var presenter: any ScreenPresenter { ExamplePresenter() }
  static var screen: ExampleMenuScreen { ExampleMenuScreen() }
}

enum ShownScreenComments {
  static var step: FlowStep<Any, String> { exampleStep() }
  static var shown: ShownScreen { preconditionFailure("A shown screen is only mentioned.") }
}

enum FlowStepScreenComments {
  static var presenter: any ScreenPresenter { ExamplePresenter() }
}

enum FlowStep_PresentingComments {
  final class NameScreen: FlowStepScreen {
    let handler = FlowStepHandler(Any.self, String.self)
    let layout = ScreenLayout.nothing
    let isFinished = true
  }

  static var presenter: any ScreenPresenter { ExamplePresenter() }
}

enum FlowScreensPage {
  /// A presenter that prints a screen and presses one of its buttons.
  final class Printer: ScreenPresenter {
    private let id: String
    private var screen: (any FlowScreen)?

    init(pressing id: String) { self.id = id }

    func show(
      _ screen: any FlowScreen, in run: RunAccess,
      ended: @escaping (_ outcome: Result<ScreenEnding, any Error>) -> Void
    ) -> ShownScreen {
      self.screen = screen
      for line in screen.layout.laidOut(width: 40, isStyled: false).text { print(line) }
      run.callback { [self] in
        if case .button(let press)? = screen.layout.element(id)?.kind { press() }
        self.screen = nil
        ended(.success(.finished))
      }()
      return ShownScreen { [weak self] in self?.screen = nil }
    }
  }
}

/// A presenter that keeps a screen and doesn't show it.
final class ExamplePresenter: ScreenPresenter {
  private var screen: (any FlowScreen)?

  func show(
    _ screen: any FlowScreen, in run: RunAccess,
    ended: @escaping (_ outcome: Result<ScreenEnding, any Error>) -> Void
  ) -> ShownScreen {
    self.screen = screen
    return ShownScreen { [weak self] in self?.screen = nil }
  }
}

/// A screen without a choice.
final class ExampleMenuScreen: FlowScreen {
  let choice = ""
  let answer = ""
  let layout = ScreenLayout.nothing
  let isFinished = true
}
