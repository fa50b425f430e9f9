/// What a screen shows, before anybody knows how wide it is.
///
/// ```swift
/// let form = Layout.column([
///   .text(StyledText("Sign up", .bold)),
///   .element(.input("name", label: "Name", text: name) { text in name = text }),
///   .element(.button("send", label: "Send") { send() }),
/// ])
/// let frame = form.laidOut(width: 40)
/// ```
///
/// Layouts hold closures of whoever made them and stay on that one's queue; the ``Frame`` made of one is a plain value.
public indirect enum Layout {
  /// Nothing, not even an empty line.
  case nothing
  /// Text, wrapped between words where it is too wide. Line breaks in it are kept.
  case text(StyledText)
  /// Layouts one below the other, with empty lines between.
  case column([Layout], spacing: Int = 0)
  /// Layouts side by side, with empty columns between; those that do not fit go below.
  case row([Layout], spacing: Int = 1)
  /// A layout moved to the right.
  case indented(Layout, by: Int = 2)
  /// A layout in a frame with a title.
  case framed(Layout, title: StyledText = "")
  /// A bar, filled from the left; the fraction goes from 0 to 1.
  case bar(fraction: Double)
  /// Something that can be used: a button, an input, and so on.
  case element(LayoutElement)
  /// A layout that is asked for when it is needed; whoever made it may keep it.
  case deferred(() -> Layout)
}
