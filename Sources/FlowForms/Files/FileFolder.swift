import FlowScreens
public import Foundation

/// A folder with the bytes of files that people have given.
///
/// ```swift
/// let folder = FileFolder("/var/lib/passports/files")
/// let photo = try folder.keep(bytes, name: "me.jpg", mediaType: "image/jpeg")
/// let again = try folder.bytes(of: photo)
/// ```
///
/// A file has the name of its digest, so keeping it twice keeps it once, and no name that a person chooses becomes a path. The folder
/// is created when it is needed. Only its owner can read it and its files. Several processes of one user can share one.
public struct FileFolder: Sendable, Hashable {
  /// The path of the folder.
  public let path: String

  /// Creates the value without touching the folder.
  ///
  /// - Parameter path: The path of the folder.
  public init(_ path: String) {
    self.path = path
  }

  /// Keeps bytes. They are in the file system when the function returns, though not necessarily on the disk.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - name: The name that the person's device gave.
  ///   - mediaType: The media type, such as `image/png`.
  /// - Returns: The reference to the bytes.
  /// - Throws: A `CocoaError` if the file can't be written.
  public func keep(_ bytes: Data, name: String, mediaType: String) throws -> FormFile {
    let digest = SHA256.digest(of: bytes)
    let file = FormFile(name: Self.safeName(name), mediaType: mediaType, size: bytes.count, digest: digest)
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let place = place(of: digest)
    // Atomic, so that a reader never sees a part.
    try bytes.write(to: place, options: .atomic)
    // The folder can be an older one that others can read.
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: place.path)
    return file
  }

  /// Keeps a copy of a file of this machine.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - maximumSize: The maximum number of bytes. A larger file isn't kept.
  /// - Returns: The reference to the bytes, with a media type that follows from the name. The reference to a larger file has one byte
  ///   more than the maximum, so that a form refuses it.
  /// - Throws: A ``FileFolderError`` if the file can't be read, or a `CocoaError` if it can't be written.
  public func keep(fileAt path: String, maximumSize: Int) throws -> FormFile {
    let url = URL(filePath: path)
    let isFile = (try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType) == .typeRegular
    guard isFile, let handle = try? FileHandle(forReadingFrom: url) else { throw FileFolderError.unreadable(path) }
    defer { try? handle.close() }
    let limit = maximumSize == .max ? maximumSize : maximumSize + 1
    guard let bytes = try? handle.read(upToCount: limit) ?? Data() else { throw FileFolderError.unreadable(path) }
    let (name, mediaType) = (url.lastPathComponent, Self.mediaType(of: url.pathExtension.lowercased()))
    if bytes.count <= maximumSize { return try keep(bytes, name: name, mediaType: mediaType) }
    return FormFile(
      name: Self.safeName(name), mediaType: mediaType, size: bytes.count, digest: SHA256.digest(of: bytes))
  }

  /// Returns the bytes of a file.
  ///
  /// - Parameter file: The reference.
  /// - Returns: The bytes.
  /// - Throws: A ``FileFolderError`` if the folder doesn't have the file, or if its bytes have changed.
  public func bytes(of file: FormFile) throws -> Data {
    guard SHA256.isDigest(file.digest), let bytes = try? Data(contentsOf: place(of: file.digest)) else {
      throw FileFolderError.missing(file)
    }
    guard SHA256.digest(of: bytes) == file.digest else { throw FileFolderError.damaged(file) }
    return bytes
  }

  /// Removes the bytes of a file, also for other references to equal bytes.
  ///
  /// - Parameter file: The reference.
  /// - Throws: A `CocoaError` if the file can't be removed. A file that isn't there is no error.
  public func remove(_ file: FormFile) throws {
    guard SHA256.isDigest(file.digest) else { return }
    let place = place(of: file.digest)
    if FileManager.default.fileExists(atPath: place.path) { try FileManager.default.removeItem(at: place) }
  }

  private func place(of digest: String) -> URL { URL(filePath: path).appending(path: digest) }

  /// Returns the last part of a name or a path, without anything that can't be printed, and with at most 255 bytes.
  private static func safeName(_ name: String) -> String {
    // Bytes are split because a mark behind a slash would hide it.
    let part = name.utf8.suffix(2_000).split { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }.last ?? []
    var scalars = String(decoding: part, as: UTF8.self).unicodeScalars.filter { String($0).isPrintable }[...]
    var size = String(scalars).utf8.count
    // The end shows the type.
    while size > 255, let first = scalars.popFirst() { size -= String(first).utf8.count }
    let safe = String(scalars).trimmedSpaces
    return ["", ".", ".."].contains(safe) ? "file" : safe
  }

  private static func mediaType(of ending: String) -> String {
    switch ending {
    case "png", "gif", "webp", "heic": "image/\(ending)"
    case "jpg", "jpeg": "image/jpeg"
    case "svg": "image/svg+xml"
    case "pdf", "json", "zip": "application/\(ending)"
    case "txt": "text/plain"
    case "csv", "html": "text/\(ending)"
    default: "application/octet-stream"
    }
  }
}

extension FormFile {
  /// Returns the digest with which files are named.
  ///
  /// - Parameter bytes: The bytes.
  /// - Returns: The SHA-256 digest in 64 hexadecimal digits.
  public static func digest(of bytes: Data) -> String { SHA256.digest(of: bytes) }
}

/// The reason why a ``FileFolder`` doesn't give or take a file.
///
/// ```swift
/// if case FileFolderError.damaged(let file) = error { print(file.name, "has changed.") }
/// ```
public enum FileFolderError: Error, Sendable, Hashable, CustomStringConvertible {
  /// No file can be read at this path.
  case unreadable(String)
  /// The folder doesn't have the file.
  case missing(FormFile)
  /// The bytes of the file have changed.
  case damaged(FormFile)

  /// The reason as a sentence.
  public var description: String {
    switch self {
    case .unreadable(let path): "No file can be read at '\(path.inSentence)'."
    case .missing(let file): "The folder does not have the file '\(file.name.inSentence)'."
    case .damaged(let file): "The bytes of the file '\(file.name.inSentence)' have changed."
    }
  }
}
