import Dispatch

/// Writes text to a descriptor, each piece as a whole.
///
/// ```swift
/// let output = TextOutput()
/// try output.writeLine("Name: \(profile.name.printable)")
/// ```
///
/// Pieces written from several threads follow one another and never mix, as long as one `TextOutput` is used for the
/// descriptor. Nothing is buffered: when a call returns, the system has the text.
///
/// When a pipe's reader is gone the system also sends `SIGPIPE`, which ends the process. A program that wants to hear of
/// it by ``OutputFailure`` instead calls `signal(SIGPIPE, SIG_IGN)` at its start.
public final class TextOutput: Sendable {
  private let descriptor: CInt
  private let calls: DescriptorCalls
  private let queue = DispatchQueue(label: "FlowTerminal.TextOutput", target: .global())

  /// Makes an output.
  ///
  /// - Parameter descriptor: Where to write, standard output by default. It is not closed at the end.
  public convenience init(descriptor: CInt = 1) {
    self.init(descriptor: descriptor, calls: .system)
  }

  init(descriptor: CInt, calls: DescriptorCalls) {
    self.descriptor = descriptor
    self.calls = calls
  }

  /// Writes a text as it is, without a line end.
  ///
  /// May be called from any thread. Blocks as long as the descriptor takes no more, also when it is a non-blocking one.
  ///
  /// - Parameter text: The text. What came from outside goes through `printable` first.
  /// - Throws: ``OutputFailure`` when the system refuses; a part may have been written.
  public func write(_ text: String) throws(OutputFailure) {
    let result: Result<Void, OutputFailure> = queue.sync {
      var text = text
      return text.withUTF8 { bytes in
        do throws(OutputFailure) {
          return .success(try calls.writeAll(UnsafeRawBufferPointer(bytes), to: descriptor))
        } catch {
          return .failure(error)
        }
      }
    }
    try result.get()
  }

  /// Writes a line: the text and a line end, in one piece.
  ///
  /// May be called from any thread. Blocks as long as the descriptor takes no more, also when it is a non-blocking one.
  ///
  /// - Parameter line: The line without its line end; an empty line by default.
  /// - Throws: ``OutputFailure`` when the system refuses; a part may have been written.
  public func writeLine(_ line: String = "") throws(OutputFailure) {
    try write(line + "\n")
  }
}
