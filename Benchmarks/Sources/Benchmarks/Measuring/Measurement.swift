/// The figures of one contender in one scenario, per unit of it.
struct Measurement {
  let scenario: Scenario
  let contender: String
  private(set) var nanoseconds: [Double] = []
  private(set) var mallocs: [Double] = []
  private(set) var bytes: [Double] = []

  init(_ scenario: Scenario, _ contender: String) {
    self.scenario = scenario
    self.contender = contender
  }

  mutating func add(_ stopwatch: Stopwatch, size: Int) {
    let units = Double(size * scenario.repetitions)
    nanoseconds.append(stopwatch.nanoseconds / units)
    mallocs.append(stopwatch.mallocs / units)
    bytes.append(stopwatch.bytes / units)
  }

  var median: Double { nanoseconds.median }
  var minimum: Double { nanoseconds.min() ?? 0 }
  var maximum: Double { nanoseconds.max() ?? 0 }
  var mallocsPerUnit: Double { mallocs.median }
  /// The memory; 0 if the scenario doesn't weigh it.
  var bytesPerUnit: Double { bytes.median }
}

extension [Double] {
  /// The middle one; the mean of the two in the middle if there is an even number, 0 if there is none.
  var median: Double {
    guard !isEmpty else { return 0 }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
