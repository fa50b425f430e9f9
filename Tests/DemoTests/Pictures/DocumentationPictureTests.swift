import Foundation
import Testing

/// The pictures of the documentation show the demo. `.ci/pictures` makes them again.
@Suite(.timeLimit(.minutes(20)))
struct DocumentationPictureTests {
  private static let isMaking = ProcessInfo.processInfo.environment["FLOWSTATE_PICTURES"] == "make"

  @Test("Each picture matches what the demo shows", arguments: DocumentationPicture.all)
  func picture(_ picture: DocumentationPicture) throws {
    let text = try picture.make()
    if Self.isMaking { try Data(text.utf8).write(to: picture.url) }
    #expect(try String(contentsOf: picture.url, encoding: .utf8) == text, "Run .ci/pictures to make it anew.")
  }

  @Test(
    "No picture depends on spaces, which browsers collapse, or on stretched text", arguments: DocumentationPicture.all)
  func portable(_ picture: DocumentationPicture) throws {
    let text = try picture.make()
    #expect(!text.contains("xml:space") && !text.contains("textLength"))
    for match in text.matches(of: /<text[^>]*>([^<]*)<\/text>/) {
      #expect(!match.1.hasPrefix(" ") && !match.1.hasSuffix(" ") && !match.1.contains("  "))
    }
  }
}
