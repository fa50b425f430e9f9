import FlowCommandLine
import Foundation

/// The journal that commands use.
enum JournalPath {
  /// The name of the default journal.
  static let name = "runs.journal"

  /// Returns the path that the user named, or the default one, whose folder is made.
  static func make(_ path: String?) throws -> String {
    if let path { return path }
    try CommandLineWords.checkVariables(["XDG_DATA_HOME", "HOME"])
    let profile = ProfileStore.defaultPath(in: ProcessInfo.processInfo.environment)
    let folder = FilePath.folder(of: profile)
    try FilePath.makeFolder(folder)
    return "\(folder)/\(name)"
  }
}
