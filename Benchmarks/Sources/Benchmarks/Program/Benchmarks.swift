import Foundation

/// `swift run -c release Benchmarks`: measures FlowState beside what a user would pick instead.
@main
enum Benchmarks {
  static func main() {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      if options.wantsHelp { return print(HelpText.text(for: Scenario.all)) }
      try run(options)
    } catch let error as UsageError {
      fail(error, code: 2)
    } catch {
      fail(error, code: 1)
    }
  }

  private static func run(_ options: Options) throws {
    if options.wantsGrowth { return try showGrowth(options) }
    let scenarios = try options.selection(of: Scenario.all)
    let sizes = options.contender == nil ? MemoryReading.all.filter { _ in options.asks(for: "S8") } : []
    try AllocationCheck.run()
    let rounds = Rounds(count: options.rounds, isQuick: options.isQuick, warmsUp: options.warmsUp)
    if !options.isJSON { show(MarkdownTable.preface(rounds)) }
    for scenario in scenarios {
      let measurements = try rounds.measure(scenario)
      show(options.isJSON ? JSONLines.text(measurements) : MarkdownTable.text(scenario, measurements))
    }
    guard !sizes.isEmpty else { return }
    let readings = try sizes.map { try $0.take(isQuick: options.isQuick) }
    show(options.isJSON ? JSONLines.text(readings) : MarkdownTable.text(readings))
  }

  /// Measures the growth rows. A row that grows faster than linearly is only marked, because times waver.
  private static func showGrowth(_ options: Options) throws {
    let rows = try options.selection(of: GrowthRow.all)
    try AllocationCheck.run()
    let rounds = options.roundsAsked ?? (options.isQuick ? 1 : 3)
    if !options.isJSON { show(GrowthTable.header(rounds: rounds)) }
    for row in rows {
      let reading = try GrowthReading(row, rounds: rounds, isQuick: options.isQuick)
      show(options.isJSON ? GrowthTable.json(reading) : GrowthTable.line(reading))
    }
  }

  /// Prints at once, also into a pipe or a file: a run that is broken off leaves what it has measured.
  private static func show(_ text: String) {
    FileHandle.standardOutput.write(Data("\(text)\n".utf8))
  }

  private static func fail(_ error: any Error, code: Int32) -> Never {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(code)
  }
}
