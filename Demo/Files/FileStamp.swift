import Foundation

/// By what a file is known again: another stamp means that somebody has written it, or put another in its place.
struct FileStamp: Equatable, Sendable {
  private let device: UInt
  private let number: UInt
  private let size: Int
  private let seconds: Int
  private let nanoseconds: Int

  /// Takes the stamp of the file that a path leads to; nil if there is none.
  init?(of path: String) {
    var information = stat()
    guard stat(path, &information) == 0 else { return nil }
    device = UInt(information.st_dev)
    number = UInt(information.st_ino)
    size = Int(information.st_size)
    seconds = information.st_mtim.tv_sec
    nanoseconds = information.st_mtim.tv_nsec
  }
}
