import Foundation

/// The identity of a file, which may not exist yet. Two paths of one file have the same identity.
package struct FileIdentity: Equatable, Sendable {
  private let device: UInt
  private let number: UInt
  /// The name in the folder, if the file does not exist.
  private let name: String?

  /// Creates the identity of the file at a path. Returns nil for anything else, such as a device, and for a path
  /// without a folder.
  package init?(of path: String) {
    guard let path = try? FilePath.followingLinks(path) else { return nil }
    var information = stat()
    if stat(path, &information) == 0 {
      guard information.st_mode & S_IFMT == S_IFREG else { return nil }
      name = nil
    } else {
      guard stat(FilePath.folder(of: path), &information) == 0 else { return nil }
      name = String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    }
    device = UInt(information.st_dev)
    number = UInt(information.st_ino)
  }
}
