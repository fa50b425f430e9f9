/// Measures the contenders of a scenario in turn, round after round, so that what disturbs the machine disturbs all.
struct Rounds {
  let count: Int
  let isQuick: Bool
  /// Whether a round that does not count comes first.
  let warmsUp: Bool

  func measure(_ scenario: Scenario) throws -> [Measurement] {
    let size = isQuick ? scenario.quickSize : scenario.size
    var measurements = scenario.contenders.map { Measurement(scenario, $0.name) }
    for round in (warmsUp ? -1 : 0)..<count {
      for turn in scenario.contenders.indices {
        // Nobody always comes after the same one.
        let index = (turn + max(round, 0)) % scenario.contenders.count
        let stopwatch = try sample(scenario.contenders[index], of: scenario, size: size)
        if round >= 0 { measurements[index].add(stopwatch, size: size) }
      }
    }
    return measurements
  }

  private func sample(_ contender: Contender, of scenario: Scenario, size: Int) throws -> Stopwatch {
    let stopwatch = Stopwatch()
    let expected = scenario.expected(size)
    for _ in 0..<scenario.repetitions {
      let result = try contender.sample(size, stopwatch)
      guard result == expected else {
        throw WrongResult(scenario: scenario.name, contender: contender.name, expected: expected, found: result)
      }
    }
    return stopwatch
  }
}

/// A contender has not done what its scenario asks for.
struct WrongResult: Error, CustomStringConvertible {
  let scenario: String
  let contender: String
  let expected: Int
  let found: Int

  var description: String {
    "\(contender) has come to a wrong result in \(scenario): expected \(expected), found \(found)."
  }
}
