import FlowChains
import FlowDocuments
import FlowDurable
import FlowExperiments
import FlowForms
import FlowJSON
import FlowState

/// A document whose runs are explored, in the order of one variant.
struct ExploredDocument: Sendable {
  /// A finding of an exploration: sentences, and the text of a schedule that leads there.
  struct Finding: Sendable {
    let sentence: String
    var schedule: String?
    var lines: [String] = []
  }

  private let data: [UInt8]
  let variant: String?
  let language: String?
  /// The typical answers to the forms and the screens, in the order of the steps.
  let forms: [(step: String, answers: TypicalAnswers)]

  /// Prepares the exploration of a document, which `data` describes.
  init(_ document: FlowDocument, _ data: [UInt8], variant: String?, language: String?) {
    (self.data, self.variant, self.language) = (data, variant, language)
    forms = document.chain(of: variant).steps.compactMap { step in
      if let form = step.form { return (step.identifier, TypicalAnswers(form)) }
      return (step.screen as? DocumentScreen).map { (step.identifier, TypicalAnswers($0)) }
    }
  }

  /// Returns the document, with steps that reach nothing but a post office.
  func document(_ office: PostOffice) throws -> FlowDocument {
    try FlowDocument(parsing: String(decoding: data, as: UTF8.self), for: office.steps.registry)
  }

  /// Returns the durable flow of the document. Nothing leaves the memory, so passwords need no seal.
  func durableFlow(_ office: PostOffice) throws -> DurableFlow<Any, JSONValue> {
    let document = try document(office)
    return try document.durableFlow(sealedBy: document.isPrivate ? OpenCodec() : nil, language: language)
  }

  /// Returns the assignment of the variant.
  func assignments() throws -> [VariantAssignment] {
    guard let variant, let variants = try document(PostOffice()).variants() else { return [] }
    return [try variants.experiment.assignment(for: "explorer", override: variant)]
  }

  /// Plays one run for each plan.
  func rehearse() async throws -> [(plan: AnswerPlan, rehearsal: FlowRehearsal)] {
    let flow = try durableFlow(PostOffice())
    let assignments = try assignments()
    var all: [(AnswerPlan, FlowRehearsal)] = []
    for plan in AnswerPlan.all(for: forms) {
      all.append((plan, try await FlowRehearsal(flow, assignments, by: plan)))
    }
    return all
  }

  /// Returns the first rehearsal with a fault, as a finding.
  func fault(in rehearsals: [(plan: AnswerPlan, rehearsal: FlowRehearsal)]) -> Finding? {
    rehearsals.lazy.compactMap { plan, rehearsal in
      rehearsal.fault.map { Finding(sentence: "With \(plan.description): \($0)") }
    }.first
  }
}
