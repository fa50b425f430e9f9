/// Finds the groups of steps that lead to each other, with Tarjan's algorithm.
///
/// Uses a loop, because a chain can have many steps.
struct ChainCircles {
  private let ways: [[Int]]
  private var order: [Int?]
  private var lowest: [Int]
  private var isOpen: [Bool]
  private var open: [Int] = []
  private var count = 0
  private var groups: [[Int]] = []

  private init(_ ways: [[Int]]) {
    self.ways = ways
    order = Array(repeating: nil, count: ways.count)
    lowest = Array(repeating: 0, count: ways.count)
    isOpen = Array(repeating: false, count: ways.count)
  }

  /// Returns the groups, each in ascending order, ordered by their first step. A step that doesn't lead back to itself is in no
  /// group.
  static func find(by ways: [[Int]]) -> [[Int]] {
    var circles = ChainCircles(ways)
    for index in ways.indices where circles.order[index] == nil { circles.search(from: index) }
    return circles.groups.sorted { $0[0] < $1[0] }
  }

  private mutating func search(from start: Int) {
    var path: [(step: Int, way: Int)] = []
    enter(start, &path)
    while let (step, way) = path.last {
      guard way < ways[step].count else {
        path.removeLast()
        if let (outer, _) = path.last { lowest[outer] = min(lowest[outer], lowest[step]) }
        if lowest[step] == order[step] { close(step) }
        continue
      }
      path[path.count - 1].way += 1
      let next = ways[step][way]
      if let number = order[next] {
        if isOpen[next] { lowest[step] = min(lowest[step], number) }
      } else {
        enter(next, &path)
      }
    }
  }

  private mutating func enter(_ step: Int, _ path: inout [(step: Int, way: Int)]) {
    order[step] = count
    lowest[step] = count
    count += 1
    isOpen[step] = true
    open.append(step)
    path.append((step, 0))
  }

  private mutating func close(_ step: Int) {
    var group: [Int] = []
    while let member = open.popLast() {
      isOpen[member] = false
      group.append(member)
      if member == step { break }
    }
    if group.count > 1 || ways[step].contains(step) { groups.append(group.sorted()) }
  }
}
