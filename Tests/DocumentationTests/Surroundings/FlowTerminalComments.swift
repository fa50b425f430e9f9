import FlowLayout
import FlowState
import FlowTerminal
import Foundation
import Hub
import Nimbus
import Synchronization

// What the comments of FlowTerminal take for granted.

enum HubLayoutsComments {
  struct ShopComponents: HubComponentFactory {
    func component(
      named name: String, for model: HubComponentModel, in context: HubComponentContext<Layout>
    ) -> Layout? {
      nil
    }
  }
}

enum HubTerminalScreenComments {
  static var session: ScreenSession { ScreenSession() }
  static var builder: HubViewModelBuilder { HubViewModelBuilder() }
  static var actions: HubActions<HubScreen<String>> { HubActions() }
}

enum KeyComments {
  static var key: Key { .up }
  static func leave() {}
  static func back() {}
}

enum LineInputComments {
  static var reader: LineReader { LineReader() }
  static var handler: FlowStepHandler<Any, String> { FlowStepHandler() }
  static func askAgain(because reason: String) {}
}

enum LineRequestComments {
  static var reader: LineReader { LineReader() }
  static var handler: FlowStepHandler<Any, LineInput> { FlowStepHandler() }
}

enum FlowStep_NimbusComments {
  static var session: ScreenSession { ScreenSession() }
  static var configuration: NimbusConfiguration { NimbusConfiguration() }
  static let text = #"{"_:component": "layout:text", "properties": {"text": "Hello"}}"#
}

enum NimbusTerminalScreenComments {
  static var session: ScreenSession { ScreenSession() }
  static var navigator: NimbusNavigator { NimbusNavigator(NimbusInstance(NimbusConfiguration())) }
}

enum OutputFailureComments {
  static var output: TextOutput { TextOutput() }
}

enum TextOutputComments {
  static let profile = Profile(name: "Bo")
}

enum ProgressTickerComments {
  final class Ticks: Sendable {
    private let kept = Mutex<(@Sendable () -> Void)?>(nil)

    var tick: (@Sendable () -> Void)? {
      get { kept.withLock { $0 } }
      set { kept.withLock { $0 = newValue } }
    }
  }

  static let byHand = Ticks()
}

enum ChoicesComments {
  enum Action { case download, edit, quit }
}

enum ReplyComments {
  static let line = "33"
}

enum RecipeNoticesComments {
  static var session: ScreenSession { ScreenSession() }
}

enum RecipeScreenComments {
  static var session: ScreenSession { ScreenSession() }
}

enum ScreenSession_RecipeComments {
  static var session: ScreenSession { ScreenSession() }
}

enum ScreenCommandComments {
  struct Item {
    mutating func tick() {}
  }

  static var items: [Item] {
    get { [] }
    set {}
  }
}

enum ScreenEndingComments {
  static var session: ScreenSession { ScreenSession() }
  static var screen: ExampleMenuScreen { ExampleMenuScreen() }
}

enum ScreenSession_ShowComments {
  typealias MenuScreen = ExampleMenuScreen

  static var session: ScreenSession { ScreenSession() }
  static var step: FlowStep<Any, String> { exampleStep() }
  static var shown: ShownScreen { preconditionFailure("A shown screen is only mentioned.") }
}

enum ScreenSessionComments {
  final class CounterScreen: TerminalScreen {
    let count = 0
    let layout = Layout.nothing
    let isFinished = true
  }

  static var lines: LineReader { LineReader() }
  static var session: ScreenSession { ScreenSession() }
  static var interruption: any DispatchSourceSignal { DispatchSource.makeSignalSource(signal: SIGINT) }
}

enum TerminalComments {
  static var terminal: Terminal { Terminal.current() }
}

/// A screen on which nothing is chosen.
final class ExampleMenuScreen: TerminalScreen {
  let choice = ""
  let answer = ""
  let layout = Layout.nothing
  let isFinished = true
}
