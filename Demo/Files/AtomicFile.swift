import Foundation

/// Replaces a file so that at any moment, power cuts included, the old or the new contents stand there whole.
struct AtomicFile: Sendable {
  /// The file to replace; it need not exist, its folder must.
  let path: String
  /// The system calls to do it with.
  var calls = FileCalls.system

  /// Puts the bytes in the file's place. When this throws, the old file is as it was and nothing else was left behind.
  func replace(with data: Data) throws(SystemFailure) {
    let temporary = "\(FilePath.folder(of: path))/.flowstate-\(String(UInt64.random(in: .min ... .max), radix: 36)).tmp"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .last }
    do throws(SystemFailure) {
      try fill(descriptor, with: data)
      guard calls.move(temporary, path) == 0 else { throw .last }
    } catch {
      unlink(temporary)
      throw error
    }
    synchronizeFolder()
  }

  /// Fills the new file and closes it, even on failure.
  private func fill(_ descriptor: Int32, with data: Data) throws(SystemFailure) {
    do throws(SystemFailure) {
      try keepPermissions(descriptor)
      try write(data, to: descriptor)
      guard calls.synchronize(descriptor) == 0 else { throw .last }
    } catch {
      close(descriptor)
      throw error
    }
    // Some file systems report a full disk only here.
    guard close(descriptor) == 0 else { throw .last }
  }

  /// Gives the new file the permissions of the one that it replaces; without one it is the user's alone.
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

  /// Makes the rename itself durable. The new file stands by now, so a file system that refuses this changes nothing
  /// that the caller could still undo or report as "unchanged".
  private func synchronizeFolder() {
    let descriptor = open(FilePath.folder(of: path), O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    _ = calls.synchronize(descriptor)
    close(descriptor)
  }
}
