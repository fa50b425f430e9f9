package import FlowJSON
package import Foundation

/// The walker in Python, beside this module's sources.
package enum FormWalker {
  /// The folder with the form documents, which aren't part of the repository: `FLOWSTATE_FORM_DOCUMENTS`, or the folder
  /// `shared/data/form-documents` beside the checkout or beside a folder above it.
  package static let folder: URL? = {
    let manager = FileManager.default
    if let path = ProcessInfo.processInfo.environment["FLOWSTATE_FORM_DOCUMENTS"] {
      return manager.fileExists(atPath: path) ? URL(filePath: path, directoryHint: .isDirectory) : nil
    }
    var place = URL(filePath: #filePath).deletingLastPathComponent()
    while true {
      let folder = place.appending(path: "shared/data/form-documents", directoryHint: .isDirectory)
      if manager.fileExists(atPath: folder.path) { return folder }
      if place.path == "/" { return nil }
      place = place.deletingLastPathComponent()
    }
  }()

  private static let python = ["/usr/bin/python3", "/usr/local/bin/python3", "/opt/homebrew/bin/python3"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Whether Python is there.
  package static var isThere: Bool { python != nil }

  /// Runs the walker.
  ///
  /// - Parameter arguments: Its arguments.
  /// - Returns: The lines that it prints.
  /// - Throws: An error if it can't be run, or fails.
  package static func lines(_ arguments: String...) throws -> [JSONValue] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: python ?? "/usr/bin/python3")
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "walker.py")
    // The walker leaves no files beside its sources.
    process.arguments = ["-B", script.path] + arguments
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return try data.split(separator: UInt8(ascii: "\n")).map { try JSONValue(parsing: Data($0)) }
  }
}
