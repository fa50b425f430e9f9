/// The images that a renderer can draw in place of their labels.
package struct ImageDrawing {
  /// A number that changes with the images that can be drawn. Lines that were stored under another number are outdated.
  /// Zero is for layouts that are drawn without images.
  let version: Int
  /// Returns the lines of an image, none wider than the width; nil if its label is drawn instead.
  let lines: (_ url: String, _ width: Int) -> [StyledText]?

  package init(version: Int, lines: @escaping (_ url: String, _ width: Int) -> [StyledText]?) {
    self.version = version
    self.lines = lines
  }
}
