/// Growth readings as a Markdown table, or as JSON with one object per line.
enum GrowthTable {
  static func header(rounds: Int) -> String {
    """
    Shortest times of \(rounds) rounds. Doubling n may multiply the cost by \(GrowthReading.allowedFactor.text(decimals: 1)) at most.

    | work, n | n | time, ms | factor | memory, bytes per n | factor | |
    | --- | --- | --- | ---: | --- | ---: | --- |
    """
  }

  static func line(_ reading: GrowthReading) -> String {
    let cells = [
      reading.name, list(reading.points) { count($0.size) }, list(reading.points) { number($0.nanoseconds / 1e6) },
      reading.timeFactor.text(decimals: 2),
      reading.memoryFactor == nil ? "" : list(reading.points) { number($0.bytes / Double($0.size)) },
      reading.memoryFactor?.text(decimals: 2) ?? "", reading.isLinear ? "linear" : "faster than linear",
    ]
    return "| \(cells.joined(separator: " | ")) |"
  }

  /// A line for each size. Names here are the program's own and need no escaping.
  static func json(_ reading: GrowthReading) -> String {
    reading.points.map { point in
      """
      {"scenario":"growth","what":"\(reading.name)","n":\(point.size),"nanoseconds":\(point.nanoseconds.text(decimals: 0)),\
      "bytes":\(point.bytes.text(decimals: 0)),"timeFactor":\(reading.timeFactor.text(decimals: 3)),\
      "memoryFactor":\((reading.memoryFactor ?? 0).text(decimals: 3)),"isLinear":\(reading.isLinear)}
      """
    }.joined(separator: "\n")
  }

  private static func list(_ points: [GrowthReading.Point], _ text: (GrowthReading.Point) -> String) -> String {
    points.map(text).joined(separator: " · ")
  }

  private static func count(_ size: Int) -> String {
    size >= 10_000 && size % 500 == 0 ? "\((Double(size) / 1000).text(decimals: size % 1000 == 0 ? 0 : 1))k" : "\(size)"
  }

  private static func number(_ value: Double) -> String {
    value.text(decimals: value < 10 ? 2 : value < 100 ? 1 : 0)
  }
}
