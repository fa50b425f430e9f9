import FlowState
import Foundation

// What stands between the marks is the README's first code block, to the letter.
private func greet() throws -> [String] {
  var printed: [String] = []
  func print(_ line: String) { printed.append(line) }
  // README ▸
  let greeting = Flow(String.self, String.self, identifier: "Greeting") { scope in
    let fetch = FlowStep(String.self, Int.self, identifier: "Fetch") { step in
      let handler = FlowStepHandler(String.self, Int.self)
      let name = step.content ?? ""
      DispatchQueue.global().async { handler.complete(name.count) }  // any thread, any time
      return handler
    }
    let greet = FlowStep(Int.self, String.self, identifier: "Greet") { step in
      let handler = FlowStepHandler(Int.self, String.self)
      handler.complete("Hello! Your name has \(step.content ?? 0) letters.")
      return handler
    }
    fetch.content = scope.content
    fetch.setCompletion { step, letters in
      greet.content = letters
      step.nextStep = greet  // decided here, so steps reorder freely
    }
    greet.setCompletion { _, text in scope.result = text }
    return fetch
  }
  print(try greeting.runAndWait("Ada") ?? "")  // or: try await greeting.run("Ada")
  // ◂ README
  return printed
}

enum GreetingExample {
  static func run() throws -> [String] { try greet() }
}
