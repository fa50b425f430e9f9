import FlowScreens
import FlowState
import Nimbus
import StepKit

// Declarations that the catalogs of StepKit, Nimbus and Hub need.

enum NimbusPage {
  static var presenter: any ScreenPresenter { ExamplePresenter() }
  static var configuration: NimbusConfiguration { NimbusConfiguration() }
  static let text = #"{"_:component": "layout:text", "properties": {"text": "Hello @{name}"}}"#
}

enum HubPage {
  static var presenter: ExamplePresenter { ExamplePresenter() }
}

enum StepKitPage {
  /// Presses the button of each step.
  final class Presser: ScreenPresenter {
    private var screen: (any FlowScreen)?

    func show(
      _ screen: any FlowScreen, in run: RunAccess,
      ended: @escaping (_ outcome: Result<ScreenEnding, any Error>) -> Void
    ) -> ShownScreen {
      self.screen = screen
      while !screen.isFinished, case .button(let press)? = screen.layout.element("press")?.kind { press() }
      return ShownScreen { [weak self] in self?.screen = nil }
    }
  }
}
