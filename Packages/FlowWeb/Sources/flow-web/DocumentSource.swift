import FlowDocuments
import FlowDurable
import FlowJSON
import FlowScreens
import Foundation

/// A document of a file that can be served, and its flow.
struct DocumentSource {
  let document: FlowDocument
  let flow: DurableFlow<Any, JSONValue>

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - path: The path of its file.
  ///   - language: The tag of the language of its pages; nil for the document's first one.
  /// - Throws: A ``Fault`` with every problem.
  init(at path: String, language: String?) throws {
    let data = try Self.bytes(at: path)
    do {
      document = try FlowDocument(parsing: data, for: .harmless)
    } catch {
      let lines = error.problems.map { "\n\($0)".printable(keeping: "\n") }.joined()
      throw Fault(sentence: "The document '\(path.printable)' is not as expected.\(lines)", code: Fault.data)
    }
    if document.isPrivate {
      throw Fault(
        sentence: "The document asks for a password, and flow-web has no key to seal it in a journal.", code: Fault.data
      )
    }
    flow = try document.durableFlow(language: language)
    let screens = document.steps.filter { flow.definition.screen(at: $0) != nil }
    guard screens.isEmpty else {
      throw Fault(
        sentence: "flow-web doesn't show screens of StepKit, Nimbus or Hub: \(screens.joined(separator: ", ")).",
        code: Fault.data)
    }
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
