import FlowDurable
import FlowWeb
import Foundation
import Testing
import WebTestSupport

@Suite("Others' bugs: forms and addresses")
struct FormBugTests {
  // alphagov/govuk-frontend#929 and alphagov/govuk-coronavirus-vulnerable-people-form#132: the links of the summary of problems
  // led to no input, if the question had radio buttons.
  @Test("Each link of the summary of problems leads to an input of the page")
  func links() async throws {
    try await Site.run(serving: BugFlows.wishes()) { site in
      let visitor = site.visitor()
      let wrong = try await visitor.answer(
        try await visitor.start(), [("days", "sun"), ("kind", "gold"), ("born-day", "31"), ("born-month", "2")])
      #expect(wrong.status == 422)
      let links = wrong.body.matches(of: #/<li><a href="#([^"]*)"/#).map { String($0.1) }
      #expect(links.count == 3)
      for link in links {
        let inputs = wrong.body.matches(of: #/<(?:input|select|textarea)[^>]*>/#).map { String($0.0) }
        #expect(inputs.contains { $0.contains(" id=\"\(link)\"") }, "\(link)")
      }
    }
  }

  // terminal42/contao-mp_forms#74: a box that is checked by default was checked again when its page was gone back to.
  // GSA-TTS/forms#331 and kohler/hotcrp#22: a box could not be unchecked any more, as browsers send no value for it.
  @Test("A box that was unchecked stays so, and one that was checked can be unchecked")
  func unchecked() async throws {
    try await Site.run(serving: BugFlows.wishes()) { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      #expect(page.body.contains("value=\"yes\" checked") && page.body.contains("value=\"mon\" checked"))
      try await visitor.fill(page, [("text", "x")])
      let run = try await site.run(of: visitor)
      #expect(try await run.values()[BugFlows.TheWishes.self]?.letters == false)
      #expect(try await run.values()[BugFlows.TheWishes.self]?.days == [])
      let back = try await visitor.get(visitor.path("wishes"))
      // The plan, which is optional, has a radio button for none.
      #expect(!back.body.replacing("name=\"kind\" value=\"\" checked", with: "").contains(" checked"))
      try await visitor.fill(back, [("letters", "yes"), ("days", "fri")])
      #expect(try await run.values()[BugFlows.TheWishes.self]?.letters == true)
      try await visitor.fill(try await visitor.get(visitor.path("wishes")), [])
      #expect(try await run.values()[BugFlows.TheWishes.self]?.letters == false)
      #expect(try await run.values()[BugFlows.TheWishes.self]?.days == [])
    }
  }

  // WoltLab/WCF#597: a form in which all boxes were unchecked was no form, because nothing of it was sent.
  @Test("A form of which nothing is filled in is an answer")
  func empty() async throws {
    try await Site.run(serving: BugFlows.wishes()) { site in
      let visitor = site.visitor()
      let page = try await visitor.fill(try await visitor.start(), [])
      #expect(page.kind == "check")
    }
  }

  // govuk-forms/forms-runner#420 and #159: a question that was skipped was blank in the summary.
  @Test("The summary says which questions weren't answered")
  func notGiven() async throws {
    try await Site.run(serving: BugFlows.wishes()) { site in
      let visitor = site.visitor()
      let check = try await visitor.fill(try await visitor.start(), [])
      let values = check.body.matches(of: #/<dd><div><bdi>([^<]*)</bdi></div></dd>/#).map { String($0.1) }
      #expect(values == ["No", "None", "Not given", "None", "Not given"])
    }
  }

  // final-form/react-final-form#664 and jaredpalmer/formik#867: the next page had problems before anybody had seen it, because
  // sending one page counted for all.
  @Test("A page that nobody has answered shows no problems")
  func fresh() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let first = try await visitor.start()
      let wrong = try await visitor.answer(first, [])
      let second = try await visitor.fill(wrong, ada)
      for page in [first, second] {
        #expect(!page.body.contains("problem") && !page.title.isEmpty && !page.body.contains("<title>Error"))
      }
      #expect(wrong.body.contains("There is a problem"))
    }
  }

  // jhpyle/docassemble#465: an address with 'next' led to any site.
  @Test("No address leads to another site")
  func redirects() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let evil = "https%3A%2F%2Fevil.example"
      let start = try await visitor.get("/sign-up?next=\(evil)&return=\(evil)&url=//evil.example")
      #expect(!start.body.contains("evil"))
      let begun = try await visitor.post("/sign-up?next=\(evil)", start.allHidden + [("next", "https://evil.example")])
      #expect(begun.location.hasPrefix("/sign-up/"))
      let page = try await visitor.follow(begun)
      let reply = try await visitor.send(
        "POST", visitor.path("person") + "?next=\(evil)", ["X-Forwarded-Host": "evil.example"],
        (page.allHidden + ada + [("next", "//evil.example")]).map { "\($0.0)=\(Visitor.encoded($0.1))" }
          .joined(separator: "&"))
      #expect(reply.location == visitor.path("plan"))
      for path in ["//evil.example", "/sign-up//evil.example", "/sign-up/%2F%2Fevil.example"] {
        let location = try await visitor.get(path).location
        #expect(!location.contains("evil"))
      }
    }
  }

  // openwrt/luci#1720 and microweber/microweber#735: what an address or a field had was a part of the page as it was.
  @Test("What a field, a name or an address has is never markup")
  func markup() async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let script = "\"><script>alert(1)</script>"
      let page = try await visitor.start()
      for reply in [
        try await visitor.answer(page, [("name", script), ("email", script), (script, script)]),
        try await visitor.get("/sign-up?next=\(Visitor.encoded(script))"),
        try await visitor.get(visitor.path() + "/" + Visitor.encoded(script)),
        try await visitor.post(
          visitor.path("person"),
          page.allHidden.map { ($0.0, $0.0 == "flow-visit" ? script : $0.1) }),
      ] { #expect(!reply.body.contains("<script>") && reply.status != 500) }
      // Neither is it where it is shown later.
      try await visitor.fill(page, [("name", script), ("email", "ada@example.org")])
      let stale = try await visitor.answer(page, [("name", script + "2"), ("email", "ada@example.org")])
      #expect(stale.status == 409 && stale.body.contains("&lt;script&gt;") && !stale.body.contains("<script>"))
      let back = try await visitor.get(visitor.path("person"))
      #expect(!back.body.contains("<script>"))
    }
  }

  // dbeaver/cloudbeaver#4249: somebody who knew the cookie before the sign-in was signed in with it.
  @Test("A cookie from before the sign-in opens nothing after it")
  func fixation() async throws {
    try await Site.run {
      $0.rotatingCookie(after: "person")
    } body: { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      let thief = visitor.moved(to: site.port)
      #expect(try await visitor.fill(page, ada).title == "Which plan?")
      for path in ["", "person", "plan"] { #expect(try await thief.get(thief.path(path)).status == 404) }
      #expect(try await thief.get("/sign-up").kind == "start")
    }
  }

  // jazzband/django-formtools, a test of a manipulated cookie; a made-up cookie must neither be taken nor be an error.
  @Test("A cookie that was changed by hand is no cookie", arguments: ["i_am_manipulated", "a.b", ".", "%00", "\"\""])
  func cookie(_ text: String) async throws {
    try await Site.run { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      let (path, cookies) = (visitor.path("person"), visitor.cookies)
      let run = try await site.run(of: visitor)
      visitor.cookies = cookies.mapValues { _ in text }
      #expect(try await visitor.get(path).status == 404)
      #expect(try await visitor.post(path, page.allHidden + ada).status == 404)
      #expect(try await run.answers().isEmpty)
      #expect(try await visitor.start().title == "Who are you?")
    }
  }
}
