import Dispatch

/// Writes text to a descriptor. Each call writes its text in one piece.
///
/// ```swift
/// let output = TextOutput()
/// try output.writeLine("Name: \(profile.name.printable)")
/// ```
///
/// Texts from several threads don't mix, as long as all threads use the same `TextOutput` for the descriptor. Nothing
/// is buffered: when a call returns, the system has the text.
///
/// If the reader of a pipe has closed it, the system also sends `SIGPIPE`, which ends the process. To receive an
/// ``OutputFailure`` instead, call `signal(SIGPIPE, SIG_IGN)` when the program starts.
public final class TextOutput: Sendable {
  /// The descriptor that it writes to.
  let descriptor: CInt
  let calls: DescriptorCalls
  private let queue = DispatchQueue(label: "FlowTerminal.TextOutput", target: .global())

  /// Creates an output.
  ///
  /// - Parameter descriptor: The descriptor to write to, standard output by default. The output doesn't close it.
  public convenience init(descriptor: CInt = 1) {
    self.init(descriptor: descriptor, calls: .system)
  }

  init(descriptor: CInt, calls: DescriptorCalls) {
    self.descriptor = descriptor
    self.calls = calls
  }

  /// Writes a text without adding a line end.
  ///
  /// You can call it from any thread. It blocks until the descriptor accepts the text, even if the descriptor is
  /// non-blocking.
  ///
  /// - Parameter text: The text. Pass text from outside the program through `printable` first.
  /// - Throws: ``OutputFailure`` if the system can't write the text. A part may have been written.
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
  /// You can call it from any thread. It blocks until the descriptor accepts the text, even if the descriptor is
  /// non-blocking.
  ///
  /// - Parameter line: The line without its line end; an empty line by default.
  /// - Throws: ``OutputFailure`` if the system can't write the line. A part may have been written.
  public func writeLine(_ line: String = "") throws(OutputFailure) {
    try write(line + "\n")
  }

  /// Returns when all earlier writes have ended, or when the time has passed.
  func waitForWrites(milliseconds: Int) {
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    _ = done.wait(timeout: .now() + .milliseconds(milliseconds))
  }
}
