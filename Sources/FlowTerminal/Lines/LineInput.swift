/// The answer to a request for a line.
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
  /// A line without its line end. It can be empty and can contain control characters, including NUL.
  case line(String)
  /// A line that isn't valid text or is too long. The next request receives the line after it.
  case refused(LineRefusal)
  /// The end of the input. All later requests receive it, too.
  case endOfInput
}

/// The reason why a line was refused.
///
/// Its description is a sentence that you can show to the user:
///
/// ```swift
/// print(LineRefusal.tooLong(maximum: 200))  // The line is longer than 200 bytes.
/// ```
public enum LineRefusal: Error, Sendable, Equatable, CustomStringConvertible {
  /// The line isn't valid UTF-8. `byte` is the position of the first invalid byte, counted from 1.
  case invalidUTF8(byte: Int)
  /// The line has more bytes than the reader's maximum. The rest of the line is discarded.
  case tooLong(maximum: Int)

  /// The reason as a sentence.
  public var description: String {
    switch self {
    case .invalidUTF8(let byte): "The line is not UTF-8 text: byte \(byte) is wrong."
    case .tooLong(let maximum): "The line is longer than \(maximum) bytes."
    }
  }
}
