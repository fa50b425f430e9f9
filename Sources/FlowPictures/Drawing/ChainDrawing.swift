import FlowChains

/// The geometry of a picture of a declared flow: a column of boxes in the order of the steps, straight arrows between neighbours,
/// and rails beside the column for all other routes, forward on the right and back on the left. The units are pixels.
struct ChainDrawing {
  static let margin = 12
  static let boxWidth = 196
  static let line = 16
  private static let padding = 9
  private static let gap = 34

  /// The box of a step, or of one of the two ends.
  struct Box: Equatable {
    /// The index of the step; nil for an end.
    var step: Int?
    var y: Int
    var height: Int
    var title: PictureText
    var remarks: [PictureText]
    var bottom: Int { y + height }
  }

  struct Corner: Equatable {
    var x: Int
    var y: Int
  }

  struct Label: Equatable {
    var text: PictureText
    var place: Corner
    /// Whether the text ends at its place, instead of beginning there.
    var isTrailing = false
  }

  /// A link as the line that is drawn for it, which consists of horizontal and vertical parts.
  struct Arrow: Equatable {
    var link: Link
    var corners: [Corner]
    var label: Label?
  }

  private(set) var boxes: [Box] = []
  private(set) var arrows: [Arrow] = []
  /// The left edge of the boxes.
  private(set) var left = 0
  private(set) var width = 0
  private(set) var height = 0

  /// The right edge of the boxes.
  var right: Int { left + Self.boxWidth }

  init(_ chain: FlowChain, overlay: FlowOverlay?, showingWaysBack: Bool) {
    let links = Self.links(of: chain, overlay: overlay, showingWaysBack: showingWaysBack)
    let ports = Ports(links)
    stack(chain, overlay, ports)
    let rails = Rails(links, boxes: boxes, ports: ports)
    left = Self.margin + rails.room(on: .left)
    width = right + rails.room(on: .right) + Self.margin
    arrows = links.map { link in
      Rails.side(of: link).map { bent(link, on: $0, rails, ports) } ?? straight(link)
    }
  }

  /// Places the boxes below each other.
  private mutating func stack(_ chain: FlowChain, _ overlay: FlowOverlay?, _ ports: Ports) {
    var y = Self.margin
    func add(_ step: Int?, _ title: String, _ remarks: [String] = [], atLeast height: Int = 0) {
      let room = Self.boxWidth - 2 * Self.padding
      let text = (1 + remarks.count) * Self.line + 2 * Self.padding
      boxes.append(
        Box(
          step: step, y: y, height: max(text, height), title: PictureText(title, width: room),
          remarks: remarks.map { PictureText($0, width: room) }))
      y += max(text, height) + Self.gap
    }
    add(nil, chain.identifier)
    for (index, step) in chain.steps.enumerated() {
      add(index, step.identifier, overlay?.remarks(on: step.identifier) ?? [], atLeast: ports.height(at: index))
    }
    add(nil, "end")
    height = y - Self.gap + Self.margin
  }

  /// The arrow from a box to the one below.
  private func straight(_ link: Link) -> Arrow {
    let middle = (left + right) / 2
    let (top, bottom) = (boxes[link.from + 1].bottom, boxes[link.to + 1].y)
    let text = PictureText(link.text, width: Self.boxWidth / 2 - 8)
    return Arrow(
      link: link, corners: [Corner(x: middle, y: top), Corner(x: middle, y: bottom)],
      label: link.text.isEmpty ? nil : Label(text: text, place: Corner(x: middle + 8, y: (top + bottom) / 2 + 3)))
  }

  /// The arrow that leaves a box at its side, follows a rail, and enters a box from the same side.
  private func bent(_ link: Link, on side: Side, _ rails: Rails, _ ports: Ports) -> Arrow {
    let direction = side == .right ? 1 : -1
    let edge = side == .right ? right : left
    let rail = edge + direction * rails.offset(of: link, on: side)
    let exit = boxes[link.from + 1].y + ports.exit(of: link)
    let entry = boxes[link.to + 1].y + Ports.entry
    let text = PictureText(link.text, width: Rails.labelWidth)
    let place = Corner(x: edge + direction * Ports.labelInset, y: exit - 4)
    return Arrow(
      link: link,
      corners: [
        Corner(x: edge, y: exit), Corner(x: rail, y: exit), Corner(x: rail, y: entry), Corner(x: edge, y: entry),
      ],
      label: link.text.isEmpty ? nil : Label(text: text, place: place, isTrailing: side == .left))
  }
}
