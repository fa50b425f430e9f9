import Foundation

/// A point at which a process crashes: a call that changes the disk, how much of it happens, and what the disk loses.
struct CrashPoint: Sendable, Hashable {
  /// The number of the call among those of the process, from 1.
  var call: Int
  /// The number of bytes that the call writes before the crash; nil if the call happens but doesn't return.
  var bytes: Int?
  /// The numbers of what the disk loses of all that it wasn't told to keep, from 1.
  var lost: [Int] = []
}

extension CrashPoint: CustomStringConvertible {
  var description: String {
    let place =
      switch bytes {
      case nil: "after \(call)"
      case 0?: "before \(call)"
      case let bytes?: "in \(call) at \(bytes)"
      }
    return "crash \(place)" + (lost.isEmpty ? "" : " losing " + lost.map(String.init).joined(separator: " "))
  }

  /// Reads the words of a point behind `crash`; fails if they are of another form.
  init?(_ words: [Substring]) {
    var rest = words[...]
    guard let place = rest.popFirst(), let call = rest.popFirst().flatMap({ Int($0) }), call > 0 else { return nil }
    self.init(call: call)
    switch place {
    case "after": break
    case "before": bytes = 0
    case "in":
      guard rest.popFirst() == "at", let count = rest.popFirst().flatMap({ Int($0) }), count > 0 else { return nil }
      bytes = count
    default: return nil
    }
    guard let losing = rest.popFirst() else { return }
    let numbers = rest.compactMap { Int($0) }
    guard losing == "losing", !numbers.isEmpty, numbers.count == rest.count, numbers.allSatisfy({ $0 > 0 }) else {
      return nil
    }
    lost = numbers
  }
}

/// What a trial of a ``CrashExplorer`` does: which answers steps get, and where its processes crash.
struct CrashPlan: Sendable, Hashable, CustomStringConvertible {
  /// The answers, by their indices, of the visits whose steps have several. Further visits get the first one.
  var answers: [Int] = []
  /// The point at which each process crashes. After the last, one more process goes on to the end.
  var crashes: [CrashPoint] = []

  var description: String {
    var answers = answers
    while answers.last == 0 { answers.removeLast() }
    return (answers.map { "answer \($0 + 1)" } + crashes.map(\.description)).joined(separator: ", ")
  }
}

extension CrashPlan {
  /// Reads a plan from its description.
  init(_ text: String) throws(CrashTextError) {
    self.init()
    let parts = text.split(separator: ",").map { $0.split { $0.isWhitespace } }
    for (index, words) in parts.enumerated() {
      let found = words.joined(separator: " ")
      switch words.first {
      case "answer":
        guard words.count == 2, let number = Int(words[1]), number > 0, crashes.isEmpty else {
          throw CrashTextError(
            part: index + 1, expected: "an answer such as 'answer 2', before the crashes", found: found)
        }
        answers.append(number - 1)
      case "crash":
        guard let point = CrashPoint(Array(words.dropFirst())) else {
          throw CrashTextError(
            part: index + 1, expected: "a crash such as 'crash before 3' or 'crash in 3 at 120 losing 1 2'",
            found: found)
        }
        crashes.append(point)
      default: throw CrashTextError(part: index + 1, expected: "answer or crash", found: found)
      }
    }
  }
}

/// An error that explains why a text doesn't say where processes crash.
///
/// ```swift
/// do {
///   try await explorer.replay("crash under 3")
/// } catch {
///   print(error)
///   // Part 1 of the plan: expected a crash such as 'crash before 3' or 'crash in 3 at 120 losing 1 2', found 'crash under 3'.
/// }
/// ```
public struct CrashTextError: Error, Equatable, CustomStringConvertible {
  /// The number of the part that can't be read, counted from 1.
  public let part: Int
  /// A description of what is expected there.
  public let expected: String
  /// The text that was found instead.
  public let found: String

  init(part: Int, expected: String, found: String) {
    self.part = part
    self.expected = expected
    self.found = found
  }

  /// A sentence that names the part, what is expected and what was found.
  public var description: String { "Part \(part) of the plan: expected \(expected), found '\(found)'." }
}
