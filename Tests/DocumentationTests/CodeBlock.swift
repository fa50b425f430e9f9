import Testing

/// A piece of Swift in the README, in an article or in a documentation comment.
struct CodeBlock: Sendable, CustomTestStringConvertible {
  /// What is done with a block. Without a mark it is compiled and run as the body of a function.
  enum Mark: Equatable, Sendable {
    /// Compiled and run by itself.
    case run
    /// Compiled only.
    case compile
    /// Declarations that the whole page sees.
    case shared
    /// Goes on where the block before has ended.
    case continued
    /// Members of a type that the page has declared.
    case members(of: String)
    /// Must be refused by the compiler, in these words.
    case wrong(String)
    /// Must end with an error; what is stated below it is the error's description.
    case fails
    /// Must end the program, in these words.
    case traps(String)
    /// The manifest of a package that depends on this one.
    case manifest
  }

  /// The file, from the root of the package.
  let file: String
  /// The line of the first line of code, counted from 1.
  let line: Int
  /// The code, without the lines that fence it.
  let code: String
  /// What is done with it.
  let mark: Mark
  /// Whether it is main-actor code.
  var isOnMainActor = false
  /// What it prints, if that is stated below it.
  var output: String?

  var testDescription: String { "\(file):\(line)" }

  /// The lines that are imports, which have to stand at the top of a file.
  var imports: [String] { lines.filter(Self.isImport) }

  /// The code with its imports left blank, so that the lines keep their numbers.
  var body: String { lines.map { Self.isImport($0) ? "" : $0 }.joined(separator: "\n") }

  private var lines: [String] { code.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }

  private static func isImport(_ line: String) -> Bool { line.hasPrefix("import ") }
}

extension CodeBlock.Mark {
  /// Reads what stands behind `code:` in a comment above a block; nil if it says nothing known.
  init?(_ text: String) {
    func tail(of head: String) -> String? {
      text.hasPrefix(head) ? String(text.dropFirst(head.count)) : nil
    }
    if text == "shared" {
      self = .shared
    } else if text == "continued" {
      self = .continued
    } else if text == "fails" {
      self = .fails
    } else if text == "manifest" {
      self = .manifest
    } else if let type = tail(of: "in ") {
      self = .members(of: type)
    } else if let message = tail(of: "does not compile: ") {
      self = .wrong(message)
    } else if let message = tail(of: "traps: ") {
      self = .traps(message)
    } else {
      return nil
    }
  }
}
