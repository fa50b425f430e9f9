import FlowChains
import FlowCommandLine
import FlowExperiments
import FlowState

/// The order of the signup's questions that the command line selects.
struct SignupOrder: Sendable {
  static let options: [Option] = [
    .value("order", "NAMES", "Ask in this order, as in 'email,name,terms'."),
    .value("user", "ID", "Ask in the order of the variant that this user belongs to."),
    .value("variant", "NAME", "Ask in the order of this variant."),
  ]

  /// The questions in that order.
  let chain: FlowChain
  let assignment: VariantAssignment?

  /// Parses the options. Without options, the default order is used.
  init(_ options: ParsedOptions, of signup: SignupFlow) throws {
    if let order = options.value("order") {
      for other in ["variant", "user"] where options.value(other) != nil { throw UsageError.exclusive("order", other) }
      chain = try Self.chain(signup.chain, ordered: order)
      assignment = nil
    } else if options.value("user") != nil || options.value("variant") != nil {
      let variants = try signup.variants()
      let variant = options.value("variant")
      if let variant, !variants.experiment.variants.contains(where: { $0.name == variant }) {
        let names = variants.experiment.variants.map(\.name).joined(separator: ", ")
        throw UsageError.invalidValue(option: "variant", value: variant, expected: "one of \(names)")
      }
      let assignment = try variants.experiment.assignment(for: options.value("user") ?? "", override: variant)
      chain = try variants.chain(for: assignment)
      self.assignment = assignment
    } else {
      chain = signup.chain
      assignment = nil
    }
  }

  /// Returns a flow whose runs record their variant.
  func assigned<Content, Result>(_ flow: Flow<Content, Result>) -> Flow<Content, Result> {
    assignment.map { flow.assigned($0, isExposedAtStart: true) } ?? flow
  }

  private static func chain(_ chain: FlowChain, ordered order: String) throws(UsageError) -> FlowChain {
    do {
      return try chain.ordered(
        by: order.split(separator: ",", omittingEmptySubsequences: false).map { String($0).trimmed })
    } catch {
      let reason = error.problems.map(\.description).joined(separator: " ")
      throw .unfitValue(option: "order", value: order, reason: reason)
    }
  }
}
