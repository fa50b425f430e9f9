import Foundation
import Glibc
import Testing

@testable import FlowTerminal

@Suite("ImageFolder")
struct ImageFolderTests {
  private let files: PictureFolder
  private let folder: ImageFolder

  init() throws {
    files = try PictureFolder()
    folder = try #require(ImageFolder(files.inside))
  }

  private func name(_ address: String) -> String? {
    folder.path(of: address.replacing("FOLDER", with: files.inside))
      .map { $0.replacing(files.inside, with: "FOLDER") }
  }

  @Test(
    "An address names a file of the folder by a relative path, an absolute path, or a URL",
    arguments: [
      ("a.png", "FOLDER/a.png"), ("b/a.png", "FOLDER/b/a.png"), ("./a.png", "FOLDER/./a.png"),
      ("FOLDER/a.png", "FOLDER/a.png"), ("file:FOLDER/a.png", "FOLDER/a.png"), ("file://FOLDER/a.png", "FOLDER/a.png"),
      ("FILE://localhostFOLDER/a.png", "FOLDER/a.png"), ("a%20b%C3%A4.png", "FOLDER/a bä.png"),
      ("100%.png", "FOLDER/100%.png"), ("%+1%-1.png", "FOLDER/%+1%-1.png"), ("b/c:d.png", "FOLDER/b/c:d.png"),
    ])
  func inside(address: String, path: String) {
    #expect(name(address) == path)
  }

  @Test(
    "An address of another place is none of the folder",
    arguments: [
      "", "https://a.example/a.png", "data:image/png;base64,AA==", "c:a.png", "file://a.example/a.png",
      "//a.example/a.png",
      "/a.png", "/etc/passwd", "file:///etc/passwd", "../a.png", "b/../../a.png", "%2e%2e/a.png", "FOLDER/../a.png",
      "FOLDERx/a.png", "a%00.png", "a\0.png",
    ])
  func outside(address: String) {
    #expect(name(address) == nil)
  }

  @Test("A very long address is none of the folder")
  func long() {
    #expect(name(String(repeating: "a", count: 4096)) != nil)
    #expect(name(String(repeating: "a", count: 4097)) == nil)
  }

  @Test("A folder that doesn't exist is none, and the root folder has all files")
  func folders() throws {
    #expect(ImageFolder(files.path + "/missing") == nil)
    let root = try #require(ImageFolder("/"))
    #expect(root.path(of: "/etc/a.png") == "/etc/a.png")
    let slash = try #require(ImageFolder(files.inside + "/"))
    #expect(slash.path(of: files.inside + "/a.png") == folder.path(of: "a.png"))
  }

  private func bytes(_ name: String) -> [UInt8]? { folder.path(of: name).flatMap { folder.bytes(ofFileAt: $0) } }

  @Test("A regular file in the folder is read, also through links within it")
  func reading() throws {
    let content = (0..<100_000).map { UInt8($0 % 251) }
    try files.write(content, to: "a.png")
    try files.write([], to: "empty.png")
    #expect(symlink("a.png", files.inside + "/link.png") == 0)
    #expect(bytes("a.png") == content)
    #expect(bytes("link.png") == content)
    #expect(bytes("empty.png") == [])
  }

  @Test("A folder that is itself a link has its files")
  func linkedFolder() throws {
    try files.write([1], to: "a.png")
    #expect(symlink(files.inside, files.path + "/link") == 0)
    let linked = try #require(ImageFolder(files.path + "/link"))
    for address in ["a.png", files.path + "/link/a.png", files.inside + "/a.png"] {
      #expect(linked.path(of: address).flatMap { linked.bytes(ofFileAt: $0) } == [1])
    }
  }

  @Test("A file is not read if it is missing, a folder, a device, a pipe, too large, or outside of the folder")
  func refusing() throws {
    #expect(bytes("missing.png") == nil)
    #expect(bytes(".") == nil)
    #expect(symlink("/dev/zero", files.inside + "/device.png") == 0)
    #expect(bytes("device.png") == nil)
    // Opening a pipe without a writer would wait for one.
    #expect(mkfifo(files.inside + "/pipe.png", 0o600) == 0)
    #expect(bytes("pipe.png") == nil)
    try Data([1]).write(to: URL(filePath: files.path + "/secret.png"))
    #expect(symlink("../secret.png", files.inside + "/secret.png") == 0)
    #expect(bytes("secret.png") == nil)
    try files.write([], to: "large.png")
    #expect(truncate(files.inside + "/large.png", off_t(ImageFolder.maximumFileSize + 1)) == 0)
    #expect(bytes("large.png") == nil)
    #expect(truncate(files.inside + "/large.png", off_t(ImageFolder.maximumFileSize)) == 0)
    #expect(bytes("large.png")?.count == ImageFolder.maximumFileSize)
  }

  @Test("A device in an allowed folder is not read")
  func devices() throws {
    let devices = try #require(ImageFolder("/dev"))
    for name in ["null", "zero", "stdin", "tty"] {
      #expect(devices.path(of: name).flatMap { devices.bytes(ofFileAt: $0) } == nil)
    }
  }
}
