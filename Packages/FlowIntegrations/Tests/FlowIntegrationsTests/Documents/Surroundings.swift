import FlowDurable
import FlowState

/// The declarations that the code of the README needs. The code is compiled, but never called.
enum READMEPage {
  static var flow: Flow<Any, String> { missing() }
  static var order: DurableFlow<Any, String> { missing() }

  private static func missing() -> Never { fatalError("The code of the README is only compiled.") }
}

/// The declarations that the code of the comments needs. The code is compiled, but never called.
enum CommentsPage {
  static var flow: Flow<Any, String> { missing() }
  static var order: DurableFlow<Any, String> { missing() }
  static var store: any FlowStore { missing() }

  private static func missing() -> Never { fatalError("The code of the comments is only compiled.") }
}
