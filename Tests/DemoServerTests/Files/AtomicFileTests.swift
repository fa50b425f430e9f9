import DemoTestSupport
import Foundation
import Testing

@testable import DemoServer

@Suite struct AtomicFileTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Data("old".utf8), to: "f")
  }

  /// The calls that can fail. The first one writes some bytes before the disk is full.
  static let failing: [@Sendable (inout FileCalls) -> Void] = [
    { calls in
      calls.append = { descriptor, bytes in
        guard bytes.count > 3 else {
          errno = ENOSPC
          return -1
        }
        return FileCalls.system.append(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(2)))
      }
    },
    { calls in
      calls.synchronize = { _ in
        errno = ENOSPC
        return -1
      }
    },
    { calls in
      calls.move = { _, _ in
        errno = ENOSPC
        return -1
      }
    },
  ]

  @Test(arguments: failing.indices)
  func `A failure at any call leaves the old file whole and nothing else`(index: Int) throws {
    var file = AtomicFile(path: folder.file("f"))
    Self.failing[index](&file.calls)
    #expect(throws: SystemFailure(code: ENOSPC)) { try file.replace(with: Data("new contents".utf8)) }
    #expect(try folder.text("f") == "old")
    #expect(try folder.names() == ["f"])
  }

  @Test func `The old file is untouched until everything is on the disk`() throws {
    let old = folder.file("f")
    var file = AtomicFile(path: old)
    file.calls.move = { temporary, path in
      #expect((try? String(contentsOfFile: path, encoding: .utf8)) == "old")
      #expect((try? String(contentsOfFile: temporary, encoding: .utf8)) == "new")
      #expect(FilePath.folder(of: temporary) == FilePath.folder(of: path))
      return FileCalls.system.move(temporary, path)
    }
    try file.replace(with: Data("new".utf8))
    #expect(try folder.text("f") == "new")
    #expect(try folder.names() == ["f"])
  }

  @Test func `A folder in the file's place stays, and no temporary file is left`() throws {
    try FileManager.default.createDirectory(atPath: folder.file("d"), withIntermediateDirectories: false)
    #expect(throws: SystemFailure(code: EISDIR)) {
      try AtomicFile(path: folder.file("d")).replace(with: Data("new".utf8))
    }
    #expect(try folder.names() == ["d", "f"])
  }

  @Test func `Writes that take a byte at a time or are interrupted continue`() throws {
    var file = AtomicFile(path: folder.file("f"))
    file.calls.append = { descriptor, bytes in
      if bytes.count % 2 == 0, Bool.random() {
        errno = EINTR
        return -1
      }
      return FileCalls.system.append(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(1)))
    }
    try file.replace(with: Data("new contents".utf8))
    #expect(try folder.text("f") == "new contents")
  }

  @Test(arguments: [0o600, 0o644] as [mode_t])
  func `The permissions of the file are kept`(mode: mode_t) throws {
    #expect(chmod(folder.file("f"), mode) == 0)
    try AtomicFile(path: folder.file("f")).replace(with: Data())
    #expect(try permissions("f") == mode)
  }

  @Test func `A new file is the user's alone`() throws {
    try AtomicFile(path: folder.file("g")).replace(with: Data())
    #expect(try permissions("g") == 0o600)
  }

  private func permissions(_ name: String) throws -> mode_t {
    var information = stat()
    try #require(stat(folder.file(name), &information) == 0)
    return information.st_mode & 0o777
  }

  @Test(arguments: [("/a/b", "/a"), ("/a", "/"), ("a", "."), ("a/b/", "a"), ("./a", "."), ("/", "/")])
  func `The folder of a path is found`(path: String, folder: String) {
    #expect(FilePath.folder(of: path) == folder)
  }
}
