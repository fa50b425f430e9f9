/// Figures as JSON, one object per line, for programs.
enum JSONLines {
  static func text(_ measurements: [Measurement]) -> String {
    let floor = measurements.first?.median ?? 0
    return measurements.map { measurement in
      let ratio = floor > 0 ? measurement.median / floor : 0
      let numbers: [(String, Double)] = [
        ("median", measurement.median), ("min", measurement.minimum), ("max", measurement.maximum),
        ("floorRatio", ratio), ("mallocs", measurement.mallocsPerUnit), ("bytes", measurement.bytesPerUnit),
      ]
      return object([("scenario", measurement.scenario.name), ("contender", measurement.contender)], numbers)
    }.joined(separator: "\n")
  }

  static func text(_ readings: [MemoryReading.Taken]) -> String {
    readings.map { reading in
      object(
        [("scenario", "S8-memory"), ("contender", "FlowState"), ("what", reading.what)],
        [("bytesAt1000", reading.small), ("bytesAt1000000", reading.large)])
    }.joined(separator: "\n")
  }

  /// Names and texts here are the program's own and need no escaping.
  private static func object(_ texts: [(String, String)], _ numbers: [(String, Double)]) -> String {
    let members = texts.map { "\"\($0)\":\"\($1)\"" } + numbers.map { "\"\($0)\":\($1.text(decimals: 3))" }
    return "{\(members.joined(separator: ","))}"
  }
}
