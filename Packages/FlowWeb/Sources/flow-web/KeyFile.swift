import FlowScreens
import Foundation

/// The file of a key or a secret: 64 hexadecimal digits, and a line break.
enum KeyFile {
  /// The calls of the system that tests replace.
  struct Calls: Sendable {
    /// `link(2)`
    var link: @Sendable (_ draft: String, _ path: String) -> CInt = { Foundation.link($0, $1) }
    /// `fsync(2)` of a folder
    var syncFolder: @Sendable (_ descriptor: CInt) -> CInt = { fsync($0) }
  }

  /// The errors of calls that a file system doesn't support.
  private static let unsupported: Set<CInt> = [EPERM, EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP]

  /// Reads the key of a file, or makes a new one in a file that only its owner can read. Processes that do so at the same time
  /// have the same key.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - name: The name of the key in sentences.
  ///   - calls: The calls of the system.
  ///   - make: Returns the 32 bytes of a new key.
  /// - Returns: The bytes of the key.
  /// - Throws: A ``Fault`` if the file can't be used.
  static func bytes(
    at path: String, as name: String = "key", calling calls: Calls = Calls(), orMaking make: () -> [UInt8]
  ) throws(Fault) -> [UInt8] {
    do throws(Unusable) {
      var status = stat()
      if lstat(path, &status) != 0, let key = try made(at: path, calls, make) { return key }
      return try read(path)
    } catch {
      throw Fault(sentence: "The \(name) '\(path.printable)' can't be used: \(error.reason).", code: Fault.unavailable)
    }
  }

  /// The reason why a file can't be used.
  private struct Unusable: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }

    /// The reason of the latest call of the system.
    static var latest: Unusable { Unusable(String(cString: strerror(errno))) }
  }

  /// Makes a file with a new key. It has its name only when it is whole, because other processes may read it at once.
  ///
  /// - Returns: The bytes of the key; nil if the file exists.
  private static func made(at path: String, _ calls: Calls, _ make: () -> [UInt8]) throws(Unusable) -> [UInt8]? {
    let draft = "\(path).\(UInt64.random(in: .min ... .max))"
    let bytes = make()
    let text = bytes.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined() + "\n"
    guard try write(text, to: draft) else { return nil }
    defer { unlink(draft) }
    // Unlike a change of the name, a link never replaces a file.
    var isMade = calls.link(draft, path) == 0
    if !isMade, errno != EEXIST {
      guard unsupported.contains(errno) else { throw .latest }
      // Another process that reads the file before it is whole refuses it, and can be started again.
      isMade = try write(text, to: path)
    }
    do throws(Unusable) {
      // A file system without links may have no permissions of its own.
      if isMade { _ = try read(path) }
      try syncFolder(of: path, calls)
    } catch {
      if isMade { unlink(path) }
      throw error
    }
    return isMade ? bytes : nil
  }

  /// Writes a new file to the disk, and returns whether there was none.
  private static func write(_ text: String, to path: String) throws(Unusable) -> Bool {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      guard errno == EEXIST else { throw .latest }
      return false
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: Data(text.utf8))
      // Runs that are sealed with a key that the disk has lost can't be opened.
      try file.synchronize()
    } catch {
      unlink(path)
      throw Unusable(error.localizedDescription)
    }
    return true
  }

  /// Writes the name of a new file to the disk. A loss of power could take the file away otherwise.
  private static func syncFolder(of path: String, _ calls: Calls) throws(Unusable) {
    let descriptor = open(URL(filePath: path).deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC)
    // A folder in which this process can write need not be one that it can read.
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    if calls.syncFolder(descriptor) != 0, !unsupported.contains(errno) { throw .latest }
  }

  private static func read(_ path: String) throws(Unusable) -> [UInt8] {
    let file: FileHandle
    let status: [FileAttributeKey: Any]
    do {
      file = try FileHandle(forReadingFrom: URL(filePath: path))
      status = try FileManager.default.attributesOfItem(atPath: URL(filePath: path).resolvingSymlinksInPath().path)
    } catch { throw Unusable("It can't be read") }
    guard status[.type] as? FileAttributeType == .typeRegular else { throw Unusable("It isn't a file") }
    guard let mode = status[.posixPermissions] as? Int, mode & 0o077 == 0 else {
      throw Unusable("Others can read it. 'chmod 600' takes that away")
    }
    let text = String(decoding: (try? file.read(upToCount: 128)) ?? Data(), as: UTF8.self)
    let digits = text.split(whereSeparator: \.isWhitespace).joined().compactMap(\.hexDigitValue)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    guard digits.count == 64, text.count <= 66 else { throw Unusable("Expected 64 hexadecimal digits") }
    return bytes
  }
}
