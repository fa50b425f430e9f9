package import Foundation

/// A file that is replaced atomically. At any moment, even after a power failure, it has either its old or its new
/// contents.
package struct AtomicFile: Sendable {
  /// The path of the file. The folder must exist. The file need not exist.
  package let path: String
  /// The permissions of a new file, before the process's mask is applied. A replaced file keeps its permissions.
  package var permissions: mode_t
  /// The system calls that replace the file.
  package var calls: FileCalls

  /// Describes a file. Nothing is read or written.
  package init(path: String, permissions: mode_t = 0o600, calls: FileCalls = .system) {
    self.path = path
    self.permissions = permissions
    self.calls = calls
  }

  /// Replaces the file's contents. If it throws, the old file is unchanged and no other file is left behind.
  package func replace(with data: Data) throws(SystemFailure) {
    let (temporary, descriptor) = try makeTemporary()
    do throws(SystemFailure) {
      try fill(descriptor, with: data)
      guard calls.move(temporary, path) == 0 else { throw .last }
    } catch {
      unlink(temporary)
      throw error
    }
    synchronizeFolder()
  }

  /// Throws if the file cannot be replaced, as far as this is known without writing. Changes nothing.
  package func check() throws(SystemFailure) {
    if access(path, W_OK) != 0, errno != ENOENT { throw .last }
    let (temporary, descriptor) = try makeTemporary()
    close(descriptor)
    unlink(temporary)
  }

  private func makeTemporary() throws(SystemFailure) -> (path: String, descriptor: Int32) {
    let temporary = "\(FilePath.folder(of: path))/.flowstate-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
    guard descriptor >= 0 else { throw .last }
    return (temporary, descriptor)
  }

  /// Writes the new file and closes it, even if writing fails.
  private func fill(_ descriptor: Int32, with data: Data) throws(SystemFailure) {
    do throws(SystemFailure) {
      try keepPermissions(descriptor)
      try write(data, to: descriptor)
      guard calls.synchronize(descriptor) == 0 else { throw .last }
    } catch {
      close(descriptor)
      throw error
    }
    // Some file systems report a full disk only on `fsync`.
    guard close(descriptor) == 0 else { throw .last }
  }

  /// Gives the new file the permissions of the old one. Without an old file, only the user has access.
  private func keepPermissions(_ descriptor: Int32) throws(SystemFailure) {
    var information = stat()
    guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return }
    guard fchmod(descriptor, information.st_mode & 0o777) == 0 else { throw .last }
  }

  private func write(_ data: Data, to descriptor: Int32) throws(SystemFailure) {
    var rest = data[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { calls.append(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw count < 0 ? .last : SystemFailure(code: EIO) }
      rest = rest.dropFirst(count)
    }
  }

  /// Makes the rename durable. Errors are ignored, because the new file is already in place. The caller could neither
  /// undo the change nor report the file as unchanged.
  private func synchronizeFolder() {
    let descriptor = open(FilePath.folder(of: path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = calls.synchronize(descriptor)
    close(descriptor)
  }
}
