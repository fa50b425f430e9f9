import FlowDocuments
import FlowDurable
import FlowJSON
import FlowScreens
import Foundation

/// A document of a file.
struct DocumentSource {
  let document: FlowDocument

  /// Reads a document.
  ///
  /// - Parameter path: The path of its file.
  /// - Throws: A ``Fault`` with every problem.
  init(at path: String) throws(Fault) {
    let data = try Self.bytes(at: path)
    do {
      document = try FlowDocument(parsing: data, for: .harmless)
    } catch {
      let lines = error.problems.map { "\n\($0)".printable(keeping: "\n") }.joined()
      throw Fault(sentence: "The document '\(path.printable)' is not as expected.\(lines)", code: Fault.data)
    }
  }

  /// Returns the flow of the document.
  ///
  /// - Parameter path: The path of the key that seals the values of its runs; nil if they aren't sealed.
  /// - Returns: The flow.
  /// - Throws: A ``Fault`` if the document asks for a password and there is no key, or if the key can't be used.
  func flow(sealedBy path: String?) throws -> DurableFlow<Any, JSONValue> {
    if document.isPrivate, path == nil {
      throw Fault(
        sentence:
          "The document asks for a password, which a store must not have in the open. Name a file for the key that seals its runs: --key FILE.",
        code: Fault.data)
    }
    return try document.durableFlow(sealedBy: try path.map { path throws(Fault) in try SealingKey(at: path) })
  }

  private static func bytes(at path: String) throws(Fault) -> Data {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path) }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(path) }
    if status.st_mode & S_IFMT == S_IFDIR {
      throw Fault(
        sentence: "'\(path.printable)' is a folder. Name the file of a document.", code: Fault.unavailable)
    }
    do {
      // A document that is longer is refused with its first bytes.
      return try file.read(upToCount: DocumentLimits.bytes + 1) ?? Data()
    } catch { throw unreadable(path) }
  }

  private static func unreadable(_ path: String) -> Fault {
    let reason = String(cString: strerror(errno))
    return Fault(sentence: "The document '\(path.printable)' can't be read: \(reason).", code: Fault.unavailable)
  }
}

extension String {
  /// The text with escapes for invisible characters but one.
  fileprivate func printable(keeping kept: Character) -> String {
    split(separator: kept, omittingEmptySubsequences: false).map { String($0).printable }.joined(
      separator: String(kept))
  }
}
