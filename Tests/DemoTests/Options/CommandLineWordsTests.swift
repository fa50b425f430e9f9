import DemoTestSupport
import DemoServer
import Foundation
import Testing

@testable import Demo

/// Arguments and paths that are not UTF-8. A repaired one would name another file.
@Suite("Paths that are not UTF-8", .timeLimit(.minutes(20)))
struct CommandLineWordsTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test(
    "Paths that are not UTF-8 are refused as arguments and as values of options",
    arguments: [
      #"exec "$0" --store "$(printf 'p\377.json')""#, #"exec "$0" --trace-file="$(printf 'p\377.json')""#,
      #"exec "$0" screen "$(printf 'p\377.json')""#, #"exec "$0" recipe --progress "$(printf 'p\377.json')""#,
    ])
  func arguments(script: String) throws {
    // The file with the repaired name exists.
    try folder.write(UserProfile(name: "Bo", bio: "b").json, to: "p\u{FFFD}.json")
    let run = try DemoProcess.run([], input: .text("quit\n"), shell: "cd '\(folder.path)' && \(script)")
    #expect(run.errors.hasPrefix("The argument '"))
    #expect(run.errors.hasSuffix("p\u{FFFD}.json' is not UTF-8: it would name another file.\nSee 'Demo --help'.\n"))
    #expect(run.output == "")
    #expect(run.status == 64)
    #expect(try folder.names() == ["p\u{FFFD}.json"])
  }

  @Test(
    "Paths that are not UTF-8 are refused in the variables that name the data folder",
    arguments: ["XDG_DATA_HOME", "HOME"])
  func variables(name: String) throws {
    let script = #"\#(name)="$(printf '/tmp/\377')" exec "$0" "$@""#
    let run = try DemoProcess.run([], input: .text("quit\n"), shell: script)
    #expect(run.errors.hasPrefix("The variable \(name) '/tmp/\u{FFFD}' is not UTF-8"))
    #expect(run.status == 64)
    let named = try DemoProcess.run(["--store", folder.file("p.json")], input: .text("quit\n"), shell: script)
    #expect(named.status == 0)
  }

  @Test("A path that is not UTF-8 is refused as the target of a link")
  func link() throws {
    let process = try DemoProcess.run(
      [], shell: #"cd '\#(folder.path)' && ln -s "$(printf 't\377')" link && exec "$0" --store link"#)
    #expect(process.errors.contains("The profile store 'link' cannot be read: "))
    #expect(process.status == 69)
    #expect(throws: SystemFailure(code: EILSEQ)) { try FilePath.followingLinks(folder.file("link")) }
  }
}
