/// The pages and the routes between them, as numbers.
struct PageGraph {
  /// A way on. No target is the end.
  struct Link {
    var target: Int?
    /// The condition; nil for the route that is taken if no condition holds.
    var condition: String?
  }

  var links: [[Link]]
  let start: Int
  /// The pages that a way leads to, in an order in which a page comes before those that it leads to, unless there is a circle.
  private(set) var order: [Int] = []
  private(set) var isReached: [Bool]

  init(_ links: [[Link]], start: Int) {
    (self.links, self.start) = (links, start)
    isReached = [Bool](repeating: false, count: links.count)
    guard links.indices.contains(start) else { return }
    var open: [(page: Int, next: Int)] = [(start, 0)]
    isReached[start] = true
    while let (page, next) = open.last {
      guard next < links[page].count else {
        order.append(page)
        open.removeLast()
        continue
      }
      open[open.count - 1].next += 1
      if let target = links[page][next].target, !isReached[target] {
        isReached[target] = true
        open.append((target, 0))
      }
    }
    order.reverse()
  }

  /// A page that no way leads to, and to which no other such page leads if there is one.
  var firstUnreached: Int? {
    var isTarget = isReached
    for page in links.indices where !isReached[page] {
      for link in links[page] { if let target = link.target, target != page { isTarget[target] = true } }
    }
    return isTarget.firstIndex(of: false) ?? isReached.firstIndex(of: false)
  }

  /// The pages that a way from a page leads to, without passing another one.
  func reached(from page: Int, without removed: Int? = nil) -> Set<Int> {
    guard page != removed else { return [] }
    var reached: Set<Int> = [page]
    var open = [page]
    while let page = open.popLast() {
      for link in links[page] {
        if let target = link.target, target != removed, reached.insert(target).inserted { open.append(target) }
      }
    }
    return reached
  }

  /// The pages that every way to a page passes, with the page itself.
  func surePages() -> [Set<Int>] {
    var sure = links.indices.map { Set([$0]) }
    for page in order {
      let others = reached(from: start, without: page)
      for other in order where !others.contains(other) { sure[other].insert(page) }
    }
    return sure
  }

  /// The pages from which a way leads to a page, with the page itself.
  func earlierPages() -> [Set<Int>] {
    var earlier = links.indices.map { Set([$0]) }
    for page in links.indices { for target in reached(from: page) { earlier[target].insert(page) } }
    return earlier
  }

  /// Ends the flow where a circle has no way out: the runner never leaves such a circle.
  ///
  /// - Returns: The pages whose routes were changed.
  mutating func openCircles() -> [Int] {
    var leaves = [Bool](repeating: false, count: links.count)
    var isChanging = true
    while isChanging {
      isChanging = false
      for page in order.reversed() where !leaves[page] {
        let ends = !links[page].contains { $0.condition == nil }
        if ends || links[page].contains(where: { $0.target.map { leaves[$0] } ?? true }) {
          leaves[page] = true
          isChanging = true
        }
      }
    }
    var changed: [Int] = []
    var state = [Int](repeating: 0, count: links.count)
    for first in order where !leaves[first] && state[first] == 0 {
      var open: [(page: Int, next: Int)] = [(first, 0)]
      state[first] = 1
      while let (page, next) = open.last {
        guard next < links[page].count else {
          state[page] = 2
          open.removeLast()
          continue
        }
        open[open.count - 1].next += 1
        guard let target = links[page][next].target else { continue }
        if state[target] == 1 {
          links[page][next].target = nil
          changed.append(page)
        } else if state[target] == 0 {
          state[target] = 1
          open.append((target, 0))
        }
      }
    }
    return changed
  }
}
