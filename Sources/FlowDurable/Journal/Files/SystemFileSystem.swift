import Foundation
import Synchronization

/// The file system of the machine.
struct SystemFileSystem: FileSystem {
  func open(_ path: String, _ mode: FileMode) throws(FileFailure) -> (any OpenFile)? {
    let flags =
      switch mode {
      case .read: O_RDONLY
      case .write: O_RDWR
      // In a folder that others can write to, a link could name any file of the user.
      case .create: O_RDWR | O_CREAT | O_NOFOLLOW
      case .replace: O_RDWR | O_CREAT | O_NOFOLLOW | O_TRUNC
      }
    // Without O_NONBLOCK, opening a pipe waits for its other end.
    let descriptor = retrying { systemOpen(path, flags | O_CLOEXEC | O_NONBLOCK, 0o600) }
    if descriptor >= 0 {
      let file = SystemFile(descriptor)
      guard try file.isRegular else { throw FileFailure("open", code: FileFailure.notAFile) }
      return file
    }
    if errno == ELOOP, flags & O_NOFOLLOW != 0 { throw FileFailure("open", code: FileFailure.notAFile) }
    if errno == ENOENT, case .read = mode { return nil }
    if errno == ENOENT, case .write = mode { return nil }
    throw FileFailure("open", code: errno)
  }

  func rename(_ path: String, to other: String) throws(FileFailure) {
    guard systemRename(path, other) == 0 else { throw FileFailure("rename", code: errno) }
  }

  func syncFolder(of path: String) throws(FileFailure) {
    let descriptor = retrying { systemOpen(Self.folder(of: path), O_RDONLY | O_CLOEXEC, 0) }
    guard descriptor >= 0 else { throw FileFailure("open the folder of", code: errno) }
    defer { close(descriptor) }
    guard retrying({ fsync(descriptor) }) == 0 else { throw FileFailure("sync the folder of", code: errno) }
  }

  func resolve(_ path: String) -> String {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    // The file doesn't exist yet, but the path of its folder may contain links.
    let name = String(path.split(separator: "/").last ?? "")
    guard let folder = realpath(Self.folder(of: path), nil) else { return path }
    defer { free(folder) }
    let root = String(cString: folder)
    return root == "/" ? "/\(name)" : "\(root)/\(name)"
  }

  func files(in folder: String) throws(FileFailure) -> [String] {
    guard let entries = opendir(folder) else {
      if errno == ENOENT { return [] }
      throw FileFailure("list", code: errno)
    }
    defer { closedir(entries) }
    var names: [String] = []
    while let entry = readdir(entries) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  func createFolder(_ path: String) throws(FileFailure) {
    guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw FileFailure("create", code: errno) }
  }

  func remove(_ path: String) throws(FileFailure) {
    guard unlink(path) == 0 || errno == ENOENT else { throw FileFailure("remove", code: errno) }
  }

  func watch(_ folder: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable)? {
    FolderWatch(folder, changed)
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// An open file of the machine.
final class SystemFile: OpenFile {
  private let descriptor: CInt
  private let isLocked = Atomic(false)

  init(_ descriptor: CInt) {
    self.descriptor = descriptor
  }

  deinit {
    // Closing alone would leave the lock to a process that another thread is just starting: it shares all open files of
    // this process until its program begins.
    if isLocked.load(ordering: .acquiring) { flock(descriptor, LOCK_UN) }
    close(descriptor)
  }

  func read(at offset: Int, count: Int) throws(FileFailure) -> [UInt8] {
    var failure: FileFailure?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let read = retrying {
          pread(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
        }
        if read < 0 { failure = FileFailure("read", code: errno) }
        guard read > 0 else { return }
        filled += read
      }
    }
    if let failure { throw failure }
    return bytes
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(FileFailure) {
    var failure: FileFailure?
    bytes.withUnsafeBytes { buffer in
      var written = 0
      while written < buffer.count {
        let count = retrying {
          pwrite(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written, off_t(offset + written))
        }
        guard count > 0 else {
          failure = FileFailure("write", code: count < 0 ? errno : EIO)
          return
        }
        written += count
      }
    }
    if let failure { throw failure }
  }

  func sync() throws(FileFailure) {
    #if canImport(Darwin)
      // On Apple's systems, fsync doesn't wait for the disk.
      let result = fcntl(descriptor, F_FULLFSYNC)
    #else
      let result = retrying { fdatasync(descriptor) }
    #endif
    guard result == 0 else { throw FileFailure("sync", code: errno) }
  }

  func truncate(to size: Int) throws(FileFailure) {
    guard retrying({ ftruncate(descriptor, off_t(size)) }) == 0 else { throw FileFailure("truncate", code: errno) }
  }

  func size() throws(FileFailure) -> Int { Int(try status().st_size) }

  /// Whether this is a regular file, and not a folder, a pipe, or a device.
  fileprivate var isRegular: Bool {
    get throws(FileFailure) { try status().st_mode & S_IFMT == S_IFREG }
  }

  private func status() throws(FileFailure) -> stat {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileFailure("read", code: errno) }
    return status
  }

  func lock() throws(FileFailure) -> Bool {
    if retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 {
      isLocked.store(true, ordering: .releasing)
      return true
    }
    guard errno == EWOULDBLOCK else { throw FileFailure("lock", code: errno) }
    return false
  }
}

private func systemOpen(_ path: String, _ flags: CInt, _ mode: mode_t) -> CInt { open(path, flags, mode) }

private func systemRename(_ path: String, _ other: String) -> CInt { rename(path, other) }

/// Repeats a call that a signal has interrupted.
private func retrying<Result: SignedInteger>(_ call: () -> Result) -> Result {
  while true {
    let result = call()
    if result != -1 || errno != EINTR { return result }
  }
}
