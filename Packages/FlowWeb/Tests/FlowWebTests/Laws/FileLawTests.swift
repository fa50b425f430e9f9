import FlowChains
import FlowDurable
import FlowForms
import FlowJSON
import FlowState
import FlowWeb
import Foundation
import Testing

@Suite("W8: Files")
struct FileLawTests {
  private static func run(_ body: @escaping @Sendable (Site) async throws -> Void) async throws {
    let folder = try TemporaryFolder()
    try await Site.run(serving: BugFlows.photo()) {
      $0.keepingFiles(in: FileFolder(folder.path("files")))
    } body: {
      try await body($0)
    }
  }

  /// Sends a form with a title, a file, and other fields.
  static func send(
    _ page: Visitor.Reply, _ title: String, file name: String = "", _ bytes: String = "",
    others: [(String, String)] = [], by visitor: Visitor
  ) async throws -> Visitor.Reply {
    let parts = page.allHidden + [("title", title)] + others
    let body =
      parts.map { "--b\r\nContent-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)\r\n" }.joined()
      + "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"\(name)\"\r\nContent-Type: image/png\r\n\r\n"
      + "\(bytes)\r\n--b--\r\n"
    return try await visitor.send(
      "POST", visitor.path("photo"), ["Content-Type": "multipart/form-data; boundary=b"], body)
  }

  /// The name of the file that the answer of a visitor's journey has; nil if it has none.
  static func file(_ site: Site, _ visitor: Visitor) async throws -> JSONValue? {
    try await site.run(of: visitor).answers().first?.value["value"]?["photo"]?["name"]
  }

  @Test(
    "A name with marks that nobody sees, or a very long one, doesn't prevent a file from being taken",
    arguments: [
      ("\u{200F}photo.png", "photo.png"), ("\u{202A}a\u{AD}b.png\u{FEFF}", "ab.png"), ("\u{200B}", "file"),
      ("\u{301}photo.png", "\u{301}photo.png"),
      (String(repeating: "n", count: 2_000) + ".png", String(repeating: "n", count: 251) + ".png"),
    ])
  func names(name: String, safe: String) async throws {
    try await Self.run { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      #expect(try await Self.send(page, "Me", file: name, "bytes", by: visitor).status == 303)
      #expect(try await Self.file(site, visitor) == .string(safe))
    }
  }

  @Test("A file that isn't required can be removed, also after another field was refused")
  func removal() async throws {
    try await Self.run { site in
      let visitor = site.visitor()
      let first = try await visitor.start()
      #expect(!first.body.contains("flow-removed"))
      #expect(try await Self.send(first, "Me", file: "me.png", "bytes", by: visitor).status == 303)
      let page = try await visitor.get(visitor.path("photo"))
      #expect(page.body.contains("Kept: <bdi>me.png</bdi>") && page.body.contains("Remove <bdi>me.png</bdi>"))
      let box = "name=\"flow-removed\" value=\"photo\""
      #expect(page.body.contains(box) && !page.body.contains(box + " checked"))
      let removed = [("flow-removed", "photo")]
      let refused = try await Self.send(page, "", others: removed, by: visitor)
      #expect(refused.status == 422 && refused.body.contains(box + " checked"))
      #expect(try await Self.file(site, visitor) == "me.png")
      #expect(try await Self.send(refused, "Me", others: removed, by: visitor).status == 303)
      #expect(try await Self.file(site, visitor) == nil)
      #expect(!(try await visitor.get(visitor.path("photo"))).body.contains("Kept"))
    }
  }

  @Test("A page that has shown no file doesn't answer with the one that another tab has sent")
  func otherTab() async throws {
    try await Self.run { site in
      let visitor = site.visitor()
      let (page, other) = (try await visitor.start(), try await visitor.get(visitor.path("photo")))
      for _ in 1...2 {
        #expect(try await Self.send(page, "Me", file: "me.png", "bytes", by: visitor).status == 303)
      }
      let late = try await Self.send(other, "Me", by: visitor)
      #expect(late.status == 409 && late.kind == "stale")
      #expect(try await Self.file(site, visitor) == "me.png")
      // The page of the answer keeps the file, and a double click on it counts once.
      let change = try await visitor.get(visitor.path("photo"))
      for _ in 1...2 { #expect(try await Self.send(change, "Me", by: visitor).status == 303) }
      #expect(try await Self.file(site, visitor) == "me.png")
    }
  }

  @Test("A new file replaces one that is removed")
  func replacement() async throws {
    try await Self.run { site in
      let visitor = site.visitor()
      #expect(try await Self.send(try await visitor.start(), "Me", file: "me.png", "bytes", by: visitor).status == 303)
      let page = try await visitor.get(visitor.path("photo"))
      let sent = try await Self.send(
        page, "Me", file: "you.png", "others", others: [("flow-removed", "photo")], by: visitor)
      #expect(sent.status == 303)
      #expect(try await Self.file(site, visitor) == "you.png")
    }
  }
}
