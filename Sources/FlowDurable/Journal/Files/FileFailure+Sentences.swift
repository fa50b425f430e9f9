import Foundation

extension FileFailure {
  /// The system's description of the failure.
  var reason: String { code == Self.notAFile ? "it isn't a regular file" : String(cString: strerror(code)) }

  /// Whether the disk, the user's quota, or the process's file size limit is full, so that another attempt may succeed.
  var isFull: Bool { code == ENOSPC || code == EDQUOT || code == EFBIG }

  /// Returns the failure as an error of a store.
  func error(_ file: String) -> StoreError { .system(file: file, action: action, reason: reason) }
}
