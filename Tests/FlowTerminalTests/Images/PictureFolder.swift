import Foundation

@testable import FlowTerminal

/// A folder with images for one test, which is deleted with the value.
final class PictureFolder: Sendable {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path + "/flowstate-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path + "/inside", withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The folder that is allowed. Files beside it are outside.
  var inside: String { path + "/inside" }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: URL(filePath: "\(inside)/\(name)"))
  }

  /// A red pixel above a green one.
  static let redOverGreen = PNGFile(width: 1, [0xFF00_00FF, 0x00FF_00FF]).bytes
  static let redOverGreenCode = "\u{1B}[38;2;255;0;0;48;2;0;255;0m▀\u{1B}[39;49m"
}
