import FlowDurable
import FlowWeb
import Testing
import WebTestSupport

@Suite("Others' bugs: pages that not everybody sees")
struct RouteBugTests {
  private let abroad = [("place", "abroad")]
  private let uk = [("place", "uk")]

  // HMPO/hmpo-form-wizard#53, kordan/moodle-mod_surveypro#713 and project-inclusive/OpenFisca-Japan#407: an answer of a page
  // that was not on the way any more stayed, and was sent.
  @Test("A change that leads past a page removes that page's answer")
  func left() async throws {
    try await Site.run(serving: BugFlows.permit()) {
      $0.ending { PageText($0 ?? "") }
    } body: { site in
      let visitor = site.visitor()
      try await walk(visitor)
      let check = try await visitor.fill(try await visitor.get(visitor.path("home")), uk)
      #expect(check.kind == "check" && check.body.contains("tea") && !check.body.contains("P-1"))
      #expect(try await site.run(of: visitor).values()[BugFlows.ThePermit.self] == nil)
      #expect(try await visitor.get(visitor.path("permit")).location == visitor.path())
      #expect(try await visitor.fill(check, []).title == "uk/-/tea")
    }
  }

  // jazzband/django-formtools, tests of form conditions; DemocracyClub/EveryElection#2534: a page whose condition had changed
  // since was skipped for ever, because that it was skipped was remembered.
  @Test("A page that a change brings onto the way is asked for, and the answers after it stay")
  func back() async throws {
    try await Site.run(serving: BugFlows.permit()) {
      $0.ending { PageText($0 ?? "") }
    } body: { site in
      let visitor = site.visitor()
      try await visitor.fill(try await visitor.start(), uk)
      let check = try await visitor.fill(try await visitor.get(visitor.path("word")), [("word", "tea")])
      #expect(check.kind == "check")
      let permit = try await visitor.fill(try await visitor.get(visitor.path("home")), abroad)
      #expect(permit.title == "Your permit")
      #expect(try await visitor.answer(permit, []).status == 422)
      let again = try await visitor.fill(permit, [("number", "P-2")])
      #expect(again.kind == "check" && again.body.contains("P-2") && again.body.contains("tea"))
      #expect(try await visitor.fill(again, []).title == "abroad/P-2/tea")
    }
  }

  // ONSdigital/eq-survey-runner#1744: a route was chosen by an answer that could not be reached any more.
  @Test("A check never sees the answer of a page that isn't on the way any more")
  func unreachable() async throws {
    try await Site.run(serving: BugFlows.permit()) { site in
      let visitor = site.visitor()
      try await walk(visitor)
      try await visitor.fill(try await visitor.get(visitor.path("home")), uk)
      // The word is the number of the permit, which is gone.
      let page = try await visitor.fill(try await visitor.get(visitor.path("word")), [("word", "P-1")])
      #expect(page.kind == "check" && page.body.contains("P-1"))
    }
  }

  // HMPO/hmpo-form-wizard#74, and test_revalidation of django-formtools: an answer that was right once wasn't checked again
  // after an earlier one had changed, and the last page could be reached without what it needs.
  @Test("A later answer that doesn't fit any more after a change is asked for again")
  func revalidated() async throws {
    try await Site.run(serving: BugFlows.permit()) { site in
      let visitor = site.visitor()
      try await walk(visitor)
      let page = try await visitor.fill(try await visitor.get(visitor.path("permit")), [("number", "tea")])
      #expect(page.title == "A word" && page.body.contains("value=\"tea\""))
      #expect(page.body.contains("Enter a word that isn&#39;t the number of your permit."))
      #expect(try await visitor.get(visitor.path("check")).location == visitor.path())
      #expect(try await visitor.fill(page, [("word", "milk")]).kind == "check")
    }
  }

