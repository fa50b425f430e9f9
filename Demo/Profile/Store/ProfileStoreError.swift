import DemoServer
import FlowCommandLine

/// The reason why the store cannot be read or written. The file at its path is unchanged.
enum ProfileStoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The folder of the file does not exist.
  case missingFolder(String, path: String)
  /// The path is a folder, a device or a pipe.
  case notAFile(path: String, found: String)
  /// The system refused to read the file.
  case unreadable(path: String, reason: SystemFailure)
  /// The system refused to write the file.
  case unwritable(path: String, reason: SystemFailure)
  /// The file is damaged, and the system refused to rename it.
  case stuck(path: String, damage: StoreDamage, reason: SystemFailure)

  var description: String {
    switch self {
    case .missingFolder(let folder, let path):
      "The profile store \(path.quoted) cannot be used: expected an existing folder \(folder.quoted), found none."
    case .notAFile(let path, let found):
      "The profile store \(path.quoted) cannot be used: expected a file, found \(found)."
    case .unreadable(let path, let reason):
      "The profile store \(path.quoted) cannot be read: \(reason)."
    case .unwritable(let path, let reason):
      "The profile store \(path.quoted) cannot be written: \(reason)."
    case .stuck(let path, let damage, let reason):
      "The profile store \(path.quoted) is damaged (\(damage)) and cannot be set aside: \(reason)."
    }
  }
}
