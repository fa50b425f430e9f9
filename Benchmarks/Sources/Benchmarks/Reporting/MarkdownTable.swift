/// Figures as Markdown, for people.
enum MarkdownTable {
  static func preface(_ rounds: Rounds) -> String {
    "Medians of \(rounds.count) interleaved rounds\(rounds.isQuick ? " of small samples" : ""); times in nanoseconds."
  }

  static func text(_ scenario: Scenario, _ measurements: [Measurement]) -> String {
    let weighs = measurements.contains { $0.bytesPerUnit != 0 }
    var lines = [
      "", "### \(scenario.name): \(scenario.title)", "",
      "| contender | median, ns per \(scenario.unit) | min | max | × floor | mallocs per \(scenario.unit) |"
        + (weighs ? " bytes per waiting \(scenario.unit) |" : ""),
      "| --- | ---: | ---: | ---: | ---: | ---: |" + (weighs ? " ---: |" : ""),
    ]
    let floor = measurements.first?.median ?? 0
    for measurement in measurements {
      let ratio = floor > 0 ? measurement.median / floor : 0
      let cells =
        [
          measurement.contender, number(measurement.median), number(measurement.minimum), number(measurement.maximum),
          number(ratio, decimals: 2), number(measurement.mallocsPerUnit, decimals: 2),
        ] + (weighs ? [number(measurement.bytesPerUnit)] : [])
      lines.append("| \(cells.joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n")
  }

  static func text(_ readings: [MemoryReading.Taken]) -> String {
    var lines = [
      "", "### S8: memory of FlowState", "",
      "| what | bytes at 10³ | bytes at 10⁶ |", "| --- | ---: | ---: |",
    ]
    for reading in readings {
      lines.append("| \(reading.what) | \(bytes(reading.small)) | \(bytes(reading.large)) |")
    }
    return lines.joined(separator: "\n")
  }

  /// A difference of two measurements of memory. One that is smaller than a byte is none.
  private static func bytes(_ value: Double) -> String { abs(value) < 1 ? "0" : number(value) }

  /// A number with as many decimals as are worth reading.
  private static func number(_ value: Double, decimals: Int? = nil) -> String {
    let decimals = decimals ?? (abs(value) < 100 ? 1 : 0)
    return value.text(decimals: decimals)
  }
}
