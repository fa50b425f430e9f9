import FlowForms
import Foundation
import Testing

struct FileFolderTests {
  private let folder = FileFolder(
    FileManager.default.temporaryDirectory.appending(path: "FileFolderTests-\(UUID().uuidString)").path)

  @Test(
    "A file has the SHA-256 digest of its bytes, with the examples of FIPS 180-4 and every length around a block",
    arguments: [
      (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      (3, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (56, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    ])
  func digest(_ length: Int, _ digest: String) throws {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let text = length == 3 ? "abc" : "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
    let file = try folder.keep(Data(text.utf8.prefix(length)), name: "a", mediaType: "text/plain")
    #expect(file.digest == digest && file.size == length)
    #expect(try folder.bytes(of: file) == Data(text.utf8.prefix(length)))
  }

  private func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("A folder keeps equal files once, gives what it keeps, and notices a change")
  func keeping() throws {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    let file = try folder.keep(Data("x".utf8), name: "../../etc/passwd", mediaType: "text/plain")
    #expect(file.name == "passwd")
    _ = try folder.keep(Data("x".utf8), name: "b", mediaType: "text/plain")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [file.digest])
    // Nobody but their owner can read them.
    #expect(try mode(of: folder.path) == 0o700)
    #expect(try mode(of: "\(folder.path)/\(file.digest)") == 0o600)
    try Data("y".utf8).write(to: URL(filePath: folder.path).appending(path: file.digest))
    #expect(throws: FileFolderError.damaged(file)) { try folder.bytes(of: file) }
    try folder.remove(file)
    #expect(throws: FileFolderError.missing(file)) { try folder.bytes(of: file) }
    try folder.remove(file)
  }

  @Test(
    "A kept file has the last part of the name that a device gave, without what can't be printed",
    arguments: [
      ("a/b.png", "b.png"), ("C:\\temp\\b.png", "b.png"), ("..", "file"), ("a/.", "file"), ("", "file"), ("/", "file"),
      ("a/\u{301}b", "\u{301}b"), ("b\r\n\u{202E}.png", "b.png"),
      (String(repeating: "é", count: 3_000) + ".png", String(repeating: "é", count: 125) + ".png"),
    ])
  func names(_ name: String, _ safe: String) throws {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    #expect(try folder.keep(Data("x".utf8), name: name, mediaType: "text/plain").name == safe)
  }

  @Test("A reference with a made-up digest never becomes a path")
  func madeUp() throws {
    let neighbour = folder.path + ".secret"
    try Data("x".utf8).write(to: URL(filePath: neighbour))
    defer { try? FileManager.default.removeItem(atPath: neighbour) }
    let digest = "../" + URL(filePath: neighbour).lastPathComponent
    let file = FormFile(name: "a", mediaType: "text/plain", size: 1, digest: digest)
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    #expect(throws: FileFolderError.missing(file)) { try folder.bytes(of: file) }
    try folder.remove(file)
    #expect(FileManager.default.fileExists(atPath: neighbour))
  }

  @Test("A file of this machine is copied if it is small enough, and a folder or a missing path is refused")
  func paths() throws {
    defer { try? FileManager.default.removeItem(atPath: folder.path) }
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let path = folder.path + "/photo.PNG"
    try Data("12345".utf8).write(to: URL(filePath: path))
    let whole = try folder.keep(fileAt: path, maximumSize: 5)
    #expect(whole.mediaType == "image/png" && whole.name == "photo.PNG" && whole.size == 5)
    let large = try folder.keep(fileAt: path, maximumSize: 3)
    #expect(large.size == 4)
    #expect(throws: FileFolderError.missing(large)) { try folder.bytes(of: large) }
    #expect(throws: FileFolderError.unreadable(folder.path)) { try folder.keep(fileAt: folder.path, maximumSize: 5) }
    #expect(throws: FileFolderError.unreadable("/dev/zero")) { try folder.keep(fileAt: "/dev/zero", maximumSize: 5) }
  }
}
