import Foundation

/// The files that examples write: in a folder that is removed when the process of the tests ends.
enum ExampleFiles {
  private static let folder: URL = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "FlowState-examples-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    atexit { try? FileManager.default.removeItem(at: ExampleFiles.folder) }
    return folder
  }()

  /// Returns the path of a journal that no other example uses.
  static func journal(_ name: String) -> String {
    folder.appending(path: "\(name)-\(UUID().uuidString).journal").path
  }
}
