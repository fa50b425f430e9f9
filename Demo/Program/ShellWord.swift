import Foundation

/// A word in a command that the demo suggests.
enum ShellWord {
  /// The characters that mean nothing to a shell, wherever they are in a word.
  private static let plain = CharacterSet(
    charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=:,@%+")

  /// Returns the word as a POSIX shell reads it.
  static func quoted(_ word: String) -> String {
    if !word.isEmpty, word.unicodeScalars.allSatisfy(plain.contains) { return word }
    return "'\(word.replacing("'", with: "'\\''"))'"
  }
}
