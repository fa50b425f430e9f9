import Foundation
import Synchronization
import Testing

@testable import flow_web

@Suite("Files of keys")
struct KeyFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static func key(at path: String) async throws -> [UInt8] {
    try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(
          with: Result { try KeyFile.bytes(at: path) { (0..<32).map { _ in .random(in: .min ... .max) } } })
      }
    }
  }

  @Test("Those who need a new key at the same time have the same one, and nothing else is left in the folder")
  func together() async throws {
    let names = (1...20).map { "key-\($0)" }
    for name in names {
      let path = folder.path(name)
      let keys = try await withThrowingTaskGroup(of: [UInt8].self) { group in
        for _ in 1...16 { group.addTask { try await Self.key(at: path) } }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(keys.count == 1)
      #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
    }
    #expect(try Set(FileManager.default.contentsOfDirectory(atPath: folder.path(""))) == Set(names))
  }

  @Test("The name of a new key is on the disk before the key is used, and a folder that can't be synced is reported")
  func synced() throws {
    let path = folder.path("key")
    let synced = Mutex<[Bool]>([])
    var calls = KeyFile.Calls()
    calls.syncFolder = { descriptor in
      var status = stat()
      let isFolder = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
      synced.withLock { $0.append(isFolder && FileManager.default.fileExists(atPath: path)) }
      return 0
    }
    let bytes = [UInt8](0..<32)
    #expect(try KeyFile.bytes(at: path, calling: calls) { bytes } == bytes)
    #expect(synced.withLock { $0 } == [true])
    // Some file systems can't sync a folder, and need not.
    calls.syncFolder = { _ in
      errno = EINVAL
      return -1
    }
    #expect(try KeyFile.bytes(at: folder.path("other"), calling: calls) { bytes } == bytes)
    calls.syncFolder = { _ in
      errno = EIO
      return -1
    }
    let fault = #expect(throws: Fault.self) {
      try KeyFile.bytes(at: folder.path("lost"), calling: calls) { bytes }
    }
    #expect(fault?.sentence.hasSuffix("can't be used: Input/output error.") == true)
  }

  @Test(
    "A file system without links has the key, too, and the key of another process stays",
    arguments: [EPERM, EOPNOTSUPP])
  func unlinked(_ code: CInt) throws {
    let path = folder.path("key")
    var calls = KeyFile.Calls()
    calls.link = { _, _ in
      errno = code
      return -1
    }
    let bytes = [UInt8](0..<32)
    #expect(try KeyFile.bytes(at: path, calling: calls) { bytes } == bytes)
    #expect(try KeyFile.bytes(at: path) { [] } == bytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["key"])
    let late = folder.path("late")
    calls.link = { _, path in
      _ = try? KeyFile.bytes(at: path) { bytes }
      errno = code
      return -1
    }
    #expect(try KeyFile.bytes(at: late, calling: calls) { Array(repeating: 7, count: 32) } == bytes)
  }
}
