import FlowStateTesting

/// One link of a chain, and its parts.
indirect enum StressPart: Sendable {
  case leaf(StressLeaf)
  case asynchronous([StressAsyncMove])
  case nested(StressPlan)
  /// Concurrent parts, as a step without a result.
  case all([StressPart])
  case race([StressPart])
  /// Concurrent parts, as a step with a result.
  case joined([StressPart])
  case raced([StressPart])
  case retried(StressPart, attempts: Int)
  case limited(StressPart, microseconds: Int)
  case delayed(StressPart, microseconds: Int)
  case recovered(StressPart)
  case replaced(StressPart, by: StressPart)
  case attended(StressPart)
  case mapped(StressPart)
  case then(StressPart, StressPart)

  /// Draws a part. A part inside a timeout may wait until it is cancelled.
  init(depth: Int, mayHold: Bool = false, using parent: inout SeededGenerator) {
    var generator = SeededGenerator(seed: parent.next())
    func part(mayHold: Bool = mayHold) -> StressPart {
      StressPart(depth: depth - 1, mayHold: mayHold, using: &generator)
    }
    func parts() -> [StressPart] { (0..<Int.random(in: 1...4, using: &generator)).map { _ in part() } }
    func time() -> Int { Int.random(in: 1...400, using: &generator) }
    let kinds = depth > 0 ? 20 : 5
    switch Int.random(in: 0..<kinds, using: &generator) {
    case 0, 1, 2, 3: self = .leaf(StressLeaf(mayHold: mayHold, using: &generator))
    case 4: self = .asynchronous((0...2).map { _ in StressAsyncMove(using: &generator) })
    case 5, 6: self = .nested(StressPlan(depth: depth, mayHold: mayHold, using: &generator))
    case 7: self = .all(parts())
    case 8: self = .race(parts())
    case 9, 10: self = .joined(parts())
    case 11: self = .raced(parts())
    case 12, 13: self = .retried(part(), attempts: Int.random(in: 1...3, using: &generator))
    case 14: self = .limited(part(mayHold: true), microseconds: time())
    case 15: self = .delayed(part(), microseconds: time() / 8)
    case 16: self = .recovered(part())
    case 17: self = .replaced(part(), by: part())
    case 18: self = .attended(part())
    default: self = Bool.random(using: &generator) ? .mapped(part()) : .then(part(), part())
    }
  }
}

/// An action of an async step.
enum StressAsyncMove: Sendable {
  case yield
  case sleep(microseconds: Int)
  case fail

  init(using generator: inout SeededGenerator) {
    switch Int.random(in: 0..<8, using: &generator) {
    case 0...4: self = .yield
    case 5, 6: self = .sleep(microseconds: Int.random(in: 1...200, using: &generator))
    default: self = .fail
    }
  }
}
