import FlowDurable
import FlowState

/// What the code of the README takes for granted. The code is compiled, and never called.
enum READMEPage {
  static var flow: Flow<Any, String> { missing() }
  static var order: DurableFlow<Any, String> { missing() }

  private static func missing() -> Never { fatalError("The code of the README is only compiled.") }
}

/// What the code of the comments takes for granted. The code is compiled, and never called.
enum CommentsPage {
  static var flow: Flow<Any, String> { missing() }
  static var order: DurableFlow<Any, String> { missing() }
  static var store: any FlowStore { missing() }

  private static func missing() -> Never { fatalError("The code of the comments is only compiled.") }
}
