import FlowDurable
import FlowJSON
import Foundation

/// `swift run -c release Journal [--quick] [--slower-sync MICROSECONDS]`: measures durable runs beside a bare `write` and `fdatasync` of
/// the same bytes.
///
/// Each round measures everything, one after the other in turns, because the speed of a disk wavers. The second table has the medians
/// beside what they must be.
@main
enum Journal {
  static func main() async throws {
    let arguments = CommandLine.arguments
    if let place = arguments.firstIndex(of: "--slower-sync"), place + 1 < arguments.count,
      let delay = Int(arguments[place + 1])
    {
      #if os(Linux)
        SlowerSync.microseconds = delay
      #else
        fatalError("Only Linux can make syncs slower.")
      #endif
    }
    let isQuick = arguments.contains("--quick")
    let folder = FileManager.default.temporaryDirectory.appending(path: "journal-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let rig = Rig(folder: folder)
    print(Round.titles)
    print("|\(String(repeating: " ---: |", count: Round.titles.split(separator: "|").count - 2))")
    var rounds: [Round] = []
    for number in 1...(isQuick ? 1 : 5) {
      let round = try await Round(rig, isQuick: isQuick)
      print("| \(number) | \(round.cells.joined(separator: " | ")) |")
      rounds.append(round)
    }
    print("\n| figure | median | at best | must be | |\n| --- | ---: | ---: | ---: | --- |")
    for figure in Figure.all { print(figure.row(rounds)) }
  }
}
