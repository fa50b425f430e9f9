import DemoTestSupport
import Foundation
import TestSupport
import Testing

@testable import Demo

/// The demo as a process on a full disk.
@Suite(
  "A full disk", .disabled(if: isThreadSanitized, "the sanitizer's own files do not fit into the limit"),
  .timeLimit(.minutes(20)))
struct FullDiskTests {
  let folder: TemporaryFolder
  var store: String { folder.file("p.json") }
  /// Longer than one unit of a shell's limit, so that a part of it is written before the limit.
  private let bio = String(repeating: "x", count: 5_000)

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Limits files to a number of units of 512 or 1,024 bytes, depending on the shell.
  private static func limit(_ units: Int) -> String { "ulimit -f \(units); exec \"$0\" \"$@\"" }

  @Test("A full disk leaves the profile unchanged with a message, and saving with room succeeds", arguments: [0, 1])
  func store(units: Int) throws {
    try folder.write(UserProfile(name: "Bo", bio: bio).json, to: "p.json")
    let whole = try folder.text("p.json")
    let display = "Profile\n  Name: Bo\n  Bio:  \(bio)\nWhat next (download, edit, quit)? "
    let refusal = "The server refused (500): The profile store '\(store)' cannot be written: file too large.\n"
    let full = try DemoProcess.run(
      ["--store", store], input: .text("edit\nCy\ndownload\nquit\n"), shell: Self.limit(units), isProfiled: false)
    #expect(
      full.output == display + "edit\nNew name [Bo], or back: Cy\n" + refusal + display + "download\n" + display
        + "quit\n")
    #expect(full.errors == "Loading…\nSaving…\nLoading…\nThe last name was not saved.\n")
    #expect(full.status == 69)
    #expect(try folder.text("p.json") == whole)
    #expect(try folder.names() == ["p.json"])

    let again = try DemoProcess.run(["--store", store], input: .text("edit\nCy\nquit\n"))
    #expect(again.output.hasSuffix("Name: Cy\n  Bio:  \(bio)\nWhat next (download, edit, quit)? quit\n"))
    #expect(try folder.text("p.json") == whole.replacingOccurrences(of: "Bo", with: "Cy"))
  }

  @Test("A full disk leaves no new file")
  func firstSave() throws {
    let full = try DemoProcess.run(
      ["--store", store], input: .text("edit\nBo\nquit\n"), shell: Self.limit(0), isProfiled: false)
    #expect(full.output.contains("cannot be written: file too large.\nProfile\n  Name: Al\n"))
    #expect(full.status == 69)
    #expect(try folder.names() == [])
  }

  @Test("A recipe whose progress cannot be saved ends with 69 and keeps the earlier progress")
  func progress() throws {
    let file = folder.file("progress.json")
    _ = try DemoProcess.run(["recipe", "--progress", file], input: .text("quit\n"))
    let whole = try folder.text("progress.json")
    let full = try DemoProcess.run(
      ["recipe", "--progress", file], input: .text("start\nquit\n"), shell: Self.limit(0), isProfiled: false)
    #expect(full.errors == "The document '\(file)' cannot be written: file too large.\n")
    #expect(full.status == 69)
    #expect(try folder.text("progress.json") == whole)
    #expect(try folder.names() == ["progress.json"])
    #expect(try DemoProcess.run(["recipe", "--progress", file], input: .text("quit\n")).status == 75)
  }

  @Test("A trace that cannot be written ends the demo with 69 and names the file")
  func trace() throws {
    let file = folder.file("trace.json")
    let full = try DemoProcess.run(
      ["--store", store, "--trace-file", file], input: .text("quit\n"), shell: Self.limit(0), isProfiled: false)
    #expect(full.errors == "Loading…\nThe trace file '\(file)' cannot be written: file too large.\n")
    #expect(full.status == 69)
  }

  @Test(
    "Output that cannot be written to a file ends the demo with 70 and a message",
    arguments: [[], ["signup"], ["diagram", "signup"], ["hub"]])
  func output(arguments: [String]) throws {
    let full = try DemoProcess.run(
      arguments, shell: "ulimit -f 0; exec \"$0\" \"$@\" > '\(folder.file("out"))'", isProfiled: false)
    #expect(full.errors.hasSuffix("The text could not be written: File too large.\n"))
    #expect(full.status == 70)
    #expect(try folder.text("out") == "")
  }

  /// Whether this process can mount its own disk, which some systems allow only for administrators.
  static let mounts: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "exec unshare -rm mount -t tmpfs none /mnt 2>/dev/null"]
    guard (try? process.run(orSay: "The shell did not end")) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  @Test(
    "A disk of 8 KiB that another file fills has the same error, and saving with room succeeds", .enabled(if: mounts))
  func smallDisk() throws {
    try FileManager.default.createDirectory(atPath: folder.file("disk"), withIntermediateDirectories: false)
    try folder.write(UserProfile(name: "Bo", bio: "b").json, to: "seed.json")
    let script = """
      exec unshare -rm sh -c '
        cd "$0" && mount -t tmpfs -o size=8k none disk && cp seed.json disk/p.json || exit 99
        cat /dev/zero > disk/filler 2> /dev/null
        printf "edit\\nCy\\nquit\\n" | "$1" --store disk/p.json; [ $? -eq 69 ] || exit 98
        cmp seed.json disk/p.json && ls -A disk && rm disk/filler || exit 97
        printf "edit\\nCy\\nquit\\n" | "$1" --store disk/p.json && cat disk/p.json' '\(folder.path)' "$0"
      """
    let run = try DemoProcess.run([], shell: script)
    #expect(run.output.contains("The profile store 'disk/p.json' cannot be written: no space left on device.\n"))
    #expect(run.output.contains("? quit\nfiller\np.json\nProfile\n  Name: Bo\n"))
    #expect(run.output.hasSuffix("? quit\n{\n  \"bio\" : \"b\",\n  \"name\" : \"Cy\"\n}\n"))
    #expect(run.status == 0, "\(run.errors)")
  }

  @Test(
    "The result is printed before the error about a trace that cannot be written", arguments: ["trace", "trace-file"])
  func traceOfSignup(option: String) throws {
    let answers = "Ada\nada@example.org\nyes\n"
    let whole = try DemoProcess.run(["signup"], input: .text(answers))
    for file in ["/dev/full", folder.file("trace")] {
      let limit = file == "/dev/full" ? nil : Self.limit(0)
      let full = try DemoProcess.run(
        ["signup", "--\(option)", file], input: .text(answers), shell: limit, isProfiled: false)
      #expect(full.output == whole.output)
      let reason = limit == nil ? "no space left on device" : "file too large"
      #expect(full.errors == "The trace file '\(file)' cannot be written: \(reason).\n")
      #expect(full.status == 69)
    }
  }

  @Test("A full disk leaves an old trace unchanged")
  func oldTrace() throws {
    try folder.write(Data("old".utf8), to: "trace.json")
    let full = try DemoProcess.run(
      ["signup", "--trace-file", folder.file("trace.json")], shell: Self.limit(0), isProfiled: false)
    #expect(full.status == 69)
    #expect(try folder.text("trace.json") == "old")
    #expect(try folder.names() == ["trace.json"])
  }
}
