@testable import FlowDurable

/// The file system of the machine, which doesn't report new files in a folder: a store finds commands only when it is called.
struct UnwatchedFileSystem: FileSystem {
  private let system = SystemFileSystem()

  func open(_ path: String, _ mode: FileMode) throws(FileFailure) -> (any OpenFile)? { try system.open(path, mode) }
  func rename(_ path: String, to other: String) throws(FileFailure) { try system.rename(path, to: other) }
  func syncFolder(of path: String) throws(FileFailure) { try system.syncFolder(of: path) }
  func resolve(_ path: String) -> String { system.resolve(path) }
  func files(in folder: String) throws(FileFailure) -> [String] { try system.files(in: folder) }
  func createFolder(_ path: String) throws(FileFailure) { try system.createFolder(path) }
  func remove(_ path: String) throws(FileFailure) { try system.remove(path) }
}
