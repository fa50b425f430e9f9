import Foundation
import Testing

/// Comments are in plain English.
struct WordTests {
  private static let folders: [String] = {
    let place = Documentation.root.appending(path: "Packages").path
    let packages = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    // Not their build products.
    return ["Sources", "Demo", "Tests", "Fuzzing", "Benchmarks/Sources"]
      + packages.sorted().flatMap { ["Packages/\($0)/Sources", "Packages/\($0)/Tests"] }
  }()

  @Test("No comment begins with a 'What' that has no noun", arguments: folders)
  func what(_ folder: String) throws {
    let files = Documentation.files(in: folder).filter { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty)
    for file in files {
      for line in try Documentation.text(file).split(separator: "\n") {
        let words = line.drop { $0 == " " }
        // The exception introduces the lines of a report.
        let isHeadless = words.hasPrefix("/// What ") || words.hasPrefix("// What ")
        if isHeadless, words != "/// What happens then:" { Issue.record("\(file): \(words)") }
      }
    }
  }
}
