import FlowChains
import FlowMarkup
import FlowPictures
import FlowState
import Foundation

/// Pictures of flows within a page.
enum Picture {
  /// Returns the picture of a declared flow, or of the events of its runs if the program doesn't know the flow.
  static func markup(_ chain: FlowChain?, named name: String, _ overlay: FlowOverlay) -> Markup {
    let picture = chain?.svg(overlaying: overlay) ?? overlay.svg(named: name)
    return "<div class=\"picture\">\(Markup(trusted: withoutStyle(picture).picture))</div>"
  }

  /// The style sheet of all pictures. It is separate, because the content security policy allows no styles within a
  /// page.
  static let style: String = withoutStyle(FlowOverlay().svg(named: "")).style

  private static func withoutStyle(_ picture: String) -> (picture: String, style: String) {
    guard let start = picture.range(of: "<style>"), let end = picture.range(of: "</style>"),
      start.upperBound <= end.lowerBound
    else { return (picture, "") }
    return (
      String(picture[..<start.lowerBound] + picture[end.upperBound...]),
      String(picture[start.upperBound..<end.lowerBound])
    )
  }
}
