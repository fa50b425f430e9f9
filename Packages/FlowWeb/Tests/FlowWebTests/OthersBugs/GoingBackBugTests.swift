import FlowDurable
import FlowForms
import FlowJSON
import FlowWeb
import Testing
import WebTestSupport

@Suite("Others' bugs: going back")
struct GoingBackBugTests {
  // stephrdev/django-formwizard#14: after Back, a new bid on the first page was read as the answer of the second page, so
  // the earlier bid was accepted.
  @Test("An answer of the first page never counts for the second, although both have a field of one name")
  func sameNames() async throws {
    try await Site.run(serving: BugFlows.bid()) { site in
      let visitor = site.visitor()
      let first = try await visitor.start()
      #expect(try await visitor.fill(first, [("amount", "25")]).title == "Enter it again")
      let reply = try await visitor.answer(first, [("amount", "23")])
      #expect(reply.status == 409 && reply.body.contains("23"))
      let run = try await site.run(of: visitor)
      #expect(try await run.answers().map(\.step) == ["bid"])
      #expect(try await run.values()[BugFlows.TheBid.self]?.amount == "25")
      #expect(try await visitor.standing().title == "Enter it again")
    }
  }

  // spring-projects/spring-webflow#1524: after a wrong and then a right answer, Back showed the wrong one with its errors.
  @Test("Back shows the answer that was taken, and not the one that was refused before it")
  func refusedBefore() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let first = try await visitor.start()
      let wrong = try await visitor.answer(first, [("name", "Ada"), ("email", "nonsense")])
      #expect(wrong.status == 422)
      try await visitor.fill(wrong, [("name", "Ada"), ("email", "taken@example.org")])
      try await visitor.fill(try await visitor.get(visitor.path("person")), ada)
      let back = try await visitor.get(visitor.path("person"))
      #expect(back.body.contains("value=\"ada@example.org\""))
      #expect(!back.body.contains("nonsense") && !back.body.contains("taken@") && !back.body.contains("problem"))
    }
  }

  // forwarder/meteor-wizard#67 and Cadasta/cadasta-platform#530: going back twice and then forward emptied the later pages.
  @Test("Two pages back and forward again, without a change, empty no page")
  func forward() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      try await visitor.walk(to: "check")
      _ = try await visitor.get(visitor.path("plan"))
      let first = try await visitor.get(visitor.path("person"))
      #expect(try await visitor.fill(first, ada).kind == "check")
      for (step, text) in [("plan", "value=\"paid\" checked"), ("note", "By noon")] {
        #expect(try await visitor.get(visitor.path(step)).body.contains(text))
      }
    }
  }

  // react-hook-form/react-hook-form#1120: the first page kept its values after Back, and the pages after it were empty.
  @Test("A change of the first page keeps the answers of all later pages")
  func laterPages() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      try await visitor.walk(to: "check")
      try await visitor.fill(try await visitor.get(visitor.path("person")), bob)
      let check = try await visitor.standing()
      #expect(check.kind == "check")
      for text in ["Bob", "paid", "By noon", "Monday", "Friday"] { #expect(check.body.contains(text), "\(text)") }
    }
  }

  // WikiEducationFoundation/WikiEduDashboard#132 and govuk-forms/forms-runner#46: a change from the summary led through all
  // of the pages after it.
  @Test("A change from the summary costs one page")
  func onePage() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let check = try await visitor.walk(to: "check")
      let change = check.between("<dd class=\"change\"><a href=\"", "\"").split(separator: "#").first.map(String.init)
      #expect(change == visitor.path("person"))
      #expect(try await visitor.fill(try await visitor.get(change ?? ""), bob).kind == "check")
    }
  }

  // spring-projects/spring-webflow#1084 and #1177: Next on a page that Back had brought ended in an exception, because the
  // continuation of that page was gone.
  @Test("Next works on each page that Back brings", arguments: ["person", "plan", "note"])
  func next(_ step: String) async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      try await visitor.walk(to: "check")
      let entries = ["person": bob, "plan": [("kind", "free")], "note": [("text", "Later")]]
      let reply = try await visitor.answer(try await visitor.get(visitor.path(step)), entries[step] ?? [])
      #expect(reply.status == 303)
      #expect(try await visitor.follow(reply).kind == "check")
    }
  }

  // spring-projects/spring-webflow#238: pages after the place that was gone back to stayed valid, though a person had
  // continued from there.
  @Test("After a change, the pages that came later before it aren't taken any more")
  func future() async throws {
    let works = Works()
    try await Site.run(works) { site in
      let visitor = site.visitor()
      let note = try await visitor.walk(to: "note")
      let check = try await visitor.fill(note, [("text", "By noon")])
      try await visitor.fill(try await visitor.get(visitor.path("plan")), [("kind", "free")])
      #expect(try await visitor.standing().kind == "check")
      #expect(try await visitor.answer(check, []).status == 409)
      #expect(try await visitor.answer(note, [("text", "At noon")]).status == 409)
      #expect(try await site.run(of: visitor).values()[TheNote.self]?.text == "By noon")
    }
    #expect(!works.done.contains("create"))
  }

  // jazzband/django-two-factor-auth#572, outreachy/website#365: the way back was a button of the form, so that an empty page
  // with required fields couldn't be left.
  @Test("The way back needs no answer")
  func unanswered() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let plan = try await visitor.walk(to: "plan")
      let back = plan.between("<a class=\"back\" href=\"", "\"")
      #expect(back == visitor.path("person") && !plan.between("<form", "</form>").contains(back))
      // Also from a page that was refused.
      #expect(try await visitor.answer(plan, []).between("<a class=\"back\" href=\"", "\"") == back)
      #expect(try await visitor.get(back).title == "Who are you?")
    }
  }

  // lift/framework#1154, inertiajs/inertia#64, and alphagov/govuk-design-system#2802: Back showed an empty page, or radio
  // buttons of which none was chosen.
  @Test("Back shows each kind of field as it was sent")
  func kinds() async throws {
    try await Site.run(serving: BugFlows.wishes()) { site in
      let visitor = site.visitor()
      let fields = [
        ("letters", "yes"), ("days", "fri"), ("text", "One\nTwo"), ("kind", "paid"), ("born-day", "1"),
        ("born-month", "02"), ("born-year", "1990"),
      ]
      #expect(try await visitor.fill(try await visitor.start(), fields).kind == "check")
      let back = try await visitor.get(visitor.path("wishes")).body
      for part in [
        "value=\"yes\" checked", "value=\"fri\" checked", ">\nOne\nTwo</textarea>", "value=\"paid\" checked",
        "name=\"born-day\" value=\"1\"", "name=\"born-month\" value=\"02\"", "name=\"born-year\" value=\"1990\"",
      ] { #expect(back.contains(part), "\(part)") }
      #expect(!back.contains("value=\"mon\" checked"))
    }
  }

  // vikingco/django-formtools-addons#23: a file that was uploaded was gone after Back.
  @Test("A file stays when its page is gone back to, and sent again without one")
  func file() async throws {
    let folder = try TemporaryFolder()
    try await Site.run(serving: BugFlows.photo()) {
      $0.keepingFiles(in: FileFolder(folder.path("files")))
    } body: { site in
      let visitor = site.visitor()
      func send(_ page: Visitor.Reply, _ title: String, _ bytes: String) async throws -> Visitor.Reply {
        let parts = page.allHidden + [("title", title)]
        let file = bytes.isEmpty ? "filename=\"\"" : "filename=\"me.png\""
        let body =
          parts.map { "--b\r\nContent-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)\r\n" }.joined()
          + "--b\r\nContent-Disposition: form-data; name=\"photo\"; \(file)\r\nContent-Type: image/png\r\n\r\n"
          + "\(bytes)\r\n--b--\r\n"
        let headers = ["Content-Type": "multipart/form-data; boundary=b"]
        return try await visitor.send("POST", visitor.path("photo"), headers, body)
      }
      #expect(try await visitor.follow(try await send(try await visitor.start(), "Me", "bytes")).title == "A word")
      let back = try await visitor.get(visitor.path("photo"))
      #expect(back.body.contains("Kept: <bdi>me.png"))
      let wrong = try await send(back, "", "")
      #expect(wrong.status == 422 && wrong.body.contains("Kept: <bdi>me.png"))
      #expect(try await send(wrong, "Mine", "").status == 303)
      let run = try await site.run(of: visitor)
      #expect(try await run.answers()[0].value["value"]?["photo"]?["name"] == "me.png")
      #expect(try await run.answers()[0].value["value"]?["title"] == "Mine")
    }
  }
}
