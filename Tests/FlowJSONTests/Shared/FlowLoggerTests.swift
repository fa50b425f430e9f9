import FlowJSON
import Synchronization
import Testing

@Suite("Loggers")
struct FlowLoggerTests {
  final class Lines: FlowLogger {
    let lines = Mutex<[String]>([])

    func log(_ level: FlowLogLevel, _ message: String) {
      lines.withLock { $0.append("\(level): \(message)") }
    }
  }

  @Test("hear of each entry with its level")
  func entries() {
    let logger = Lines()
    logger.info("a")
    logger.warning("b")
    logger.error("c")
    #expect(logger.lines.withLock { $0 } == ["info: a", "warning: b", "error: c"])
  }

  @Test("rank their levels")
  func levels() {
    #expect(FlowLogLevel.allCases.reversed().sorted() == [.info, .warning, .error])
    #expect(!(FlowLogLevel.info < .info))
  }
}
