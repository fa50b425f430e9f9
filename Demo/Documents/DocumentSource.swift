import DemoServer
import Foundation

/// The source of a command's JSON.
enum DocumentSource: Equatable, Sendable {
  /// A document of the demo itself, by its file name.
  case resource(String)
  /// A file that the user names.
  case file(String)
  /// Standard input, read to its end.
  case standardInput

  /// The maximum size of a document. A larger source, such as a device, is a mistake.
  static let limit = 64 << 20

  /// Parses an argument. Without an argument, the source is the demo's own document. `-` is standard input.
  init(argument: String?, resource: String) {
    switch argument {
    case nil: self = .resource(resource)
    case "-": self = .standardInput
    case let path?: self = .file(path)
    }
  }

  /// The name of the source in messages.
  var name: String {
    switch self {
    case .resource(let name): name
    case .file(let path): path
    case .standardInput: "standard input"
    }
  }

  /// The folder whose images a document can show: the one of the document itself, or the current folder.
  var imageFolder: String {
    switch self {
    case .standardInput: "."
    case .file(let path): URL(filePath: path).deletingLastPathComponent().path
    case .resource: Self.folder.path
    }
  }

  /// Returns the document's bytes. Waits for the end of a pipe.
  func read() throws(DocumentError) -> Data {
    do throws(SystemFailure) {
      switch self {
      case .standardInput: return try Self.bytes(from: 0)
      case .file(let path): return try Self.bytes(at: path)
      case .resource(let name): return try Self.bytes(at: Self.folder.appending(path: name).path)
      }
    } catch {
      throw .unreadable(name: name, reason: error)
    }
  }

  private static func bytes(at path: String) throws(SystemFailure) -> Data {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    defer { close(descriptor) }
    return try bytes(from: descriptor)
  }

  private static func bytes(from descriptor: Int32) throws(SystemFailure) -> Data {
    guard let data = try FileContents.readToEnd(descriptor, limit: limit) else { throw SystemFailure(code: EFBIG) }
    return data
  }

  /// The folder of the demo's own documents in the build. `Bundle.module` would end the process if the folder were
  /// missing.
  private static var folder: URL {
    Bundle.main.bundleURL.appending(path: "FlowState_Demo.resources").appending(path: "Resources")
  }
}
