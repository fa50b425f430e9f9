import Testing

@testable import FlowPictures

/// Texts that are cut to the room in a picture.
struct PictureTextTests {
  @Test("A text that fits is shown whole")
  func whole() {
    let text = PictureText("Display", width: 100)
    #expect(text.shown == "Display")
    #expect(text.whole == nil)
  }

  @Test(
    "A text that does not fit is cut, and its whole is kept",
    arguments: ["Choose a shipping address", "配送先の住所を選択する", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦"])
  func cut(name: String) {
    let text = PictureText(name, width: 70)
    #expect(text.shown.hasSuffix("…"))
    #expect(name.hasPrefix(text.shown.dropLast()))
    #expect(text.whole == name)
    #expect(text.width <= 70)
    #expect(text.shown.count > 2)
  }

  @Test("A text without any room is shown as an ellipsis, and an empty text as nothing")
  func none() {
    #expect(PictureText("a", width: 0).shown == "…")
    #expect(PictureText("", width: 0).shown == "")
  }
}
