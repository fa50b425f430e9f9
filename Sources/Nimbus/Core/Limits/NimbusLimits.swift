/// How much a document may ask for before it is refused with an error instead of being obeyed.
///
/// ```swift
/// NimbusLimits.nodes  // 100000
/// ```
///
/// Real screens stay far below; what goes beyond is a loop or an attack.
public enum NimbusLimits {
  /// How deep nodes may be nested in a document.
  public static let nodeDepth = 100
  /// How deep maps and lists may be nested in properties and states.
  public static let valueDepth = 100
  /// How deep operations may be nested in an expression.
  public static let expressionDepth = 64
  /// How many nodes a view may have, copies of `forEach` included.
  public static let nodes = 100_000
  /// How much a value may hold: each value in it counts one, and each byte of text.
  public static let valueSize = 1_000_000
  /// How deep events may run inside each other: `condition` in `condition`, or a component that answers every update.
  public static let eventDepth = 64
  /// How many actions may run before the outermost event is over.
  public static let actions = 10_000
  /// How often one property may be computed again before all that depends on a change is up to date.
  public static let updates = 16
  /// How much the expressions of one event, or of a document that is loaded, may cost: what operations get and give and what
  /// texts are put together, counted as in ``valueSize``.
  public static let work = 50_000_000
  /// How long a text may be that a regular expression is applied to.
  public static let regularExpressionText = 10_000
  /// How deep the JSON of a document may be nested: as the deepest tree of nodes is, with the deepest values in it.
  static let documentDepth = 2 * (nodeDepth + valueDepth)
}
