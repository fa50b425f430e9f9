// Puts the faults of .ci/fault-list into a copy of the sources, and reads from the output of a test run which tests noticed. See
// .ci/faults, which compiles and calls this.
//
//   insert LIST COPY [NAME…]   writes COPY/faults.txt: number, name, build, filter and sentence of each fault, between tabs
//   judge LOG ENDING           prints what became of a run that has ended as its ENDING says: ended, failed, stopped or hung

import Foundation

struct Failure: Error, CustomStringConvertible {
  let description: String
}

/// A deliberate fault: a piece of source text, and what stands there instead when the fault is on.
struct Fault {
  enum Kind: String {
    case statement, expression
  }

  let name: String
  var hurts = ""
  var file = ""
  var kind: Kind?
  var isSanitized = false
  var filter = ""
  var old: [String] = []
  var new: [String] = []

  /// Both texts, and between them the question which of them counts.
  func text(number: Int) throws -> String {
    let (old, new) = (old.joined(separator: "\n"), new.joined(separator: "\n"))
    switch kind {
    case .statement: return "if faultIsOn(\(number)) {\n\(new)\n} else {\n\(old)\n}"
    case .expression: return "(faultIsOn(\(number)) ? (\(new)) : (\(old)))"
    case nil: throw Failure(description: "\(name): say whether it is a statement or an expression.")
    }
  }
}

/// Reads the list: a block of lines for each fault, which begins with its name.
func readFaults(_ path: String) throws -> [Fault] {
  var faults: [Fault] = []
  for (index, line) in try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n").enumerated() {
    guard !line.isEmpty, !line.hasPrefix("#") else { continue }
    let (word, rest) =
      line.firstIndex(of: " ").map {
        (String(line[..<$0]), String(line[line.index(after: $0)...]))
      } ?? (line, "")
    if word == "fault" {
      if faults.contains(where: { $0.name == rest }) {
        throw Failure(description: "\(rest): there are two of this name.")
      }
      faults.append(Fault(name: rest))
      continue
    }
    guard let last = faults.indices.last else {
      throw Failure(description: "\(path):\(index + 1): no fault begins here.")
    }
    switch word {
    case "hurts": faults[last].hurts = rest
    case "in": faults[last].file = rest
    case "sanitized": faults[last].isSanitized = true
    case "tests": faults[last].filter = rest
    case "-": faults[last].old.append(rest)
    case "+": faults[last].new.append(rest)
    default:
      guard let kind = Fault.Kind(rawValue: word) else {
        throw Failure(description: "\(path):\(index + 1): '\(word)' means nothing here.")
      }
      faults[last].kind = kind
    }
  }
  return faults
}

func insert(_ list: String, _ copy: String, _ names: [String]) throws {
  let faults = try readFaults(list)
  for name in names where !faults.contains(where: { $0.name == name }) {
    throw Failure(description: "\(name): there is no such fault in \(list).")
  }
  var problems: [String] = []
  var places: [String: [(range: Range<String.Index>, text: String, name: String)]] = [:]
  var texts: [String: String] = [:]
  var lines: [String] = []
  for (index, fault) in faults.enumerated() {
    let path = "\(copy)/\(fault.file)"
    guard let text = try texts[path] ?? (try? String(contentsOfFile: path, encoding: .utf8)) else {
      problems.append("\(fault.name): there is no file '\(fault.file)'.")
      continue
    }
    texts[path] = text
    let old = fault.old.joined(separator: "\n")
    let ranges = old.isEmpty ? [] : text.ranges(of: old)
    guard let range = ranges.first, ranges.count == 1 else {
      problems.append(
        ranges.isEmpty
          ? "\(fault.name): the old text is not in \(fault.file) any more:\n\(old)"
          : "\(fault.name): the old text is \(ranges.count) times in \(fault.file):\n\(old)")
      continue
    }
    if let other = places[path, default: []].first(where: { $0.range.overlaps(range) }) {
      problems.append("\(fault.name): its old text overlaps with that of \(other.name).")
      continue
    }
    places[path, default: []].append((range, try fault.text(number: index + 1), fault.name))
    if names.isEmpty || names.contains(fault.name) {
      let build = fault.isSanitized ? "sanitized" : "plain"
      let filter = fault.filter.isEmpty ? "." : fault.filter
      lines.append([String(index + 1), fault.name, build, filter, fault.hurts].joined(separator: "\t"))
    }
  }
  guard problems.isEmpty else { throw Failure(description: problems.joined(separator: "\n")) }
  for (path, places) in places {
    var text = texts[path] ?? ""
    for place in places.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      text.replaceSubrange(place.range, with: place.text)
    }
    // The switch is in FlowState.
    if !path.contains("/Sources/FlowState/"), !text.contains(/(?m)^(public |package )?import FlowState$/) {
      text = "import FlowState\n" + text
    }
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }
  try (lines.joined(separator: "\n") + "\n").write(toFile: "\(copy)/faults.txt", atomically: true, encoding: .utf8)
}

