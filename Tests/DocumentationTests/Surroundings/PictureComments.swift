import FlowState

// Declarations that the comments of FlowPictures use.

enum FlowOverlayComments {
  static let chain = exampleChain
  static let run = exampleFlow(Any.self, Any.self).start()
}

enum FlowOverlay_SVGComments {
  static let events: [FlowEvent] = []
}

enum ChromeTraceComments {
  static let content = "Al"
  static let flow: Flow<String, String> = exampleFlow()
}
