import FlowScreens
import FlowState
import FlowTerminal
import Foundation
import Synchronization

// Declarations that the comments of FlowTerminal need.

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

enum ScreenSession_ShowComments {
  typealias MenuScreen = ExampleMenuScreen

  static var session: ScreenSession { ScreenSession() }
}

enum ScreenSessionComments {
  final class CounterScreen: FlowScreen {
    let count = 0
    let layout = ScreenLayout.nothing
    let isFinished = true
  }

  static var lines: LineReader { LineReader() }
  static var session: ScreenSession { ScreenSession() }
  static var interruption: any DispatchSourceSignal { DispatchSource.makeSignalSource(signal: SIGINT) }
}

enum TerminalComments {
  static var terminal: Terminal { Terminal.current() }
}
