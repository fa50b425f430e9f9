import FlowJSON
import FlowScreens
import FlowState
import FlowTerminal
import Foundation
import Nimbus
import Testing

@Suite("A Nimbus document on a session")
struct NimbusSessionTests {
  @Test("An action of the document completes its step, and the content sets the states")
  func step() async throws {
    let document = """
      {"_:component":"layout:button","id":"send","properties":{"text":"To @{name}",
        "onPress":[{"_:action":"flow:complete","properties":{"result":"@{name}!"}}]}}
      """
    let input = Pipe()
    let output = Pipe()
    let session = ScreenSession(input, output)
    let flow = Flow(String.self, String.self, identifier: "F") { scope in
      let step = FlowStep(
        identifier: "Ask",
        presenting: { _ in
          var configuration = NimbusConfiguration()
          configuration.libraries = [.layout(), .flow()]
          return NimbusScreen<String, String>(
            NimbusInstance(configuration), document: document, states: { ["name": .string($0 ?? "")] })
        }, on: session)
      step.content = scope.content
      step.setCompletion { _, result in scope.result = result }
      return step
    }
    input.fileHandleForWriting.write(Data("press send\n".utf8))
    #expect(try await flow.run("Bo") == "Bo!")
    input.fileHandleForWriting.write(Data("quit\n".utf8))
    #expect(try await flow.run("Bo") == nil)
  }
}
