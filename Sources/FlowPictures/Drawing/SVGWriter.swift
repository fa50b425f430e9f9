import FlowChains

/// Writes a drawing as SVG.
struct SVGWriter {
  private let drawing: ChainDrawing
  private let isOverlaid: Bool
  private var lines: [String]

  init(_ drawing: ChainDrawing, title: String, isOverlaid: Bool) {
    self.drawing = drawing
    self.isOverlaid = isOverlaid
    let (width, height) = (drawing.width, drawing.height)
    lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"flow-chain\" role=\"img\" width=\"\(width)\" height=\"\(height)\" "
        + "viewBox=\"0 0 \(width) \(height)\">",
      "<title>\(Self.escaped(title.pictureText))</title>",
      "<style>\(Self.style)</style>",
      "<rect class=\"page\" width=\"\(width)\" height=\"\(height)\" rx=\"8\"/>",
    ]
  }

  /// The whole picture.
  var text: String { (lines + ["</svg>"]).joined(separator: "\n") + "\n" }

  /// Adds the line and the head of an arrow.
  mutating func add(_ arrow: ChainDrawing.Arrow) {
    let kind =
      switch arrow.link.cause {
      case .result: "way"
      case .failure, .timeout, .cancellation: "way trouble"
      case nil: "way back"
      }
    let style = "\(kind)\(use(of: arrow))"
    let corners = arrow.corners.map { "\($0.x),\($0.y)" }.joined(separator: " ")
    lines.append("<polyline class=\"\(style)\" points=\"\(corners)\"/>")
    lines.append("<polygon class=\"head\(use(of: arrow))\" points=\"\(Self.head(of: arrow.corners))\"/>")
  }

  /// Whether runs took the routes of an arrow, as a further class.
  private func use(of arrow: ChainDrawing.Arrow) -> String {
    guard isOverlaid, arrow.link.from >= 0 else { return "" }
    return arrow.link.count > 0 ? " taken" : " unused"
  }

  /// Adds the label of an arrow.
  mutating func addLabel(of arrow: ChainDrawing.Arrow) {
    guard let label = arrow.label else { return }
    add(
      label.text, at: label.place, style: "label\(use(of: arrow))",
      attributes: label.isTrailing ? " text-anchor=\"end\"" : "")
  }

  /// Adds a box, and the numbers of runs that stand and are parked there.
  mutating func add(_ box: ChainDrawing.Box, mark: FlowOverlay.Mark?, standing: Int, parked: Int) {
    let style =
      switch mark {
      case nil: box.step == nil ? "box end" : "box"
      case .visited: "box visited"
      case .failed: "box failed"
      }
    let middle = drawing.left + ChainDrawing.boxWidth / 2
    let corner = box.step == nil ? box.height / 2 : 6
    lines.append(
      "<rect class=\"\(style)\" x=\"\(drawing.left)\" y=\"\(box.y)\" width=\"\(ChainDrawing.boxWidth)\" "
        + "height=\"\(box.height)\" rx=\"\(corner)\"/>")
    let texts = [box.title] + box.remarks
    var y = box.y + (box.height - texts.count * ChainDrawing.line) / 2 + 12
    for (index, text) in texts.enumerated() {
      add(
        text, at: ChainDrawing.Corner(x: middle, y: y), style: index == 0 ? "name" : "remark",
        attributes: " text-anchor=\"middle\"")
      y += ChainDrawing.line
    }
    if standing > 0 {
      let what = standing == 1 ? "1 run stands here" : "\(standing) runs stand here"
      addBadge(standing, what, style: "here", at: box, isLeft: false)
    }
    if parked > 0 {
      let what = parked == 1 ? "1 run is parked here" : "\(parked) runs are parked here"
      addBadge(parked, what, style: "parked", at: box, isLeft: true)
    }
  }

  /// Adds a number in a corner of a box.
  private mutating func addBadge(
    _ count: Int, _ what: String, style: String, at box: ChainDrawing.Box, isLeft: Bool
  ) {
    let text = PictureText("\(count)", width: ChainDrawing.boxWidth)
    let width = max(20, text.width + 12)
    let x = isLeft ? drawing.left + 6 : drawing.right - width - 6
    lines.append(
      "<rect class=\"\(style)\" x=\"\(x)\" y=\"\(box.y - 10)\" width=\"\(width)\" height=\"20\" rx=\"10\"/>")
    lines.append(
      "<text class=\"count\" x=\"\(x + width / 2)\" y=\"\(box.y + 4)\" text-anchor=\"middle\">\(text.shown)"
        + "<title>\(what)</title></text>")
  }

  private mutating func add(
    _ text: PictureText, at place: ChainDrawing.Corner, style: String, attributes: String
  ) {
    let whole = text.whole.map { "<title>\(Self.escaped($0))</title>" } ?? ""
    lines.append(
      "<text class=\"\(style)\" x=\"\(place.x)\" y=\"\(place.y)\"\(attributes)>\(Self.escaped(text.shown))\(whole)</text>"
    )
  }

  /// The corners of a triangle at the end of a line.
  private static func head(of corners: [ChainDrawing.Corner]) -> String {
    let (end, before) = (corners[corners.count - 1], corners[corners.count - 2])
    if end.x == before.x { return "\(end.x),\(end.y) \(end.x - 4),\(end.y - 8) \(end.x + 4),\(end.y - 8)" }
    let tail = end.x + (end.x > before.x ? -8 : 8)
    return "\(end.x),\(end.y) \(tail),\(end.y - 4) \(tail),\(end.y + 4)"
  }

  /// Returns text without the characters that XML gives a meaning, or does not allow.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// The style sheet. Each rule names the picture's class, because a page may contain the picture.
  private static let style = """
    .flow-chain{--page:#fff;--ink:#1f2328;--soft:#59636e;--edge:#8c959f;--box:#f6f8fa;--good:#dafbe1;--good-edge:#1a7f37;\
    --bad:#ffebe9;--bad-edge:#cf222e;--here:#0969da;--on-here:#fff;--parked:#9a6700;font:13px system-ui,sans-serif}\
    @media(prefers-color-scheme:dark){.flow-chain{--page:#0d1117;--ink:#e6edf3;--soft:#9198a1;--edge:#6e7681;--box:#161b22;\
    --good:#12351f;--good-edge:#3fb950;--bad:#3d1418;--bad-edge:#f85149;--here:#4493f8;--on-here:#0d1117;--parked:#d29922}}\
    .flow-chain .page{fill:var(--page)}\
    .flow-chain .box{fill:var(--box);stroke:var(--edge)}\
    .flow-chain .end{fill:var(--page)}\
    .flow-chain .visited{fill:var(--good);stroke:var(--good-edge)}\
    .flow-chain .failed{fill:var(--bad);stroke:var(--bad-edge)}\
    .flow-chain .way{fill:none;stroke:var(--edge);stroke-width:1.5;stroke-linejoin:round}\
    .flow-chain .trouble{stroke-dasharray:5 4}\
    .flow-chain .back{stroke-dasharray:1.5 4;stroke-linecap:round}\
    .flow-chain .head{fill:var(--edge)}\
    .flow-chain .way.taken{stroke:var(--good-edge);stroke-width:2}\
    .flow-chain .head.taken{fill:var(--good-edge)}\
    .flow-chain .way.unused,.flow-chain .head.unused{opacity:.55}\
    .flow-chain text{fill:var(--ink)}\
    .flow-chain .name{font-weight:600}\
    .flow-chain .remark,.flow-chain .label{fill:var(--soft);font-size:12px}\
    .flow-chain .label{paint-order:stroke;stroke:var(--page);stroke-width:4px;stroke-linejoin:round}\
    .flow-chain .here{fill:var(--here)}\
    .flow-chain .parked{fill:var(--parked)}\
    .flow-chain .count{fill:var(--on-here);font-weight:600;font-size:12px}
    """
}
