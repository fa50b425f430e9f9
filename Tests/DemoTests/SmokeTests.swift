import DemoTestSupport
import Testing

struct SmokeTests {
  @Test("The demo edits a profile on its server and prints it")
  func profile() throws {
    let folder = try TemporaryFolder()
    let run = try DemoProcess.run(
      ["profile", "--store", folder.file("p.json")], input: .text("edit\nBo\nquit\n"))
    #expect(run.output.contains("Name: Bo"))
  }
}
