/// A closure that prepares actions when their nodes are created.
struct ActionInitializer {
  /// Returns whether an action must be prepared. If not, its properties aren't evaluated before it runs.
  var isNeeded: (_ action: ActionBlueprint) -> Bool = { _ in true }
  let handler: NimbusSwiftUILibrary.ActionHandler
}
