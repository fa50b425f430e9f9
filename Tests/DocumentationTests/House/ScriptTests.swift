#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The arguments that the scripts in `.ci` refuse, and how commands end that take too long.
  struct ScriptTests {
    private static func run(_ script: String, _ arguments: [String], in current: URL? = nil) async throws
      -> Toolchain.Outcome
    {
      try await Toolchain.run(Documentation.root.appending(path: ".ci/\(script)"), arguments, in: current)
    }

    @Test(
      "A long check refuses an argument that it can't use",
      arguments: [
        ("chaos", ["abc"], "'abc' isn't a number of disturbances, such as 40."),
        ("chaos", ["-5"], "'-5' isn't a number of disturbances, such as 40."),
        ("soak", ["ten"], "'ten' isn't a number of seconds, such as 600."),
        ("kill", ["1e4"], "'1e4' isn't a number of kills, such as 10000."),
        ("stores", ["0"], "'0' isn't a number of calls, such as 100000."),
        ("fuzz", ["ten"], "'ten' isn't a number of seconds, such as 600."),
        ("crash", ["two"], "'two' isn't a number of crashes, such as 2."),
        ("crash", ["2", "typo"], "'typo' isn't one of the flows: straight, looping, "),
      ])
    func arguments(_ script: String, _ arguments: [String], _ sentence: String) async throws {
      let outcome = try await Self.run(script, arguments)
      #expect(outcome.status == 64)
      #expect(outcome.errors.hasPrefix(sentence))
    }

    @Test("The site of the documentation replaces no other folder, seen from the folder of the caller")
    func site() async throws {
      let folder = try Toolchain.makeFolder(UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: folder) }
      let file = folder.appending(path: "docs/letter.txt")
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
      for name in ["docs", file.deletingLastPathComponent().path, "docs/letter.txt", ""] {
        let outcome = try await Self.run("documentation", [name], in: folder)
        #expect(outcome.status == 64 && outcome.output.isEmpty, "\(name)")
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(name)")
      }
      #expect(FileManager.default.fileExists(atPath: file.path))
    }

    /// Starts a process that receives SIGTERM. It would inherit the blocked signals of a thread of Dispatch.
    private static func start(_ process: Process) throws {
      var (signals, blocked) = (sigset_t(), sigset_t())
      sigemptyset(&signals)
      sigaddset(&signals, SIGTERM)
      pthread_sigmask(SIG_UNBLOCK, &signals, &blocked)
      defer { pthread_sigmask(SIG_SETMASK, &blocked, nil) }
      try process.run(orSay: "The script did not end")
    }

    @Test("A command that is ended early can remove what it has made")
    func ended() async throws {
      let folder = try Toolchain.makeFolder(UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: folder) }
      let (start, end) = (folder.appending(path: "begun").path, folder.appending(path: "ended").path)
      let process = Process()
      process.executableURL = Documentation.root.appending(path: ".ci/patiently")
      let script = "trap 'rm \"$0\"; touch \"$1\"' EXIT; touch \"$0\"; sleep 600"
      process.arguments = ["10", folder.appending(path: "log").path, "bash", "-c", script, start, end]
      try Self.start(process)
      try await patiently("The command did not begin") { FileManager.default.fileExists(atPath: start) }
      process.terminate()
      try await patiently("The script did not end") { !process.isRunning }
      #expect(process.terminationStatus == 130)
      #expect(FileManager.default.fileExists(atPath: end) && !FileManager.default.fileExists(atPath: start))
    }
  }
#endif
