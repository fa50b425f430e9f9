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
  /// A layout that is created when it is needed. The closure can return a cached layout.
  case deferred(() -> ScreenLayout)
  /// A layout that is laid out once for each width.
  case cached(CachedLayout)
}
