import Dispatch
import Foundation
import TestSupport
import Testing

/// The demo as a process that has ended, with its status and its output.
struct DemoProcess {
  /// The standard input of the demo.
  enum Input {
    case text(String)
    case bytes([UInt8])
    case file(String)
    case closed
    case open(Pipe)
  }

  let status: Int32
  let output: String
  let errors: String

  /// The executable, beside the test bundle.
  static var executable: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "Demo")
  }

  /// Runs the demo to its end.
  static func run(
    _ arguments: [String], input: Input = .text(""), shell: String? = nil, isProfiled: Bool = true
  ) throws -> DemoProcess {
    try start(arguments, input: input, shell: shell, isProfiled: isProfiled).finish()
  }

  /// Runs a demo that waits for seconds to its end. Meanwhile the thread executes other tests.
  static func run(_ arguments: [String], input: Input = .text("")) async throws -> DemoProcess {
    try await onThread { Result { try run(arguments, input: input) } }.get()
  }

  /// Starts the demo. `shell` is a script that executes it, such as `exec "$0" "$@" <&-`.
  ///
  /// Pass false for `isProfiled` if the demo may be stopped while it writes files: by a limit, or a signal. A profile that is cut
  /// short would spoil the coverage of the whole suite.
  static func start(
    _ arguments: [String], input: Input, shell: String? = nil, isProfiled: Bool = true
  ) throws -> Running {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    var environment = ProcessInfo.processInfo.environment
    environment["NO_COLOR"] = "1"
    if !isProfiled { environment["LLVM_PROFILE_FILE"] = "/dev/null" }
    process.environment = environment
    let isClosed = if case .closed = input { true } else { false }
    if let shell = shell ?? (isClosed ? "exec \"$0\" \"$@\" <&-" : nil) {
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = ["-c", shell, executable.path] + arguments
    } else {
      process.executableURL = executable
      process.arguments = arguments
    }
    var feed: (pipe: Pipe, bytes: [UInt8])?
    switch input {
    case .text(let text): feed = (Pipe(), Array(text.utf8))
    case .bytes(let bytes): feed = (Pipe(), bytes)
    case .file(let path): process.standardInput = FileHandle(forReadingAtPath: path)
    case .closed: break
    case .open(let pipe): process.standardInput = pipe
    }
    if let feed { process.standardInput = feed.pipe }
    try process.run(orSay: "The demo did not end")
    if let feed {
      // A demo that ends at once reads nothing.
      try? feed.pipe.fileHandleForWriting.write(contentsOf: Data(feed.bytes))
      try feed.pipe.fileHandleForWriting.close()
    }
    return Running(process: process, output: output, errors: errors)
  }

  /// A demo that has not ended.
  struct Running {
    let process: Process
    let output: Pipe
    let errors: Pipe

    /// Reads both streams to their ends and waits for the process.
    func finish() throws -> DemoProcess {
      let errorBytes = DispatchQueue.global().reading(errors)
      let outputBytes = output.fileHandleForReading.readDataToEndOfFile()
      let errorText = String(decoding: errorBytes(), as: UTF8.self)
      process.waitUntilExit()
      return DemoProcess(
        status: process.terminationStatus, output: String(decoding: outputBytes, as: UTF8.self), errors: errorText)
    }

    /// Reads standard output until it contains a text.
    func read(until text: String) -> String {
      var seen = ""
      while !seen.contains(text) {
        let more = output.fileHandleForReading.availableData
        guard !more.isEmpty else { return seen }
        seen += String(decoding: more, as: UTF8.self)
      }
      return seen
    }
  }
}

extension DispatchQueue {
  /// Reads a pipe to its end on the queue, and returns a closure that waits for the data.
  fileprivate func reading(_ pipe: Pipe) -> () -> Data {
    let handle = pipe.fileHandleForReading
    let done = DispatchSemaphore(value: 0)
    let box = Box(Data())
    async {
      box.value = handle.readDataToEndOfFile()
      done.signal()
    }
    return {
      done.wait(orSay: "The demo did not close standard error")
      return box.value
    }
  }
}
