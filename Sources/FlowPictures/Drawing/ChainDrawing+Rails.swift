import FlowChains

extension ChainDrawing {
  enum Side: CaseIterable {
    case left
    case right
  }

  /// The vertical lines beside the boxes. All links that lead to one box on the same side share a rail, and so an arrowhead.
  struct Rails {
    /// The distance between two rails. The first rail is twice as far from the boxes.
    private static let distance = 12
    /// The maximum number of rails on one side; more share the outermost one. Such a picture can't be followed anyway.
    private static let maximum = 32
    /// The maximum number of targets whose rails are distributed.
    private static let distributed = 500
    /// The maximum room for the label of a link, in pixels.
    static let labelWidth = 104

    private struct Rail: Hashable {
      var side: Side
      var target: Int
    }

    private var lanes: [Rail: Int] = [:]
    private var rooms: [Side: Int] = [:]

    init(_ links: [Link], boxes: [Box], ports: Ports) {
      var extents: [Rail: ClosedRange<Int>] = [:]
      for link in links {
        guard let side = Self.side(of: link) else { continue }
        let (exit, entry) = (boxes[link.from + 1].y + ports.exit(of: link), boxes[link.to + 1].y + Ports.entry)
        let rail = Rail(side: side, target: link.to)
        let known = extents[rail] ?? exit...exit
        extents[rail] = min(known.lowerBound, exit, entry)...max(known.upperBound, exit, entry)
        let label = min(PictureText.width(of: link.text), Self.labelWidth)
        rooms[side] = max(rooms[side] ?? 0, label + 2 * Ports.labelInset)
      }
      for side in Side.allCases { distribute(extents.filter { $0.key.side == side }, on: side) }
    }

    /// Gives each rail the innermost lane that is free along the whole rail. Short rails come first.
    private mutating func distribute(_ extents: [Rail: ClosedRange<Int>], on side: Side) {
      var taken: [[ClosedRange<Int>]] = []
      let sorted = extents.sorted { ($0.value.count, $0.key.target) < ($1.value.count, $1.key.target) }
      for (number, (rail, extent)) in sorted.enumerated() {
        let free = taken.firstIndex { !$0.contains { $0.overlaps(extent) } } ?? taken.count
        let lane = number < Self.distributed ? min(free, Self.maximum - 1) : Self.maximum - 1
        while taken.count <= lane { taken.append([]) }
        if number < Self.distributed { taken[lane].append(extent) }
        lanes[rail] = lane
      }
      if !taken.isEmpty { rooms[side] = max(rooms[side] ?? 0, (taken.count + 2) * Self.distance) }
    }

    /// The side on which a link runs; nil if it leads straight to the box below.
    static func side(of link: Link) -> Side? {
      if link.to <= link.from { return .left }
      return link.to == link.from + 1 && link.cause == .result ? nil : .right
    }

    /// The distance between the boxes and the rail of a link.
    func offset(of link: Link, on side: Side) -> Int {
      (2 + (lanes[Rail(side: side, target: link.to)] ?? 0)) * Self.distance
    }

    /// The room that a side needs for its rails and for the labels of its links.
    func room(on side: Side) -> Int { rooms[side] ?? 0 }
  }

  /// The places at the sides of boxes where links leave. Each link has its own, below the one where all links enter.
  struct Ports {
    /// The distance from the top of a box to where links enter.
    static let entry = 9
    /// The distance between a box and a label.
    static let labelInset = 6
    private static let distance = 17

    private var exits: [Link.Identity: Int] = [:]
    private var counts: [Int: [Side: Int]] = [:]

    init(_ links: [Link]) {
      for link in links {
        guard let side = Rails.side(of: link) else { continue }
        exits[link.identity] = counts[link.from]?[side] ?? 0
        counts[link.from, default: [:]][side, default: 0] += 1
      }
    }

    /// The height that a step's box needs for the links that leave it at its sides.
    func height(at step: Int) -> Int {
      Self.entry + (counts[step]?.values.max() ?? 0) * Self.distance + Self.entry
    }

    /// The distance from the top of a box to where a link leaves.
    func exit(of link: Link) -> Int { Self.entry + (1 + (exits[link.identity] ?? 0)) * Self.distance }
  }
}
