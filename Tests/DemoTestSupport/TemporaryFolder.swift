package import Foundation

/// A folder for one test, which is deleted with the value.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    path = "\(NSTemporaryDirectory())/flowstate-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// A path in the folder.
  package func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a file into the folder.
  package func write(_ data: Data, to name: String) throws {
    try data.write(to: URL(filePath: file(name)))
  }

  /// The text of a file in the folder.
  package func text(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: file(name))), as: UTF8.self)
  }

  /// The names of everything in the folder.
  package func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
