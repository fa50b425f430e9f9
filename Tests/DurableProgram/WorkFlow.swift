import FlowChains
import FlowDurable
import FlowState

struct Parcel: DurableMessage, Equatable {
  var tracking: String
}

enum TheName: DurableKey { typealias Value = String }
enum TheBooking: DurableKey { typealias Value = String }
enum TheParcel: DurableKey { typealias Value = Parcel }
enum TheDoubt: DurableKey { typealias Value = Bool }

/// The flow that is killed: work with an undo, a message, and work that may start only once.
///
/// - Parameter effect: Receives what the steps do outside.
/// - Returns: The flow.
/// - Throws: The problems of the chain.
func workFlow(_ effect: @escaping @Sendable (String) -> Void) throws -> DurableFlow<String, String> {
  let accept = FlowStepDeclaration(String.self, String.self, identifier: "accept") { name, visit in
    effect("work \(visit.key)")
    return name
  }.keeping(TheName.self)
  let book = FlowStepDeclaration(String.self, String.self, identifier: "book") { _, visit in
    effect("work \(visit.key)")
    return visit.key
  }.taking(TheName.self).keeping(TheBooking.self).undoing { booking, visit in
    effect("undo \(booking ?? "nothing") \(visit.key)")
  }
  let parcel = FlowStepDeclaration.awaiting(Parcel.self, identifier: "parcel").keeping(TheParcel.self)
  let once = FlowStepDeclaration(Any.self, Void.self, identifier: "once") { _, visit in
    effect("once \(visit.key)")
  }.atMostOnce().branching(["done": .step("pack")]) { _ in "done" }
    .catching(["doubt": .step("doubt")]) { error in error.rootCause is StepInterrupted ? "doubt" : nil }
  let pack = FlowStepDeclaration(Any.self, Void.self, identifier: "pack") { _, visit in effect("work \(visit.key)") }
    .branching(["done": .end]) { _ in "done" }
  let doubt = FlowStepDeclaration(Any.self, Bool.self, identifier: "doubt") { _, visit in
    effect("work \(visit.key)")
    return true
  }.keeping(TheDoubt.self)
  let chain = FlowChain("work") {
    accept
    book
    parcel
    once
    pack
    doubt
  }
  return try DurableFlow(
    chain, keeping: TheName.self, TheBooking.self, TheParcel.self, TheDoubt.self, undoing: .onCancel
  ) { context in "\(context[TheBooking.self] ?? "-") \(context[TheParcel.self]?.tracking ?? "-")" }
}
