/// The limits on the resources that a document may use. What exceeds them is refused with an error.
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
  /// The maximum number of nodes in a view, including the copies that `forEach` makes.
  public static let nodes = 100_000
  /// The maximum size of a value. Each value in it counts as one, and so does each byte of text.
  public static let valueSize = 1_000_000
  /// The maximum nesting of events that run each other, as with `condition` in `condition` or a component that runs an
  /// event on each update.
  public static let eventDepth = 64
  /// The maximum number of actions that run until the outermost event ends.
  public static let actions = 10_000
  /// The maximum number of times that one property is evaluated during an update.
  public static let updates = 16
  /// The maximum cost of the expressions of one event, or of loading one document. The cost is the size of the
  /// arguments and results of operations and of the texts that are built, counted as in ``valueSize``.
  public static let work = 50_000_000
  /// The maximum length, in bytes, of a regular expression and of the text that it's applied to.
  public static let regularExpressionText = 10_000
  /// The maximum nesting of a document's JSON: the deepest tree of nodes, with the deepest values in it.
  static let documentDepth = 2 * (nodeDepth + valueDepth)
}
