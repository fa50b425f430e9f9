#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The folder whose images a program allows. A layout can come from a server, so an address in it must not make the
/// program open a device, wait for a network drive, or show a picture from elsewhere.
struct ImageFolder: Sendable {
  /// The largest file.
  static let maximumFileSize = 8 << 20
  /// The longest address, in bytes. Systems allow no longer paths.
  private static let maximumAddress = 4096

  /// The path as the program gave it, and the path without links. Neither ends with a slash.
  private let given: String
  private let resolved: String

  /// Creates a folder; nil if it doesn't exist.
  init?(_ path: String) {
    guard let resolved = Self.resolve(path) else { return nil }
    given = path.withoutEndingSlash
    self.resolved = resolved.withoutEndingSlash
  }

  /// Returns the path of an image in the folder, without using the file system; nil if the address is of another place.
  /// The address is a URL of a file, a path in the folder, or a path that begins with the one of the folder.
  func path(of address: String) -> String? {
    guard address.utf8.count <= Self.maximumAddress, let path = Self.localPath(address)?.withoutPercentEncoding,
      !path.utf8.contains(0),
      !path.utf8.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) })
    else { return nil }
    guard path.utf8.first == UInt8(ascii: "/") else { return resolved + "/" + path }
    for folder in [given, resolved] {
      if let rest = path.after(folder + "/") { return resolved + "/" + rest }
    }
    return nil
  }

  /// Returns the bytes of a file; nil if it isn't a regular file in the folder, is too large, or can't be read.
  func bytes(ofFileAt path: String) -> [UInt8]? {
    // A link can lead out of the folder.
    guard let path = Self.resolve(path), path.after(resolved + "/") != nil else { return nil }
    // Opening a device can already have an effect, so look before. The file can be replaced in between.
    var info = stat()
    guard lstat(path, &info) == 0, Self.canRead(info) else { return nil }
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard fstat(descriptor, &info) == 0, Self.canRead(info) else { return nil }
    return [UInt8](unsafeUninitializedCapacity: Int(info.st_size)) { buffer, count in
      while count < buffer.count {
        let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let read = DescriptorCalls.system.readSome(from: descriptor, into: rest)
        guard read > 0 else { break }
        count += read
      }
    }
  }

  private static func canRead(_ info: stat) -> Bool {
    info.st_mode & S_IFMT == S_IFREG && info.st_size <= maximumFileSize
  }

  /// Returns the path in an address without a scheme or with the scheme `file`, still percent-encoded.
  private static func localPath(_ address: String) -> String? {
    var rest = address
    if let end = address.utf8.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }),
      address.utf8[end] == UInt8(ascii: ":")
    {
      guard address[..<end].lowercased() == "file" else { return nil }
      rest = String(address[address.utf8.index(after: end)...])
    }
    for host in ["//localhost", "//"] {
      if let path = rest.after(host + "/") { return "/" + path }
    }
    // Otherwise, two slashes begin the name of a host.
    return rest.isEmpty || rest.after("//") != nil ? nil : rest
  }

  private static func resolve(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

extension String {
  /// Returns the text behind a beginning; nil if the text doesn't begin with it. Compares bytes, as a file system does.
  fileprivate func after(_ beginning: String) -> String? {
    utf8.starts(with: beginning.utf8) ? String(decoding: utf8.dropFirst(beginning.utf8.count), as: UTF8.self) : nil
  }

  fileprivate var withoutEndingSlash: String {
    utf8.last == UInt8(ascii: "/") ? String(decoding: utf8.dropLast(), as: UTF8.self) : self
  }

  fileprivate var withoutPercentEncoding: String {
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      let digits = String(decoding: rest.prefix(2), as: UTF8.self)
      if byte == UInt8(ascii: "%"), digits.count == 2, digits.allSatisfy(\.isHexDigit),
        let code = UInt8(digits, radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
