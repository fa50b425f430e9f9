import FlowForms
import Foundation

/// The files of the default style, which are part of the program.
enum Assets {
  static let style = String(decoding: PackageResources.pages_css, as: UTF8.self)
  static let script = String(decoding: PackageResources.pages_js, as: UTF8.self)
  /// The names change with the texts, so that browsers can keep the files.
  static let styleName = name(of: style, "css")
  static let scriptName = name(of: script, "js")

  private static func name(of text: String, _ ending: String) -> String {
    "pages-\(FormFile.digest(of: Data(text.utf8)).prefix(12)).\(ending)"
  }
}
