import Foundation

/// A stamp that identifies a version of a file. Writing or replacing the file changes it.
package struct FileStamp: Equatable, Sendable {
  private let device: UInt
  private let number: UInt
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// Creates the stamp of the file at a path. Returns nil if no file exists.
  package init?(of path: String) {
    var information = stat()
    guard stat(path, &information) == 0 else { return nil }
    device = UInt(information.st_dev)
    number = UInt(information.st_ino)
    size = Int(information.st_size)
    seconds = information.st_mtim.tv_sec
    nanoseconds = information.st_mtim.tv_nsec
  }
}
