import FlowJSON
import FormDocuments
import Foundation

/// Compares the lines of the walker, and prints a table: `FormProgram [--notes] < LINES`.
@main
enum FormProgram {
  static func main() async throws {
    let showsNotes = CommandLine.arguments.contains("--notes")
    var rows = [FormComparison.head]
    var (random, equal, paths) = (0, 0, 0)
    var differences: [String] = []
    while let line = readLine() {
      let comparison = await FormComparison(try JSONValue(parsing: line))
      differences += comparison.differences
      if showsNotes { for note in comparison.translation.notes { print("\(comparison.name) \(note)") } }
      if comparison.name.hasPrefix("random ") {
        random += 1
        equal += comparison.isEqual ? 1 : 0
        paths += comparison.paths.all
      } else {
        rows.append(comparison.row)
      }
    }
    if random > 0 {
      rows.append(["\(random) random", "", "", "", "\(paths)", equal == random ? "yes" : "\(equal)", ""])
    }
    let widths = FormComparison.head.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    for row in rows {
      print(zip(row, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }.joined(separator: "  "))
    }
    for difference in differences.prefix(20) { print(difference) }
    if !differences.isEmpty { exit(1) }
  }
}
