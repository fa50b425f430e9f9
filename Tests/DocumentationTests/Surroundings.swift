import Foundation

/// The declarations that the examples need: a server, a person who answers, a step that is only mentioned.
///
/// The files are compiled with the examples and not with the tests.
enum Surroundings {
  /// The files, by their full paths.
  static func files() -> [String] {
    Documentation.files(in: Documentation.surroundings).filter { $0.hasSuffix(".swift") }
      .map { Documentation.root.appending(path: $0).path }
  }

  /// Whether they declare the enum of a page.
  static func declare(_ name: String) throws -> Bool {
    try texts.get().contains { $0.contains("enum \(name) ") }
  }

  private static let texts = Result {
    try Documentation.files(in: Documentation.surroundings).filter { $0.hasSuffix(".swift") }
      .map { try Documentation.text($0) }
  }
}
