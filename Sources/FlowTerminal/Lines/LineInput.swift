/// What a request for a line is answered with.
///
/// ```swift
/// reader.nextLine { input in
///   switch input {
///   case .line(let name): handler.complete(name)
///   case .refused(let refusal): askAgain(because: refusal.description)
///   case .endOfInput: handler.complete(nil)
///   }
/// }
/// ```
public enum LineInput: Sendable, Equatable {
  /// A line without its line end. It may be empty and may hold control characters, NUL included.
  case line(String)
  /// A line that is not text that a program could use. The next request gets the line after it.
  case refused(LineRefusal)
  /// There is no line, and there never will be one again.
  case endOfInput
}

/// Why a line was refused.
///
/// Its description is a sentence that can be shown to whoever typed the line:
///
/// ```swift
/// print(LineRefusal.tooLong(maximum: 200))  // The line is longer than 200 bytes.
/// ```
public enum LineRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// The line is not UTF-8. `byte` is the place of the first byte that is wrong; the first byte of the line is number 1.
  case invalidUTF8(byte: Int)
  /// The line has more bytes than the reader's maximum. What follows up to the line end is dropped.
  case tooLong(maximum: Int)

  /// The reason as a sentence.
  public var description: String {
    switch self {
    case .invalidUTF8(let byte): "The line is not UTF-8 text: byte \(byte) is wrong."
    case .tooLong(let maximum): "The line is longer than \(maximum) bytes."
    }
  }
}
