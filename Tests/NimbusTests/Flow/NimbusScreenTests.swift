import FlowJSON
import FlowScreens
import FlowState
import FlowStateTesting
import Nimbus
import TestSupport
import Testing

@Suite("NimbusScreen")
struct NimbusScreenTests {
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

  private func nimbus(_ texts: [String: String] = [:]) -> NimbusInstance {
    var configuration = NimbusConfiguration()
    configuration.libraries = [.layout(), .flow()]
    configuration.viewSource = Documents(texts: texts)
    return NimbusInstance(configuration)
  }

  private func lines(_ screen: NimbusScreen<Any, Int>) -> [String] { screen.layout.laidOut(width: 40).text }

  @Test("Commands use the screen without a terminal and complete its step")
  func commands() throws {
    let document = """
      {"_:component":"layout:column","state":{"name":""},"children":[
        {"_:component":"layout:textInput","id":"name","properties":{"label":"@{greeting}","value":"@{name}",
          "onChange":[{"_:action":"setState","properties":{"path":"name","value":"@{onChange}"}}]}},
        {"_:component":"layout:button","id":"send","properties":{"text":"Send",
          "onPress":[{"_:action":"flow:complete","properties":{"result":"@{name}!"}}]}}]}
      """
    let queue = ManualQueue()
    let presenter = Box<HandPresenter?>(nil)
    let result = Box<String?>(nil)
    let flow = Flow(String.self, String.self, identifier: "F") { scope in
      let hand = HandPresenter()
      presenter.value = hand
      let ask = FlowStep(
        identifier: "Ask",
        presenting: { _ in
          NimbusScreen<String, String>(
            self.nimbus(), document: document, states: { ["greeting": .string($0 ?? "")] })
        }, on: hand)
      ask.content = scope.content
      ask.setCompletion { _, name in result.value = name }
      return ask
    }
    flow.on(queue).start("Your name")
    queue.play()
    let hand = try #require(presenter.value)
    #expect(hand.lines.first?.hasPrefix("Your name: ") == true)
    queue.perform { hand.perform("type name Bo") }
    queue.play()
    #expect(hand.lines.first?.hasPrefix("Your name: Bo") == true)
    queue.perform { hand.perform("press send") }
    queue.play()
    #expect(result.value == "Bo!")
    #expect(hand.endings == ["finished"])
  }

  @Test("The screen shows the current view, and its command goes back to the previous one, if any")
  func back() {
    let nimbus = nimbus(["/one": text("One"), "/two": text("Two"), "/three": text("Three")])
    let screen = NimbusScreen<Any, Int>(nimbus, from: ViewRequest("/one"))
    let navigator = screen.navigator
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
}