/// What a test run has said.
struct Verdict {
  var failed: [String] = []
  var running: [String] = []
  var hasFinished = false
  /// What the process said when it trapped, or the sanitizer.
  var lastWords: String?

  init(_ output: String) {
    let test = /^(.) Test ("(?:[^"]|"(?! (?:started|passed|failed|skipped|recorded|with)))*"|[^ ]+\(.*?\)) (.*)$/
    for line in output.split(separator: "\n") {
      if line.contains(/^. Test run with [0-9]+ tests? .*(passed|failed) after/) { hasFinished = true }
      if let words = line.firstMatch(of: /(Fatal error: .*|WARNING: ThreadSanitizer: [^(]*)/), lastWords == nil {
        lastWords = String(words.1)
      }
      guard let match = line.wholeMatch(of: test) else { continue }
      let (mark, name, rest) = (match.1, String(match.2), match.3)
      if rest.hasPrefix("started") { running.append(name) }
      if mark == "✘", !failed.contains(name) { failed.append(name) }
      if rest.contains(/^(with [0-9]+ test cases? )?(passed|failed|skipped)/) { running.removeAll { $0 == name } }
    }
  }

  static func some(_ names: [String]) -> String {
    let shown = names.prefix(3).joined(separator: ", ")
    return names.count > 3 ? "\(shown) and \(names.count - 3) more" : shown
  }

  func describe(ending: String) -> String {
    // A run is ended at the first test that fails.
    let end =
      if ending == "failed" { "" } else if ending != "ended" { "; then it hung" } else if !hasFinished {
        "; then it crashed"
      } else { "" }
    if !failed.isEmpty { return "noticed\t\(failed.count)\t\(Verdict.some(failed))\(end)" }
    // Only one is at work, as they run one after the other.
    if ending == "hung", running.count == 1 { return "noticed\t1\thung in \(running[0])" }
    if ending != "ended" { return "HUNG\t0\tbegun and not ended: \(Verdict.some(running))" }
    if hasFinished { return "NOT NOTICED\t0\t" }
    let words = lastWords.map { " (\($0))" } ?? ""
    // With several at work nobody knows which of them it was.
    if running.count == 1 { return "noticed\t1\tcrashed in \(running[0])\(words)" }
    return "CRASHED\t0\tat work: \(Verdict.some(running))\(words)"
  }
}

let arguments = CommandLine.arguments.dropFirst().map { $0 }
do {
  switch arguments.first {
  case "insert" where arguments.count >= 3:
    try insert(arguments[1], arguments[2], Array(arguments.dropFirst(3)))
  case "judge" where arguments.count == 3:
    let bytes = try Data(contentsOf: URL(filePath: arguments[1]))
    print(Verdict(String(decoding: bytes, as: UTF8.self)).describe(ending: arguments[2]))
  default: throw Failure(description: "usage: insert LIST COPY [NAME…] | judge LOG ENDING")
  }
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(1)
}
