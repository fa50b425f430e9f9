import Foundation
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
}
