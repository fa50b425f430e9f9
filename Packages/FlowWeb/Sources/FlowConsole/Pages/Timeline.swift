import FlowDurable
import FlowMarkup
import FlowState

/// The visits, undos, and parking of a run as bars on one scale: a row for each step with all its visits, for its undo, and
/// for the times at which the run was parked.
struct Timeline: Sendable {
  /// The maximum number of bars in a row, which are the latest ones.
  static let size = 200
  /// The maximum number of rows, which are the latest ones.
  static let rowsShown = 60
  /// The width of the picture of the bars; the page stretches it.
  private static let width = 1_000

  private struct Bar {
    let begin: Duration
    var end: Duration?
    var style = "open"
  }

  private struct Row {
    let title: String
    var bars: [Bar] = []
    var attempts = 1
  }

  /// The subject of a row.
  private enum Subject: Hashable {
    case step(String)
    case undo(String)
    case parking
  }

  private var rows: [Row] = []
  private var places: [Subject: Int] = [:]
  private var latest = Duration.zero

  init(_ events: [FlowEvent], _ marks: [TimelineMark] = []) {
    var marks = marks[...]
    var open: [FlowPlace: (row: Int, bar: Int)] = [:]
    func isLast(_ mark: TimelineMark) -> Bool { mark.kind == .parked && mark.end == nil }
    for event in events {
      while let mark = marks.first, mark.begin < event.time { add(marks.removeFirst()) }
      latest = max(latest, event.time)
      guard let step = event.step, event.wrapper == nil else { continue }
      switch event.kind {
      case .stepBegan:
        let row = row(.step(step), step)
        open[event.place] = (row, rows[row].bars.count)
        rows[row].bars.append(Bar(begin: event.time))
      case .stepCompleted: settle(open.removeValue(forKey: event.place), event.time, "completed")
      case .stepFailed, .stepTimedOut, .stepAbandoned:
        settle(open.removeValue(forKey: event.place), event.time, "failed")
      case .stepCancelled: settle(open.removeValue(forKey: event.place), event.time, "cancelled")
      default: break
      }
    }
    // A parked run isn't at work at its step.
    if marks.contains(where: isLast) {
      for row in rows.indices { rows[row].bars.removeAll { $0.end == nil } }
    }
    for mark in marks { add(mark) }
    rows.removeAll { $0.bars.isEmpty }
  }

  private mutating func row(_ subject: Subject, _ title: String) -> Int {
    if let place = places[subject] { return place }
    places[subject] = rows.count
    rows.append(Row(title: title))
    return rows.count - 1
  }

  private mutating func add(_ mark: TimelineMark) {
    latest = max(latest, mark.end ?? mark.begin)
    let (place, style): (Int, String)
    switch mark.kind {
    case .attempts(let count):
      let place = row(.step(mark.step), mark.step)
      return rows[place].attempts = max(rows[place].attempts, count)
    case .undone: (place, style) = (row(.undo(mark.step), "undo \(mark.step)"), "undone")
    case .undoFailed: (place, style) = (row(.undo(mark.step), "undo \(mark.step)"), "failed")
    case .parked: (place, style) = (row(.parking, "parked"), "parked")
    }
    rows[place].bars.append(Bar(begin: mark.begin, end: mark.end, style: style))
  }

  private mutating func settle(_ place: (row: Int, bar: Int)?, _ end: Duration, _ style: String) {
    guard let place else { return }
    rows[place.row].bars[place.bar].end = end
    rows[place.row].bars[place.bar].style = style
  }

  /// Returns the rows as a list.
  ///
  /// - Parameters:
  ///   - now: The end of the bar of a current visit; nil if the events use another clock.
  ///   - open: The label of a current visit.
  /// - Returns: The list.
  func markup(now: Duration?, open: String) -> Markup {
    let shown = rows.suffix(Self.rowsShown)
    let bars = shown.flatMap { $0.bars.suffix(Self.size) }
    guard let first = bars.map(\.begin).min() else { return "<p class=\"empty\">No step has started.</p>" }
    // An open bar grows with time, but at most once a minute.
    let last = max(latest, bars.contains { $0.end == nil } ? now ?? latest : latest)
    let span = max(last - first, .milliseconds(1))
    let gone: Markup? =
      rows.count > shown.count ? "<p class=\"note\">The latest \(shown.count) of \(rows.count) steps.</p>" : nil
    return """
      <ol class="timeline">
      \(shown.map { row($0, from: first, span, until: last, open: open) })\
      <li class="axis" aria-hidden="true"><span></span><span class="scale"><span>0</span><span>\((span / 2).words)</span>\
      <span>\(span.words)</span></span><span></span></li></ol>\(gone)
      """
  }

  private func row(_ row: Row, from first: Duration, _ span: Duration, until last: Duration, open: String) -> Markup {
    let bars = row.bars.suffix(Self.size)
    let shapes = bars.map { bar -> Markup in
      let x = Int((bar.begin - first) / span * Double(Self.width))
      // A visit without a duration must still be visible.
      let width = min(Self.width, max(4, Int(((bar.end ?? last) - bar.begin) / span * Double(Self.width))))
      let style = bar.end == nil && bar.style == "open" ? "open \(open)" : bar.style
      return """
        <rect class="visit \(style)" x="\(max(0, min(x, Self.width - width)))" y="0" width="\(width)" height="10"/>
        """
    }
    let count: Markup? = row.bars.count > 1 ? " <small>×\(row.bars.count.grouped)</small>" : nil
    return """
      <li><span class="step">\(.said(row.title.shortened(to: 200)))\(count)</span>\
      <svg viewBox="0 0 \(Self.width) 10" preserveAspectRatio="none" aria-hidden="true">\
      <rect class="track" x="0" y="4.5" width="\(Self.width)" height="1"/>\(shapes)</svg>\
      <span class="time">\(time(of: row, open: open))<span class="unseen">, \(endings(of: row))</span></span></li>

      """
  }

  /// Returns the time of a row's bars together, or what its current visit does, with the number of attempts.
  private func time(of row: Row, open: String) -> String {
    let isOpen = row.bars.contains { $0.end == nil }
    let total = row.bars.reduce(Duration.zero) { $0 + (($1.end ?? $1.begin) - $1.begin) }
    let time = isOpen ? (row.bars.last?.style == "parked" ? "parked" : open) : total.words
    return row.attempts > 1 ? "\(time), attempt \(row.attempts)" : time
  }

  /// Returns how often the visits of a row have ended in each way.
  private func endings(of row: Row) -> String {
    var counts: [(style: String, count: Int)] = []
    for bar in row.bars {
      if let place = counts.firstIndex(where: { $0.style == bar.style }) {
        counts[place].count += 1
      } else {
        counts.append((bar.style, 1))
      }
    }
    return counts.map { $0.count == 1 && counts.count == 1 ? $0.style : "\($0.count) \($0.style)" }.joined(
      separator: ", ")
  }
}
