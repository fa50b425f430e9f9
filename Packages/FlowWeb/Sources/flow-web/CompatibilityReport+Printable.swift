import FlowDurable
import FlowScreens

extension CompatibilityReport {
  /// The findings, one on each line. Names in a journal could control the terminal, or look like another line.
  var printable: String { isFine ? description : findings.map(\.description.printable).joined(separator: "\n") }
}
