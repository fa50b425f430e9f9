import FlowDurable
import FlowForms
import FlowWeb
import Foundation
import Testing
import WebServing
import WebTestSupport

/// Two texts with so many combining marks take hours to compare.
@Suite("Texts that take long to compare are refused")
struct TextLawTests {
  private static let marks = String(repeating: "\u{301}", count: 490_000)

  @Test("A name, an answer, or a hidden text with very many marks in a row is refused, and nothing is stored")
  func forms() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      let run = try await site.run(of: visitor)
      let before = try await run.summary()
      let marks = Self.marks
      let token = "flow-form=\(page.hidden("flow-form"))"
      let visit = Visitor.encoded(page.hidden("flow-visit"))
      for body in [
        "flow-form\(marks)=x", "name\(marks)=x", "\(token)&flow-mode=answer&flow-visit=\(visit)&name=Ada\(marks)",
        "\(token)&flow-visit=\(visit)&flow-mode=answer\(marks)",
        "\(token)&flow-mode=answer&flow-visit=\(visit)\(marks)",
        "\(token)\(marks)", "\(String(repeating: "n", count: 257))=x",
      ] {
        for path in [visitor.path("person"), "/sign-up", visitor.path() + "/-/leave"] {
          let reply = try await visitor.send("POST", path, [:], body)
          #expect(reply.status == 400, "\(path)")
        }
      }
      #expect(try await run.summary() == before)
      #expect(try await visitor.fill(page, ada).title == "Which plan?")
    }
  }

  @Test("So it is in forms with files, and in their headers")
  func multipart() async throws {
    let folder = try TemporaryFolder()
    try await Site.run {
      $0.keepingFiles(in: FileFolder(folder.path("files")))
    } body: { site in
      let visitor = site.visitor()
      try await visitor.start()
      let short = String(Self.marks.unicodeScalars.prefix(3_000).map(Character.init))
      for (head, text) in [
        ("Content-Disposition: form-data; name=\"flow-form\(short)\"", "x"),
        ("Content-Disposition\(short): form-data; name=\"name\"", "x"),
        ("Content-Disposition: form-data; name=\"\(String(repeating: "n", count: 257))\"", "x"),
        ("Content-Disposition: form-data; name=\"flow-mode\"", "answer\(Self.marks)"),
      ] {
        let body = "--b\r\n\(head)\r\n\r\n\(text)\r\n--b--\r\n"
        let reply = try await visitor.send(
          "POST", visitor.path("person"), ["Content-Type": "multipart/form-data; boundary=b"], body)
        #expect(reply.status == 400)
      }
    }
  }

  @Test("So it is in addresses")
  func addresses() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      try await visitor.start()
      let part = String(repeating: "%CC%81", count: 1_001)
      #expect(try await visitor.get(visitor.path() + "/person\(part)").status == 400)
    }
  }

  @Test("A long name of the console's forms is left out")
  func fields() {
    let fields = FormFields("action\(Self.marks)=x&action=y")
    #expect(fields.text("action") == "y")
  }
}
