import FlowScreens
import FlowStateTesting
import Glibc
import TestSupport
import Testing

@testable import FlowTerminal

@Suite("ScreenSession, live")
struct LiveSessionTests {
  @Test("A session draws the screen, and again after every key that changes it")
  func drawing() {
    let stage = LiveWindowHarness()
    #expect(stage.calls == ["begin"])
    #expect(stage.screen.isOnOtherScreen && stage.screen.showsCursor)
    #expect(
      stage.screen.text == [
        "Count: 0", "Name: ________________________", "[ More ] [ Done ]", "", "", "Tab next · Esc commands",
      ])
    stage.type(text: "Bo")
    #expect(stage.screen.text[1] == "Name: Bo______________________")
    #expect(stage.screen.column == 8)
    stage.type(.enter, .enter, .enter)
    #expect(stage.screen.text[0] == "Count: 2")
    #expect(!stage.screen.showsCursor)
    #expect(stage.screen.complaints == [])
  }

  @Test("A session ends when its screen has finished, and leaves the visible lines")
  func finishing() {
    let stage = LiveWindowHarness()
    stage.type(.paste("Bo"), .tab, .enter, .tab, .enter, .character("x"))
    #expect(stage.outcome == "finished 1 Bo")
    #expect(stage.calls == ["begin", "end"])
    #expect(
      stage.remains?.contains("Count: 1\nName: \u{1B}[36mBo\u{1B}[39m") == true)
    #expect(stage.remains?.hasSuffix("[ More ] [ Done ]\n") == true)
    #expect(stage.clock.timerCount == 0)
  }

  @Test("A command after a colon is performed, or refused with the reason")
  func commands() {
    let stage = LiveWindowHarness()
    stage.type(.escape)
    #expect(stage.screen.text[5] == "? help · : command · c count …")
    stage.type(text: ":add 3")
    #expect(stage.screen.text[5] == ":add 3")
    #expect(stage.screen.showsCursor && stage.screen.row == 5 && stage.screen.column == 6)
    stage.type(.enter)
    #expect(stage.screen.text[0] == "Count: 3")
    stage.type(text: ":add x")
    stage.type(.enter)
    #expect(stage.screen.text[5] == "'x' is not a number.")
    stage.type(.character("c"))
    #expect(stage.screen.text[5] == "It is 3.")
    stage.type(text: ":a")
    stage.type(.backspace, .backspace)
    #expect(!stage.screen.showsCursor)
    stage.type(text: ":a")
    stage.type(.escape)
    #expect(stage.outcome == nil)
    stage.type(text: "q")
    #expect(stage.outcome == "left 3 ")
  }

  @Test("A long answer is shown in up to half of the window")
  func longAnswers() {
    let stage = LiveWindowHarness()
    stage.type(.escape)
    stage.type(text: ":dance")
    stage.type(.enter)
    #expect(
      stage.screen.text == [
        "Count: 0", "Name: ________________________", "[ More ] [ Done ]", "There is no command 'dance'.",
        "Now you can: add, count,", "start, press, type, quit,",
      ])
    stage.type(.character("c"))
    #expect(stage.screen.text.suffix(2) == ["", "It is 0."])
  }

  @Test("Many characters at once are one edit, in an input and after a colon")
  func pasting() {
    let stage = LiveWindowHarness()
    let text = String(repeating: "a", count: 20_000)
    let before = stage.writtenCount
    stage.type(text: text + "b")
    #expect(stage.screen.text[1] == "Name: " + String(repeating: "a", count: 22) + "b_")
    #expect(stage.writtenCount == before + 1)
    stage.type(.escape)
    stage.type(text: ":" + text + "b")
    #expect(stage.screen.text[5] == ":" + String(repeating: "a", count: 27) + "b")
    stage.type(.home)
    #expect(stage.screen.text[5] == ":" + String(repeating: "a", count: 28) + "…")
    stage.type(.escape)
    stage.type(text: "qq")
    #expect(stage.outcome == "left 0 \(text)b")
  }

  @Test("Ctrl-C takes effect before keys that were typed earlier")
  func interruptingFirst() {
    let stage = LiveWindowHarness()
    stage.type(.tab, .tab, .enter, .control("c"))
    #expect(stage.calls == ["begin", "end", "interrupt"])
    #expect(stage.outcome == nil)
  }

  @Test("A session draws between keys, however many there are")
  func manyKeys() {
    let stage = LiveWindowHarness()
    let before = stage.writtenCount
    stage.type([.tab] + Array(repeating: .enter, count: 1_000))
    #expect(stage.screen.text[0] == "Count: 1000")
    #expect(stage.writtenCount >= before + 3)
  }

  @Test("The notice of a screen is shown above the hints, and remains after the session")
  func notice() {
    let stage = LiveWindowHarness(hasNotice: true)
    stage.resize(30, 4)
    stage.type(.tab)
    #expect(stage.screen.text[3] == "? help · : command · c count …")
    stage.type(.enter)
    #expect(stage.screen.text.suffix(2) == ["Noted at 1.", "? help · : command · c co… ↑ 1"])
    stage.type(.character("q"))
    #expect(stage.remains?.hasSuffix("\nNoted at 1.\n") == true)
  }

  @Test("The variable NO_COLOR turns off colours, but not the other styles")
  func colorless() {
    let stage = LiveWindowHarness(environment: ["NO_COLOR": "1"])
    stage.type(text: "Bo")
    stage.type(.tab)
    #expect(stage.screen.cells[1][6]?.styles == [])
    #expect(stage.screen.cells[2][0]?.styles == [7])
    #expect(stage.screen.complaints == [])
    stage.type(.enter, .tab, .enter)
    #expect(stage.remains?.contains("\u{1B}[3") == false)
    #expect(stage.remains?.contains("Name: Bo") == true)
  }

  @Test("Colons and letters are typed into a focused input")
  func typing() {
    let stage = LiveWindowHarness()
    stage.type(text: ":q?c")
    #expect(stage.screen.text[1].hasPrefix("Name: :q?c"))
    #expect(stage.outcome == nil)
  }

  @Test("The help lists what can be done now, until a key is pressed, and can be scrolled")
  func help() {
    let stage = LiveWindowHarness()
    stage.type(.escape, .character("?"))
    #expect(stage.screen.text[0] == "add N         adds N")
    #expect(stage.screen.text[5] == "Press any key to go back. ↓ 16")
    stage.type(.pageDown)
    #expect(stage.screen.text[0] != "add N         adds N")
    stage.type(.pageUp, .up)
    // A command that can't be used now isn't listed.
    #expect(!stage.screen.text.contains { $0.contains("set ID") })
    #expect(stage.screen.text[0] == "add N         adds N")
    stage.type(.character("q"))
    #expect(stage.screen.text[0] == "Count: 0")
    #expect(stage.outcome == nil)
  }

  @Test(
    "The help lists the keys that do something now",
    arguments: [
      (Key.tab, false, ["Tab, arrows", "Enter, space", "Esc"]), (.escape, false, ["Tab, arrows"]),
      (.escape, true, ["Tab, arrows", "page up and down"]),
    ])
  func usableKeys(key: Key, isLong: Bool, listed: [String]) {
    let screen = CounterScreen()
    screen.hasLongText = isLong
    let size = WindowSize(columns: 40, rows: 16)
    var view = LiveView()
    _ = view.draw(screen, size: size)
    for key in [key, .character("?")] { _ = view.take(key, on: screen, size: size) }
    var drawn = view.draw(screen, size: size)
    _ = view.take(.pageDown, on: screen, size: size)
    drawn += view.draw(screen, size: size)
    let keys = ["Tab, arrows", "Enter, space", "Esc", "page up and down"]
    #expect(keys.filter { drawn.contains($0 + " ") } == listed)
  }

  @Test("In a wide window, a screen uses 100 columns, so that its lines can be read")
  func wide() {
    let screen = CounterScreen()
    screen.hasLongText = true
    for (columns, widest) in [(240, 100), (80, 80)] {
      let lines = LiveView().remains(of: screen, size: WindowSize(columns: columns, rows: 20))
      #expect(lines.map(\.displayWidth).max() == widest)
    }
  }

  @Test("A screen that ends before a step up is drawn leaves its first lines")
  func endsAfterStepUp() {
    let screen = CounterScreen()
    let size = WindowSize(columns: 40, rows: 4)
    var view = LiveView()
    let first = view.remains(of: screen, size: size)
    #expect(!first.isEmpty)
    _ = view.take(.pageUp, on: screen, size: size)
    #expect(view.remains(of: screen, size: size) == first)
  }

  @Test("A countdown is redrawn by the clock, and its end finishes the session")
  func countdown() {
    let stage = LiveWindowHarness()
    stage.type(.escape, .character("s"))
    #expect(stage.screen.text[3] == "Left: 3")
    stage.clock.advance(by: .seconds(1))
    stage.play()
    #expect(stage.screen.text[3] == "Left: 2")
    stage.clock.advance(by: .seconds(2))
    #expect(stage.outcome == "finished 0 ")
    #expect(stage.clock.timerCount == 0)
  }

  @Test("Everything is drawn again in a window of another size", arguments: [(20, 3), (8, 2), (1, 1), (80, 24)])
  func resizing(columns: Int, rows: Int) {
    let stage = LiveWindowHarness()
    stage.type(.tab)
    stage.resize(columns, rows)
    #expect(!stage.screen.text.contains { $0.contains("#") })
    #expect(stage.screen.complaints == [])
    stage.resize(30, 6)
    #expect(stage.screen.text[2] == "[ More ] [ Done ]")
  }

  @Test("Many change notifications without a visible change write nothing")
  func changes() {
    let stage = LiveWindowHarness()
    let before = stage.writtenCount
    for _ in 0..<1000 { stage.state.withLock { $0.changed }?() }
    #expect(!stage.queue.isEmpty)
    stage.play()
    #expect(stage.writtenCount == before)
    stage.state.withLock { $0.changed }?()
    #expect(!stage.queue.isEmpty)
    stage.play()
  }

  @Test("A session restores the terminal while the process is stopped, and then resumes")
  func suspending() {
    let stage = LiveWindowHarness()
    stage.type(.control("z"))
    #expect(stage.calls == ["begin", "suspend"])
    #expect(!stage.screen.isOnOtherScreen)
    let before = stage.writtenCount
    stage.state.withLock { $0.changed }?()
    stage.play()
    #expect(stage.writtenCount == before)
    stage.deliver(.continued)
    #expect(stage.calls == ["begin", "suspend", "resume"])
    #expect(stage.screen.isOnOtherScreen)
    #expect(stage.screen.text[0] == "Count: 0")
  }

  @Test("A session resumes after another process stopped and continued it")
  func stoppedByOthers() {
    let stage = LiveWindowHarness()
    stage.deliver(.continued)
    #expect(stage.calls == ["begin", "resume"])
    #expect(stage.screen.isOnOtherScreen)
    #expect(stage.screen.text[0] == "Count: 0")
  }

  @Test("A session resumes at once if the process cannot be stopped")
  func notSuspending() {
    let stage = LiveWindowHarness()
    stage.state.withLock { $0.canSuspend = false }
    stage.type(.control("z"))
    #expect(stage.calls == ["begin", "suspend", "resume"])
    #expect(stage.screen.text[0] == "Count: 0")
  }

  @Test("A session restores the terminal before an interruption, and resumes if the program continues")
  func interrupting() {
    let stage = LiveWindowHarness()
    stage.type(.character("B"), .control("c"), .character("x"))
    #expect(stage.calls == ["begin", "end", "interrupt"])
    #expect(!stage.screen.isOnOtherScreen)
    stage.state.withLock { $0.changed }?()
    stage.clock.advance(by: .milliseconds(999))
    #expect(stage.calls == ["begin", "end", "interrupt"])
    #expect(!stage.screen.isOnOtherScreen)
    stage.clock.advance(by: .milliseconds(1))
    stage.play()
    #expect(stage.calls == ["begin", "end", "interrupt", "begin"])
    #expect(stage.screen.isOnOtherScreen)
    #expect(stage.screen.text[0] == "Count: 0")
    #expect(stage.outcome == nil)
    stage.type(.escape, .character("q"), .character("q"))
    #expect(stage.outcome == "left 0 B")
  }

  @Test("Cancelling the step after an interruption writes nothing more")
  func cancellingInterrupted() {
    let stage = LiveWindowHarness()
    stage.type(.control("c"))
    let count = stage.writtenCount
    stage.cancel()
    #expect(stage.outcome == "cancelled")
    #expect(stage.calls == ["begin", "end", "interrupt"])
    #expect(stage.writtenCount == count)
  }

  @Test("A session ends when the terminal is lost")
  func ended() {
    let stage = LiveWindowHarness()
    stage.deliver(.ended)
    #expect(stage.outcome == "inputEnded 0 ")
    #expect(stage.calls == ["begin", "end"])
  }

  @Test("Cancelling the step restores the terminal")
  func cancelling() {
    let stage = LiveWindowHarness()
    stage.cancel()
    #expect(stage.outcome == "cancelled")
    #expect(stage.calls == ["begin", "end"])
    #expect(!stage.screen.isOnOtherScreen && stage.screen.wraps)
  }

  @Test("A write error restores the terminal and fails the step with the reason")
  func failing() {
    let stage = LiveWindowHarness(kernel: ScriptedCalls([.fails(EIO)]))
    #expect(stage.outcome == "The text could not be written: Input/output error.")
    #expect(stage.calls == ["begin", "end"])
  }

  @Test("A write error during an interruption restores the terminal and fails the step")
  func failingInterruption() {
    let kernel = ScriptedCalls()
    let stage = LiveWindowHarness(kernel: kernel)
    kernel.state.withLock { $0.answers = [.fails(EIO)] }
    stage.type(.control("c"))
    #expect(stage.outcome == "The text could not be written: Input/output error.")
    #expect(stage.calls == ["begin", "end"])
  }
}
