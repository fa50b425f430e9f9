import Foundation

/// A wait in a source text that never ends if a test fails.
struct UnboundedWait: CustomStringConvertible {
  /// The line where it begins, from 1.
  let line: Int
  let text: String

  var description: String { "\(line): \(text)" }

  private static let words = ["while", "repeat", ".wait()", "process.run()"]

  /// Returns the waits in a text: loops that pass time until a condition is true, and blocking waits without a bound.
  static func all(in text: String) -> [UnboundedWait] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.compactMap { index in
      // A fast check excludes most lines.
      guard words.contains(where: { lines[index].contains($0) }) else { return nil }
      let line = lines[index].trimmingPrefix { $0 == " " }
      guard !line.hasPrefix("//"), !line.hasPrefix("@Test") else { return nil }
      // No loop that only passes time is longer than 20 lines.
      let isWait = line.contains(/\.wait\(\)|\bprocess\.run\(\)/) || isLoop(line, lines[index...].prefix(20))
      return isWait ? UnboundedWait(line: index + 1, text: String(line)) : nil
    }
  }

  /// Whether a line begins a loop with a condition that only passes time. The lines are the text from this line on.
  private static func isLoop(_ line: Substring, _ lines: some Sequence<Substring>) -> Bool {
    guard line.contains(/\b(while|repeat)\b[^:]/), let keyword = line.firstRange(of: /while|repeat/) else {
      return false
    }
    let text = line[keyword.upperBound...] + "\n" + lines.dropFirst().joined(separator: "\n")
    var (condition, body) = ("", "")
    var (parentheses, braces) = (0, 0)
    for character in text {
      if character == "(" { parentheses += 1 }
      if character == ")" { parentheses -= 1 }
      // A brace in parentheses belongs to a closure of the condition.
      if parentheses == 0, character == "}" { braces -= 1 }
      if braces > 0 { body.append(character) } else { condition.append(character) }
      if parentheses == 0, character == "{" { braces += 1 }
      if braces == 0, parentheses == 0, character == "}" { break }
    }
    if body.contains(/\b(Task\.yield|sched_yield|usleep|Task\.sleep|Thread\.sleep|nanosleep)\b/) { return true }
    return body.allSatisfy(\.isWhitespace) && condition.contains(/\.load\(|\.withLock/)
  }
}
