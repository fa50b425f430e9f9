/// The system calls of a journal. Tests can make them fail, truncate writes, and lose sectors.
package protocol FileSystem: Sendable {
  /// Opens a file for reading and writing; returns nil if the file doesn't exist.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - mode: Whether to create or to write the file.
  /// - Returns: The file.
  /// - Throws: A failure of the system; ``FileFailure/notAFile`` if the path doesn't name a regular file.
  func open(_ path: String, _ mode: FileMode) throws(FileFailure) -> (any OpenFile)?

  /// Renames a file, and replaces an existing file with the new name.
  func rename(_ path: String, to other: String) throws(FileFailure)

  /// Waits until the names of the files in a file's folder are on disk.
  func syncFolder(of path: String) throws(FileFailure)

  /// Returns the path of a file without symbolic links.
  func resolve(_ path: String) -> String

  /// Returns the names of the files in a folder; none if the folder doesn't exist.
  func files(in folder: String) throws(FileFailure) -> [String]

  /// Creates a folder if it doesn't exist.
  func createFolder(_ path: String) throws(FileFailure)

  /// Removes a file if it exists.
  func remove(_ path: String) throws(FileFailure)

  /// Calls a closure when files are added to a folder, as long as the returned object lives.
  ///
  /// - Returns: The object; nil if the file system can't watch folders.
  func watch(_ folder: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable)?
}

extension FileSystem {
  /// Returns nil: the file system can't watch folders.
  package func watch(_ folder: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable)? { nil }
}

/// A way of opening a file.
package enum FileMode: Sendable {
  /// Opens the file for reading only.
  case read
  /// Opens an existing file for reading and writing.
  case write
  /// Opens the file for reading and writing. Creates it if it doesn't exist, with access only for its owner.
  case create
  /// Opens the file for reading and writing. Creates it, or empties it.
  case replace
}

/// A file that is open until its last reference is released.
package protocol OpenFile: AnyObject, Sendable {
  /// Reads bytes at an offset. Returns fewer bytes only at the end of the file.
  func read(at offset: Int, count: Int) throws(FileFailure) -> [UInt8]

  /// Writes all bytes at an offset. If the call fails, some of them may have been written.
  func write(_ bytes: [UInt8], at offset: Int) throws(FileFailure)

  /// Waits until all bytes are on disk.
  func sync() throws(FileFailure)

  /// Sets the size of the file.
  func truncate(to size: Int) throws(FileFailure)

  /// Returns the size of the file.
  func size() throws(FileFailure) -> Int

  /// Locks the file against other processes. Returns false if another process has locked it.
  func lock() throws(FileFailure) -> Bool
}

/// A failed call of the system.
package struct FileFailure: Error, Sendable, Equatable {
  /// The action of the call, such as "write".
  package let action: String
  /// The error number of the system.
  package let code: Int32

  /// The code for a path that names a folder, a pipe, a device, or a link instead of a file.
  package static let notAFile: Int32 = -1

  /// Creates a failure.
  package init(_ action: String, code: Int32) {
    self.action = action
    self.code = code
  }
}
