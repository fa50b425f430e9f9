/// The files of the console, which are part of the program.
enum Assets {
  static let style = String(decoding: PackageResources.console_css, as: UTF8.self)
  static let script = String(decoding: PackageResources.console_js, as: UTF8.self)
  static let icon = String(decoding: PackageResources.icon_svg, as: UTF8.self)
}
