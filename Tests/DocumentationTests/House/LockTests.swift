import Foundation
import Testing

/// The thread sanitizer doesn't see that a thread has waited for a `Mutex`, and reports races that don't exist.
struct LockTests {
  @Test("Values are guarded by locks that the thread sanitizer understands", arguments: ["Sources", "Tests"])
  func locks(_ folder: String) throws {
    // FlowNavigation is part of another package, too, which has no `Locked`. Examples show a user's code.
    let others = ["Sources/FlowNavigation/", "Tests/DocumentationTests/"]
    let files = Documentation.files(in: folder).filter { file in
      file.hasSuffix(".swift") && !file.hasSuffix("/Locked.swift") && !others.contains { file.hasPrefix($0) }
    }
    #expect(!files.isEmpty)
    for file in files {
      for line in try Documentation.text(file).split(separator: "\n") {
        let isComment = line.drop { $0 == " " }.hasPrefix("//")
        if !isComment, line.contains("Mutex(") || line.contains("Mutex<") { Issue.record("\(file): \(line)") }
      }
    }
  }
}
