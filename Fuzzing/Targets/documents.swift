// Modules: FlowState FlowChains FlowExperiments FlowJSON FlowDurable FlowScreens FlowForms StepKit Nimbus Hub FlowDocuments
// Leaks: unseen. LeakSanitizer takes for leaks what global values of indirect enums own, whose pointers have tags.

import FlowChains
import FlowDocuments
import FlowDurable
import FlowForms
import FlowJSON
import FlowState
import Foundation

/// Reads a document, and makes flows of one that is read.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let data = Data(UnsafeBufferPointer(start: start, count: count))
  do throws(FlowDocumentError) {
    check(try FlowDocument(parsing: data, for: registry))
    guard let value = try? JSONValue(parsing: data) else { preconditionFailure("A document that is read is JSON.") }
    let isRead = (try? FlowDocument(parsing: value.jsonText, for: registry)) != nil
    precondition(isRead, "A document that is written again is read.")
  } catch {
    precondition(!error.problems.isEmpty, "A refused document has a problem.")
    var last = 0
    for problem in error.problems {
      precondition(
        problem.position.offset >= last && problem.position.offset <= count, "Problems are in order, in the text.")
      last = problem.position.offset
      precondition(!problem.expected.isEmpty && !problem.found.isEmpty, "A problem says what was expected and found.")
      precondition(problem.description.utf8.count < 20_000, "A sentence is short, whatever the document has.")
    }
  }
  return 0
}

private struct Charge: Codable, Sendable {
  var cents: Int
  var note: String?
}

private struct Payment: Codable, Sendable {
  var id: String
  var cents: Int
}

private struct PapersArrived: DurableMessage { var pages: Int }

private let registry = {
  var registry = FlowRegistry()
  registry.step("charge", Charge.self, Payment.self) { charge, _ in Payment(id: "1", cents: charge.cents) }
  registry.message(PapersArrived.self)
  return registry
}()

private func check(_ document: FlowDocument) {
  precondition(!document.identifier.isEmpty && document.version > 0 && !document.steps.isEmpty)
  let variants: [String?] = document.variantNames.isEmpty ? [nil] : document.variantNames
  for variant in variants {
    let chain = document.chain(of: variant)
    precondition(chain.validate().allSatisfy { !$0.preventsFlow }, "A document that is read makes a flow.")
    for step in chain.steps {
      if let form = step.form { precondition(!form.outline.fields.contains { $0.name.isEmpty }) }
    }
  }
  if !document.isPrivate {
    let isDurable = (try? document.durableFlow()) != nil
    precondition(isDurable, "A document that is read makes a durable flow.")
  }
}
