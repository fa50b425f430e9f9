import FlowChains
import FlowDurable
import FlowState

enum TheText: DurableKey { typealias Value = String }

enum TestFlows {
  /// A flow of one step that turns text into text.
  static func text(
    _ name: String, _ work: @escaping @Sendable (String) async throws -> String
  ) throws -> DurableFlow<String, String> {
    try chain(name, [step("work", work)])
  }

  /// A flow of steps that keep their results.
  static func chain(_ name: String, _ steps: [DeclaredStep]) throws -> DurableFlow<String, String> {
    try DurableFlow(FlowChain(identifier: name, steps), keeping: TheText.self) { $0[TheText.self] }
  }

  static func step(
    _ name: String, from former: String? = nil, _ work: @escaping @Sendable (String) async throws -> String
  ) -> DeclaredStep {
    let declaration = FlowStepDeclaration(String.self, String.self, identifier: name) { text, _ in
      try await work(text ?? "-")
    }.keeping(TheText.self)
    return (former.map { declaration.renamed(from: $0) } ?? declaration).step
  }
}

extension FlowOutcome {
  /// The outcome as text.
  var words: String {
    switch self {
    case .completed(let result): "completed: \(result.map { "\($0)" } ?? "nothing")"
    case .failed(let error): "failed: \(error)"
    case .cancelled: "cancelled"
    }
  }
}
