package import Foundation

/// The contents of a path where a file is expected.
package enum FileContents: Equatable, Sendable {
  /// Nothing exists at the path.
  case missing
  /// A file with these bytes.
  case bytes(Data)
  /// A file that is larger than the limit. It was not read.
  case tooLarge
  /// A folder, a pipe or a device.
  case notAFile(String)

  /// Reads a file of at most `limit` bytes. Never waits for the other end of a pipe.
  package static func read(_ path: String, limit: Int) throws(SystemFailure) -> FileContents {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      if errno == ENOENT { return .missing }
      throw .last
    }
    defer { close(descriptor) }
    var information = stat()
    guard fstat(descriptor, &information) == 0 else { throw .last }
    switch information.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: return .notAFile("a folder")
    default: return .notAFile("a device or pipe")
    }
    guard let data = try readToEnd(descriptor, limit: limit) else { return .tooLarge }
    return .bytes(data)
  }

  /// Reads a descriptor to its end. Returns nil if it has more than `limit` bytes.
  package static func readToEnd(_ descriptor: Int32, limit: Int) throws(SystemFailure) -> Data? {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    // Bytes are counted while reading, because a file may grow.
    while data.count <= limit {
      let count = buffer.withUnsafeMutableBytes { Foundation.read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .last }
      if count == 0 { return data }
      data.append(contentsOf: buffer.prefix(count))
    }
    return nil
  }
}
