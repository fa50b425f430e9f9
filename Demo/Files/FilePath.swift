import Foundation

/// The little that the store needs to know about paths.
enum FilePath {
  /// The folder that a path lies in.
  static func folder(of path: String) -> String {
    let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let slash = trimmed.lastIndex(of: "/") else { return "." }
    return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
  }

  /// The path that remains when the symbolic links at its end are followed, existing or not.
  ///
  /// A rename onto a link would replace the link, so whoever linked the store elsewhere would find it cut off.
  static func followingLinks(_ path: String) throws(SystemFailure) -> String {
    var current = path
    for _ in 0..<32 {
      guard let target = linkTarget(current) else { return current }
      current = target.hasPrefix("/") ? target : "\(folder(of: current))/\(target)"
    }
    throw SystemFailure(code: ELOOP)
  }

  /// Whether the path leads to a folder.
  static func isFolder(_ path: String) -> Bool {
    var information = stat()
    return stat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFDIR
  }

  /// Makes a folder and those above it, for nobody but the user.
  static func makeFolder(_ path: String) throws(SystemFailure) {
    guard !isFolder(path) else { return }
    let parent = folder(of: path)
    if parent != path, parent != "." { try makeFolder(parent) }
    // Another process may have made it meanwhile.
    guard mkdir(path, 0o700) == 0 || isFolder(path) else { throw .last }
  }

  private static func linkTarget(_ path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = readlink(path, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }
}
