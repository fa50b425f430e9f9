import FlowScreens
import FlowState

/// Shows the screens of a run in the browser of a session.
struct BrowserPresenter: ScreenPresenter {
  let session: BrowserSession
  let images: ImagePlaces

  func show(
    _ screen: any FlowScreen, in run: RunAccess, ended: @escaping (_ outcome: Result<ScreenEnding, any Error>) -> Void
  ) -> ShownScreen {
    let shown = BrowserScreen(screen, in: run, of: session, images: images, ended: ended)
    shown.begin()
    return ShownScreen { shown.remove() }
  }
}
