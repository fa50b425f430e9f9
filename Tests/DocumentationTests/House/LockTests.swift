import Foundation
import Testing

/// The thread sanitizer doesn't see that a thread has waited for a `Mutex`, and reports races that don't exist.
struct LockTests {
  @Test("Values are guarded by locks that the thread sanitizer understands", arguments: ["Sources", "Tests"])
  func locks(_ folder: String) throws {
    let files = Documentation.files(in: folder).filter { $0.hasSuffix(".swift") }
    #expect(!files.isEmpty)
    for file in files where !file.hasSuffix("/Locked.swift") && !file.hasPrefix("Tests/DocumentationTests/") {
      for line in try Documentation.text(file).split(separator: "\n") {
        let isComment = line.drop { $0 == " " }.hasPrefix("//")
        if !isComment, line.contains("Mutex(") || line.contains("Mutex<") { Issue.record("\(file): \(line)") }
      }
    }
  }
}
