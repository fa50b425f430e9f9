import DemoTestSupport
import FlowCommandLine
import Foundation
import Testing

@testable import Demo

/// The files that `--trace` and `--trace-file` write, and those that they must not write.
@Suite("The options for traces", .timeLimit(.minutes(20)))
struct TraceOptionTests {
  let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test("The options for traces never replace the profile or each other's file", arguments: ["trace", "trace-file"])
  func profile(option: String) throws {
    try folder.write(UserProfile(name: "Bo", bio: "b").json, to: "p.json")
    let whole = try folder.text("p.json")
    try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: "p.json")
    try FileManager.default.linkItem(atPath: folder.file("p.json"), toPath: folder.file("hard"))
    for name in ["p.json", "link", "hard", "../\(URL(filePath: folder.path).lastPathComponent)/p.json"] {
      let run = try DemoProcess.run(
        ["--store", folder.file("p.json"), "--\(option)", folder.file(name)], input: .text("quit\n"))
      #expect(
        run.errors
          == "The profile store and '--\(option)' name the same file \(folder.file(name).quoted): expected different ones.\n"
          + "See 'Demo --help'.\n")
      #expect(run.status == 64)
      #expect(run.output == "")
    }
    #expect(try folder.text("p.json") == whole)
    let both = try DemoProcess.run(["signup", "--trace", folder.file("t"), "--trace-file", folder.file("t")])
    #expect(both.errors.hasPrefix("'--trace' and '--trace-file' name the same file '\(folder.file("t"))'"))
    #expect(both.status == 64)
    #expect(try folder.names() == ["hard", "link", "p.json"])
  }

  @Test("A trace never replaces a profile whose file has the name of a stream")
  func streamName() throws {
    try folder.write(Data(#"{"name": "Bo", "bio": "x"}"#.utf8), to: "-")
    let run = try DemoProcess.run(
      ["--store", "-", "--trace", "./-"], input: .text("quit\n"), shell: "cd '\(folder.path)' && exec \"$0\" \"$@\"")
    #expect(run.errors.hasPrefix("The profile store and '--trace' name the same file"))
    #expect(try folder.text("-") == #"{"name": "Bo", "bio": "x"}"#)
  }

  @Test("The options for traces never replace the default profile, also before it exists")
  func defaultProfile() throws {
    try FileManager.default.createDirectory(atPath: folder.file("flowstate"), withIntermediateDirectories: false)
    let run = try DemoProcess.run(
      ["--trace-file", folder.file("flowstate/profile.json")], input: .text("quit\n"),
      shell: "XDG_DATA_HOME='\(folder.path)' exec \"$0\" \"$@\"")
    #expect(run.errors.hasPrefix("The profile store and '--trace-file' name the same file"))
    #expect(run.status == 64)
  }

  @Test("An old trace is kept until the new one is complete")
  func whole() throws {
    try folder.write(Data("old".utf8), to: "trace.json")
    let input = Pipe()
    let running = try DemoProcess.start(["signup", "--trace-file", folder.file("trace.json")], input: .open(input))
    _ = running.read(until: "Name: ")
    #expect(try folder.text("trace.json") == "old")
    try input.fileHandleForWriting.close()
    #expect(try running.finish().status == 75)
    #expect(try JSONSerialization.jsonObject(with: Data(folder.text("trace.json").utf8)) is [String: Any])
    #expect(try folder.names() == ["trace.json"])
  }

  @Test("A trace can be written to a device, and a path that cannot be written is refused at once")
  func places() throws {
    let run = try DemoProcess.run(["signup", "--trace-file", "/dev/stderr"])
    #expect(run.errors.contains("traceEvents"))
    #expect(run.status == 75)
    let none = try DemoProcess.run(["signup", "--trace-file", folder.file("none/t.json")])
    #expect(
      none.errors == "The trace file '\(folder.file("none/t.json"))' cannot be written: no such file or directory.\n")
    #expect(none.output == "")
    #expect(none.status == 69)
    let directory = try DemoProcess.run(["signup", "--trace-file", folder.path])
    #expect(directory.errors == "The trace file '\(folder.path)' cannot be written: is a directory.\n")
    #expect(directory.status == 69)
  }
}
