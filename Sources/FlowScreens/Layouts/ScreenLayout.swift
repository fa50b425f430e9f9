/// The content of a screen, independent of the screen's width.
///
/// ```swift
/// let form = ScreenLayout.column([
///   .text(StyledText("Sign up", .bold)),
///   .element(.input("name", label: "Name", text: name) { text in name = text }),
///   .element(.button("send", label: "Send") { send() }),
/// ])
/// let frame = form.laidOut(width: 40)
/// ```
///
/// A layout can contain closures. Use it only on the queue of the code that created it. A ``Frame`` created from it is
/// a plain value.
public indirect enum ScreenLayout {
  /// Nothing, not even an empty line.
  case nothing
  /// Text that wraps between words if it is too wide. Line breaks are kept.
  case text(StyledText)
  /// Layouts one below another, with `spacing` empty lines between them. The maximum is 100 empty lines; after 100,000
  /// empty lines on the whole screen, no more are added.
  case column([ScreenLayout], spacing: Int = 0)
  /// Layouts side by side, with `spacing` empty columns between them. Layouts that don't fit continue below.
  case row([ScreenLayout], spacing: Int = 1)
  /// A layout that is indented by a number of columns.
  case indented(ScreenLayout, by: Int = 2)
  /// A layout in a frame with a title.
  case framed(ScreenLayout, title: StyledText = "")
  /// A progress bar that fills from the left. The fraction goes from 0 to 1.
  case bar(fraction: Double)
  /// An interactive element, such as a button or an input.
  case element(LayoutElement)
  /// A heading: of the screen at level 1, of its parts at higher levels. Terminals draw it bold, and underline level 1.
  case heading(StyledText, level: Int = 1)
  /// A link to a page. Terminals draw its text and its address.
  case link(StyledText, url: String)
  /// An image. Presenters draw its label if there is no address, or if the program doesn't allow the address, because a
  /// layout can come from a server. A terminal with colours draws PNG files of the folder that the program names; see
  /// `images(from:)` of `ScreenSession` in FlowTerminal. There, a relative address is a path in this folder.
  case image(url: String? = nil, label: String)
  /// Texts one below another, each behind a bullet or its number.
  case list([StyledText], isNumbered: Bool = false)
  /// Texts in rows and columns. If the columns don't fit, each row becomes lines that begin with the titles of the columns.
  case table([[StyledText]], titles: [StyledText] = [])
  /// Elements that belong together, with a legend that names them, a sentence that helps the user, and sentences that say what is
  /// wrong with their values.
  case group(ScreenLayout, legend: StyledText, hint: String = "", problems: [String] = [])
  /// A layout that is created when it is needed. The closure can return a cached layout.
  case deferred(() -> ScreenLayout)
  /// A layout that is laid out once for each width.
  case cached(CachedLayout)
}
