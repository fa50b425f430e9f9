package import FlowScreens
package import FlowState

/// Presents screens to a test, which acts as the user of a terminal.
///
/// Use it on the queue of the run, as its screen.
package final class HandPresenter: ScreenPresenter {
  /// The screen that is shown. Setting it to nil releases the screen without an outcome.
  package var screen: (any FlowScreen)? {
    didSet { if screen == nil { ended = nil } }
  }
  /// The endings of screens: `left`, `finished`, `failed`, or `taken away`.
  package private(set) var endings: [String] = []
  /// The number of changes that screens have reported.
  package private(set) var changes = 0
  private var ended: ((Result<ScreenEnding, any Error>) -> Void)?
  private let showing: (any FlowScreen) -> Void

  /// Makes a presenter.
  ///
  /// - Parameter showing: Receives each screen when it is shown.
  package init(showing: @escaping (_ screen: any FlowScreen) -> Void = { _ in }) {
    self.showing = showing
  }

  package func show(
    _ screen: any FlowScreen, in run: RunAccess,
    ended: @escaping (_ outcome: Result<ScreenEnding, any Error>) -> Void
  ) -> ShownScreen {
    self.screen = screen
    self.ended = ended
    screen.observe(run.callback { [weak self] in self?.hear() })
    showing(screen)
    return ShownScreen { [weak self, weak screen] in
      guard let self, let screen, self.screen === screen else { return }
      end("taken away")
    }
  }

  // MARK: Acting as a user

  /// The lines that are shown, 40 columns wide.
  package var lines: [String] { screen?.layout.laidOut(width: 40).text ?? [] }

  /// Types a line.
  @discardableResult
  package func perform(_ line: String) -> ScreenReply {
    guard let screen else { return .refused("No screen is shown.") }
    let reply = CommandTable(screen.commands, common: ElementCommands(screen.layout).commands).perform(line)
    if reply == .leave { leave() } else { finishIfDone() }
    return reply
  }

  /// Leaves the screen.
  package func leave() {
    end("left")?(.success(.left))
  }

  /// Reports that the screen can't be shown.
  package func fail(_ error: any Error) {
    end("failed")?(.failure(error))
  }

  private func hear() {
    changes += 1
    finishIfDone()
  }

  private func finishIfDone() {
    if screen?.isFinished == true { end("finished")?(.success(.finished)) }
  }

  @discardableResult
  private func end(_ word: String) -> ((Result<ScreenEnding, any Error>) -> Void)? {
    guard screen != nil else { return nil }
    endings.append(word)
    let ended = ended
    screen = nil
    return ended
  }
}
