import FlowScreens
import Foundation

/// The documents of screens that are files beside a flow document.
struct ScreensBeside: Sendable {
  /// The reason why a document isn't loaded.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// The folder of the flow document; nil if it isn't a file.
  let folder: String?

  init(_ source: DocumentSource) {
    folder = if case .file(let path) = source { URL(filePath: path).deletingLastPathComponent().path } else { nil }
  }

  /// Returns the bytes of a file. The address is the path of a file in the folder, or below it.
  func load(_ url: String) throws -> Data {
    guard let folder else { throw Refusal(description: "the flow document isn't a file, so no file is beside it") }
    // The author of a document can be anybody, and the files elsewhere aren't theirs.
    let parts = url.split(separator: "/", omittingEmptySubsequences: false)
    guard !url.isEmpty, parts.allSatisfy({ !["", ".", ".."].contains($0) }) else {
      throw Refusal(description: "the address isn't the path of a file beside the flow document")
    }
    let path = URL(filePath: folder).appending(path: url).path
    let real = URL(filePath: path).resolvingSymlinksInPath().path
    let realFolder = URL(filePath: folder).resolvingSymlinksInPath().path
    // Only the root folder ends with a slash.
    guard real.hasPrefix(realFolder.hasSuffix("/") ? realFolder : realFolder + "/") else {
      throw Refusal(description: "the address isn't the path of a file beside the flow document")
    }
    return try DocumentSource.file(path).read()
  }
}
