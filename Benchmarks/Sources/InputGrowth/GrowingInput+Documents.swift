import FlowDocuments

/// Flow documents, read and checked.
extension GrowingInput {
  static var documents: [GrowingInput] {
    [
      // Each step reads its own answers and those of an earlier one.
      GrowingInput("documents-steps", 250, { document(steps($0)) }, use: read),
      // Every step leads to many others, far away.
      GrowingInput(
        "documents-routes", 2_500,
        { size in
          let count = size / 50
          return document(
            (0..<count).map { step in
              let routes = (0..<50).map { route in
                #"{"to":"p\#((step * 31 + route * 7 + 1) % count)","when":"@{true}"}"#
              }
              return #"{"id":"p\#(step)","page":{"title":"P"},"routes":[\#(routes.joined(separator: ","))]}"#
            })
        }, use: read),
      GrowingInput(
        "documents-fields", 5_000,
        { size in
          document(
            (0..<size / 100).map { step in
              let fields = (0..<100).map { #"{"name":"f\#($0)","type":"integer","from":1,"label":"Field \#($0)"}"# }
              return #"{"id":"p\#(step)","form":{"fields":[\#(fields.joined(separator: ","))]}}"#
            })
        }, use: read),
      GrowingInput(
        "documents-options", 25_000,
        { size in
          document(
            (0..<size / 500).map { step in
              let options = (0..<500).map { #""option \#($0)""# }
              return
                #"{"id":"p\#(step)","form":{"fields":[{"name":"f","type":"choice","options":[\#(options.joined(separator: ","))]}]}}"#
            })
        }, use: read),
      GrowingInput(
        "documents-expression", 5_000,
        { size in
          let tests = (0..<size).map { "eq(a.text, 'word \($0)')" }.joined(separator: ", ")
          return document([
            #"{"id":"a","form":{"fields":[{"name":"text"}]},"routes":[{"to":"end","when":"@{or(\#(tests))}"}]}"#
          ])
        }, use: read),
      // A value that isn't missing in one branch of a test is known there.
      GrowingInput(
        "documents-tests-for-null", 2_500,
        { size in
          let tests = (0..<size).map { "not(isNull(a.text)), eq(a.text, 'word \($0)')" }.joined(separator: ", ")
          return document([
            #"{"id":"a","form":{"fields":[{"name":"text","optional":true}]},"routes":[{"to":"end","when":"@{and(\#(tests))}"}]}"#
          ])
        }, use: read),
      GrowingInput(
        "documents-problems", 250,
        { size in document((0..<size).map { #"{"id":"p\#($0)","page":{"title":"P"},"routes":[{"to":"q\#($0)"}]}"# }) }
      ) { text in
        do throws(FlowDocumentError) { _ = try FlowDocument(parsing: text, for: FlowRegistry()) } catch {
          guard !error.problems.isEmpty, !error.description.isEmpty else { fatalError("A document has no problem.") }
          return
        }
        fatalError("A document with problems was read.")
      },
    ]
  }

  private static func steps(_ count: Int) -> [String] {
    (0..<count).map { step in
      """
      {"id":"p\(step)","form":{"title":"Who are you?","fields":[
        {"name":"name","label":"Your name","hint":"As on your passport","limit":100},
        {"name":"age","type":"integer","from":0,"to":150,"label":"Your age"},
        {"name":"speed","type":"choice","label":"How fast?","options":["standard",{"value":"express","label":"By tomorrow"}]}]},
       "routes":[{"to":"p\(min(count - 1, step + 2))","when":"@{and(eq(p\(step).name, 'Ada'), gt(p\(step).age, 18))}"},
         {"to":"end","when":"@{and(not(isNull(p\(step / 2))), eq(p\(step / 2).name, 'nobody'))}"}]}
      """
    }
  }

  private static func document(_ steps: [String]) -> String {
    #"{"flow":"growing","version":1,"steps":["# + steps.joined(separator: ",\n") + "]}"
  }

  private static func read(_ text: String) throws {
    let document = try FlowDocument(parsing: text, for: FlowRegistry())
    guard !document.steps.isEmpty else { fatalError("A document has no steps.") }
  }
}
