import FlowDurable
import FlowState

/// The visits of a run as bars, one below another.
struct Timeline: Sendable {
  /// The number of visits that are shown, which are the latest ones.
  static let size = 60
  /// The width of the picture of the bars; the page stretches it.
  private static let width = 1_000

  private struct Visit {
    let step: String
    let begin: Duration
    var end: Duration?
    var style = "open"
  }

  private var visits: [Visit] = []
  private var latest = Duration.zero

  init(_ events: [FlowEvent]) {
    var open: [FlowPlace: Int] = [:]
    for event in events {
      latest = max(latest, event.time)
      guard let step = event.step, event.wrapper == nil else { continue }
      switch event.kind {
      case .stepBegan:
        open[event.place] = visits.count
        visits.append(Visit(step: step, begin: event.time))
      case .stepCompleted: settle(open.removeValue(forKey: event.place), event.time, "completed")
      case .stepFailed, .stepTimedOut, .stepAbandoned:
        settle(open.removeValue(forKey: event.place), event.time, "failed")
      case .stepCancelled: settle(open.removeValue(forKey: event.place), event.time, "cancelled")
      default: break
      }
    }
  }

  private mutating func settle(_ visit: Int?, _ end: Duration, _ style: String) {
    guard let visit else { return }
    visits[visit].end = end
    visits[visit].style = style
  }

  /// Returns the bars as a list.
  ///
  /// - Parameters:
  ///   - now: The end of the bar of a current visit; nil if the events use another clock.
  ///   - open: The label of a current visit.
  /// - Returns: The list.
  func markup(now: Duration?, open: String) -> Markup {
    let shown = visits.suffix(Self.size)
    guard let first = shown.map(\.begin).min() else { return "<p class=\"empty\">No step has started.</p>" }
    let isOpen = shown.contains { $0.end == nil }
    // An open bar grows with time, but at most once a minute.
    let last = max(latest, shown.compactMap(\.end).max() ?? latest, isOpen ? now ?? latest : latest)
    let span = max(last - first, .milliseconds(1))
    let gone: Markup? =
      visits.count > shown.count
      ? "<p class=\"note\">The latest \(shown.count) of \(visits.count) visits.</p>" : nil
    return """
      <ol class="timeline">
      \(shown.map { bar($0, from: first, span, until: last, open: open) })</ol>\(gone)
      """
  }

  private func bar(_ visit: Visit, from first: Duration, _ span: Duration, until last: Duration, open: String) -> Markup
  {
    let end = visit.end ?? last
    let x = Int((visit.begin - first) / span * Double(Self.width))
    // A visit without a duration must still be visible.
    let width = max(6, Int((end - visit.begin) / span * Double(Self.width)))
    let time = visit.end.map { ($0 - visit.begin).words } ?? open
    return """
      <li class="\(visit.style)\(visit.end == nil ? " \(open)" : "")"><span class="step">\(.said(visit.step))</span>\
      <svg viewBox="0 0 \(Self.width) 10" preserveAspectRatio="none" aria-hidden="true">\
      <rect class="track" x="0" y="4.5" width="\(Self.width)" height="1"/>\
      <rect class="visit" x="\(min(x, Self.width - width))" y="0" width="\(width)" height="10"/></svg>\
      <span class="time">\(time)\(visit.end == nil ? nil : "<span class=\"unseen\">, \(visit.style)</span>" as Markup)</span></li>

      """
  }
}
