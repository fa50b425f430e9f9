/// The circles in a graph: the largest sets of nodes that all lead to each other, found as Tarjan describes.
struct Circles {
  /// The circles of two nodes or more, the largest first, each in order.
  private(set) var all: [[String]] = []

  private let edges: [String: Set<String>]
  private var indices: [String: Int] = [:]
  private var lowest: [String: Int] = [:]
  private var stack: [String] = []

  /// Finds the circles.
  ///
  /// - Parameter edges: For each node, the nodes that it leads to.
  init(_ edges: [String: Set<String>]) {
    self.edges = edges
    for node in edges.keys.sorted() where indices[node] == nil { visit(node) }
    all.sort { ($1.count, $0[0]) < ($0.count, $1[0]) }
  }

  /// Finds the circles of a module's files. A file leads to those that declare a type which it names. Calls of methods
  /// in extensions aren't seen.
  init(ofFiles files: [String]) throws {
    let names = try Dictionary(uniqueKeysWithValues: files.map { ($0, SourceNames(try Documentation.text($0))) })
    var homes: [String: Set<String>] = [:]
    for (file, names) in names {
      for name in names.declared { homes[name, default: []].insert(file) }
    }
    self.init(
      names.mapValues { names in names.used.reduce(into: Set()) { $0.formUnion(homes[$1] ?? []) } }
        .reduce(into: [:]) { $0[$1.key] = $1.value.subtracting([$1.key]) })
  }

  private mutating func visit(_ node: String) {
    let index = indices.count
    indices[node] = index
    lowest[node] = index
    stack.append(node)
    for next in (edges[node] ?? []).sorted() {
      if indices[next] == nil {
        visit(next)
        lowest[node] = min(lowest[node] ?? 0, lowest[next] ?? 0)
      } else if stack.contains(next) {
        lowest[node] = min(lowest[node] ?? 0, indices[next] ?? 0)
      }
    }
    guard lowest[node] == index, let start = stack.firstIndex(of: node) else { return }
    if stack.count - start > 1 { all.append(stack[start...].sorted()) }
    stack.removeSubrange(start...)
  }
}
