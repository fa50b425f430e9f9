/// The calls of the system that a journal makes. A test can fail them, cut what was written, and lose sectors.
package protocol FileSystem: Sendable {
  /// Opens a file for reading and writing; nil if there is none.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - mode: Whether to create or to write the file.
  /// - Returns: The file.
  /// - Throws: A failure of the system; ``FileFailure/notAFile`` if the path names something else than a regular file.
  func open(_ path: String, _ mode: FileMode) throws(FileFailure) -> (any OpenFile)?

  /// Gives a file another name, and replaces the file that has it.
  func rename(_ path: String, to other: String) throws(FileFailure)

  /// Waits until the disk has the names of the files in the folder of a file.
  func syncFolder(of path: String) throws(FileFailure)

  /// Returns the path of a file without symbolic links.
  func resolve(_ path: String) -> String

  /// Returns the names of the files in a folder; none if there is no such folder.
  func files(in folder: String) throws(FileFailure) -> [String]

  /// Creates a folder, unless it is there.
  func createFolder(_ path: String) throws(FileFailure)

  /// Removes a file, unless it is gone.
  func remove(_ path: String) throws(FileFailure)

  /// Calls a closure when files have come into a folder, as long as the returned object lives.
  ///
  /// - Returns: The object; nil if the file system can't tell.
  func watch(_ folder: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable)?
}

extension FileSystem {
  /// A file system that can't tell.
  package func watch(_ folder: String, _ changed: @escaping @Sendable () -> Void) -> (any Sendable)? { nil }
}

/// How a file is opened.
package enum FileMode: Sendable {
  /// Only for reading.
  case read
  /// For reading and writing; the file must be there.
  case write
  /// For reading and writing; the file is created if it isn't there, only for its owner.
  case create
  /// For reading and writing; the file is created, or emptied.
  case replace
}

/// A file that is open until its last reference is released.
package protocol OpenFile: AnyObject, Sendable {
  /// Reads bytes at an offset. Returns fewer than asked for only at the end of the file.
  func read(at offset: Int, count: Int) throws(FileFailure) -> [UInt8]

  /// Writes all bytes at an offset. A failure may have written some of them.
  func write(_ bytes: [UInt8], at offset: Int) throws(FileFailure)

  /// Waits until the disk has all bytes.
  func sync() throws(FileFailure)

  /// Sets the size.
  func truncate(to size: Int) throws(FileFailure)

  /// Returns the size.
  func size() throws(FileFailure) -> Int

  /// Locks the file against other processes. Returns false if another one has locked it.
  func lock() throws(FileFailure) -> Bool
}

/// A call of the system that has failed.
package struct FileFailure: Error, Sendable, Equatable {
  /// What the call was to do, such as "write".
  package let action: String
  /// The number of the system's error.
  package let code: Int32

  /// The code of a path that names a folder, a pipe, a device, or a link where a file is expected.
  package static let notAFile: Int32 = -1

  /// Creates a failure.
  package init(_ action: String, code: Int32) {
    self.action = action
    self.code = code
  }
}
