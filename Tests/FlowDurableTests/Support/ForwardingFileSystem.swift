@testable import FlowDurable

/// A file system in front of another one. Implement the calls that differ.
protocol ForwardingFileSystem: FileSystem {
  associatedtype Disk: FileSystem

  var disk: Disk { get }
}

extension ForwardingFileSystem {
  func open(_ path: String, _ mode: FileMode) throws(FileFailure) -> (any OpenFile)? { try disk.open(path, mode) }
  func rename(_ path: String, to other: String) throws(FileFailure) { try disk.rename(path, to: other) }
  func syncFolder(of path: String) throws(FileFailure) { try disk.syncFolder(of: path) }
  func resolve(_ path: String) -> String { disk.resolve(path) }
  func files(in folder: String) throws(FileFailure) -> [String] { try disk.files(in: folder) }
  func createFolder(_ path: String) throws(FileFailure) { try disk.createFolder(path) }
  func remove(_ path: String) throws(FileFailure) { try disk.remove(path) }
}
