import Foundation

/// Draws a trace as an SVG picture, as Perfetto shows the same file.
struct TracePicture {
  /// The parts of the Chrome trace event format that are drawn.
  private struct Trace: Decodable {
    struct Event: Decodable {
      let name: String
      let ph: String
      let tid: Int
      var ts: Double?
      var dur: Double?
    }

    let traceEvents: [Event]
  }

  private static let width = 860.0
  private static let margin = 12.0
  private static let bar = (height: 22.0, pitch: 26.0)
  private static let colors = ["#33507a", "#2f6f6a", "#7a5533", "#5d3f7a"]
  /// The average width of a character of a name.
  private static let characterWidth = 6.5

  /// Draws the slices of a trace in the Chrome trace event format, with nested slices below their parents.
  static func text(of trace: String, title: String) throws -> String {
    let events = try JSONDecoder().decode(Trace.self, from: Data(trace.utf8)).traceEvents
    let slices = events.filter { $0.ph == "X" }
    let rows = rows(of: slices)
    let end = slices.map { ($0.ts ?? 0) + ($0.dur ?? 0) }.max() ?? 0
    let bottom = margin + Double((rows.max() ?? 0) + 1) * bar.pitch
    var picture = SVGText(
      title: title, width: width, height: bottom + 32, font: "DejaVu Sans, Helvetica, sans-serif", fontSize: 12)
    for (slice, row) in zip(slices, rows) { draw(slice, row, of: end, in: &picture) }
    for second in 0...Int(end / 1_000_000) {
      let x = SVGText.number(x(Double(second) * 1_000_000, of: end))
      picture.add("path", ["d": "M\(x) \(SVGText.number(bottom))v6", "stroke": "#8b93a1"])
      let anchor = second == 0 ? "start" : "middle"
      picture.add(
        "text", ["x": x, "y": SVGText.number(bottom + 20), "text-anchor": anchor, "fill": "#8b93a1"],
        content: "\(second)\u{A0}s")
    }
    return picture.text
  }

  /// The row of each slice. A track begins below the previous one, and a nested slice is below its parent.
  private static func rows(of slices: [Trace.Event]) -> [Int] {
    var rows: [Int] = []
    var open: [(track: Int, end: Double)] = []
    var firstRows: [Int: Int] = [:]
    for slice in slices {
      let start = slice.ts ?? 0
      open.removeAll { $0.track == slice.tid && $0.end <= start }
      let first = firstRows[slice.tid] ?? (rows.max() ?? -1) + 1
      firstRows[slice.tid] = first
      rows.append(first + open.count { $0.track == slice.tid })
      open.append((slice.tid, start + (slice.dur ?? 0)))
    }
    return rows
  }

  private static func draw(_ slice: Trace.Event, _ row: Int, of end: Double, in picture: inout SVGText) {
    let (start, duration) = (slice.ts ?? 0, slice.dur ?? 0)
    let (left, right) = (x(start, of: end), x(start + duration, of: end))
    let top = margin + Double(row) * bar.pitch
    picture.add(
      "rect",
      [
        "x": SVGText.number(left), "y": SVGText.number(top), "width": SVGText.number(max(1, right - left - 1)),
        "height": SVGText.number(bar.height), "rx": "3", "fill": colors[row % colors.count],
      ], title: "\(slice.name): \(Int(duration / 1_000)) ms")
    guard right - left > Double(slice.name.count) * characterWidth + 8 else { return }
    picture.add(
      "text", ["x": SVGText.number(left + 5), "y": SVGText.number(top + 15), "fill": "#eef1f5"], content: slice.name)
  }

  private static func x(_ time: Double, of end: Double) -> Double {
    margin + (width - 2 * margin) * (end > 0 ? time / end : 0)
  }
}
