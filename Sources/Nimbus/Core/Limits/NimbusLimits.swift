/// The limits on the resources that a document may use. Exceeding a limit causes an error.
///
/// ```swift
/// NimbusLimits.nodes  // 100000
/// ```
///
/// Real screens stay far below these limits. A document that exceeds them contains a loop or is an attack.
public enum NimbusLimits {
  /// The maximum nesting of nodes in a document.
  public static let nodeDepth = 100
  /// The maximum nesting of objects and arrays in properties and states.
  public static let valueDepth = 100
  /// The maximum nesting of operations in an expression.
  public static let expressionDepth = 64
  /// The maximum length of a node's identifier and of a component's name, in bytes.
  public static let nameSize = 1_000
  /// The maximum number of nodes in all views of a navigator, including the copies that `forEach` creates. A node takes
  /// about 1,500 bytes.
  public static let nodes = 100_000
  /// The maximum number of open views of a navigator.
  public static let views = 100
  /// The maximum size of the states and node properties in all views of a navigator. The size is counted as in
  /// ``valueSize``. An event counts as 20. So does each state and each property of a node, besides its value.
  public static let screenSize = 10_000_000
  /// The maximum size of a value.
  ///
  /// Each byte of texts and names counts as one. Each element and member counts as ten, because it takes 24 to 100
  /// bytes of memory, even if it's a number or empty. A text can have at most 128 consecutive combining marks.
  public static let valueSize = 2_000_000
  /// The maximum nesting of events that run each other. An example is `condition` in `condition`, or a component that
  /// runs an event on each update. This is also the maximum length of a chain of `onInit` events that add components
  /// with further `onInit` events.
  public static let eventDepth = 64
  /// The maximum number of actions that run before the outermost event ends.
  public static let actions = 10_000
  /// The maximum number of actions in all `onInit` events that one event, or loading one document, causes.
  public static let initActions = 100_000
  /// The maximum number of times that one property is evaluated during an update.
  public static let updates = 16
  /// The maximum cost of the expressions of one event, or of loading one document, including the `onInit` events that
  /// follow.
  ///
  /// The cost is the size of the arguments and results of operations, of the texts that are built, and of the values
  /// that are assigned to states and properties. It's counted as in ``valueSize``. An element of an argument that an
  /// operation only copies costs 1. So does each part of a text with expressions, and each element or member of a list
  /// or object with expressions. If a value depends on more than 16 states, looking up each of them costs 20.
  ///
  /// In regular expressions, each byte costs 2,000 the first time, and each search costs 1,000. Each match costs 400,
  /// and 20 for each of its groups. Each part of a replacement costs 20. Each progress report of a search, after about
  /// ten thousand steps, costs 50,000.
  public static let work = 50_000_000
  /// The maximum number of messages about faults that one event, or one document, adds to the log. The action `log`
  /// isn't limited.
  public static let messages = 1_000
  /// The maximum length, in bytes, of a regular expression. The text to search can be as long as any value.
  public static let regularExpressionText = 10_000
  /// The maximum nesting of a document's JSON: the deepest tree of nodes with the deepest values.
  static let documentDepth = 2 * (nodeDepth + valueDepth)
}
