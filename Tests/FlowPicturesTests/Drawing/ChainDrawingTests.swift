import FlowChains
import FlowStateTesting
import Testing

@testable import FlowPictures

/// The geometry of pictures of declared flows.
struct ChainDrawingTests {
  private typealias Corner = ChainDrawing.Corner

  /// A chain with random routes. Some have no label, some lead back, to the step itself, or to the end.
  private static func chain(seed: UInt64) -> FlowChain {
    var generator = SeededGenerator(seed: seed)
    let count = Int.random(in: 1...12, using: &generator)
    let steps = (0..<count).map { index in
      let routes = (0..<Int.random(in: 0...5, using: &generator)).map { number in
        let target: FlowRoute.Target =
          switch Int.random(in: 0..<4, using: &generator) {
          case 0: .next
          case 1: .end
          default: .step("s\(Int.random(in: 0..<count, using: &generator))")
          }
        let label = String(repeating: "label ", count: Int.random(in: 0...6, using: &generator)) + "\(number)"
        let cause: FlowRoute.Cause = Bool.random(using: &generator) ? .result : .failure
        return FlowRoute(label, to: target, after: cause)
      }
      return DeclaredStep(drawn: "s\(index)", leading: routes)
    }
    return FlowChain(identifier: "random", steps)
  }

  private static func drawing(seed: UInt64) -> ChainDrawing {
    ChainDrawing(chain(seed: seed), overlay: nil, showingWaysBack: seed % 2 == 0)
  }

  @Test("Boxes are placed below each other, with room for an arrow between them", arguments: 0..<200 as Range<UInt64>)
  func boxes(seed: UInt64) {
    let drawing = Self.drawing(seed: seed)
    #expect(drawing.boxes.first?.step == nil && drawing.boxes.last?.step == nil)
    #expect(drawing.boxes.dropFirst().dropLast().map(\.step) == Array(0..<drawing.boxes.count - 2))
    for (box, next) in zip(drawing.boxes, drawing.boxes.dropFirst()) { #expect(next.y >= box.bottom + 20) }
    #expect(drawing.boxes.last.map { $0.bottom <= drawing.height } == true)
    #expect(drawing.right <= drawing.width)
  }

  @Test("Each link has one arrow, which touches only its own two boxes", arguments: 0..<200 as Range<UInt64>)
  func arrows(seed: UInt64) {
    let drawing = Self.drawing(seed: seed)
    #expect(Set(drawing.arrows.map(\.link.identity)).count == drawing.arrows.count)
    for arrow in drawing.arrows {
      let (source, target) = (drawing.boxes[arrow.link.from + 1], drawing.boxes[arrow.link.to + 1])
      #expect((source.y...source.bottom).contains(arrow.corners[0].y))
      #expect((target.y...target.bottom).contains(arrow.corners[arrow.corners.count - 1].y))
      for (corner, next) in zip(arrow.corners, arrow.corners.dropFirst()) {
        #expect(corner.x == next.x || corner.y == next.y)
        #expect((0...drawing.width).contains(corner.x))
        guard corner.x == next.x else { continue }
        let isInside = (drawing.left...drawing.right).contains(corner.x)
        // Only a link to the next box leads through the column.
        #expect(!isInside || arrow.link.to == arrow.link.from + 1)
      }
    }
  }

  @Test("Lines of routes to different steps do not overlap", arguments: 0..<200 as Range<UInt64>)
  func rails(seed: UInt64) {
    struct Line {
      var target: Int
      var x: Int
      var y: ClosedRange<Int>
    }
    let lines = Self.drawing(seed: seed).arrows.filter { $0.corners.count == 4 }.map { arrow in
      let (first, second) = (arrow.corners[1], arrow.corners[2])
      return Line(target: arrow.link.to, x: first.x, y: min(first.y, second.y)...max(first.y, second.y))
    }
    for (index, line) in lines.enumerated() {
      for other in lines[(index + 1)...] where other.target != line.target && other.x == line.x {
        #expect(!line.y.overlaps(other.y))
      }
    }
  }

  @Test("Labels are inside the picture, and no two are at the same place", arguments: 0..<200 as Range<UInt64>)
  func labels(seed: UInt64) {
    let drawing = Self.drawing(seed: seed)
    let labels = drawing.arrows.compactMap(\.label)
    for label in labels {
      let start = label.isTrailing ? label.place.x - label.text.width : label.place.x
      #expect(start >= 0 && start + label.text.width <= drawing.width)
      #expect(!label.text.shown.isEmpty)
    }
    for (index, label) in labels.enumerated() {
      for other in labels[(index + 1)...] {
        let isApart = label.place.x != other.place.x || abs(label.place.y - other.place.y) >= 16
        #expect(isApart)
      }
    }
  }

  @Test("A picture with many links to many steps stays narrow")
  func limit() {
    let steps = (0..<600).map { index in
      DeclaredStep(drawn: "s\(index)", leading: [FlowRoute("x", to: .step("s\(599 - index)"))])
    }
    let drawing = ChainDrawing(FlowChain(identifier: "crossing", steps), overlay: nil, showingWaysBack: false)
    #expect(drawing.width < 2 * 34 * 12 + 250)
  }
}
