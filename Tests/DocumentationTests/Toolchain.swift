import Foundation

/// The compiler that has built the tests, and the modules next to them.
enum Toolchain {
  /// The outcome of a process.
  struct Outcome: Sendable {
    let status: Int32
    let output: String
    let errors: String
  }

  /// The reason why the compiler could not be started.
  struct Missing: Error, CustomStringConvertible {
    let description: String
  }

  /// An empty folder for files that only the tests need, next to the modules.
  static func makeFolder(_ name: String) throws -> URL {
    let folder = try products().appending(path: "Snippets/\(name)")
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Compiles files to a program that is linked with the package's modules.
  static func compile(_ files: [String], to executable: URL) async throws -> Outcome {
    let products = try products()
    return try await swiftc(files + objects(in: products) + ["-o", executable.path], products)
  }

  /// Compiles files as far as the compiler reports errors.
  static func check(_ files: [String]) async throws -> Outcome {
    try await swiftc(files + ["-emit-sil", "-o", "/dev/null"], try products())
  }

  /// Has SwiftPM read a package and find its dependencies.
  static func describePackage(at folder: URL) async throws -> Outcome {
    try await run(URL(filePath: "/usr/bin/env"), ["swift", "package", "--package-path", folder.path, "describe"])
  }

  /// Runs a program to its end, in a folder or else in that of this process.
  static func run(_ program: URL, _ arguments: [String], in current: URL? = nil) async throws -> Outcome {
    let folder = try makeFolder(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files rather than pipes, which would have to be read while the process writes.
    func open(_ name: String) throws -> (URL, FileHandle) {
      let file = folder.appending(path: name)
      try Data().write(to: file)
      return (file, try FileHandle(forWritingTo: file))
    }
    let (output, outputHandle) = try open("output")
    let (errors, errorHandle) = try open("errors")
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    if let current { process.currentDirectoryURL = current }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = outputHandle
    process.standardError = errorHandle
    // Waits without blocking a thread, because the other tests need the threads.
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do {
        try process.run()
      } catch {
        process.terminationHandler = nil
        ended.resume(throwing: error)
      }
    }
    return Outcome(
      status: process.terminationStatus, output: String(decoding: try Data(contentsOf: output), as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errors), as: UTF8.self))
  }

  private static func swiftc(_ arguments: [String], _ products: URL) async throws -> Outcome {
    let options = [
      "swiftc", "-swift-version", "6", "-parse-as-library", "-suppress-warnings", "-continue-building-after-errors",
      "-module-name", "Snippets",
      "-wmo", "-I", products.appending(path: "Modules").path,
    ]
    return try await run(URL(filePath: "/usr/bin/env"), options + arguments)
  }

  /// The folder that SwiftPM has built into: the one of the test program, or one above it.
  private static func products() throws -> URL {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().standardizedFileURL
    while folder.path != "/" {
      let module = folder.appending(path: "Modules/FlowState.swiftmodule")
      if FileManager.default.fileExists(atPath: module.path) { return folder }
      folder.deleteLastPathComponent()
    }
    throw Missing(description: "There is no folder Modules near \(CommandLine.arguments[0]).")
  }

  /// The object files of the libraries. Those of source files that are gone lie there as well, and are left out.
  private static func objects(in products: URL) -> [String] {
    let sources = Documentation.files(in: "Sources").map { $0.split(separator: "/") }
    return sources.filter { $0.last?.hasSuffix(".swift") == true }
      .map { products.appending(path: "\($0[1]).build/\($0.last ?? "").o").path }
      .filter { FileManager.default.fileExists(atPath: $0) }
  }
}
