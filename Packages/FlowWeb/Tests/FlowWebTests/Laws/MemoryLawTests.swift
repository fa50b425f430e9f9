import FlowDurable
import FlowState
import FlowWeb
import Foundation
import Testing
import WebTestSupport

@Suite("W2: Nothing in memory")
struct NothingInMemoryTests {
  @Test("After the end of the process at any page, another one shows the same page, and has each acknowledged answer")
  func pages() async throws {
    let folder = try TemporaryFolder()
    var visitor: Visitor?
    for (number, step) in ["person", "plan", "note", "check"].enumerated() {
      let store = try FileStore(at: folder.path("\(number).journal"))
      let known = visitor
      visitor = try await Site.run(on: store) { site in
        let visitor = known?.moved(to: site.port) ?? site.visitor()
        let page =
          known == nil ? try await visitor.start() : try await visitor.follow(try await visitor.get(visitor.path()))
        #expect(page.hidden("flow-visit").hasSuffix("/\(step)#1"))
        let answers = [ada, [("kind", "paid")], [("text", "By noon")], []]
        #expect(try await visitor.answer(page, answers[number]).status == 303)
        // A kill leaves the file as it is now.
        try folder.copy("\(number).journal", "\(number + 1).journal")
        return visitor
      }
      try await store.close()
    }
    let store = try FileStore(at: folder.path("4.journal"))
    let last = try #require(visitor)
    try await Site.run(on: store) { site in
      let run = try await site.run(of: last)
      #expect(try await run.values()[TheNote.self]?.text == "By noon")
      guard case .completed("Ada") = try await run.outcome() else {
        Issue.record("The journey did not complete.")
        return
      }
    }
    try await store.close()
  }

  @Test("Work that a dead process had begun is done by the next one")
  func work() async throws {
    let folder = try TemporaryFolder()
    let store = try FileStore(at: folder.path("0.journal"))
    let held = Works(holding: ["charge"])
    let visitor = try await Site.run(held, on: store) { site in
      let visitor = site.visitor()
      let reply = try await visitor.answer(try await visitor.walk(to: "plan"), [("kind", "paid")])
      #expect(reply.status == 303)
      #expect(try await visitor.get(visitor.path()).kind == "working")
      try folder.copy("0.journal", "1.journal")
      held.letGo("charge")
      return visitor
    }
    try await store.close()
    let next = try FileStore(at: folder.path("1.journal"))
    try await Site.run(on: next) { site in
      let visitor = visitor.moved(to: site.port)
      try await patiently("The work was not done") {
        try await visitor.follow(try await visitor.get(visitor.path())).title == "Anything else?"
      }
    }
    try await next.close()
  }
}

/// A folder that is removed with its last reference.
final class TemporaryFolder: Sendable {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "flow-web-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  func copy(_ name: String, _ other: String) throws {
    try FileManager.default.copyItem(atPath: path(name), toPath: path(other))
  }
}
