#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// A test that hangs ends the process, whatever it waits with. Each of these runs a test that hangs, in a process of
  /// its own.
  struct HangTests {
    fileprivate static let planted = ProcessInfo.processInfo.environment["FLOWSTATE_PLANTED_HANG"]

    @Test("A test that blocks its thread is named, with what its thread does")
    func blocked() async throws {
      let said = try await run("blocked")
      #expect(
        said.contains(
          /error: The tests hang: .*1 run:\n  DocumentationTests\.PlantedHangTests\/blocked\(\)\/HangTests\.swift:\d+/))
      #expect(said.contains("Threads:"))
      // Not every container lets a debugger read a process.
      if said.contains("#1 ") { #expect(said.contains("PlantedHangTests")) }
    }

    @Test("A test whose task is never resumed is named")
    func suspended() async throws {
      let said = try await run("suspended")
      #expect(said.contains("1 run:\n  DocumentationTests.PlantedHangTests/suspended()"))
    }

    @Test("A test that computes forever is named")
    func busy() async throws {
      let said = try await run("busy")
      #expect(said.contains("1 run:\n  DocumentationTests.PlantedHangTests/busy()"))
    }

    @Test("A test that waits for a process that hangs is named, and the process ends")
    func process() async throws {
      let said = try await run("process")
      #expect(said.contains("1 run:\n  DocumentationTests.PlantedHangTests/process()"))
      let child = try #require(said.firstMatch(of: /child (\d+)/).flatMap { pid_t($0.1) })
      try await patiently("The child did not end") { kill(child, 0) != 0 }
    }

    @Test("Tests that end in time end well")
    func none() async throws {
      let process = Process()
      #expect(try await output(of: process, planted: "none").contains("passed after"))
      #expect(process.terminationStatus == 0)
    }

    /// Runs a test that hangs, and returns what its process has said.
    private func run(_ planted: String) async throws -> String {
      let process = Process()
      let said = try await output(of: process, planted: planted)
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 1)
      return said
    }

    private func output(of process: Process, planted: String) async throws -> String {
      let file = FileManager.default.temporaryDirectory.appending(path: "hang-\(UUID().uuidString)")
      try Data().write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let handle = try FileHandle(forWritingTo: file)
      process.executableURL = URL(filePath: CommandLine.arguments[0])
      process.arguments = ["--testing-library", "swift-testing", "--filter", "PlantedHangTests"]
      var environment = ProcessInfo.processInfo.environment
      environment["FLOWSTATE_PLANTED_HANG"] = planted
      if planted != "none" { environment["FLOWSTATE_HANG_SECONDS"] = "2" }
      // A debugger takes seconds to say what the threads do.
      if planted != "blocked" { environment["PATH"] = "/" }
      process.environment = environment
      process.standardOutput = handle
      process.standardError = handle
      try await patiently("The process did not end") { (resume: @escaping @Sendable (Bool) -> Void) in
        process.terminationHandler = { _ in resume(true) }
        do { try process.run(orSay: "The process did not end") } catch { resume(false) }
      }
      return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }
  }

  /// Tests that hang if the environment says so.
  @Suite(.enabled(if: HangTests.planted != nil, "only the tests above plant hangs"))
  struct PlantedHangTests {
    private static func isPlanted(_ name: String) -> Bool { HangTests.planted == name }

    @Test func blocked() {
      while Self.isPlanted("blocked") { sleep(1_000) }
    }

    @Test func suspended() async {
      guard Self.isPlanted("suspended") else { return }
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }

    @Test func busy() {
      var turns = 0
      while Self.isPlanted("busy") { turns &+= 1 }
    }

    @Test func process() throws {
      guard Self.isPlanted("process") else { return }
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sleep")
      process.arguments = ["1000"]
      try process.run(orSay: "The process did not end")
      FileHandle.standardError.write(Data("child \(process.processIdentifier)\n".utf8))
      process.waitUntilExit()
    }
  }
#endif
