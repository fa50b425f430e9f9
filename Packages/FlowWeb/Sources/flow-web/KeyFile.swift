import FlowScreens
import Foundation

/// The file of a key: 64 hexadecimal digits, and a line break.
enum KeyFile {
  /// Reads the key of a file, or makes a new one in a file that only its owner can read.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - make: Returns the 32 bytes of a new key.
  /// - Returns: The bytes of the key.
  /// - Throws: A ``Fault`` if the file can't be used.
  static func bytes(at path: String, orMaking make: () -> [UInt8]) throws(Fault) -> [UInt8] {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else {
      guard errno == EEXIST else { throw unusable(path, String(cString: strerror(errno))) }
      return try read(path)
    }
    let bytes = make()
    let text = bytes.map { String(Int($0) + 256, radix: 16).dropFirst() }.joined() + "\n"
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: Data(text.utf8))
      // Runs that are sealed with a key that the disk has lost can't be opened.
      try file.synchronize()
    } catch { throw unusable(path, error.localizedDescription) }
    return bytes
  }

  private static func read(_ path: String) throws(Fault) -> [UInt8] {
    let file: FileHandle
    let status: [FileAttributeKey: Any]
    do {
      file = try FileHandle(forReadingFrom: URL(filePath: path))
      status = try FileManager.default.attributesOfItem(atPath: URL(filePath: path).resolvingSymlinksInPath().path)
    } catch { throw unusable(path, "It can't be read") }
    guard status[.type] as? FileAttributeType == .typeRegular else { throw unusable(path, "It isn't a file") }
    guard let mode = status[.posixPermissions] as? Int, mode & 0o077 == 0 else {
      throw unusable(path, "Others can read it. 'chmod 600' takes that away")
    }
    let text = String(decoding: (try? file.read(upToCount: 128)) ?? Data(), as: UTF8.self)
    let digits = text.split(whereSeparator: \.isWhitespace).joined().compactMap(\.hexDigitValue)
    let bytes = stride(from: 0, to: digits.count - 1, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    guard digits.count == 64, text.count <= 66 else { throw unusable(path, "Expected 64 hexadecimal digits") }
    return bytes
  }

  private static func unusable(_ path: String, _ reason: String) -> Fault {
    Fault(sentence: "The key '\(path.printable)' can't be used: \(reason).", code: Fault.unavailable)
  }
}
