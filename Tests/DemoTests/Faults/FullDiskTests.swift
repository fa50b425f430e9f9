import Foundation
import TestSupport
import Testing

@testable import Demo

/// The demo as a process, on a disk that takes no more.
@Suite(
  "A full disk", .disabled(if: isThreadSanitized, "the sanitizer's own files do not fit into the limit"),
  .timeLimit(.minutes(20)))
struct FullDiskTests {
  let folder: TemporaryFolder
  var store: String { folder.file("p.json") }
  /// More than shells can allow by one unit of their limit, so that a part is written before the end.
  private let bio = String(repeating: "x", count: 5_000)

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Files may grow to so many units of 512 or 1,024 bytes, whatever the shell counts in.
  private static func limit(_ units: Int) -> String { "ulimit -f \(units); exec \"$0\" \"$@\"" }

  @Test("leaves the profile as it was, says so, and trying again with room succeeds", arguments: [0, 1])
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

  @Test("leaves no file where there was none")
  func firstSave() throws {
    let full = try DemoProcess.run(
      ["--store", store], input: .text("edit\nBo\nquit\n"), shell: Self.limit(0), isProfiled: false)
    #expect(full.output.contains("cannot be written: file too large.\nProfile\n  Name: Al\n"))
    #expect(full.status == 69)
    #expect(try folder.names() == [])
  }

  @Test("ends a recipe whose progress cannot be kept with 69, and leaves what was kept before")
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
    #expect(try DemoProcess.run(["recipe", "--progress", file], input: .text("quit\n")).status == 0)
  }

  @Test("ends a trace with 69 that names the file")
  func trace() throws {
    let file = folder.file("trace.json")
    let full = try DemoProcess.run(
      ["--store", store, "--trace-file", file], input: .text("quit\n"), shell: Self.limit(0), isProfiled: false)
    #expect(full.errors == "Loading…\nThe trace file '\(file)' cannot be written: file too large.\n")
    #expect(full.status == 69)
  }

  @Test("ends output into a file with 70 that says so", arguments: [[], ["signup"], ["diagram", "signup"], ["hub"]])
  func output(arguments: [String]) throws {
    let full = try DemoProcess.run(
      arguments, shell: "ulimit -f 0; exec \"$0\" \"$@\" > '\(folder.file("out"))'", isProfiled: false)
    #expect(full.errors.hasSuffix("The text could not be written: File too large.\n"))
    #expect(full.status == 70)
    #expect(try folder.text("out") == "")
  }

  /// A disk of its own for this process, which some systems let only the administrator have.
  static let mounts: Bool = {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", "exec unshare -rm mount -t tmpfs none /mnt 2>/dev/null"]
    guard (try? process.run(orSay: "The shell did not end")) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }()

  @Test("of 8 KiB, filled by somebody else, is the same trouble and the same way out", .enabled(if: mounts))
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

  @Test("prints the result before it tells of a trace that is not whole", arguments: ["trace", "trace-file"])
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

  @Test("leaves an old trace as it was")
  func oldTrace() throws {
    try folder.write(Data("old".utf8), to: "trace.json")
    let full = try DemoProcess.run(
      ["signup", "--trace-file", folder.file("trace.json")], shell: Self.limit(0), isProfiled: false)
    #expect(full.status == 69)
    #expect(try folder.text("trace.json") == "old")
    #expect(try folder.names() == ["trace.json"])
  }
}
