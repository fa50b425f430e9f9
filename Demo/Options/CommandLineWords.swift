import FlowCommandLine
import FlowScreens
import Foundation

/// The words of the command line.
///
/// `CommandLine.arguments` repairs words that are not UTF-8. A repaired path would name another file.
enum CommandLineWords {
  /// Returns the words after the program's name. Throws if one is not UTF-8.
  static func current() throws(UsageError) -> [String] {
    var words: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = CommandLine.unsafeArgv[index] else { break }
      words.append(try text(of: word, named: "argument"))
    }
    return words
  }

  /// Throws if one of the variables, which contain the paths of folders, is set and is not UTF-8.
  static func checkVariables(_ names: [String]) throws(UsageError) {
    for name in names {
      if let value = getenv(name) { _ = try text(of: value, named: "variable \(name)") }
    }
  }

  private static func text(of word: UnsafePointer<CChar>, named kind: String) throws(UsageError) -> String {
    if let text = String(validatingCString: word) { return text }
    throw .notUTF8(String(cString: word), kind: kind)
  }
}
