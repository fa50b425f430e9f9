import Foundation

/// The path operations that the store needs.
package enum FilePath {
  /// The folder that contains a path.
  package static func folder(of path: String) -> String {
    let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let slash = trimmed.lastIndex(of: "/") else { return "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }

  /// Returns the path after following the symbolic links at its end. The resulting path may not exist.
  ///
  /// A rename onto a link replaces the link, which would detach a store that the user has linked elsewhere.
  package static func followingLinks(_ path: String) throws(SystemFailure) -> String {
    var current = path
    for _ in 0..<32 {
      guard let target = try linkTarget(current) else { return current }
      current = target.hasPrefix("/") ? target : "\(folder(of: current))/\(target)"
    }
    throw SystemFailure(code: ELOOP)
  }

  /// Returns whether a path is a folder.
  package static func isFolder(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }

  /// Creates a folder and its parents. Only the user has access.
  package static func makeFolder(_ path: String) throws(SystemFailure) {
    guard !isFolder(path) else { return }
    let parent = folder(of: path)
    if parent != path, parent != "." { try makeFolder(parent) }
    // Another process may have created the folder in the meantime.
    guard mkdir(path, 0o700) == 0 || isFolder(path) else { throw .last }
  }

  private static func linkTarget(_ path: String) throws(SystemFailure) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &buffer, buffer.count)
    guard count > 0 else { return nil }
    // A truncated or repaired target would be another file.
    guard count < buffer.count else { throw SystemFailure(code: ENAMETOOLONG) }
    let bytes = buffer.prefix(count).map(UInt8.init(bitPattern:))
    guard let target = String(validating: bytes, as: UTF8.self) else { throw SystemFailure(code: EILSEQ) }
    return target
  }
}
