import Foundation

/// A folder that is removed with its last reference.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.appending(path: "FlowDurable-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a file in the folder.
  func file(_ name: String = "test.journal") -> String { "\(path)/\(name)" }

  func bytes(_ name: String = "test.journal") throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: file(name))))
  }

  func write(_ bytes: [UInt8], _ name: String = "test.journal") throws {
    try Data(bytes).write(to: URL(filePath: file(name)))
  }
}
