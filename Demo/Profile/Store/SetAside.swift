import DemoServer
import Foundation

/// Renames a damaged file without overwriting another file.
enum SetAside {
  /// Renames `path` to `path.corrupt`, or to `.corrupt-2`, `.corrupt-3` … if that exists. Returns the new path.
  static func move(_ path: String) throws(SystemFailure) -> String {
    for number in 1...9_999 {
      let target = number == 1 ? "\(path).corrupt" : "\(path).corrupt-\(number)"
      // An empty file first reserves the name. Otherwise, `rename` would replace a file that another process creates in
      // the meantime.
      let placeholder = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard placeholder >= 0 else {
        if errno == EEXIST { continue }
        throw .last
      }
      close(placeholder)
      guard rename(path, target) == 0 else {
        let failure = SystemFailure.last
        unlink(target)
        throw failure
      }
      return target
    }
    throw SystemFailure(code: EEXIST)
  }
}
