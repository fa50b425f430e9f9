import FlowScreens
import Testing

@testable import FlowTerminal

@Suite("ScreenSession, leaving a live screen")
struct LeavingScreenTests {
  @Test(
    "A session asks before a key discards what was entered, and only then",
    arguments: [Key.control("d"), .character("q")])
  func leaving(key: Key) {
    let stage = LiveWindowHarness()
    stage.resize(70, 6)
    stage.type(text: "Bo")
    stage.type(.escape, key)
    #expect(stage.screen.text[5] == "Leave, and drop what you have entered? The same key again leaves.")
    #expect(stage.outcome == nil)
    stage.type(.character("c"))
    #expect(stage.screen.text[5] == "It is 0.")
    stage.type(key, key)
    #expect(stage.outcome == "left 0 Bo")
    let other = LiveWindowHarness()
    other.type(.tab, .enter, .escape, key)
    #expect(other.outcome == "left 1 ")
  }

  @Test("A session asks before it discards what commands have entered, and not after other commands")
  func leavingAfterCommands() {
    for (command, isAsked) in [("type name Bo", true), ("type", false), ("press more", false), ("add 3", false)] {
      let stage = LiveWindowHarness()
      stage.resize(70, 6)
      stage.type(.escape)
      stage.type(text: ":" + command)
      stage.type(.enter, .character("q"))
      #expect((stage.outcome == nil) == isAsked, "\(command)")
      #expect(stage.screen.text[5].hasPrefix("Leave, and drop") == isAsked, "\(command)")
      stage.type(.character("q"))
      #expect(stage.outcome?.hasPrefix("left") == true)
    }
  }
}
