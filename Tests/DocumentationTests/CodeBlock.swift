import Testing

/// A piece of Swift in the README, in an article or in a documentation comment.
struct CodeBlock: Sendable, CustomTestStringConvertible {
  /// The treatment of a block. A block without a mark is compiled and run as the body of a function.
  enum Mark: Equatable, Sendable {
    /// Compiled and run by itself.
    case run
    /// Compiled only.
    case compile
    /// Declarations that the whole page sees.
    case shared
    /// Continues the block before it.
    case continued
    /// Members of a type that the page has declared.
    case members(of: String)
    /// Must be refused by the compiler, in these words.
    case wrong(String)
    /// Must end with an error; the output below it is the error's description.
    case fails
    /// Must end the program, in these words.
    case traps(String)
    /// Is killed in the first process that runs it, and ends in the second one, in the same folder.
    case killed
    /// The manifest of a package that depends on this one.
    case manifest
  }

  /// The file, from the root of the package.
  let file: String
  /// The line of the first line of code, counted from 1.
  let line: Int
  /// The code, without the lines that fence it.
  let code: String
  /// The treatment of the block.
  let mark: Mark
  /// Whether it is main-actor code.
  var isOnMainActor = false
  /// The output that stands below it, if any.
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
  /// Reads the mark after `code:` in a comment above a block; nil if the mark is unknown.
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
    } else if text == "killed" {
      self = .killed
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
