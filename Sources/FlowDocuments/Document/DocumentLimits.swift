/// The limits of a flow document.
///
/// ```swift
/// DocumentLimits.steps  // 2000
/// ```
public enum DocumentLimits {
  /// The maximum size of a document in bytes.
  public static let bytes = 4_000_000
  /// The maximum nesting of arrays and objects.
  public static let depth = 64
  /// The maximum number of steps.
  public static let steps = 2_000
  /// The maximum number of routes of a step.
  public static let routes = 100
  /// The maximum number of fields of a form.
  public static let fields = 200
  /// The maximum number of options of a field.
  public static let options = 1_000
  /// The maximum number of languages.
  public static let languages = 50
  /// The maximum number of upgrades, and of former names of a step.
  public static let upgrades = 200
  /// The maximum number of variants.
  public static let variants = 20
  /// The maximum number of problems about names that an object has twice.
  static let repeatedNames = 100
  /// The maximum length of a name, in bytes.
  public static let name = 64
}
