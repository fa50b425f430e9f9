import DemoServer
import FlowCommandLine
import Foundation

/// The path of the journal that commands use.
enum JournalPath {
  /// The name of the default journal.
  static let name = "runs.journal"

  /// Returns the path that the user named, or the default path. Creates the folder of the default path.
  static func make(_ path: String?) throws -> String {
    if let path {
      try check(path, of: "journal")
      return path
    }
    try CommandLineWords.checkVariables(["XDG_DATA_HOME", "HOME"])
    let profile = ProfileStore.defaultPath(in: ProcessInfo.processInfo.environment)
    let folder = FilePath.folder(of: profile)
    do {
      try FilePath.makeFolder(folder)
    } catch {
      throw DocumentError.unwritable(name: folder, reason: error)
    }
    return "\(folder)/\(name)"
  }

  /// Refuses the address of a database, because the demo has no database client.
  static func check(_ path: String, of option: String) throws(UsageError) {
    guard path.hasPrefix("postgres:") || path.hasPrefix("postgresql:") else { return }
    throw .unfitValue(
      option: option, value: path,
      reason: "the demo keeps runs in a file; 'swift run Orders' in Packages/FlowPostgres keeps them in a database.")
  }
}