  // zombocom/wicked#174 and #265, jazzband/django-formtools#277, stephrdev/django-formwizard#27: Back led to the page that was
  // skipped, which led forward again, or failed because that page was in no list.
  @Test("Back skips the page that was skipped")
  func skipped() async throws {
    try await Site.run(serving: BugFlows.permit()) { site in
      let visitor = site.visitor()
      let word = try await visitor.fill(try await visitor.start(), uk)
      #expect(word.title == "A word")
      #expect(word.between("<a class=\"back\" href=\"", "\"") == visitor.path("home"))
      #expect(try await visitor.get(visitor.path("home")).body.contains("value=\"uk\" checked"))
    }
  }

  // zombocom/wicked#144, BigAndini/ers#62 and veda-consulting-company/uk.co.vedaconsulting.mosaico#127: a typed address led to
  // a page whose earlier pages were not answered.
  @Test("A page that isn't reached yet leads to the page that is open", arguments: ["permit", "word", "check"])
  func ahead(_ step: String) async throws {
    try await Site.run(serving: BugFlows.permit()) { site in
      let visitor = site.visitor()
      let first = try await visitor.start()
      let reply = try await visitor.get(visitor.path(step))
      #expect(reply.status == 303 && reply.location == visitor.path())
      #expect(try await visitor.follow(reply).title == "Where do you live?")
      // Its form can't be made up, either.
      let hidden = first.allHidden.map { ($0.0, $0.0 == "flow-visit" ? $0.1.replacing("home", with: step) : $0.1) }
      let forged = try await visitor.post(visitor.path(step), hidden + [("number", "P-1"), ("word", "tea")])
      #expect((400..<500).contains(forged.status))
      #expect(try await site.run(of: visitor).answers().isEmpty)
    }
  }

  // django/django#3087 and zombocom/wicked#243: the name of a step that doesn't exist, in a form or in an address, was an error
  // of the server.
  @Test("A step that doesn't exist isn't found, and its forms change nothing")
  func unknown() async throws {
    try await Site.run(serving: BugFlows.permit()) { site in
      let visitor = site.visitor()
      let first = try await visitor.start()
      for step in ["1", "0", "done", "..%2F..", "%00", "home%2F", "Home", "form:home", "home%23", "x?step=home"] {
        let path = visitor.path() + "/" + step
        #expect(try await visitor.get(path).status == 404, "\(step)")
        #expect(try await visitor.post(path, first.allHidden + abroad).status == 404, "\(step)")
      }
      #expect(try await visitor.get(visitor.path("home") + "?step=check").title == "Where do you live?")
      #expect(try await site.run(of: visitor).answers().isEmpty)
    }
  }

  // jazzband/django-formtools#266: reading the answer of a page that was skipped raised an error.
  @Test("The answer of a page that was skipped is read as none")
  func none() async throws {
    try await Site.run(serving: BugFlows.permit()) {
      $0.ending { PageText($0 ?? "") }
    } body: { site in
      let visitor = site.visitor()
      let word = try await visitor.fill(try await visitor.start(), uk)
      #expect(try await site.run(of: visitor).values()[BugFlows.ThePermit.self] == nil)
      #expect(try await visitor.fill(try await visitor.fill(word, []), []).title == "uk/-/-")
    }
  }

  // jazzband/django-formtools#220 and #134, readthedocs/readthedocs.org#11795: a condition that reads another page's answer
  // called itself without end, and was called many times for each page, with a request to another server each time.
  @Test("A route is chosen once for an answer, a check is made once, and looking at pages calls neither")
  func counted() async throws {
    let (homes, words) = (Counter(), Counter())
    try await Site.run(serving: BugFlows.permit(homes: homes, words: words)) { site in
      let visitor = site.visitor()
      let word = try await visitor.fill(try await visitor.start(), uk)
      #expect(try await visitor.fill(word, [("word", "tea")]).kind == "check")
      for step in ["home", "word", "check", "", "permit"] { _ = try await visitor.get(visitor.path(step)) }
      #expect(homes.value == 1 && words.value == 1)
    }
  }

  /// Answers all pages up to the summary.
  private func walk(_ visitor: Visitor) async throws {
    let permit = try await visitor.fill(try await visitor.start(), abroad)
    let check = try await visitor.fill(try await visitor.fill(permit, [("number", "P-1")]), [("word", "tea")])
    #expect(check.kind == "check" && check.body.contains("P-1"))
  }
}
