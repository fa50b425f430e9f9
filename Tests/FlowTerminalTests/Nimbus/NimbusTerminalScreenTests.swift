import FlowJSON
import FlowLayout
import FlowState
import Nimbus
import Testing

@testable import FlowTerminal

@Suite("NimbusTerminalScreen")
struct NimbusTerminalScreenTests {
  private final class Documents: ViewSource {
    private let texts: [String: String]

    init(texts: [String: String]) {
      self.texts = texts
    }

    func load(_ request: NimbusRequest, completion: @escaping (Result<String, any Error>) -> Void) {
      completion(
        texts[request.url].map { .success($0) }
          ?? .failure(ViewSourceError(url: request.url, reason: "there is none")))
    }
  }

  private func text(_ text: String) -> String {
    "{\"_:component\":\"layout:text\",\"properties\":{\"text\":\"\(text)\"}}"
  }

  private func navigator(_ texts: [String: String]) -> NimbusNavigator {
    var configuration = NimbusConfiguration()
    configuration.libraries = [.layout(), .flow()]
    configuration.viewSource = Documents(texts: texts)
    return NimbusNavigator(NimbusInstance(configuration))
  }

  private func lines(_ screen: NimbusTerminalScreen) -> [String] { screen.layout.laidOut(width: 40).text }

  @Test("shows the current view, and goes back to the one before where there is one")
  func back() {
    let navigator = navigator(["/one": text("One"), "/two": text("Two"), "/three": text("Three")])
    let screen = NimbusTerminalScreen(navigator)
    navigator.open(ViewRequest("/one"))
    #expect(lines(screen) == ["One"])
    #expect(screen.commands.map(\.isPossible) == [false])
    navigator.push(ViewRequest("/two"))
    navigator.present(ViewRequest("/three"))
    #expect(lines(screen) == ["Three"])
    for expected in ["Two", "One"] {
      #expect(screen.commands[0].isPossible)
      #expect(screen.commands[0].perform("") == .done)
      #expect(lines(screen) == [expected])
    }
    #expect(!screen.commands[0].isPossible)
  }

  @Test("a step is completed by an action of its document, and takes states from its content")
  func step() async throws {
    let document = """
      {"_:component":"layout:button","id":"send","properties":{"text":"To @{name}",
        "onPress":[{"_:action":"flow:complete","properties":{"result":"@{name}!"}}]}}
      """
    let input = Pipe()
    let output = Pipe()
    let session = ScreenSession(
      lines: LineReader(input: input.readEnd), output: TextOutput(descriptor: output.writeEnd),
      terminal: Terminal(terminals: [], environment: [:]))
    let flow = Flow(String.self, String.self, identifier: "F") { scope in
      let step = FlowStep(
        String.self, String.self, identifier: "Ask", in: session,
        states: { ["name": .string($0 ?? "")] }
      ) { _ in
        var configuration = NimbusConfiguration()
        configuration.libraries = [.layout(), .flow()]
        return NimbusScreen(NimbusInstance(configuration), document: document)
      }
      step.content = scope.content
      step.setCompletion { _, result in scope.result = result }
      return step
    }
    input.write("press send\n")
    #expect(try await flow.run("Bo") == "Bo!")
    input.write("quit\n")
    #expect(try await flow.run("Bo") == nil)
  }
}
