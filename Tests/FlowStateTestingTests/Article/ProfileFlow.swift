import FlowState

// The flow that the article TestingAFlow.md tests; ArticleTests compares the two.
// ARTICLE ▸ flow
struct Offline: Error {}

let profile = Flow(Any.self, String.self, identifier: "Profile") { scope in
  let download = FlowStep(Any.self, String.self, identifier: "Download") { _ in
    let handler = FlowStepHandler(Any.self, String.self)
    fetchName { name in handler.complete(name) }  // asks a server
    return handler
  }
  let edit = FlowStep(String.self, String.self, identifier: "Edit") { step in
    let handler = FlowStepHandler(String.self, String.self)
    prompt("New name [\(step.content ?? "")]:") { name in handler.complete(name) }  // asks a person
    return handler
  }
  var attempts = 0
  download.setFailure { _ in
    attempts += 1
    return attempts < 3 ? .retry(after: .seconds(attempts)) : .fail
  }
  download.setCompletion { step, name in
    edit.content = name
    step.nextStep = edit
  }
  edit.setCompletion { _, name in scope.result = name }
  return download
}
// ◂ ARTICLE

func fetchName(_ reply: (String) -> Void) {
  reply("Al")
}

func prompt(_ question: String, _ reply: (String) -> Void) {
  reply(question.contains("Al") ? "Bo" : "")
}
