import FlowExperiments
import FlowPictures
import FlowState
import FlowStateTesting
import FlowTerminal
import Testing

@testable import Demo

/// The signup as data: valid in every order, with well-formed pictures.
struct SignupFlowTests {
  @Test("No variant has a problem, and every path of every variant ends")
  func paths() throws {
    let variants = try SignupFlow().variants()
    #expect(variants.validate() == [])
    let report = try PathCheck().run(variants)
    // Three variants, and the input may end at each of three questions or at none.
    #expect(report.description == "12 paths, 0 findings")
  }

  @Test("A step that never answers is found in each variant")
  func hanging() throws {
    let report = try PathCheck(answers: ["email": .never]).run(SignupFlow().variants())
    #expect(Set(report.findings.map(\.fault)) == [.hangs(at: "email")])
    #expect(Set(report.findings.compactMap(\.variant)) == ["name-first", "email-first", "terms-first"])
  }

  @Test("The Mermaid text of each variant follows a small grammar")
  func pictures() throws {
    let line = try Regex(
      #"  (?:(?:start|finish)\(\[".+"\]\)|s[0-9]+\[".+"\]|(?:start|s[0-9]+) (?:-->|-- "[a-z ]+" -->) (?:finish|s[0-9]+))"#
    )
    for (_, chain) in try SignupFlow().variants().all {
      for found in chain.mermaid().split(separator: "\n").dropFirst() {
        #expect(found.wholeMatch(of: line) != nil, "\(found)")
      }
    }
  }

  @Test("The variants are assigned to many users in proportion to their weights")
  func shares() throws {
    let experiment = try SignupFlow().variants().experiment
    var counts: [String: Int] = [:]
    for user in 0..<4_000 { counts[try experiment.assignment(for: "user-\(user)").variant, default: 0] += 1 }
    // Within four standard deviations of 2,000, 1,000 and 1,000; the draw is the same each time.
    #expect((1_874...2_126).contains(counts["name-first"] ?? 0))
    #expect((890...1_110).contains(counts["email-first"] ?? 0))
    #expect((890...1_110).contains(counts["terms-first"] ?? 0))
  }

  @Test("An address of combining marks is refused as too long")
  func marks() {
    let marks = "a" + String(repeating: "\u{301}\u{316}", count: 15_000)
    #expect(SignupForms.email.reply(marks + "b@example.org") == .refused("Enter at most 254 characters in 'Email'."))
  }
}
