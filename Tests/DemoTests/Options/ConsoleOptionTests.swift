import Testing

@testable import Demo

@Suite("The option --console", .timeLimit(.minutes(20)))
struct ConsoleOptionTests {
  @Test(
    "The option --console is refused with the command that shows the console",
    arguments: [["--console"], ["profile", "--console"], ["--trace", "-", "--console"]])
  func sentence(words: [String]) throws {
    let run = try DemoProcess.run(words)
    #expect(
      run.errors == """
        '--console' isn't part of this program: 'swift run --package-path Packages/FlowWeb console-demo' shows a profile in the \
        terminal and in the browser at once.
        See 'Demo \(words[0] == "profile" ? "profile " : "")--help'.

        """)
    #expect(run.output == "")
    #expect(run.status == 64)
  }

  @Test(
    "The option --console is unknown to other commands",
    arguments: [["signup", "--console"], ["runs", "list", "--console"]])
  func elsewhere(words: [String]) throws {
    let run = try DemoProcess.run(words)
    #expect(run.errors.hasPrefix("Unknown option '--console'."))
    #expect(run.status == 64)
  }
}
