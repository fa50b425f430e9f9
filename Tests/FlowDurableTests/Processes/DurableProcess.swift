import Foundation
import TestSupport
import Testing

/// The program of the tests as a process.
struct DurableProcess {
  let process = Process()
  let input = Pipe()
  let output = Pipe()
  let errors = Pipe()

  /// The executable, beside the test bundle.
  private static var executable: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "DurableProgram")
  }

  /// Starts the program.
  ///
  /// - Parameters:
  ///   - arguments: The arguments.
  ///   - shell: A script that becomes the program, such as `exec "$0" "$@"`.
  ///   - location: Where the test starts the program.
  /// - Throws: An error of the system.
  init(_ arguments: [String], shell: String? = nil, at location: SourceLocation = #_sourceLocation) throws {
    var environment = ProcessInfo.processInfo.environment
    // A profile that is cut short would spoil the coverage of the whole suite.
    environment["LLVM_PROFILE_FILE"] = "/dev/null"
    process.environment = environment
    process.executableURL = shell == nil ? Self.executable : URL(filePath: "/bin/sh")
    process.arguments = (shell.map { ["-c", $0, Self.executable.path] } ?? []) + arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run(orSay: "The program did not end", at: location)
  }

  /// Reads a line; nil at the end of the output.
  func readLine() -> String? {
    var line: [UInt8] = []
    while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first {
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }

  /// Waits for the end.
  ///
  /// - Returns: The status, and what the process has printed to standard error.
  func finish() -> (status: Int32, isKilled: Bool, errors: String) {
    try? input.fileHandleForWriting.close()
    let errors = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, process.terminationReason == .uncaughtSignal, errors)
  }
}
