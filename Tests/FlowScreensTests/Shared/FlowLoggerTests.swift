import FlowScreens
import TestSupport
import Testing

@Suite("Loggers")
struct FlowLoggerTests {
  @Test("A logger receives each entry with its level")
  func entries() {
    let logger = LogBook()
    logger.info("a")
    logger.warning("b")
    logger.error("c")
    #expect(logger.entries == ["info: a", "warning: b", "error: c"])
  }

  @Test("Log levels are ordered from info to error")
  func levels() {
    #expect(FlowLogLevel.allCases.reversed().sorted() == [.info, .warning, .error])
    #expect(!(FlowLogLevel.info < .info))
  }
}
