import FlowJSON

/// The ways through a document in one order of its steps.
struct StepWays: Sendable {
  /// The variants that have this order; empty if the document has none.
  let variants: [String]
  /// The places of the steps that are listed, in order.
  let listed: [Int]
  /// The places of all steps, in order: the listed ones, and then those that only routes lead to.
  let order: [Int]
  /// The step after a listed step; nil for the last one and for other steps.
  let next: [Int?]
  /// The targets after a result, and those without a value, by the place of a step. The number of steps stands for the end, and one
  /// more for the way back.
  private(set) var withValue: [[Int]]
  private(set) var withoutValue: [[Int]]

  /// Finds the ways.
  ///
  /// - Parameters:
  ///   - content: The document.
  ///   - variants: The variants that have the order.
  ///   - listed: The places of the listed steps, in order.
  init(_ content: DocumentContent, _ variants: [String], listed: [Int]) {
    self.variants = variants
    self.listed = listed
    let count = content.steps.count
    var next = [Int?](repeating: nil, count: count)
    for (place, following) in zip(listed, listed.dropFirst()) { next[place] = following }
    self.next = next
    func place(of target: String, from step: Int) -> Int? {
      switch target {
      case "next": next[step] ?? count
      case "end": count
      case "back": count + 1
      // An unknown step is a problem of its own.
      default: content.places[target] ?? count
      }
    }
    var withValue = [[Int]](repeating: [], count: count)
    var withoutValue = withValue
    for (index, step) in content.steps.enumerated() {
      let routes = step.resultRoutes
      withValue[index] = routes.compactMap { place(of: $0.to, from: index) }
      if routes.last.map({ $0.when != nil }) ?? true {
        if let target = place(of: step.fallback, from: index) { withValue[index].append(target) }
      }
      for route in step.routes where route.when.map({ !$0.isOfResult }) ?? false {
        if let target = place(of: route.to, from: index) { withoutValue[index].append(target) }
      }
      if step.within != nil, step.lateRoute == nil, let target = place(of: step.fallback, from: index) {
        withoutValue[index].append(target)
      }
    }
    (self.withValue, self.withoutValue) = (withValue, withoutValue)
    // The steps that routes add to the listed ones stand behind them, in the order of the document.
    var isIncluded = [Bool](repeating: false, count: count)
    for place in listed { isIncluded[place] = true }
    var open = listed
    while let place = open.popLast() {
      for target in withValue[place] + withoutValue[place] where target < count && !isIncluded[target] {
        isIncluded[target] = true
        open.append(target)
      }
    }
    let isListed = Set(listed)
    order = listed + content.steps.indices.filter { isIncluded[$0] && !isListed.contains($0) }
  }

  /// The targets of each node. A step that completes with a value is a node of its own, so that the ways without one don't pass it: the
  /// nodes are the beginnings of all steps, then their ends, and then the end of the flow. A way back ends there, too: a run that has gone
  /// back has the values that it had.
  var graph: [[Int]] {
    let (count, end) = (next.count, 2 * next.count)
    var targets = [[Int]](repeating: [], count: 2 * count + 1)
    for place in 0..<count {
      targets[place] = [count + place] + withoutValue[place].map { $0 < count ? $0 : end }
      targets[count + place] = withValue[place].map { $0 < count ? $0 : end }
    }
    return targets
  }

  /// The targets of a step.
  func targets(of place: Int) -> [Int] { withValue[place] + withoutValue[place] }

  /// The steps that a way from the first one leads to.
  var reached: [Bool] {
    var reached = [Bool](repeating: false, count: next.count)
    guard let first = listed.first else { return reached }
    reached[first] = true
    var open = [first]
    while let place = open.popLast() {
      for target in targets(of: place) where target < reached.count && !reached[target] {
        reached[target] = true
        open.append(target)
      }
    }
    return reached
  }

  /// The steps from which a way leads to the end. Of those that no way reaches, nothing is said.
  var leaving: [Bool] {
    let (end, back) = (next.count, next.count + 1)
    var backwards = [[Int]](repeating: [], count: back + 1)
    for place in next.indices { for target in targets(of: place) { backwards[target].append(place) } }
    var leaving = [Bool](repeating: false, count: back + 1)
    func mark(_ target: Int) {
      leaving[target] = true
      var open = [target]
      while let place = open.popLast() {
        for source in backwards[place] where !leaving[source] {
          leaving[source] = true
          open.append(source)
        }
      }
    }
    mark(end)
    // A run that goes back continues at a step before, up to the first one. From there it can take another way than before.
    if let first = listed.first, leaving[first] { mark(back) }
    return Array(leaving[..<end])
  }
}
