package import FlowChains
package import FlowDurable
package import FlowState

/// Returns a declaration of a step that turns text into text.
package func text(
  _ identifier: String, _ work: @escaping @Sendable (String, DurableVisit) async throws -> String?
) -> FlowStepDeclaration<String, String> {
  FlowStepDeclaration(String.self, String.self, identifier: identifier) { content, visit in
    try await work(content ?? "-", visit)
  }
}

/// Returns a declaration of a step that appends its name.
package func append(_ identifier: String) -> FlowStepDeclaration<String, String> {
  text(identifier) { text, _ in text + identifier }
}

package enum TheText: DurableKey { package typealias Value = String }

/// Returns a flow whose steps keep what they say under ``TheText``.
package func textFlow(
  _ name: String = "text", undoing: UndoOccasions = [], @FlowChainBuilder _ steps: () -> [DeclaredStep]
) throws -> DurableFlow<String, String> {
  try DurableFlow(FlowChain(identifier: name, steps()), keeping: TheText.self, undoing: undoing) { $0[TheText.self] }
}
