import Foundation
import Testing

/// `.ci/fault-list` keeps up with the sources. `.ci/faults` says which of the faults the tests notice.
struct FaultListTests {
  private struct Fault {
    let name: String
    var words: [String: [String]] = [:]

    func text(_ word: String) -> String { words[word, default: []].joined(separator: "\n") }
  }

  private static let faults: [Fault] = {
    let lines = (try? Documentation.text(".ci/fault-list"))?.components(separatedBy: "\n") ?? []
    return lines.reduce(into: []) { faults, line in
      guard !line.isEmpty, !line.hasPrefix("#") else { return }
      let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let rest = parts.count > 1 ? parts[1] : ""
      if parts[0] == "fault" {
        faults.append(Fault(name: rest))
      } else if !faults.isEmpty {
        faults[faults.count - 1].words[parts[0], default: []].append(rest)
      }
    }
  }()

  @Test("Each fault has a name of its own, says what it hurts, and is short")
  func complete() {
    #expect(Self.faults.count > 100)
    #expect(Set(Self.faults.map(\.name)).count == Self.faults.count)
    let known: Set = ["hurts", "in", "expression", "statement", "sanitized", "tests", "-", "+"]
    for fault in Self.faults {
      #expect(known.isSuperset(of: fault.words.keys), "\(fault.name)")
      #expect(!fault.text("hurts").isEmpty, "\(fault.name)")
      #expect((fault.words["expression"] == nil) != (fault.words["statement"] == nil), "\(fault.name)")
      #expect((1...3).contains(fault.words["-", default: []].count), "\(fault.name)")
    }
  }

  /// `.ci/faults` puts it into parentheses, behind a question mark.
  @Test("An expression of a fault is no list of conditions, no statement, and no beginning of one")
  func expressions() {
    for fault in Self.faults where fault.words["expression"] != nil {
      for text in [fault.text("-"), fault.text("+")] {
        let word = text.prefix { $0.isLetter }
        #expect(!["guard", "if", "let", "return", "switch", "throw", "var"].contains(word), "\(fault.name): \(text)")
        var depth = 0
        for character in text {
          if "([{".contains(character) { depth += 1 }
          if ")]}".contains(character) { depth -= 1 }
          #expect(depth >= 0 && (character != "," || depth > 0), "\(fault.name): \(text)")
        }
        #expect(depth == 0, "\(fault.name): \(text)")
      }
    }
  }

  @Test("The text that a fault replaces is in its file once")
  func found() {
    var texts: [String: String] = [:]
    for fault in Self.faults {
      let file = fault.text("in")
      let text = texts[file] ?? (try? Documentation.text(file)) ?? ""
      texts[file] = text
      #expect(text.components(separatedBy: fault.text("-")).count == 2, "\(fault.name): \(fault.text("-"))")
    }
  }

  @Test("The tests that a fault names are there")
  func tests() {
    let files = Documentation.files(in: "Tests").filter { $0.hasSuffix(".swift") }
    let texts = files.map { $0 + ((try? Documentation.text($0)) ?? "") }
    for pattern in Set(Self.faults.map { $0.text("tests") }).subtracting([""]) {
      for name in pattern.split(separator: "|") {
        #expect(texts.contains { $0.contains(name) }, "\(name)")
      }
    }
  }
}
