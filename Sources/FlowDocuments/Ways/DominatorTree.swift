/// The steps that every way to a step passes.
///
/// Lengauer and Tarjan's algorithm with path compression, which takes time proportional to the edges and a logarithm. Nothing
/// is recursive, because a document can have a long way.
struct DominatorTree: Sendable {
  /// The first and the last moment at which a walk of the tree is at a node or below it; nil if no way leads to the node.
  private var spans: [ClosedRange<Int>?]

  /// Finds the dominators of the nodes of a graph.
  ///
  /// - Parameters:
  ///   - root: The node at which all ways begin.
  ///   - targets: The targets of each node.
  init(from root: Int, _ targets: [[Int]]) {
    let count = targets.count
    // The nodes by number, in the order of a walk in depth, and the number and the parent of each node.
    var vertex: [Int] = []
    var number = [Int](repeating: -1, count: count)
    var parent = [Int](repeating: -1, count: count)
    var sources = [[Int]](repeating: [], count: count)
    var open: [(node: Int, next: Int)] = [(root, 0)]
    number[root] = 0
    vertex.append(root)
    while let (node, next) = open.last {
      guard next < targets[node].count else {
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      let target = targets[node][next]
      sources[target].append(node)
      guard number[target] < 0 else { continue }
      number[target] = vertex.count
      parent[target] = node
      vertex.append(target)
      open.append((target, 0))
    }
    var semi = number
    var ancestor = [Int](repeating: -1, count: count)
    var label = Array(0..<count)
    var bucket = [[Int]](repeating: [], count: count)
    var dominator = [Int](repeating: -1, count: count)

    func evaluate(_ node: Int) -> Int {
      guard ancestor[node] >= 0 else { return node }
      var path: [Int] = []
      var place = node
      while ancestor[ancestor[place]] >= 0 {
        path.append(place)
        place = ancestor[place]
      }
      for place in path.reversed() {
        let above = ancestor[place]
        if semi[label[above]] < semi[label[place]] { label[place] = label[above] }
        ancestor[place] = ancestor[above]
      }
      return label[node]
    }

    for node in vertex.dropFirst().reversed() {
      for source in sources[node] {
        let best = evaluate(source)
        if semi[best] < semi[node] { semi[node] = semi[best] }
      }
      bucket[vertex[semi[node]]].append(node)
      let above = parent[node]
      ancestor[node] = above
      for waiting in bucket[above] {
        let best = evaluate(waiting)
        dominator[waiting] = semi[best] < semi[waiting] ? best : above
      }
      bucket[above] = []
    }
    for node in vertex.dropFirst() where dominator[node] != vertex[semi[node]] {
      dominator[node] = dominator[dominator[node]]
    }
    spans = Self.spans(root, dominator)
  }

  private static func spans(_ root: Int, _ dominator: [Int]) -> [ClosedRange<Int>?] {
    var children = [[Int]](repeating: [], count: dominator.count)
    for (node, above) in dominator.enumerated() where above >= 0 { children[above].append(node) }
    var spans = [ClosedRange<Int>?](repeating: nil, count: dominator.count)
    var first = [Int](repeating: 0, count: dominator.count)
    var moment = 0
    var open: [(node: Int, next: Int)] = [(root, 0)]
    while let (node, next) = open.last {
      if next == 0 { first[node] = moment }
      moment += 1
      guard next < children[node].count else {
        spans[node] = first[node]...moment
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      open.append((children[node][next], 0))
    }
    return spans
  }

  /// Whether any way leads to a node.
  func isReached(_ node: Int) -> Bool { spans[node] != nil }

  /// Whether every way to a node passes another one.
  func passes(_ other: Int, before node: Int) -> Bool {
    guard let span = spans[node], let outer = spans[other] else { return false }
    return outer.lowerBound <= span.lowerBound && span.upperBound <= outer.upperBound
  }
}
